// trec_eval's measures by the names it has for them, with its sums in its order, so that the digits
// agree. Definitions: trec_eval 9.0.8 and 10.0 (C. Buckley; I. Soboroff, NIST).

#include "gradus/evaluation/trec_eval/measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "gradus/evaluation/trec_eval/gains.hpp"

namespace gradus::trec_eval {
namespace {

using Out = std::span<double>;

double number(std::size_t value) {
    return static_cast<double>(value);
}
/// 0 where there is nothing to divide by, as everywhere in trec_eval.
double share(double part, double whole) {
    return whole == 0.0 ? 0.0 : part / whole;
}

/// Relevant documents within the top k.
std::size_t hits(const Retrieved& list, double cutoff) {
    return list.hits[std::min(list.size(), static_cast<std::size_t>(cutoff))];
}

/// Σ of the precisions at relevant documents within the top `end`.
double precision_sum(const Retrieved& list, std::size_t end) {
    double sum = 0.0;
    std::size_t found = 0;
    for (std::size_t i = 0; i < end; ++i)
        if (list.is_relevant(i)) sum += number(++found) / number(i + 1);
    return sum;
}

double average_precision(const Retrieved& list) {
    return share(precision_sum(list, list.size()), number(list.relevant));
}

/// Buckley & Voorhees, SIGIR 2004: 1/R Σ (1 − min(n, R)/min(N, R)), n = judged nonrelevant above.
double binary_preference(const Retrieved& list) {
    const std::size_t bound = std::min(list.nonrelevant, list.relevant);
    std::size_t above = 0;
    double sum = 0.0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list.is_relevant(i)) {
            sum += above == 0 ? 1.0 : 1.0 - number(std::min(above, list.relevant)) / number(bound);
        } else if (list.grades[i] >= 0) {
            ++above;
        }
    }
    return share(sum, number(list.relevant));
}

/// Yilmaz & Aslam, CIKM 2006.
double inferred_precision(const Retrieved& list) {
    constexpr double epsilon = 0.00001;
    double relevant = 0.0;
    double nonrelevant = 0.0;
    double unjudged = 0.0;
    double sum = 0.0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list.grades[i] == not_in_pool) continue;
        if (list.grades[i] == not_judged) {
            ++unjudged;
        } else if (!list.is_relevant(i)) {
            ++nonrelevant;
        } else {
            const double above = number(i);
            sum += i == 0 ? 1.0
                          : 1.0 / (above + 1.0) +
                                (above / (above + 1.0)) *
                                    ((relevant + nonrelevant + unjudged) / above) *
                                    ((relevant + epsilon) / (relevant + nonrelevant + 2 * epsilon));
            ++relevant;
        }
    }
    return share(sum, number(list.relevant));
}

/// The largest precision at that recall or beyond, for each recall.
void interpolated_precision(const Retrieved& list, std::span<const double> recalls, Out out) {
    std::vector<double> best(list.relevant_retrieved + 1, 0.0);  // by relevant documents found
    std::size_t found = list.relevant_retrieved;
    double highest = 0.0;
    for (std::size_t i = list.size(); i > 0 && found > 0; --i) {
        highest = std::max(highest, number(found) / number(i));
        if (list.is_relevant(i - 1)) best[found--] = highest;
    }
    best[0] = highest;
    for (std::size_t c = 0; c < recalls.size(); ++c) {
        const double wanted = recalls[c] * number(list.relevant);
        const double documents =
            list.recall_rounds_up ? std::floor(wanted + 0.9) : std::round(wanted);
        const bool reached = documents >= 0.0 && documents <= number(list.relevant_retrieved);
        out[c] = reached ? best[static_cast<std::size_t>(documents)] : 0.0;
    }
}

double set_f(const Retrieved& list, double x) {
    const double precision = share(number(list.relevant_retrieved), number(list.size()));
    const double recall = share(number(list.relevant_retrieved), number(list.relevant));
    return share((x + 1.0) * precision * recall, x * precision + recall);
}

double utility(const Retrieved& list, std::span<const double> worth) {
    const double found = number(list.relevant_retrieved);
    const double retrieved = number(list.size());
    const double relevant = number(list.relevant);
    return worth[0] * found + worth[1] * (retrieved - found) + worth[2] * (relevant - found) +
           worth[3] * (list.collection + found - retrieved - relevant);
}

/// Moffat & Zobel 2008, with p = 0.9: what unjudged documents and those behind the end could add.
double rbp_residual(const Retrieved& list) {
    constexpr double p = 0.9;
    double reach = 1.0;
    double sum = 0.0;
    bool unjudged = false;
    for (const std::int64_t grade : list.grades) {
        if (grade < 0) {
            unjudged = true;
            sum += reach;
        }
        reach *= p;
    }
    return unjudged ? reach + (1 - p) * sum : 0.0;
}

/// Robertson, ECIR 2012.
double smoothed_precision(const Retrieved& list) {
    const double sum = precision_sum(list, list.size());
    return std::log((1.0 + sum) / (1.0 + number(list.relevant) - sum));
}

