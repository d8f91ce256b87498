#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "gradus/base/params.hpp"
#include "gradus/data/pairs.hpp"
#include "gradus/objectives/objective.hpp"

namespace gradus {

/// What the lines of a file of pairs name.
enum class PairsForm : unsigned char { automatic, ids, rows };

struct ExplicitPairsParams {
    double sigma = 1.0;
    PairsForm form = PairsForm::automatic;
    std::string checksum;
    static constexpr auto fields = std::tuple{
        Field{"sigma", &ExplicitPairsParams::sigma, 1e-3, 1e3, "steepness of the cost"},
        Choice{"form",
               &ExplicitPairsParams::form,
               "auto|ids|rows",
               "lines of query, winner, loser; or of winner and loser as rows of the training data "
               "from 0 (CatBoost); auto: rows where a line has two fields"},
        Text{"checksum",
             &ExplicitPairsParams::checksum,
             "HEX",
             "refuse a file of other pairs; models and checkpoints name it"},
    };
};

/// Σ weight · log(1 + e^(−κ(s_winner − s_loser))) over preferences that the user gives, whatever
/// the grades. Pairs of queries that the data has not are left out, so that one file serves all
/// folds.
class ExplicitPairs final : public Objective {
  public:
    /// `file` is where they come from, for text(). Error where the parameters name the checksum of
    /// other pairs.
    explicit ExplicitPairs(Pairs pairs, ExplicitPairsParams params = {}, std::string file = "");
    /// The pairs of a file.
    static std::unique_ptr<const Objective> of_file(const std::string& file,
                                                    const ExplicitPairsParams& params);

    std::string text() const override;
    Traits traits() const override { return {.derivative = true, .convex = true}; }
    std::vector<std::string> label_columns() const override { return {}; }
    /// Error where a query of the data has no such document.
    std::unique_ptr<const BoundObjective> bind(const Dataset& data,
                                               unsigned threads) const override;

  private:
    Pairs pairs_;
    ExplicitPairsParams params_;  ///< with the checksum of the pairs
    std::string file_;
};

}  // namespace gradus
