#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gradus/base/progress.hpp"
#include "gradus/data/dataset.hpp"

namespace gradus {

/// Data with the shape of MSLR-WEB10K (Qin & Liu 2013): 136 features in its groups, about 120
/// documents a query, grades 0 to 4 of 52, 32, 13, 2 and 1 %. None of it is real.
struct SynthOptions {
    std::size_t queries = 1000;
    std::size_t documents = 120;  ///< a query, in the mean
    /// Fewer than 136 are taken evenly from all groups; more repeat the groups with noise of their
    /// own. Grades do not depend on it.
    std::size_t features = 136;
    bool clicks = false;  ///< with a label column "click": a noisy rate, missing for some
    bool orders = false;  ///< with a label column "order": the true rank, from 1
    std::uint64_t seed = 1;
    unsigned threads = 1;
};

/// One query. Depends on the seed, the query's number (from 0) and the sizes asked for, nothing
/// else.
struct SynthQuery {
    std::vector<float> features;  ///< document by document
    std::vector<float> grades;
    std::vector<float> clicks;    ///< in [0, 1]; NaN = missing
    std::vector<float> ranks;     ///< by what the grades were cut from; none of it is tied
    std::vector<double> utility;  ///< what can be known of the grade from the first 136 features
};
SynthQuery synth_query(const SynthOptions& options, std::uint64_t query);

/// Writes LETOR text, some queries at a time: memory does not grow with the size of the file. How
/// many documents it has.
std::size_t write_synth(const SynthOptions& options, const std::string& path, Progress& progress);

/// The same data in memory.
Dataset synth_dataset(const SynthOptions& options);

}  // namespace gradus