/// Mean of 1/log2(2 + nonrelevant documents above) over the relevant ones.
double binary_g(const Retrieved& list) {
    double sum = 0.0;
    std::size_t found = 0;
    for (std::size_t i = 0; i < list.size(); ++i)
        if (list.is_relevant(i)) sum += 1.0 / std::log2(number(3 + i - ++found));
    return share(sum, number(list.relevant));
}

double reciprocal_rank(const Retrieved& list) {
    for (std::size_t i = 0; i < list.size(); ++i)
        if (list.is_relevant(i)) return 1.0 / number(i + 1);
    return 0.0;
}

double unjudged_within(const Retrieved& list, double cutoff) {
    const auto end = std::min(list.size(), static_cast<std::size_t>(cutoff));
    const auto top = std::span(list.grades).first(end);
    return number(static_cast<std::size_t>(
        std::ranges::count_if(top, [](std::int64_t grade) { return grade < 0; })));
}

const std::vector<double> depths = {5, 10, 15, 20, 30, 100, 200, 500, 1000};
const std::vector<double> recall_points = {0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0};
const std::vector<double> multiples_of_r = {0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0};

/// A measure of one value without parameters.
template <double (*measure)(const Retrieved&)>
void single(const Retrieved& list, const Parameters& /*parameters*/, Out out) {
    out[0] = measure(list);
}
/// A measure with a value for each number.
template <double (*measure)(const Retrieved&, double)>
void each(const Retrieved& list, const Parameters& parameters, Out out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = measure(list, parameters.numbers[i]);
}
/// A measure of gains.
template <double (*measure)(const Retrieved&, const Gains&)>
void gained(const Retrieved& list, const Parameters& parameters, Out out) {
    out[0] = measure(list, Gains(list, parameters.values));
}

double retrieved(const Retrieved& list) {
    return number(list.size());
}
double relevant(const Retrieved& list) {
    return number(list.relevant);
}
double relevant_retrieved(const Retrieved& list) {
    return number(list.relevant_retrieved);
}
double nonrelevant_judged_retrieved(const Retrieved& list) {
    return number(static_cast<std::size_t>(std::ranges::count_if(
        list.grades, [&](std::int64_t grade) { return grade >= 0 && grade < list.level; })));
}
double r_precision(const Retrieved& list) {
    return share(number(hits(list, relevant(list))), relevant(list));
}
double precision_at(const Retrieved& list, double k) {
    return number(hits(list, k)) / k;
}
double recall_at(const Retrieved& list, double k) {
    return share(number(hits(list, k)), relevant(list));
}
double r_precision_at(const Retrieved& list, double multiple) {
    const double k = std::floor(multiple * relevant(list) + 0.9);
    return share(number(hits(list, k)), k);
}
double average_precision_at(const Retrieved& list, double k) {
    const auto end = std::min(list.size(), static_cast<std::size_t>(k));
    return share(precision_sum(list, end), relevant(list));
}
double relative_precision_at(const Retrieved& list, double k) {
    return share(number(hits(list, k)), std::min(k, relevant(list)));
}
double success_at(const Retrieved& list, double k) {
    return hits(list, k) > 0 ? 1.0 : 0.0;
}
double unjudged_at(const Retrieved& list, double k) {
    return unjudged_within(list, k) / k;
}
double set_precision(const Retrieved& list) {
    return share(relevant_retrieved(list), retrieved(list));
}
double set_recall(const Retrieved& list) {
    return share(relevant_retrieved(list), relevant(list));
}
double set_relative_precision(const Retrieved& list) {
    return share(relevant_retrieved(list), std::min(retrieved(list), relevant(list)));
}
double set_average_precision(const Retrieved& list) {
    return share(relevant_retrieved(list) * relevant_retrieved(list),
                 retrieved(list) * relevant(list));
}

void interpolated(const Retrieved& list, const Parameters& parameters, Out out) {
    interpolated_precision(list, parameters.numbers, out);
}
void mean_interpolated(const Retrieved& list, const Parameters& parameters, Out out) {
    std::vector<double> values(parameters.numbers.size());
    interpolated_precision(list, parameters.numbers, values);
    double sum = 0.0;
    for (std::size_t i = values.size(); i > 0; --i) sum += values[i - 1];  // from high recall down
    out[0] = sum / number(values.size());
}
void with_utility(const Retrieved& list, const Parameters& parameters, Out out) {
    out[0] = utility(list, parameters.numbers);
}
void with_set_f(const Retrieved& list, const Parameters& parameters, Out out) {
    out[0] = set_f(list, parameters.numbers[0]);
}
void with_rbp(const Retrieved& list, const Parameters& parameters, Out out) {
    const auto given = parameters.values.find("p");
    out[0] = rank_biased_precision(list,
                                   Gains(list, parameters.values),
                                   given == parameters.values.end() ? 0.9 : given->second);
}

