#include "gradus/base/communicator.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace gradus {
namespace {

TEST(SingleProcess, IsTheWholeWorldAndLeavesValuesAlone) {
    SingleProcess alone;
    Communicator& communicator = alone;
    EXPECT_EQ(communicator.rank(), 0U);
    EXPECT_EQ(communicator.size(), 1U);
    std::vector<std::int64_t> values = {3, -4};
    communicator.sum(values);
    communicator.max(values);
    communicator.broadcast(std::as_writable_bytes(std::span(values)), 0);
    communicator.barrier();
    EXPECT_EQ(values, (std::vector<std::int64_t>{3, -4}));
}

}  // namespace
}  // namespace gradus
