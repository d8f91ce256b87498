#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gradus/base/text_source.hpp"
#include "gradus/data/dataset.hpp"

namespace gradus {

/// Top-k labels (Niu, Guo, Lan & Cheng, SIGIR 2012): y = k + 1 − π for the first k documents of a
/// query's true order, π being the rank from 1, and 0 for all others. Where a query ranks fewer
/// than k documents the labels k, k − 1, … run out.
struct TopKLabels {
    std::vector<float> labels{};            ///< by document
    std::size_t queries_without_order = 0;  ///< no document of theirs is ranked: all labels 0
    std::size_t queries_of_one_grade = 0;   ///< from grades: their order is drawn altogether
};

/// The true order is that of falling grades; among equal grades it is drawn at random. The draw
/// depends on the seed, the number of the draw and the query's id, not on the other queries.
TopKLabels top_k_from_grades(const Dataset& data,
                             std::size_t k,
                             std::uint64_t seed,
                             std::uint32_t draw);

/// The true order is that of rising values of a label column, ranks from 1; a document without a
/// value is not ranked. Ranks may leave gaps, as they do where documents were taken out. Error
/// where a value is not a whole number from 1, or two documents of a query share one.
TopKLabels top_k_from_ranks(const Dataset& data, const LabelColumn& ranks, std::size_t k);

/// The true order is that of lines `query document` in a text, best first. Error (with the line)
/// where the data has no such query or document, or a document is listed twice.
TopKLabels top_k_from_list(const Dataset& data, TextSource source, std::size_t k);

}  // namespace gradus
