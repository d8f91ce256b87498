#include "gradus/learners/svm/solvers/restricted_dual.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <Eigen/Cholesky>  // NOLINT(misc-include-cleaner): what it includes is not to be included alone

#include "gradus/base/vector_clones.hpp"

namespace gradus::svm {
namespace {

constexpr std::size_t nobody = std::numeric_limits<std::size_t>::max();  ///< what a block has left
constexpr std::size_t most_steps = 1'000'000;
constexpr double tiny = 1e-300;
/// So many steps that bring the gap down by less than this share show that rounding is in the way.
constexpr std::size_t steps_to_judge = 20'000;
constexpr double least_progress = 1e-3;

GRADUS_AVX2_CLONES double lane_dot(const double* a, const double* b, std::size_t size) {
    constexpr std::size_t lanes = 8;
    std::array<double, lanes> sums{};
    std::size_t k = 0;
    for (; k + lanes <= size; k += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += a[k + lane] * b[k + lane];
    for (std::size_t lane = 0; k + lane < size; ++lane) sums[lane] += a[k + lane] * b[k + lane];
    return ((sums[0] + sums[4]) + (sums[2] + sums[6])) +
           ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

/// sums += factor · values.
GRADUS_AVX2_CLONES void add_scaled(double* sums,
                                   const double* values,
                                   double factor,
                                   std::size_t size) {
    for (std::size_t k = 0; k < size; ++k) sums[k] += factor * values[k];
}

}  // namespace

double dot(std::span<const double> a, std::span<const double> b) {
    return lane_dot(a.data(), b.data(), a.size());
}

Plane touching_plane(double value,
                     std::span<const double> gradient,
                     std::span<const double> weights,
                     std::size_t block) {
    Plane plane{.normal = {}, .offset = value - dot(gradient, weights), .block = block};
    plane.normal.reserve(gradient.size());
    for (const double part : gradient) plane.normal.push_back(-part);
    return plane;
}

void RestrictedDual::add(Plane plane) {
    std::vector<double> own;
    own.reserve(planes_.size() + 1);
    for (std::size_t c = 0; c < planes_.size(); ++c) {
        own.push_back(dot(plane.normal, planes_[c].normal));
        products_[c].push_back(own.back());
    }
    own.push_back(dot(plane.normal, plane.normal));
    products_.push_back(std::move(own));
    masses_.push_back(0.0);
    excesses_.push_back(plane.offset - dot(plane.normal, weights_));
    unused_.push_back(0);
    members_[plane.block].push_back(planes_.size());
    planes_.push_back(std::move(plane));
}

double RestrictedDual::value() const {
    double gained = 0.0;
    for (std::size_t c = 0; c < planes_.size(); ++c) gained += masses_[c] * planes_[c].offset;
    return gained - 0.5 * dot(weights_, weights_);
}

double RestrictedDual::slack(std::size_t block) const {
    double most = 0.0;
    for (const std::size_t c : members_[block]) most = std::max(most, excesses_[c]);
    return most;
}

/// Both problems have ½|w|² in them; what is left of the difference is this.
double RestrictedDual::block_gap(std::size_t block, double cap) const {
    double used = 0.0;
    for (const std::size_t c : members_[block]) used += masses_[c] * excesses_[c];
    return cap * slack(block) - used;
}

double RestrictedDual::gap(double cap) const {
    double sum = 0.0;
    for (std::size_t block = 0; block < members_.size(); ++block) sum += block_gap(block, cap);
    return sum;
}

void RestrictedDual::move(std::size_t up, std::size_t down, double amount) {
    if (up != nobody) {
        masses_[up] += amount;
        add_scaled(excesses_.data(), products_[up].data(), -amount, excesses_.size());
    }
    if (down != nobody) {
        masses_[down] -= amount;
        add_scaled(excesses_.data(), products_[down].data(), amount, excesses_.size());
    }
}

/// Moves mass to the plane with the largest excess from the one where that gains most (Fan, Chen &
/// Lin, JMLR 6, 2005). False where nothing is to be gained.
bool RestrictedDual::step(std::size_t block, double cap) {
    std::size_t up = nobody;
    double highest = 0.0;
    double mass = 0.0;
    for (const std::size_t c : members_[block]) {
        mass += masses_[c];
        if (excesses_[c] <= highest) continue;
        up = c;
        highest = excesses_[c];
    }
    const double left = std::max(0.0, cap - mass);
    const double own = up == nobody ? 0.0 : products_[up][up];
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
    for (const std::size_t c : members_[block]) {
        if (c == up || masses_[c] <= 0.0) continue;
        const double between = up == nobody ? 0.0 : products_[up][c];
        consider(c, masses_[c], excesses_[c], own + products_[c][c] - 2.0 * between);
    }
    if (best_gain <= 0.0) return false;
    move(up, down, amount);
    // Rounding may leave a little where all was taken.
    if (down != nobody && masses_[down] < 1e-15 * cap) masses_[down] = 0.0;
    return true;
}

/// A Newton step over the planes that hold mass, up to where the first of them holds none. Planes
/// that depend on each other make the matrix singular: a little is added to it, and the way along
/// the step is chosen by the true function.
void RestrictedDual::step_on_face(std::size_t block, double cap) {
    std::vector<std::size_t> face;
    double left = cap;
    double largest = 0.0;
    for (const std::size_t c : members_[block]) {
        if (masses_[c] <= 0.0) continue;
        face.push_back(c);
        left -= masses_[c];
        largest = std::max(largest, products_[c][c]);
    }
    const auto size = static_cast<Eigen::Index>(face.size());
    if (size == 0 || largest <= 0.0) return;
    const auto plane_at = [&](Eigen::Index i) { return face[static_cast<std::size_t>(i)]; };
    Eigen::MatrixXd matrix(size, size);
    Eigen::VectorXd lead(size);
    for (Eigen::Index i = 0; i < size; ++i) {
        lead(i) = excesses_[plane_at(i)];
        for (Eigen::Index j = 0; j < size; ++j) matrix(i, j) = products_[plane_at(i)][plane_at(j)];
    }
    const Eigen::LLT<Eigen::MatrixXd> factors(matrix + 1e-11 * largest *
                                                           Eigen::MatrixXd::Identity(size, size));
    if (factors.info() != Eigen::Success) return;
    Eigen::VectorXd way = factors.solve(lead);
    const bool is_full = left <= 1e-12 * cap;
    if (is_full) {  // what one gains, another must give
        const Eigen::VectorXd evenly = factors.solve(Eigen::VectorXd::Ones(size));
        way -= way.sum() / evenly.sum() * evenly;
        way.array() -= way.sum() / static_cast<double>(size);  // what rounding left
    }
    // Along the way the function is gradient·t − ½·Hessian·t².
    const double gradient = lead.dot(way);
    const double hessian = way.dot(matrix * way);
    if (!std::isfinite(gradient) || gradient <= 0.0) return;
    double length = hessian > 0.0 ? gradient / hessian : std::numeric_limits<double>::infinity();
    if (!is_full && way.sum() > 0.0) length = std::min(length, left / way.sum());
    for (Eigen::Index i = 0; i < size; ++i)
        if (way(i) < 0.0) length = std::min(length, -masses_[plane_at(i)] / way(i));
    if (!std::isfinite(length)) return;
    for (Eigen::Index i = 0; i < size; ++i) {
        double& mass = masses_[plane_at(i)];
        mass += length * way(i);
        if (mass < 1e-15 * cap) mass = 0.0;
        add_scaled(
            excesses_.data(), products_[plane_at(i)].data(), -length * way(i), excesses_.size());
    }
}

/// No block holds more than the cap, not even by rounding.
void RestrictedDual::keep_within(double cap) {
    for (const std::vector<std::size_t>& block : members_) {
        double mass = 0.0;
        for (const std::size_t c : block) mass += masses_[c];
        if (mass <= cap) continue;
        for (const std::size_t c : block) masses_[c] *= cap / mass;
    }
}

void RestrictedDual::refresh() {
    std::ranges::fill(weights_, 0.0);
    for (std::size_t c = 0; c < planes_.size(); ++c)
        if (masses_[c] > 0.0)
            add_scaled(weights_.data(), planes_[c].normal.data(), masses_[c], weights_.size());
    for (std::size_t c = 0; c < planes_.size(); ++c)
        excesses_[c] = planes_[c].offset - dot(planes_[c].normal, weights_);
}

void RestrictedDual::solve_block(std::size_t block,
                                 double cap,
                                 double tolerance,
                                 std::size_t& steps) {
    // A Newton step costs about as much as so many others.
    const std::size_t between_faces = 1 + members_[block].size() / 4;
    double gap_before = std::numeric_limits<double>::infinity();
    for (std::size_t own = 1; block_gap(block, cap) > tolerance && steps < most_steps; ++own) {
        if (!step(block, cap)) return;
        ++steps;
        if (own % between_faces == 0) step_on_face(block, cap);
        if (own % steps_to_judge != 0) continue;
        const double gap_now = block_gap(block, cap);
        is_stuck_ = gap_now > gap_before * (1.0 - least_progress);
        if (is_stuck_) return;
        gap_before = std::min(gap_before, gap_now);
    }
}

void RestrictedDual::solve(double cap, double tolerance) {
    is_stuck_ = false;
    std::size_t steps = 0;
    double before = std::numeric_limits<double>::infinity();
    while (true) {
        keep_within(cap);
        refresh();
        const double now = gap(cap);
        const bool is_stuck = members_.size() == 1 && now >= before;  // as good as it gets
        if (now <= tolerance || steps >= most_steps || is_stuck) break;
        before = now;
        const std::size_t started = steps;
        const double share =
            0.5 * std::max(tolerance, 0.1 * now) / static_cast<double>(members_.size());
        for (std::size_t block = 0; block < members_.size(); ++block)
            solve_block(block, cap, share, steps);
        if (steps == started || is_stuck_) break;
    }
    if (is_stuck_) {
        keep_within(cap);
        refresh();
    }
    for (std::size_t c = 0; c < planes_.size(); ++c)
        unused_[c] = masses_[c] > 0.0 ? 0 : unused_[c] + 1;
}

void RestrictedDual::restore(const Snapshot& snapshot) {
    *this = RestrictedDual(weights_.size(), members_.size());
    for (const Plane& plane : snapshot.planes) add(plane);
    masses_ = snapshot.masses;
    unused_ = snapshot.unused;
    refresh();
}

void RestrictedDual::drop_idle(std::size_t idle) {
    std::vector<std::size_t> kept;
    for (std::size_t c = 0; c < planes_.size(); ++c)
        if (unused_[c] < idle) kept.push_back(c);
    if (kept.size() == planes_.size()) return;
    RestrictedDual fewer(0, members_.size());
    fewer.weights_ = weights_;
    for (const std::size_t c : kept) {
        std::vector<double>& products = fewer.products_.emplace_back();
        for (const std::size_t other : kept) products.push_back(products_[c][other]);
        fewer.masses_.push_back(masses_[c]);
        fewer.excesses_.push_back(excesses_[c]);
        fewer.unused_.push_back(unused_[c]);
        fewer.members_[planes_[c].block].push_back(fewer.planes_.size());
        fewer.planes_.push_back(std::move(planes_[c]));
    }
    *this = std::move(fewer);
}

}  // namespace gradus::svm
