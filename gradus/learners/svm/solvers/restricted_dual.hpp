#pragma once

#include <cstddef>
#include <span>
#include <tuple>
#include <vector>

#include "gradus/base/json.hpp"

namespace gradus::svm {

/// One linear lower bound of a convex function: f(w) >= offset − normal·w.
struct Plane {
    std::vector<double> normal;
    double offset = 0.0;
    std::size_t block = 0;  ///< which of several functions it bounds

    static constexpr auto json_fields = std::tuple{JsonField{"normal", &Plane::normal},
                                                   JsonField{"offset", &Plane::offset},
                                                   JsonField{"block", &Plane::block}};
};

double dot(std::span<const double> a, std::span<const double> b);

/// The one that touches a convex function at w, where it has this value and this gradient.
Plane touching_plane(double value,
                     std::span<const double> gradient,
                     std::span<const double> weights,
                     std::size_t block = 0);

/// The problem min ½|w|² + Σ_blocks cap·max(0, max over the block's planes of offset − normal·w),
/// solved through its dual: max Σ_c α_c·offset_c − ½|Σ_c α_c·normal_c|² with α >= 0 and Σ α <= cap
/// in each block. A step moves mass between two planes of a block, or between one and what the
/// block has left; now and then a Newton step goes to the best point of the face that the planes
/// with mass span. Each solve() starts where the last one ended.
class RestrictedDual {
  public:
    RestrictedDual(std::size_t dimensions, std::size_t blocks)
        : members_(blocks), weights_(dimensions) {}

    void add(Plane plane);
    /// Until the gap between the problem and its dual is at most `tolerance`, or as small as
    /// rounding lets it become: then it is stuck.
    void solve(double cap, double tolerance);
    /// Whether the last solve() ended because thousands of steps had changed next to nothing.
    bool is_stuck() const { return is_stuck_; }
    /// Planes without mass in the last `idle` solutions go.
    void drop_idle(std::size_t idle);

    /// All that further solutions depend on.
    struct Snapshot {
        std::vector<Plane> planes;
        std::vector<double> masses;
        std::vector<std::size_t> unused;

        static constexpr auto json_fields = std::tuple{JsonField{"planes", &Snapshot::planes},
                                                       JsonField{"masses", &Snapshot::masses},
                                                       JsonField{"unused", &Snapshot::unused}};
    };
    Snapshot snapshot() const { return {planes_, masses_, unused_}; }
    void restore(const Snapshot& snapshot);

    std::size_t planes() const { return planes_.size(); }
    std::span<const double> weights() const { return weights_; }
    /// The dual's value: never above the least of the problem, with all planes that there ever will
    /// be.
    double value() const;
    /// max(0, max over the block's planes of offset − normal·w).
    double slack(std::size_t block) const;

  private:
    double gap(double cap) const;
    double block_gap(std::size_t block, double cap) const;
    void solve_block(std::size_t block, double cap, double tolerance, std::size_t& steps);
    bool step(std::size_t block, double cap);
    void step_on_face(std::size_t block, double cap);
    void move(std::size_t up, std::size_t down, double amount);
    void keep_within(double cap);
    void refresh();

    // By plane.
    std::vector<Plane> planes_;
    std::vector<double> masses_;                 ///< α
    std::vector<double> excesses_;               ///< offset − normal·w
    std::vector<std::size_t> unused_;            ///< solutions without mass, in a row
    std::vector<std::vector<double>> products_;  ///< normal·normal, of all pairs

    std::vector<std::vector<std::size_t>> members_;  ///< the planes of each block
    std::vector<double> weights_;                    ///< Σ α·normal
    bool is_stuck_ = false;
};

}  // namespace gradus::svm
