#include "gradus/learners/svm/feature_map.hpp"

#include <algorithm>
#include <cmath>

#include "gradus/base/parallel.hpp"

namespace gradus::svm {
namespace {

constexpr std::size_t documents_at_once = 1024;

}  // namespace

DenseFeatures::DenseFeatures(const Dataset& data,
                             std::span<const FeatureScale> scales,
                             unsigned threads)
    : width_(scales.size()),
      documents_(data.documents()),
      threads_(threads),
      rows_(documents_ * width_) {
    parallel_for(documents_, documents_at_once, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto row = data.features.row(i);
            for (std::size_t j = 0; j < std::min(width_, row.size()); ++j) {
                if (std::isnan(row[j])) continue;
                rows_[i * width_ + j] = static_cast<float>(
                    (static_cast<double>(row[j]) - scales[j].mean) / scales[j].spread);
            }
        }
    });
}

void DenseFeatures::score(std::span<const double> weights, std::span<double> scores) const {
    parallel_for(documents_, documents_at_once, threads_, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const float* const row = rows_.data() + i * width_;
            double sum = 0.0;
            for (std::size_t j = 0; j < width_; ++j)
                sum += weights[j] * static_cast<double>(row[j]);
            scores[i] = sum;
        }
    });
}

void DenseFeatures::pull_back(std::span<const double> slopes, std::span<double> gradient) const {
    const std::size_t parts = (documents_ + documents_at_once - 1) / documents_at_once;
    std::vector<double> sums(parts * width_);
    parallel_for(parts, 1, threads_, [&](std::size_t part, std::size_t /*end*/) {
        double* const own = sums.data() + part * width_;
        const std::size_t end = std::min(documents_, (part + 1) * documents_at_once);
        for (std::size_t i = part * documents_at_once; i < end; ++i) {
            if (slopes[i] == 0.0) continue;
            const float* const row = rows_.data() + i * width_;
            for (std::size_t j = 0; j < width_; ++j)
                own[j] += slopes[i] * static_cast<double>(row[j]);
        }
    });
    std::ranges::fill(gradient, 0.0);
    for (std::size_t part = 0; part < parts; ++part)
        for (std::size_t j = 0; j < width_; ++j) gradient[j] += sums[part * width_ + j];
}

void DenseFeatures::row(std::size_t document, std::vector<double>& values) const {
    const auto begin = rows_.begin() + static_cast<std::ptrdiff_t>(document * width_);
    values.assign(begin, begin + static_cast<std::ptrdiff_t>(width_));
}

}  // namespace gradus::svm
