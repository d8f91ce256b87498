#include "gradus/evaluation/trec_eval/gains.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "gradus/base/text_number.hpp"

namespace gradus::trec_eval {
namespace {

double discount(std::size_t position) {
    return std::log2(static_cast<double>(position + 2));
}

double ratio(double part, double whole) {
    return whole > 0.0 ? part / whole : 0.0;
}

double ideal_sum(std::span<const double> ideal) {
    double sum = 0.0;
    for (std::size_t i = 0; i < ideal.size(); ++i) sum += ideal[i] / discount(i);
    return sum;
}

}  // namespace

Gains::Gains(const Retrieved& list, const std::map<std::string, double>& values) {
    for (const auto& [name, value] : values) {
        const auto grade = integer_from(name);
        if (grade) given_.emplace(*grade, value);
    }
    for (const auto& [grade, gain] : given_) {
        least_ = std::min(least_, gain);
        most_ = std::max(most_, gain);
    }
    ideal_.reserve(list.ideal.size());
    for (const std::int64_t grade : list.ideal) {
        const double gain = of(grade);
        most_ = std::max(most_, gain);
        if (gain > 0.0) ideal_.push_back(gain);
    }
    if (!given_.empty()) std::ranges::sort(ideal_, std::greater());
}

double Gains::of(std::int64_t grade) const {
    if (!given_.empty()) {
        const auto found = given_.find(grade);
        if (found != given_.end()) return found->second;
    }
    return grade > 0 ? static_cast<double>(grade) : 0.0;
}

double discounted_gain(const Retrieved& list, const Gains& gains) {
    double sum = 0.0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const double gain = gains.of(list.grades[i]);
        if (gain != 0.0) sum += gain / discount(i);
    }
    return sum;
}

double ideal_discounted_gain(const Retrieved& /*list*/, const Gains& gains) {
    return ideal_sum(gains.ideal());
}

double ndcg(const Retrieved& list, const Gains& gains) {
    return ratio(discounted_gain(list, gains), ideal_discounted_gain(list, gains));
}

double ndcg_at_relevant(const Retrieved& list, const Gains& gains) {
    const std::vector<double>& ideal = gains.ideal();
    if (ideal.empty()) return 0.0;
    double sum = 0.0;
    double actual = 0.0;
    double best = 0.0;
    double retrieved = 0.0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const double gain = gains.of(list.grades[i]);
        if (gain != 0.0) actual += gain / discount(i);
        if (i < ideal.size()) best += ideal[i] / discount(i);
        if (gain > 0.0) {
            sum += actual / best;
            ++retrieved;
        }
    }
    for (std::size_t i = list.size(); i < ideal.size(); ++i) best += ideal[i] / discount(i);
    const auto relevant = static_cast<double>(ideal.size());
    sum += (relevant - retrieved) * actual / best;
    return sum > 0.0 ? sum / relevant : 0.0;
}

double ndcg_at_levels(const Retrieved& list, const Gains& gains) {
    const std::vector<double>& ideal = gains.ideal();
    if (list.relevant == 0 || ideal.empty()) return 0.0;
    double sum = 0.0;
    double actual = 0.0;
    double best = 0.0;
    double levels = 0.0;
    for (std::size_t i = 0; i < std::max(list.size(), ideal.size() + 1); ++i) {
        const double ideal_gain = i < ideal.size() ? ideal[i] : 0.0;
        if (i > 0 && i <= ideal.size() && ideal_gain != ideal[i - 1]) {
            sum += actual / best;
            ++levels;
        }
        const double gain = i < list.size() ? gains.of(list.grades[i]) : 0.0;
        if (gain != 0.0) actual += gain / discount(i);
        if (ideal_gain > 0.0) best += ideal_gain / discount(i);
    }
    if (list.size() > ideal.size() + 1) {  // trec_eval has no end of the list one rank behind R
        sum += actual / best;
        ++levels;
    }
    return sum / levels;
}

double ndcg_at(const Retrieved& list, double cutoff) {
    const auto k = static_cast<std::size_t>(cutoff);
    double actual = 0.0;
    double best = 0.0;
    for (std::size_t i = 0; i < std::min(k, list.size()); ++i)
        if (list.grades[i] > 0) actual += static_cast<double>(list.grades[i]) / discount(i);
    for (std::size_t i = 0; i < std::min(k, list.ideal.size()) && list.ideal[i] > 0; ++i)
        best += static_cast<double>(list.ideal[i]) / discount(i);
    return ratio(actual, best);
}

double normalised_gain(const Retrieved& list, const Gains& gains) {
    const std::vector<double>& ideal = gains.ideal();
    double actual = 0.0;
    double best = 0.0;  // each document of the best list costs at least 1
    double sum = 0.0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const double gain = gains.of(list.grades[i]);
        actual += gain;
        best += i < ideal.size() ? std::max(1.0, ideal[i]) : 1.0;
        if (gain != 0.0) sum += gain / std::log2(2.0 + best - actual);
    }
    double all = 0.0;
    for (const double gain : ideal) all += gain;
    return ratio(sum, all);
}

double rank_biased_precision(const Retrieved& list, const Gains& gains, double p) {
    const bool scaled = gains.least() < 0.0 || gains.most() > 1.0;
    double reach = 1.0;
    double sum = 0.0;
    for (const std::int64_t grade : list.grades) {
        double gain = grade < 0 ? 0.0 : gains.of(grade);
        if (scaled && grade >= 0) gain = (gain - gains.least()) / (gains.most() - gains.least());
        sum += gain * reach;
        reach *= p;
    }
    return (1.0 - p) * sum;
}

}  // namespace gradus::trec_eval
