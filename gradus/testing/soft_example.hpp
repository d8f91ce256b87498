#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/measures/measure.hpp"
#include "gradus/testing/graded_lists.hpp"

namespace gradus::testing {

/// The smooth value of the worked example, at a standard deviation of 1/2; its gradient must be the
/// expected one.
inline double soft_of_five_documents(const std::string& measure,
                                     const std::vector<double>& expected_gradient) {
    const GradedList list = five_documents();
    Scratch scratch;
    std::vector<double> gradient(list.grades.size());
    const double value =
        soft_value(*make_measure(measure)->soft(), list.scored(), 0.5, gradient, scratch);
    for (std::size_t i = 0; i < gradient.size(); ++i)
        EXPECT_NEAR(gradient[i], expected_gradient.at(i), 1e-8) << measure << " " << i;
    return value;
}

}  // namespace gradus::testing
