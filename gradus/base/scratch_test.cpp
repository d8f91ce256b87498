#include "gradus/base/scratch.hpp"

#include <cstdint>

#include <gtest/gtest.h>

namespace gradus {
namespace {

TEST(Scratch, HandsOutPlacesThatDoNotOverlap) {
    Scratch scratch;
    for (int round = 0; round < 3; ++round) {
        std::vector<std::span<std::uint32_t>> arrays;
        for (std::uint32_t i = 0; i < 200; ++i) {
            arrays.push_back(scratch.array<std::uint32_t>(i * 37 % 5000, i));
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arrays.back().data()) % 64, 0U);
        }
        for (std::uint32_t i = 0; i < 200; ++i) {
            EXPECT_EQ(arrays[i].size(), i * 37 % 5000);
            EXPECT_TRUE(
                std::ranges::all_of(arrays[i], [i](std::uint32_t value) { return value == i; }));
        }
        scratch.clear();
    }
}

TEST(Scratch, UsesTheSameMemoryAgain) {
    Scratch scratch;
    for (int i = 0; i < 10; ++i) scratch.array<double>(10'000);
    scratch.clear();
    const double* const first = scratch.array<double>(10'000).data();
    for (int i = 0; i < 9; ++i) scratch.array<double>(10'000);
    scratch.clear();
    EXPECT_EQ(scratch.array<double>(10'000).data(), first);
}

TEST(Scratch, TakesBackWhatAFrameHandedOut) {
    Scratch scratch;
    const std::span<int> kept = scratch.array<int>(100, 7);
    const int* place = nullptr;
    for (int round = 0; round < 5; ++round) {
        const Scratch::Frame frame(scratch);
        const std::span<int> inner = scratch.array<int>(50'000, round);  // needs a block of its own
        if (round > 0) {
            EXPECT_EQ(inner.data(), place);
        }
        place = inner.data();
    }
    const std::span<int> after = scratch.array<int>(10, 1);
    EXPECT_LE(kept.data() + kept.size(), after.data());
    EXPECT_TRUE(std::ranges::all_of(kept, [](int value) { return value == 7; }));
}

TEST(Scratch, MakesObjects) {
    struct Point {
        int x;
        int y;
    };
    Scratch scratch;
    const Point& point = scratch.make<Point>(3, 4);
    EXPECT_EQ(point.x + point.y, 7);
}

}  // namespace
}  // namespace gradus
