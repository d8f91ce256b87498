#include "gradus/data/transforms/feature_bins.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/base/progress.hpp"
#include "gradus/base/random.hpp"
#include "gradus/data/float_key.hpp"
#include "gradus/data/sorted_columns.hpp"

namespace gradus {
namespace {

struct ValueCount {
    float value = 0.0F;
    std::size_t count = 0;
};

std::vector<ValueCount> distinct(std::span<const float> sorted) {
    std::vector<ValueCount> values;
    for (std::size_t i = 0; i < sorted.size();) {
        std::size_t end = i + 1;
        while (end < sorted.size() && sorted[end] == sorted[i]) ++end;
        values.push_back({sorted[i], end - i});
        i = end;
    }
    return values;
}

float between(float low, float high) {
    const auto middle = static_cast<float>((double{low} + double{high}) / 2.0);
    return (middle < high ? middle : low) + 0.0F;  // + 0: never -0
}

/// Finds the bin of a value: a table over the value's key gives the first bin of its cell, and a
/// binary search of as many steps as the fullest cell needs does the rest. No branches, so that the
/// searches of neighbouring documents overlap.
class Encoder {
  public:
    explicit Encoder(std::span<const float> boundaries) {
        assert(boundaries.size() < FeatureBins::most_bins);
        std::ranges::copy(boundaries, boundaries_.begin());
        std::ranges::fill(boundaries_.begin() + static_cast<std::ptrdiff_t>(boundaries.size()),
                          boundaries_.end(),
                          std::numeric_limits<float>::infinity());
        if (boundaries.empty()) return;
        base_ = float_key(boundaries.front());
        const std::uint32_t width = float_key(boundaries.back()) - base_;
        while ((width >> shift_) >= cells) ++shift_;
        std::array<std::size_t, cells> counts{};
        for (const float boundary : boundaries) ++counts[cell(float_key(boundary))];
        std::size_t before = 0;
        for (std::size_t c = 0; c < cells; ++c) {
            first_bin_[c] = static_cast<std::uint8_t>(before);
            before += counts[c];
        }
        steps_ = static_cast<std::size_t>(std::bit_width(*std::ranges::max_element(counts)));
    }

    /// out[i] = bin of values[i * stride].
    void encode(const float* values,
                std::size_t stride,
                std::size_t count,
                std::uint8_t* out) const {
        using Encode =
            void (Encoder::*)(const float*, std::size_t, std::size_t, std::uint8_t*) const;
        static constexpr std::array<Encode, 9> by_steps = {&Encoder::run<0>,
                                                           &Encoder::run<1>,
                                                           &Encoder::run<2>,
                                                           &Encoder::run<3>,
                                                           &Encoder::run<4>,
                                                           &Encoder::run<5>,
                                                           &Encoder::run<6>,
                                                           &Encoder::run<7>,
                                                           &Encoder::run<8>};
        (this->*by_steps[steps_])(values, stride, count, out);
    }

  private:
    static constexpr std::uint32_t cells = 4096;

    /// Never falls when the key rises.
    std::uint32_t cell(std::uint32_t key) const {
        return std::min((std::max(key, base_) - base_) >> shift_, cells - 1);
    }

    template <std::size_t Steps>
    void run(const float* values, std::size_t stride, std::size_t count, std::uint8_t* out) const {
        for (std::size_t i = 0; i < count; ++i) {
            const float value = values[i * stride];
            std::size_t bin = first_bin_[cell(float_key(value))];
            // Boundaries of earlier cells are below the value, those of later cells above it.
            for (std::size_t step = (std::size_t{1} << Steps) / 2; step > 0; step /= 2) {
                bin += boundaries_[bin + step - 1] < value ? step : 0;
            }
            out[i] = std::isnan(value) ? FeatureBins::missing : static_cast<std::uint8_t>(bin);
        }
    }

