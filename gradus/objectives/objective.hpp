#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "gradus/base/params.hpp"
#include "gradus/base/scratch.hpp"
#include "gradus/data/dataset.hpp"
#include "gradus/measures/named_measure.hpp"
#include "gradus/objectives/pairs/tiers.hpp"

namespace gradus {

/// What a learner may take the gradients for.
struct Traits {
    bool derivative = false;  ///< gradients are ∂value/∂score
    bool lambda = false;      ///< virtual gradients: pairs weighted by what a swap would change
    bool convex = false;      ///< value is convex in the scores
    bool hessian = true;      ///< Hessians serve Newton steps; else they are 0
};

/// One query as a model ranks it now.
template <class Real>
struct ScoredQuery {
    std::size_t query = 0;                 ///< its place among the queries of the bound data
    std::span<const Real> scores;          ///< by document of the query
    std::span<const std::uint32_t> order;  ///< its documents by falling score
    std::size_t iteration = 1;             ///< the tree or epoch under way, from 1
};

/// An objective with all that it needs to know of one data set. Any thread may ask, with a Scratch
/// of its own. Gradients and Hessians are the first and second derivatives of the cost by the score
/// of each document of the query: one with a negative gradient wants to rise. They are written, not
/// added to.
class BoundObjective {
  public:
    BoundObjective() = default;
    BoundObjective(const BoundObjective&) = delete;
    BoundObjective& operator=(const BoundObjective&) = delete;
    BoundObjective(BoundObjective&&) = delete;
    BoundObjective& operator=(BoundObjective&&) = delete;
    virtual ~BoundObjective() = default;

    /// False where gradients are 0 whatever the scores: the query can be left out for ever.
    virtual bool is_informative(std::size_t query) const = 0;

    /// The value, exactly: for analyses and tests.
    virtual double evaluate(const ScoredQuery<double>& query,
                            Scratch& scratch,
                            std::span<double> gradients,
                            std::span<double> hessians) const = 0;

    /// The same in float for training, which has no use for the value. By default it asks
    /// evaluate().
    virtual void evaluate_float(const ScoredQuery<float>& query,
                                Scratch& scratch,
                                std::span<float> gradients,
                                std::span<float> hessians) const;
};

/// What training minimises.
class Objective {
  public:
    Objective() = default;
    Objective(const Objective&) = delete;
    Objective& operator=(const Objective&) = delete;
    Objective(Objective&&) = delete;
    Objective& operator=(Objective&&) = delete;
    virtual ~Objective() = default;

    /// In the grammar of objectives (gradus/objectives/grammar.hpp), which reads it back: as it
    /// stands in logs and model files.
    virtual std::string text() const = 0;
    virtual Traits traits() const = 0;
    /// The label columns that it learns from; none where others tell it the order.
    virtual std::vector<std::string> label_columns() const = 0;

    /// Prepares what does not change with the scores. This objective and the data must outlive the
    /// result. Error where the data lacks a label column or has grades that cannot be measured.
    virtual std::unique_ptr<const BoundObjective> bind(const Dataset& data,
                                                       unsigned threads) const = 0;
};

/// What the nameless argument of an objective is: NDCG@10 in lambda(NDCG@10), click in
/// ranknet(click), a.tsv in pairs(a.tsv).
enum class Subject : unsigned char { measure, labels, file };

/// What an objective of the catalogue is made of.
struct ObjectiveArguments {
    NamedMeasure measure = {};     ///< where the subject is a measure
    std::string labels = "grade";  ///< where it is a label column
    std::string file = {};         ///< where it is a file
    TierRule tier = {};            ///< the pairs to keep to, where it keeps to tiers
    bool is_first_tier = false;    ///< of several
    Settings settings = {};        ///< of its own parameters
    std::uint64_t seed = 1;        ///< of what it draws
    Where where = {};              ///< where it was typed, for errors
};

/// What an objective file offers to the rest of the library.
struct ObjectiveEntry {
    std::string_view name;       ///< as the user types it; also the name of the file
    std::string_view summary;    ///< one line, for help text and documentation
    std::string_view reference;  ///< who defined it, where
    Subject subject = Subject::labels;
    Traits traits;                ///< with all parameters at their defaults
    bool keeps_to_tiers = false;  ///< as a later tier it leaves out pairs of the earlier ones
    std::string_view examples;    ///< between blanks: what the batteries of tests try
    /// Its own parameters with some of them set. Error, at this place, for a value out of range.
    std::vector<ParamInfo> (*params)(const Settings& settings, const Where& where);
    std::unique_ptr<const Objective> (*make)(const ObjectiveArguments& arguments);

    std::vector<ParamInfo> default_params() const { return params({}, {}); }
};

/// All objectives: one for each file of this folder.
std::span<const ObjectiveEntry* const> all_objectives();
/// The objective of that name, in any case and with any of -_ between its words.
const ObjectiveEntry& objective_named(std::string_view name, const Where& where);

/// What an entry's `params` does, given the struct that declares them.
template <class Params>
std::vector<ParamInfo> params_with(const Settings& settings, const Where& where) {
    return describe_params(params_from<Params>(settings, where));
}
/// For an objective without parameters.
struct NoParams {
    static constexpr auto fields = std::tuple{};
};

}  // namespace gradus
