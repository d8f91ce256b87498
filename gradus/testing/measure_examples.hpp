#pragma once

#include <cctype>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/measures/measure.hpp"

namespace gradus::testing {

/// The examples of all entries of the catalogue of measures, each of which goes through the
/// batteries.
template <class Entries>
std::vector<std::string> examples_of(const Entries& entries) {
    std::vector<std::string> all;
    for (const auto* entry : entries) {
        std::istringstream words{std::string(entry->examples)};
        for (std::string example; words >> example;) all.push_back(example);
    }
    return all;
}

/// The examples of all measures that have an ability. One that cannot be made is left to the
/// battery of all measures; thrown from here, the error would end the whole program.
inline std::vector<std::string> examples_with(bool (*able)(const Measure&)) {
    std::vector<std::string> some = examples_of(all_measures());
    std::erase_if(some, [&](const std::string& example) {
        try {
            return !able(*make_measure(example));
        } catch (const Error&) {
            return true;
        }
    });
    return some;
}

/// The name of a test with a measure as its parameter.
inline std::string test_name(const ::testing::TestParamInfo<std::string>& test) {
    std::string name;
    for (const char c : test.param) name += std::isalnum(c) != 0 ? c : '_';
    return name;
}

}  // namespace gradus::testing
