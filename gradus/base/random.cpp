#include "gradus/base/random.hpp"

#include <cmath>
#include <numbers>

#include "gradus/base/checksum.hpp"

namespace gradus {

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key) {
    constexpr std::uint64_t multiplier_0 = 0xD2511F53;
    constexpr std::uint64_t multiplier_1 = 0xCD9E8D57;
    constexpr std::uint32_t weyl_0 = 0x9E3779B9;
    constexpr std::uint32_t weyl_1 = 0xBB67AE85;
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t product_0 = multiplier_0 * counter[0];
        const std::uint64_t product_1 = multiplier_1 * counter[2];
        counter = {static_cast<std::uint32_t>(product_1 >> 32) ^ counter[1] ^ key[0],
                   static_cast<std::uint32_t>(product_1),
                   static_cast<std::uint32_t>(product_0 >> 32) ^ counter[3] ^ key[1],
                   static_cast<std::uint32_t>(product_0)};
        key[0] += weyl_0;
        key[1] += weyl_1;
    }
    return counter;
}

Random::Random(std::uint64_t seed,
               std::string_view purpose,
               std::uint64_t stream,
               std::uint32_t step)
    : counter_{
          0, step, static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)} {
    const std::uint64_t key = checksum(purpose.data(), purpose.size(), seed);
    key_ = {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)};
}

std::uint32_t Random::bits32() {
    if (used_ == block_.size()) {
        block_ = philox(counter_, key_);
        ++counter_[0];
        used_ = 0;
    }
    return block_[used_++];
}

std::uint64_t Random::bits64() {
    const std::uint64_t low = bits32();
    return low | (static_cast<std::uint64_t>(bits32()) << 32);
}

double Random::uniform() {
    return static_cast<double>(bits64() >> 11) * 0x1p-53;
}

std::uint64_t Random::below(std::uint64_t n) {
    // Lemire, ACM TOMACS 29(1), 2019: a multiplication, and a rejection that is almost never taken.
    __extension__ using Wide = unsigned __int128;
    Wide product = static_cast<Wide>(bits64()) * n;
    if (static_cast<std::uint64_t>(product) < n) {
        const std::uint64_t threshold = (0 - n) % n;
        while (static_cast<std::uint64_t>(product) < threshold)
            product = static_cast<Wide>(bits64()) * n;
    }
    return static_cast<std::uint64_t>(product >> 64);
}

double Random::normal() {
    const double radius = std::sqrt(2.0 * exponential());
    return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

double Random::exponential() {
    return -std::log(1.0 - uniform());
}

double Random::gamma(double shape) {
    if (shape < 1.0) {  // gamma(a) = gamma(a + 1) u^(1/a)
        const double boost = std::pow(1.0 - uniform(), 1.0 / shape);
        return gamma(shape + 1.0) * boost;
    }
    const double d = shape - 1.0 / 3.0;
    const double c = 1.0 / std::sqrt(9.0 * d);
    while (true) {
        const double x = normal();
        const double cubed_root = 1.0 + c * x;
        if (cubed_root <= 0.0) continue;
        const double v = cubed_root * cubed_root * cubed_root;
        const double u = 1.0 - uniform();
        if (std::log(u) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v;
    }
}

std::uint64_t Random::poisson(double mean) {
    // Halve large means by a gamma variate (Ahrens & Dieter 1974), then multiply uniforms.
    std::uint64_t count = 0;
    while (mean > 16.0) {
        const auto steps = static_cast<std::uint64_t>(0.875 * mean);
        const double arrival = gamma(static_cast<double>(steps));
        if (arrival > mean) {  // fewer than `steps` events: binomial among steps - 1
            const double p = mean / arrival;
            for (std::uint64_t i = 0; i + 1 < steps; ++i) count += chance(p) ? 1 : 0;
            return count;
        }
        count += steps;
        mean -= arrival;
    }
    const double limit = std::exp(-mean);
    double product = 1.0 - uniform();
    while (product > limit) {
        product *= 1.0 - uniform();
        ++count;
    }
    return count;
}

}  // namespace gradus
