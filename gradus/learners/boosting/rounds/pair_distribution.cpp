#include "gradus/learners/boosting/rounds/pair_distribution.hpp"

#include <algorithm>
#include <cmath>

#include "gradus/base/exponential.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/objectives/pairs/pair_exponents.hpp"

namespace gradus::boosting {
namespace {

constexpr std::size_t queries_a_slice = 32;
constexpr std::size_t places_a_slice = 4096;
constexpr double least_exponent = -708.0;

/// e^x, 0 for what is nothing beside the others.
double weight_from(double exponent) {
    return exponent < least_exponent ? 0.0 : exponential(exponent);
}

}  // namespace

PairDistribution::PairDistribution(const Dataset& data,
                                   const std::string& labels,
                                   PairRule rule,
                                   unsigned threads)
    : threads_(threads) {
    const LabelColumn& column = data.label(labels);
    for (std::size_t query = 0; query < data.queries(); ++query)
        add_query(data.labels_of(column, query), data.query_begins[query], rule);
    above_.resize(documents_.size());
    potentials_.resize(documents_.size());
    update(std::vector<double>(documents_.size()));
}

void PairDistribution::add_query(std::span<const float> grades, std::size_t first, PairRule rule) {
    const auto class_of = [&](std::uint32_t document) {
        const float grade = grades[document - first];
        return rule == PairRule::grades ? grade : grade > 0.0F ? 1.0F : 0.0F;
    };
    const std::size_t begin = documents_.size();
    for (std::size_t i = 0; i < grades.size(); ++i)
        if (!std::isnan(grades[i])) documents_.push_back(static_cast<std::uint32_t>(first + i));
    const auto own = std::span(documents_).subspan(begin);
    std::ranges::stable_sort(own, {}, class_of);
    if (own.empty() || class_of(own.front()) == class_of(own.back())) {
        documents_.resize(begin);
        return;
    }
    Query query{begin, documents_.size(), class_ends_.size(), 0};
    std::size_t passed = 0;
    for (std::size_t i = 1; i <= own.size(); ++i) {
        if (i < own.size() && class_of(own[i]) == class_of(own[i - 1])) continue;
        pairs_ += static_cast<double>(passed) * static_cast<double>(i - passed);
        passed = i;
        class_ends_.push_back(i);
    }
    query.behind_class = class_ends_.size();
    queries_.push_back(query);
}

void PairDistribution::update(std::span<const double> scores) {
    if (queries_.empty()) return;
    parallel_for(
        queries_.size(), queries_a_slice, threads_, [&](std::size_t first, std::size_t last) {
            for (std::size_t q = first; q < last; ++q) {
                const Query& query = queries_[q];
                const std::size_t size = query.end - query.begin;
                pair_exponents(
                    scores.subspan(query.begin, size),
                    std::span(class_ends_)
                        .subspan(query.first_class, query.behind_class - query.first_class),
                    {std::span(above_).subspan(query.begin, size),
                     std::span(potentials_).subspan(query.begin, size)});
            }
        });
    const double largest = *std::ranges::max_element(above_);
    const double total = parallel_sum(
        documents_.size(), places_a_slice, threads_, [&](std::size_t begin, std::size_t end) {
            double sum = 0.0;
            for (std::size_t i = begin; i < end; ++i) sum += weight_from(above_[i] - largest);
            return sum;
        });
    log_total_ = largest + std::log(total);
    parallel_for(
        documents_.size(), places_a_slice, threads_, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                potentials_[i] =
                    weight_from(above_[i] - log_total_) - weight_from(potentials_[i] - log_total_);
        });
}

double PairDistribution::log_mean() const {
    return log_total_ - std::log(pairs_);
}

double PairDistribution::weight(double above, double below) const {
    return weight_from(below - above - log_total_);
}

}  // namespace gradus::boosting
