#include "gradus/learners/svm/restricted_dual.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace gradus::svm {
namespace {

constexpr std::size_t nobody = std::numeric_limits<std::size_t>::max();  ///< what a block has left
constexpr std::size_t most_steps = 1'000'000;
constexpr double tiny = 1e-300;

}  // namespace

double dot(std::span<const double> a, std::span<const double> b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

Plane touching_plane(double value,
                     std::span<const double> gradient,
                     std::span<const double> weights,
                     std::size_t block) {
    Plane plane{.normal = {}, .offset = value - dot(gradient, weights), .block = block};
    for (const double slope : gradient) plane.normal.push_back(-slope);
    return plane;
}

void RestrictedDual::add(Plane plane) {
    Held fresh;
    fresh.plane = std::move(plane);
    for (const Held& other : planes_)
        fresh.products.push_back(dot(fresh.plane.normal, other.plane.normal));
    fresh.products.push_back(dot(fresh.plane.normal, fresh.plane.normal));
    fresh.excess = fresh.plane.offset - dot(fresh.plane.normal, weights_);
    planes_.push_back(std::move(fresh));
}

double RestrictedDual::value() const {
    double gained = 0.0;
    for (const Held& held : planes_) gained += held.mass * held.plane.offset;
    return gained - 0.5 * dot(weights_, weights_);
}

double RestrictedDual::slack(std::size_t block) const {
    double most = 0.0;
    for (const Held& held : planes_)
        if (held.plane.block == block) most = std::max(most, held.excess);
    return most;
}

/// Both problems have ½|w|² in them; what is left of the difference is this.
double RestrictedDual::block_gap(std::size_t block, double cap) const {
    double used = 0.0;
    for (const Held& held : planes_)
        if (held.plane.block == block) used += held.mass * held.excess;
    return cap * slack(block) - used;
}

void RestrictedDual::move(std::size_t up, std::size_t down, double amount) {
    if (up != nobody) planes_[up].mass += amount;
    if (down != nobody) planes_[down].mass -= amount;
    for (std::size_t c = 0; c < planes_.size(); ++c) {
        const double toward = up == nobody ? 0.0 : product(c, up);
        const double away = down == nobody ? 0.0 : product(c, down);
        planes_[c].excess -= amount * (toward - away);
    }
}

/// Moves mass to the plane with the largest excess from the one where that gains most (Fan, Chen &
/// Lin, JMLR 6, 2005). False where nothing is to be gained.
bool RestrictedDual::step(std::size_t block, double cap) {
    std::size_t up = nobody;
    double highest = 0.0;
    double mass = 0.0;
    for (std::size_t c = 0; c < planes_.size(); ++c) {
        if (planes_[c].plane.block != block) continue;
        mass += planes_[c].mass;
        if (planes_[c].excess <= highest) continue;
        up = c;
        highest = planes_[c].excess;
    }
    const double left = std::max(0.0, cap - mass);
    const double own = up == nobody ? 0.0 : product(up, up);
    std::size_t down = nobody;
    double best_gain = 0.0;
    double amount = 0.0;
    const auto consider = [&](std::size_t c, double available, double excess, double square) {
        const double lead = highest - excess;
        if (available <= 0.0 || lead <= 0.0) return;
        const double moved = std::min(available, lead / std::max(square, tiny));
        const double gain = moved * (lead - 0.5 * moved * square);
        if (gain <= best_gain) return;
        best_gain = gain;
        down = c;
        amount = moved;
    };
    consider(nobody, left, 0.0, own);
    for (std::size_t c = 0; c < planes_.size(); ++c) {
        if (planes_[c].plane.block != block || c == up) continue;
        const double between = up == nobody ? 0.0 : product(up, c);
        consider(c, planes_[c].mass, planes_[c].excess, own + product(c, c) - 2.0 * between);
    }
    if (best_gain <= 0.0) return false;
    move(up, down, amount);
    // Rounding may leave a little where all was taken.
    if (down != nobody && planes_[down].mass < 1e-15 * cap) planes_[down].mass = 0.0;
    return true;
}

void RestrictedDual::refresh() {
    std::ranges::fill(weights_, 0.0);
    for (const Held& held : planes_)
        for (std::size_t k = 0; k < weights_.size(); ++k)
            weights_[k] += held.mass * held.plane.normal[k];
    for (Held& held : planes_) held.excess = held.plane.offset - dot(held.plane.normal, weights_);
}

void RestrictedDual::solve(double cap, double tolerance) {
    std::vector<double> masses(blocks_);
    for (const Held& held : planes_) masses[held.plane.block] += held.mass;
    for (Held& held : planes_)
        if (masses[held.plane.block] > cap) held.mass *= cap / masses[held.plane.block];
    refresh();
    std::size_t steps = 0;
    double before = std::numeric_limits<double>::infinity();
    while (true) {
        double gap = 0.0;
        for (std::size_t block = 0; block < blocks_; ++block) gap += block_gap(block, cap);
        if (gap <= tolerance || steps >= most_steps) break;
        const std::size_t started = steps;
        for (std::size_t block = 0; block < blocks_; ++block) {
            const double target =
                0.5 * std::max(tolerance, 0.1 * gap) / static_cast<double>(blocks_);
            while (block_gap(block, cap) > target && steps < most_steps && step(block, cap))
                ++steps;
        }
        refresh();
        if (steps == started || (blocks_ == 1 && gap >= before)) break;  // as good as it gets
        before = gap;
    }
    for (Held& held : planes_) held.unused = held.mass > 0.0 ? 0 : held.unused + 1;
}

RestrictedDual::Snapshot RestrictedDual::snapshot() const {
    Snapshot all;
    for (const Held& held : planes_) {
        all.planes.push_back(held.plane);
        all.masses.push_back(held.mass);
        all.unused.push_back(held.unused);
    }
    return all;
}

void RestrictedDual::restore(const Snapshot& snapshot) {
    planes_.clear();
    for (std::size_t c = 0; c < snapshot.planes.size(); ++c) {
        add(snapshot.planes[c]);
        planes_.back().mass = snapshot.masses[c];
        planes_.back().unused = snapshot.unused[c];
    }
    refresh();
}

void RestrictedDual::drop_idle(std::size_t idle) {
    std::vector<std::size_t> kept;
    for (std::size_t c = 0; c < planes_.size(); ++c)
        if (planes_[c].unused < idle) kept.push_back(c);
    if (kept.size() == planes_.size()) return;
    std::vector<Held> fewer;
    for (const std::size_t c : kept) {
        std::vector<double> products;
        for (const std::size_t other : kept)
            if (other <= c) products.push_back(planes_[c].products[other]);
        fewer.push_back(std::move(planes_[c]));
        fewer.back().products = std::move(products);
    }
    planes_ = std::move(fewer);
}

}  // namespace gradus::svm
