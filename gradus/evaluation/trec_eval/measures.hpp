#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gradus::trec_eval {

/// A document that the judgments do not name, and one that they name without a grade.
constexpr std::int64_t not_in_pool = -1;
constexpr std::int64_t not_judged = -2;

/// One query's retrieved documents and what is known of its judgments.
struct Retrieved {
    std::vector<std::int64_t> grades;  ///< best rank first; below 0: see above
    std::vector<std::int64_t> ideal;   ///< the grades of all judged documents, highest first
    std::int64_t level = 1;            ///< documents from this grade on are relevant (-l)
    double collection = 0.0;           ///< documents in the collection (-N)
    bool recall_rounds_up = false;     ///< as Profile has it

    std::size_t relevant = 0;            ///< all judged so
    std::size_t relevant_retrieved = 0;  ///< of them
    std::size_t nonrelevant = 0;         ///< all judged so
    std::vector<std::size_t> hits;       ///< [k] = relevant documents within the top k
    bool is_relevant(std::size_t position) const { return grades[position] >= level; }
    std::size_t size() const { return grades.size(); }
    /// Fills in the counts.
    void count();
};

/// What stands behind the name in `-m name.1,2,3`.
struct Parameters {
    std::string text;                      ///< as typed; "" = the default
    std::vector<double> numbers;           ///< cutoffs rise
    std::map<std::string, double> values;  ///< of name=value
};

/// How parameters are read and show in the names of values.
enum class Kind : unsigned char {
    plain,      ///< none
    cutoffs,    ///< whole numbers; a value for each: P_5
    fractions,  ///< a value for each: iprec_at_recall_0.10
    numbers,    ///< one value: utility_1,-1,0,0
    pairs,      ///< one value: ndcg_1=3,2=9
};

/// What becomes of the values of all queries.
enum class Summary : unsigned char { mean, sum, geometric_mean, none };

struct Entry {
    std::string_view name;
    Kind kind;
    Summary summary;
    bool version_10;  ///< not in version 9
    bool in_all_trec;
    std::vector<double> standard;
    /// One value for each cutoff or fraction, else one.
    void (*compute)(const Retrieved& list, const Parameters& parameters, std::span<double> out);
};

/// In the order in which they are printed. runid, num_q and relstring, which are no numbers of a
/// query, have no compute function.
std::span<const Entry> all_entries();

}  // namespace gradus::trec_eval
