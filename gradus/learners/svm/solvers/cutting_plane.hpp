#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <tuple>
#include <vector>

#include "gradus/base/json.hpp"
#include "gradus/learners/svm/solvers/restricted_dual.hpp"

namespace gradus::svm {

/// A convex function that is never below 0, such as the mean hinge of all queries.
class Risk {
  public:
    Risk() = default;
    Risk(const Risk&) = delete;
    Risk& operator=(const Risk&) = delete;
    Risk(Risk&&) = delete;
    Risk& operator=(Risk&&) = delete;
    virtual ~Risk() = default;

    virtual std::size_t dimensions() const = 0;
    /// The value at w, and a gradient there.
    virtual double at(std::span<const double> weights, std::span<double> gradient) = 0;
};

struct CuttingPlaneOptions {
    double cost = 1.0;
    double epsilon = 1e-3;  ///< of the risk: the gap ends at or below C·epsilon
    std::size_t most_rounds = 5000;
    std::size_t most_stuck = 20;   ///< rounds in a row that rounding spoils, before it gives up
    std::size_t idle_rounds = 50;  ///< after which a plane without mass is dropped
    std::function<bool()> is_stopped = {};  ///< asked between rounds, where given
};

/// After a round.
struct CuttingPlaneState {
    std::size_t rounds = 0;
    std::size_t touches = 0;  ///< of the risk: each costs a pass over the data
    std::size_t planes = 0;
    std::size_t stuck = 0;  ///< rounds in a row in which rounding kept the planes' problem unsolved
    double objective = 0.0;  ///< ½|w|² + C·risk(w), the least so far
    double risk = 0.0;       ///< risk(w) there
    double bound = 0.0;      ///< what no w is below
    double gap() const { return objective - bound; }

    static constexpr auto json_fields =
        std::tuple{JsonField{"rounds", &CuttingPlaneState::rounds},
                   JsonField{"touches", &CuttingPlaneState::touches},
                   JsonField{"planes", &CuttingPlaneState::planes},
                   JsonField{"stuck", &CuttingPlaneState::stuck},
                   JsonField{"objective", &CuttingPlaneState::objective},
                   JsonField{"risk", &CuttingPlaneState::risk},
                   JsonField{"bound", &CuttingPlaneState::bound}};
};

/// min ½|w|² + C·risk(w) by cutting planes (Joachims, Finley & Yu, Machine Learning 77, 2009, with
/// one slack; Teo, Vishwanathan, Smola & Le, JMLR 11, 2010). Each round adds the plane that touches
/// the risk where the planes so far have their minimum. Where that is worse than the best weights
/// so far, it looks between the two and adds the planes there (Franc & Sonnenburg, JMLR 10, 2009):
/// with a large C minima leap about, and the best place lies near the best one known. Planes bound
/// the risk whatever C is: they serve the next C as well.
class CuttingPlane {
  public:
    explicit CuttingPlane(Risk& risk);

    /// The best weights; `watch` sees each round, and may take a snapshot() then. After restore()
    /// it goes on in the midst of the solution that the snapshot was taken of, to the same bits.
    std::span<const double> solve(const CuttingPlaneOptions& options,
                                  const std::function<void(const CuttingPlaneState&)>& watch = {});
    const CuttingPlaneState& state() const { return state_; }

    struct Snapshot {
        CuttingPlaneState state;
        std::vector<double> best;
        std::vector<double> best_gradient;
        RestrictedDual::Snapshot dual;

        static constexpr auto json_fields =
            std::tuple{JsonField{"state", &Snapshot::state},
                       JsonField{"best", &Snapshot::best},
                       JsonField{"best_gradient", &Snapshot::best_gradient},
                       JsonField{"dual", &Snapshot::dual}};
    };
    Snapshot snapshot() const { return {state_, best_, best_gradient_, dual_.snapshot()}; }
    void restore(const Snapshot& snapshot);

  private:
    void touch(std::span<const double> weights, double cost, std::vector<double>& gradient);
    void search(double cost);

    Risk& risk_;
    RestrictedDual dual_;
    CuttingPlaneState state_;
    std::vector<double> best_;
    std::vector<double> best_gradient_;  ///< of the risk there
    std::vector<double> gradient_;       ///< of the risk where it was touched last
    bool is_restored_ = false;
};

}  // namespace gradus::svm
