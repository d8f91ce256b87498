#include "gradus/learners/svm/problem/feature_map.hpp"

#include <algorithm>
#include <array>

#include "gradus/base/parallel.hpp"
#include "gradus/base/vector_clones.hpp"

namespace gradus::svm {
namespace {

constexpr std::size_t documents_at_once = 1024;

/// The sum in eight lanes, whatever the processor has, for rows one behind the other.
GRADUS_AVX2_CLONES void score_rows(const double* weights,
                                   const float* rows,
                                   std::size_t width,
                                   std::span<double> scores) {
    constexpr std::size_t lanes = 8;
    for (double& score : scores) {
        std::array<double, lanes> sums{};
        std::size_t j = 0;
        for (; j + lanes <= width; j += lanes)
            for (std::size_t lane = 0; lane < lanes; ++lane)
                sums[lane] += weights[j + lane] * static_cast<double>(rows[j + lane]);
        for (std::size_t lane = 0; j + lane < width; ++lane)
            sums[lane] += weights[j + lane] * static_cast<double>(rows[j + lane]);
        score = ((sums[0] + sums[4]) + (sums[2] + sums[6])) +
                ((sums[1] + sums[5]) + (sums[3] + sums[7]));
        rows += width;
    }
}

/// sums += factor · row.
GRADUS_AVX2_CLONES void add_row(const float* row, double factor, std::size_t width, double* sums) {
    for (std::size_t j = 0; j < width; ++j) sums[j] += factor * static_cast<double>(row[j]);
}

/// Calls add(document, gradient, sums) for each document with a gradient; every stretch of
/// documents has sums of its own, which are then added in the order of the data.
template <class Add>
std::vector<double> sum_by_stretch(std::span<const double> score_gradients,
                                   std::size_t size,
                                   unsigned threads,
                                   const Add& add) {
    const std::size_t parts = (score_gradients.size() + documents_at_once - 1) / documents_at_once;
    std::vector<double> sums(std::max<std::size_t>(parts, 1) * size);
    parallel_for(parts, 1, threads, [&](std::size_t part, std::size_t /*end*/) {
        double* const own = sums.data() + part * size;
        const std::size_t end = std::min(score_gradients.size(), (part + 1) * documents_at_once);
        for (std::size_t i = part * documents_at_once; i < end; ++i)
            if (score_gradients[i] != 0.0) add(i, score_gradients[i], own);
    });
    for (std::size_t part = 1; part < parts; ++part)
        for (std::size_t j = 0; j < size; ++j) sums[j] += sums[part * size + j];
    sums.resize(size);
    return sums;
}

}  // namespace

DenseFeatures::DenseFeatures(const Dataset& data,
                             std::span<const FeatureScale> scales,
                             unsigned threads)
    : width_(scales.size()), threads_(threads), rows_(data.documents() * width_) {
    const std::size_t documents = data.documents();
    parallel_for(documents, documents_at_once, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto row = data.features.row(i);
            for (std::size_t j = 0; j < std::min(width_, row.size()); ++j)
                rows_[i * width_ + j] = static_cast<float>(scales[j].standardised(row[j]));
        }
    });
}

void DenseFeatures::score(std::span<const double> weights,
                          std::size_t first,
                          std::span<double> scores) const {
    parallel_for(
        scores.size(), documents_at_once, threads_, [&](std::size_t begin, std::size_t end) {
            score_rows(weights.data(),
                       rows_.data() + (first + begin) * width_,
                       width_,
                       scores.subspan(begin, end - begin));
        });
}

void DenseFeatures::add_gradient(std::size_t first,
                                 std::span<const double> score_gradients,
                                 std::span<double> gradient) const {
    const std::vector<double> sums = sum_by_stretch(
        score_gradients, width_, threads_, [&](std::size_t i, double score_gradient, double* own) {
            add_row(rows_.data() + (first + i) * width_, score_gradient, width_, own);
        });
    std::ranges::copy(sums, gradient.begin());
}

void DenseFeatures::row(std::size_t document, std::vector<double>& values) const {
    const auto own = std::span(rows_).subspan(document * width_, width_);
    values.assign(own.begin(), own.end());
}

IndicatorFeatures::IndicatorFeatures(const Dataset& data,
                                     const Thresholds& thresholds,
                                     unsigned threads)
    : width_(thresholds.features()),
      dimensions_(thresholds.bits()),
      threads_(threads),
      bins_(data.documents() * width_) {
    begins_.push_back(0);
    for (const auto& own : thresholds.of_feature) begins_.push_back(begins_.back() + own.size());
    const std::size_t documents = data.documents();
    parallel_for(documents, documents_at_once, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto row = data.features.row(i);
            for (std::size_t j = 0; j < std::min(width_, row.size()); ++j)
                bins_[i * width_ + j] = thresholds.bin(j, row[j]);
        }
    });
}

void IndicatorFeatures::score(std::span<const double> weights,
                              std::size_t first,
                              std::span<double> scores) const {
    std::vector<double> heights;  // of each feature one more than it has bits
    heights.reserve(dimensions_ + width_);
    for (std::size_t j = 0; j < width_; ++j) {
        heights.push_back(0.0);
        for (std::size_t k = begins_[j]; k < begins_[j + 1]; ++k)
            heights.push_back(heights.back() + weights[k]);
    }
    parallel_for(
        scores.size(), documents_at_once, threads_, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const std::uint8_t* const row = bins_.data() + (first + i) * width_;
                double sum = 0.0;
                for (std::size_t j = 0; j < width_; ++j) sum += heights[begins_[j] + j + row[j]];
                scores[i] = sum;
            }
        });
}

void IndicatorFeatures::add_gradient(std::size_t first,
                                     std::span<const double> score_gradients,
                                     std::span<double> gradient) const {
    const std::vector<double> histogram =
        sum_by_stretch(score_gradients,
                       dimensions_ + width_,
                       threads_,
                       [&](std::size_t i, double score_gradient, double* own) {
                           const std::uint8_t* const row = bins_.data() + (first + i) * width_;
                           for (std::size_t j = 0; j < width_; ++j)
                               own[begins_[j] + j + row[j]] += score_gradient;
                       });
    for (std::size_t j = 0; j < width_; ++j) {
        double beyond = 0.0;
        for (std::size_t k = begins_[j + 1]; k > begins_[j]; --k) {
            beyond += histogram[k + j];
            gradient[k - 1] = beyond;
        }
    }
}

void IndicatorFeatures::row(std::size_t document, std::vector<double>& values) const {
    values.assign(dimensions_, 0.0);
    for (std::size_t j = 0; j < width_; ++j)
        std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(begins_[j]),
                    bins_[document * width_ + j],
                    1.0);
}

}  // namespace gradus::svm
