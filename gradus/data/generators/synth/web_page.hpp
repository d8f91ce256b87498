#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "gradus/base/random.hpp"

/// A made-up web search engine: queries, pages, and the features that MSLR-WEB10K has of them.
namespace gradus::synth {

constexpr std::size_t page_features = 136;
constexpr std::size_t most_terms = 7;

/// The parts of a page; `whole` is all of them together.
enum Stream : std::size_t { body, anchor, title, url, whole };
constexpr std::size_t streams = 5;

struct Query {
    explicit Query(Random& random);

    std::size_t terms = 1;
    std::array<std::array<double, most_terms>, streams> idf{};
    double ease = 0.0;  ///< added to the utility of all its documents
};

/// What a page is like, before any feature is observed.
struct Page {
    explicit Page(Random& random)
        : match(random.normal()), authority(random.normal()), quality(random.normal()) {}

    double match;
    double authority;
    double quality;
};

/// Draws the features of a page for a query, in the order of MSLR-WEB10K.
void observe(const Query& query, const Page& page, Random& random, std::span<float> features);

/// The part of a page's usefulness that the features determine: saturating text match, interactions
/// of title match with the site's rank and of PageRank with the number of query terms, thresholds
/// on the URL and the quality scores.
double utility(std::span<const float> features);

/// The grade 0 … 4 of a utility with everything that is added to it.
float grade_of(double noisy_utility);

/// To six significant digits and at most six decimals, as in the original files.
float rounded(double value);

}  // namespace gradus::synth