    std::array<std::uint8_t, cells> first_bin_{};
    std::array<float, 2 * FeatureBins::most_bins> boundaries_{};  // then infinity
    std::uint32_t base_ = 0;
    std::uint32_t shift_ = 0;
    std::size_t steps_ = 0;
};

void refuse_too_many(std::size_t features, std::size_t most_bytes) {
    if (features <= most_bytes / sizeof(Encoder)) return;
    const auto bytes = static_cast<double>(sizeof(Encoder));
    throw Error({"training data"},
                fmt::format("{} x {} for the table that finds the bins of its values need {} of "
                            "memory, more than the {} allowed",
                            human_counted(features, "feature"),
                            human_bytes(bytes),
                            human_bytes(bytes * static_cast<double>(features)),
                            human_bytes(static_cast<double>(most_bytes))),
                "number the features that occur from 1, without large gaps, or use fewer features");
}

/// One document of each of `wanted` equal stretches; all where there are not more.
std::vector<std::size_t> sample_documents(std::size_t documents,
                                          std::size_t wanted,
                                          std::uint64_t seed) {
    const std::size_t count = std::min(documents, wanted);
    std::vector<std::size_t> sample(count);
    Random random(seed, "sample for bins");
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t begin = i * documents / count;
        const std::size_t end = (i + 1) * documents / count;
        sample[i] = begin + static_cast<std::size_t>(random.below(end - begin));
    }
    return sample;
}

}  // namespace

std::vector<float> choose_boundaries(std::span<const float> sorted, std::size_t bins) {
    assert(bins >= 1 && bins <= FeatureBins::most_bins);
    const std::vector<ValueCount> values = distinct(sorted);
    std::vector<float> boundaries;
    if (values.size() <= bins) {
        for (std::size_t i = 1; i < values.size(); ++i) {
            boundaries.push_back(between(values[i - 1].value, values[i].value));
        }
        return boundaries;
    }
    const auto heavy = [&](std::size_t i) { return values[i].count * bins >= sorted.size(); };
    std::size_t light_left = 0;     // documents with light values that are in no closed bin
    std::size_t light_bins = bins;  // bins that may still end in a light value
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (heavy(i)) {
            --light_bins;
        } else {
            light_left += values[i].count;
        }
    }
    // The last bin needs no boundary: where it ends in a light value, one bin is kept back for it.
    const std::size_t kept = heavy(values.size() - 1) ? 0 : 1;
    std::size_t open = 0;  // documents with light values in the bin being filled
    for (std::size_t i = 0; i + 1 < values.size(); ++i) {
        bool close = heavy(i);
        if (!close) {
            open += values[i].count;
            // In terms of the share light_left / light_bins, without its rounding:
            const bool half_full = 2 * open * light_bins >= light_left;
            const bool nearest = (2 * open + values[i + 1].count) * light_bins > 2 * light_left;
            close = light_bins > kept && (heavy(i + 1) ? half_full : nearest);
            if (close) --light_bins;
        }
        if (!close) continue;
        boundaries.push_back(between(values[i].value, values[i + 1].value));
        light_left -= open;
        open = 0;
    }
    return boundaries;
}

BinBoundaries choose_boundaries(const FeatureMatrix& features, const BinningOptions& options) {
    const std::vector<std::size_t> sample =
        sample_documents(features.rows(), options.sample, options.seed);
    BinBoundaries boundaries(features.columns());
    for_each_sorted_column(
        features, sample, options.threads, [&](std::size_t feature, std::span<const float> values) {
            boundaries[feature] = choose_boundaries(values, options.bins);
        });
    return boundaries;
}

FeatureBins::FeatureBins(const FeatureMatrix& features, BinBoundaries boundaries, unsigned threads)
    : documents_(features.rows()), boundaries_(std::move(boundaries)) {
    assert(boundaries_.size() == features.columns());
    constexpr std::size_t slice = 4096;  // documents of a thread's turn
    constexpr std::size_t block = 128;   // documents whose cache lines serve 16 features in turn
    const std::size_t columns = features.columns();
    bytes_ = BigArray<std::uint8_t>(documents_ * columns);
    std::vector<Encoder> encoders(boundaries_.begin(), boundaries_.end());
    parallel_for(documents_, slice, threads, [&](std::size_t begin, std::size_t end) {
        const float* const values = features.rows(begin, end).data();
        for (std::size_t first = 0; first < end - begin; first += block) {
            const std::size_t count = std::min(block, end - begin - first);
            for (std::size_t j = 0; j < columns; ++j) {
                std::uint8_t* const out = bytes_.data() + j * documents_ + begin + first;
                encoders[j].encode(values + first * columns + j, columns, count, out);
            }
        }
    });
}

FeatureBins bin_features(const FeatureMatrix& features, const BinningOptions& options) {
    refuse_too_many(features.columns(), options.most_bytes);
    return {features, choose_boundaries(features, options), options.threads};
}

}  // namespace gradus