// name, kind, summary, only in version 10, in all_trec, standard parameters
const std::array entries = {
    Entry{"runid", Kind::plain, Summary::none, false, true, {}, nullptr},
    Entry{"num_q", Kind::plain, Summary::none, false, true, {}, nullptr},
    Entry{"num_ret", Kind::plain, Summary::sum, false, true, {}, single<retrieved>},
    Entry{"num_rel", Kind::plain, Summary::sum, false, true, {}, single<relevant>},
    Entry{"num_rel_ret", Kind::plain, Summary::sum, false, true, {}, single<relevant_retrieved>},
    Entry{"map", Kind::plain, Summary::mean, false, true, {}, single<average_precision>},
    Entry{
        "gm_map", Kind::plain, Summary::geometric_mean, false, true, {}, single<average_precision>},
    Entry{"Rprec", Kind::plain, Summary::mean, false, true, {}, single<r_precision>},
    Entry{"bpref", Kind::plain, Summary::mean, false, true, {}, single<binary_preference>},
    Entry{"recip_rank", Kind::plain, Summary::mean, false, true, {}, single<reciprocal_rank>},
    Entry{"iprec_at_recall",
          Kind::fractions,
          Summary::mean,
          false,
          true,
          recall_points,
          interpolated},
    Entry{"P", Kind::cutoffs, Summary::mean, false, true, depths, each<precision_at>},
    Entry{"relstring", Kind::numbers, Summary::none, false, true, {10}, nullptr},
    Entry{"recall", Kind::cutoffs, Summary::mean, false, true, depths, each<recall_at>},
    Entry{"infAP", Kind::plain, Summary::mean, false, true, {}, single<inferred_precision>},
    Entry{"gm_bpref",
          Kind::plain,
          Summary::geometric_mean,
          false,
          true,
          {},
          single<binary_preference>},
    Entry{"Rprec_mult",
          Kind::fractions,
          Summary::mean,
          false,
          true,
          multiples_of_r,
          each<r_precision_at>},
    Entry{"utility", Kind::numbers, Summary::mean, false, true, {1, -1, 0, 0}, with_utility},
    Entry{"11pt_avg", Kind::numbers, Summary::mean, false, true, recall_points, mean_interpolated},
    Entry{"binG", Kind::plain, Summary::mean, false, true, {}, single<binary_g>},
    Entry{"G", Kind::pairs, Summary::mean, false, true, {}, gained<normalised_gain>},
    Entry{"dcg", Kind::pairs, Summary::mean, true, false, {}, gained<discounted_gain>},
    Entry{"ideal_dcg", Kind::pairs, Summary::mean, true, false, {}, gained<ideal_discounted_gain>},
    Entry{"ndcg", Kind::pairs, Summary::mean, false, true, {}, gained<ndcg>},
    Entry{"ndcg_rel", Kind::pairs, Summary::mean, false, true, {}, gained<ndcg_at_relevant>},
    Entry{"Rndcg", Kind::pairs, Summary::mean, false, true, {}, gained<ndcg_at_levels>},
    Entry{"ndcg_cut", Kind::cutoffs, Summary::mean, false, true, depths, each<ndcg_at>},
    Entry{"map_cut", Kind::cutoffs, Summary::mean, false, true, depths, each<average_precision_at>},
    Entry{"relative_P",
          Kind::cutoffs,
          Summary::mean,
          false,
          true,
          depths,
          each<relative_precision_at>},
    Entry{"success", Kind::cutoffs, Summary::mean, false, true, {1, 5, 10}, each<success_at>},
    Entry{"set_P", Kind::plain, Summary::mean, false, true, {}, single<set_precision>},
    Entry{"set_relative_P",
          Kind::plain,
          Summary::mean,
          false,
          true,
          {},
          single<set_relative_precision>},
    Entry{"set_recall", Kind::plain, Summary::mean, false, true, {}, single<set_recall>},
    Entry{"set_map", Kind::plain, Summary::mean, false, true, {}, single<set_average_precision>},
    Entry{"set_F", Kind::numbers, Summary::mean, false, true, {1}, with_set_f},
    Entry{"num_nonrel_judged_ret",
          Kind::plain,
          Summary::sum,
          false,
          true,
          {},
          single<nonrelevant_judged_retrieved>},
    Entry{"yaap", Kind::plain, Summary::mean, false, false, {}, single<smoothed_precision>},
    Entry{"rbp", Kind::pairs, Summary::mean, true, true, {}, with_rbp},
    Entry{"rbp_resid", Kind::plain, Summary::mean, true, true, {}, single<rbp_residual>},
    Entry{"unj", Kind::cutoffs, Summary::mean, true, true, {5, 10, 20}, each<unjudged_at>},
};

}  // namespace

void Retrieved::count() {
    const auto is_at_level = [&](std::int64_t grade) { return grade >= level; };
    relevant = static_cast<std::size_t>(std::ranges::count_if(ideal, is_at_level));
    nonrelevant = ideal.size() - relevant;
    hits.assign(1, 0);
    for (const std::int64_t grade : grades)
        hits.push_back(hits.back() + static_cast<std::size_t>(is_at_level(grade)));
    relevant_retrieved = hits.back();
}

std::span<const Entry> all_entries() {
    return entries;
}

}  // namespace gradus::trec_eval
