#include "gradus/objectives/diagnostics/diagnostics.hpp"

#include <algorithm>
#include <numeric>

namespace gradus {
namespace {

int sign(double value) {
    return value > 0.0 ? 1 : value < 0.0 ? -1 : 0;
}

/// The class of a whole grade among 0 … count − 1, the last taking all that are higher.
std::size_t grade_class(double grade, std::size_t count) {
    return std::min(static_cast<std::size_t>(grade), count - 1);
}

double share(std::size_t part, std::size_t whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

double gradient_agreement(std::span<const double> first, std::span<const double> second) {
    if (first.empty()) return 1.0;
    std::size_t agreeing = 0;
    for (std::size_t i = 0; i < first.size(); ++i) {
        agreeing += second[i] == 0.0 || sign(first[i]) == sign(second[i]) ? 1 : 0;
    }
    return share(agreeing, first.size());
}

void PartnerGrades::add(const Measure& measure,
                        const PairedList& query,
                        const PairRule& rule,
                        Scratch& scratch) {
    const Scratch::Frame frame(scratch);
    const std::span<const double> grades = query.list.grades;
    const std::size_t n = grades.size();
    const std::size_t count = shares_.size();
    const std::span<double> forces = scratch.array<double>(n * count, 0.0);
    for_each_pair(measure, query, scratch, [&](std::size_t high, std::size_t low, double change) {
        const double distance = query.scores[high] - query.scores[low];
        const double force = change * pair_terms(rule, distance).force;
        forces[high * count + grade_class(grades[low], count)] += force;
        forces[low * count + grade_class(grades[high], count)] += force;
    });
    for (std::size_t i = 0; i < n; ++i) {
        if (grades[i] < from_) continue;
        const auto own = forces.subspan(i * count, count);
        const double total = std::accumulate(own.begin(), own.end(), 0.0);
        if (total == 0.0) continue;
        ++documents_;
        for (std::size_t grade = 0; grade < count; ++grade) shares_[grade] += own[grade] / total;
    }
}

void PartnerGrades::add(const PartnerGrades& other) {
    for (std::size_t grade = 0; grade < shares_.size(); ++grade)
        shares_[grade] += other.shares_[grade];
    documents_ += other.documents_;
}

std::vector<double> PartnerGrades::shares() const {
    std::vector<double> means = shares_;
    for (double& mean : means) mean /= static_cast<double>(std::max<std::size_t>(documents_, 1));
    return means;
}

std::vector<double> top_grade_shares(std::span<const double> ranked_grades,
                                     std::size_t top,
                                     std::size_t count) {
    std::vector<double> shares(count, 0.0);
    const auto first = ranked_grades.first(std::min(top, ranked_grades.size()));
    for (const double grade : first) shares[grade_class(grade, count)] += share(1, first.size());
    return shares;
}

RankChanges rank_changes(std::span<const std::uint32_t> before,
                         std::span<const std::uint32_t> after,
                         std::size_t top) {
    const std::size_t ranks = std::min(top, before.size());
    std::size_t all = 0;
    std::size_t among_top = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (before[i] == after[i]) continue;
        ++all;
        if (i < ranks) ++among_top;
    }
    return {share(all, before.size()), share(among_top, ranks)};
}

}  // namespace gradus
