#include "gradus/data/generators/synth/web_page.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace gradus::synth {
namespace {

/// Term statistics of one stream of one page.
struct StreamCounts {
    double length = 0.0;
    std::array<double, most_terms> frequency{};
};
using PageCounts = std::array<StreamCounts, streams>;

/// A count with a long tail: exp(N(mean, deviation)) without its fraction.
double long_tailed(Random& random, double mean, double deviation) {
    return std::floor(std::exp(mean + deviation * random.normal()));
}

double sigmoid(double x) {
    return 1.0 / (1.0 + std::exp(-x));
}

PageCounts draw_counts(const Query& query, const Page& page, Random& random) {
    PageCounts counts;
    const bool has_body = !random.chance(0.02);
    const bool has_title = !random.chance(0.04);
    const bool has_anchor = random.chance(sigmoid(-1.2 + 0.8 * page.authority));
    counts[body].length = has_body ? std::min(10'000.0, long_tailed(random, 6.05, 0.95)) : 0.0;
    counts[anchor].length = has_anchor ? 1.0 + long_tailed(random, 1.0, 0.9) : 0.0;
    counts[title].length = has_title ? 1.0 + long_tailed(random, 1.6, 0.6) : 0.0;
    counts[url].length = 3.0 + long_tailed(random, 1.4, 0.45);
    // Log of the share of a stream that a term takes, and how much that depends on the match.
    constexpr std::array<double, streams - 1> density = {-4.6, -1.3, -1.6, -2.45};
    constexpr std::array<double, streams - 1> gradient = {0.75, 0.6, 0.5, 0.5};
    constexpr std::array<double, streams - 1> spread = {0.5, 0.5, 0.2, 0.2};
    std::array<double, most_terms> focus{};
    for (std::size_t t = 0; t < query.terms; ++t) focus[t] = page.match + 0.7 * random.normal();
    for (std::size_t s = 0; s < whole; ++s) {
        if (counts[s].length > 0.0) {
            const double level = std::log(counts[s].length) + density[s];
            double room = counts[s].length;
            for (std::size_t t = 0; t < query.terms; ++t) {
                const double rare = -0.1 * (query.idf[body][t] - 3.8);
                const double mean = level + gradient[s] * focus[t] + rare;
                counts[s].frequency[t] = std::min(room, long_tailed(random, mean, spread[s]));
                room -= counts[s].frequency[t];
            }
        }
        counts[whole].length += counts[s].length;
        for (std::size_t t = 0; t < query.terms; ++t) {
            counts[whole].frequency[t] += counts[s].frequency[t];
        }
    }
    return counts;
}

/// Sum, least, largest, mean and variance of some numbers, each to the column of its statistic.
void put_statistics(std::span<const double> values, std::size_t stream, std::span<float> out) {
    double sum = 0.0;
    double least = values[0];
    double largest = values[0];
    for (const double value : values) {
        sum += value;
        least = std::min(least, value);
        largest = std::max(largest, value);
    }
    const auto count = static_cast<double>(values.size());
    double variance = 0.0;
    for (const double value : values) variance += (value - sum / count) * (value - sum / count);
    const std::array<double, 5> statistics = {sum, least, largest, sum / count, variance / count};
    for (std::size_t k = 0; k < statistics.size(); ++k) {
        out[k * streams + stream] = rounded(statistics[k]);
    }
}

struct TextScores {
    double vector_space = 0.0;
    double bm25 = 0.0;
    double absolute = 0.0;  ///< language models with three kinds of smoothing
    double dirichlet = 0.0;
    double jelinek = 0.0;
};

TextScores score_text(const Query& query, const StreamCounts& counts, std::size_t stream) {
    constexpr std::array<double, streams> usual_length = {650, 4, 7, 8, 680};
    constexpr double k1 = 1.2;
    constexpr double b = 0.75;
    constexpr double delta = 0.7;
    constexpr double mu = 2000.0;
    constexpr double lambda = 0.1;
    TextScores scores;
    const double length = std::max(1.0, counts.length);  // nothing but the background in no text
    const double fullness = 1.0 - b + b * length / usual_length[stream];
    const double unseen = delta * std::pow(length, -0.2);  // of count^0.8 different words
    double dot = 0.0;
    double page_squares = 0.0;
    double query_squares = 0.0;
    for (std::size_t t = 0; t < query.terms; ++t) {
        const double idf = query.idf[stream][t];
        const double frequency = counts.frequency[t];
        const double share = frequency / length;
        const double background = std::exp(-3.0 - 0.8 * idf);
        dot += frequency * idf * idf;
        page_squares += frequency * idf * frequency * idf;
        query_squares += idf * idf;
        scores.bm25 += idf * frequency * (k1 + 1.0) / (frequency + k1 * fullness);
        scores.absolute +=
            std::log(std::max(frequency - delta, 0.0) / length + unseen * background);
        scores.dirichlet += std::log((frequency + mu * background) / (length + mu));
        scores.jelinek += std::log((1.0 - lambda) * share + lambda * background);
    }
    if (page_squares > 0.0) {
        scores.vector_space = std::min(1.0, dot / std::sqrt(page_squares * query_squares));
    }
    return scores;
}

/// Features 1 to 125: 25 groups of one feature for each stream.
void put_text_features(const Query& query, const PageCounts& counts, std::span<float> features) {
    for (std::size_t s = 0; s < streams; ++s) {
        const auto put = [&](std::size_t group, double value) {
            features[group * streams + s] = rounded(value);
        };
        const std::span<const double> frequency(counts[s].frequency.data(), query.terms);
        const auto covered = static_cast<double>(
            query.terms - static_cast<std::size_t>(std::ranges::count(frequency, 0.0)));
        double idf = 0.0;
        std::array<double, most_terms> share{};
        std::array<double, most_terms> weighted{};
        for (std::size_t t = 0; t < query.terms; ++t) {
            idf += query.idf[s][t];
            share[t] = frequency[t] / std::max(1.0, counts[s].length);
            weighted[t] = frequency[t] * query.idf[s][t];
        }
        put(0, covered);
        put(1, covered / static_cast<double>(query.terms));
        put(2, counts[s].length);
        put(3, idf);
        put_statistics(frequency, s, features.subspan(4 * streams));
        put_statistics({share.data(), query.terms}, s, features.subspan(9 * streams));
        put_statistics({weighted.data(), query.terms}, s, features.subspan(14 * streams));
        put(19, covered == static_cast<double>(query.terms) ? 1.0 : 0.0);
        const TextScores scores = score_text(query, counts[s], s);
        put(20, scores.vector_space);
        put(21, scores.bm25);
        put(22, scores.absolute);
        put(23, scores.dirichlet);
        put(24, scores.jelinek);
    }
}

/// Features 126 to 136: the URL, links, ranks, quality, clicks and dwell time.
void put_page_features(const Page& page, Random& random, std::span<float> features) {
    const double slashes = std::min(12.0, 1.0 + long_tailed(random, 0.35, 0.6));
    const double url_length = 7.0 + 4.0 * slashes + long_tailed(random, 3.0, 0.6);
    const double inlinks = std::min(2e8, long_tailed(random, 1.6 + 2.8 * page.authority, 2.8));
    const double outlinks = std::min(200.0, long_tailed(random, 0.0, 1.7));
    const double page_rank =
        65'535.0 * sigmoid(-1.8 + 2.0 * page.authority + 2.0 * random.normal());
    const double site_rank =
        65'535.0 * sigmoid(0.2 + 1.4 * page.authority + 0.8 * page.quality + random.normal());
    const double spam = std::min(254.0, 1.0 + long_tailed(random, 1.6 - 1.2 * page.quality, 1.0));
    const double other_spam =
        std::min(254.0, 1.0 + long_tailed(random, 1.6 - 0.8 * page.quality, 1.6));
    const double query_clicks =
        std::min(5e4, long_tailed(random, -6.5 + 1.2 * page.match + 0.8 * page.authority, 3.2));
    const double url_clicks =
        query_clicks + std::min(5e5, long_tailed(random, -2.2 + 1.8 * page.authority, 3.0));
    const double dwell =
        url_clicks > 0.0
            ? std::min(500.0, std::exp(2.6 + 0.5 * page.quality + 1.2 * random.normal()))
            : 0.0;
    const std::array<double, 11> values = {slashes,
                                           url_length,
                                           inlinks,
                                           outlinks,
                                           std::floor(std::max(115.0, page_rank)),
                                           std::floor(std::max(1.0, site_rank)),
                                           spam,
                                           other_spam,
                                           query_clicks,
                                           url_clicks,
                                           std::round(10.0 * dwell) / 10.0};
    std::ranges::transform(values, features.begin(), rounded);
}

}  // namespace

Query::Query(Random& random)
    : terms(1 + std::min<std::uint64_t>(most_terms - 1, random.poisson(1.4))) {
    // Streams are shorter than the whole page, so a term is rarer in them.
    constexpr std::array<double, streams> offset = {0.0, 4.5, 3.7, 4.0, -0.02};
    for (std::size_t t = 0; t < terms; ++t) {
        const double rarity = 0.8 + 3.0 * random.exponential();
        for (std::size_t s = 0; s < streams; ++s) {
            idf[s][t] = rarity + offset[s] * (0.9 + 0.2 * random.uniform());
        }
    }
    const bool hopeless = random.chance(0.03);  // nothing on the web answers it
    ease = 0.4 * random.normal() - (hopeless ? 2.5 : 0.0);
}

void observe(const Query& query, const Page& page, Random& random, std::span<float> features) {
    put_text_features(query, draw_counts(query, page, random), features.first(25 * streams));
    put_page_features(page, random, features.subspan(25 * streams));
}

double utility(std::span<const float> features) {
    const auto feature = [&](std::size_t number) { return double{features[number - 1]}; };
    const auto beyond = [&](std::size_t number, double threshold) {
        return feature(number) > threshold ? 1.0 : 0.0;
    };
    const auto saturating = [&](std::size_t number, double half) {
        return feature(number) / (feature(number) + half);
    };
    const double coverage = feature(10);
    const bool one_term = feature(5) <= 1.0 && coverage == 1.0;
    double sum = 1.6 * saturating(106, 15.0) * (0.4 + 0.6 * coverage);
    sum += 0.7 * saturating(108, 10.0);
    sum += 0.9 * feature(98) * beyond(131, 30'000.0);         // title match on a known site
    sum += 0.4 * beyond(7, 0.4);                              // half of the terms in anchors
    sum += (one_term ? 1.0 : 0.3) * feature(130) / 65'535.0;  // one word often names a site
    sum += 0.8 * beyond(134, 0.5) + 0.5 * saturating(136, 30.0);
    sum += 0.12 * std::min(5.0, std::log1p(feature(135))) * coverage;
    sum -= 0.5 * beyond(132, 25.0) + 0.3 * beyond(133, 60.0);
    sum -= 0.4 * beyond(126, 4.0) + 0.3 * beyond(127, 80.0);
    sum -= 0.5 * (1.0 - beyond(11, 40.0));  // next to no text
    return sum;
}

float grade_of(double noisy_utility) {
    // The 52, 84, 97 and 99 % quantiles, from half a million documents.
    constexpr std::array<double, 4> limits = {1.20, 2.43, 3.61, 4.21};
    return static_cast<float>(
        std::ranges::count_if(limits, [&](double limit) { return noisy_utility > limit; }));
}

float rounded(double value) {
    constexpr std::array<double, 7> powers = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6};
    const double size = std::abs(value);
    if (size == 0.0) return 0.0F;
    std::size_t decimals = 6;
    while (decimals > 0 && size >= powers[6 - decimals]) --decimals;
    return static_cast<float>(std::round(value * powers[decimals]) / powers[decimals] + 0.0);
}

}  // namespace gradus::synth
