#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace gradus {

/// A counter-based generator: Philox 4x32-10 (Salmon et al., SC 2011). Its numbers depend only on
/// the seed, the purpose and the stream it was made for, never on who draws them or when. So a
/// query's random choices are the same for any number of threads: make one generator for each
/// (seed, purpose, query).
class Random {
  public:
    /// `purpose` names the use ("shuffle", "bagging"), `stream` the query or document, `step` the
    /// iteration.
    Random(std::uint64_t seed,
           std::string_view purpose,
           std::uint64_t stream = 0,
           std::uint32_t step = 0);

    std::uint32_t bits32();
    std::uint64_t bits64();
    /// In [0, 1), a multiple of 2^-53.
    double uniform();
    /// In [0, n), every value equally likely; n > 0.
    std::uint64_t below(std::uint64_t n);
    bool chance(double probability) { return uniform() < probability; }
    /// Standard normal (Box & Muller 1958).
    double normal();
    /// Exponential with mean 1.
    double exponential();
    /// Gamma with the given shape > 0 and scale 1 (Marsaglia & Tsang 2000).
    double gamma(double shape);
    /// Poisson with the given mean >= 0.
    std::uint64_t poisson(double mean);

    template <class Value>
    void shuffle(std::span<Value> values) {  // Fisher & Yates
        for (std::size_t i = values.size(); i > 1; --i) {
            std::swap(values[i - 1], values[static_cast<std::size_t>(below(i))]);
        }
    }

  private:
    std::array<std::uint32_t, 2> key_;
    std::array<std::uint32_t, 4> counter_;  // block number, step, stream (two words)
    std::array<std::uint32_t, 4> block_{};
    std::size_t used_ = 4;
};

/// The bare block function: ten Philox rounds over a counter. For hashing a counter without keeping
/// a generator.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key);

}  // namespace gradus
