#include "gradus/data/generators/synth.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/parallel.hpp"
#include "gradus/base/random.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/base/text_sink.hpp"
#include "gradus/data/generators/synth/web_page.hpp"
#include "gradus/data/side_files.hpp"

namespace gradus {
namespace {

/// Log-normal around the mean, as in the original; a few queries have hardly any documents.
std::size_t draw_size(std::size_t mean, Random& random) {
    constexpr double few = 0.04;
    constexpr double deviation = 0.5;
    const auto target = static_cast<double>(mean);
    if (random.chance(few)) {
        return 1 + static_cast<std::size_t>(random.below(std::max<std::size_t>(1, mean / 8)));
    }
    const double usual = target * (1.0 - few / 16.0) / (1.0 - few);
    const double size = usual * std::exp(deviation * random.normal() - deviation * deviation / 2.0);
    return static_cast<std::size_t>(std::round(std::clamp(size, 1.0, 10.0 * target)));
}

/// A click rate that rises with the grade, and with how well the title fits.
float draw_clicks(float grade, bool title_fits, Random& random) {
    if (random.chance(0.12)) return std::numeric_limits<float>::quiet_NaN();
    const double attraction =
        -2.8 + 0.75 * double{grade} + (title_fits ? 0.5 : 0.0) + 0.6 * random.normal();
    return synth::rounded(std::round(1e4 / (1.0 + std::exp(-attraction))) / 1e4);
}

/// Takes `out.size()` features out of rounds of 136 (see SynthOptions::features).
void take_features(std::span<const float> rounds, std::span<float> out) {
    const std::size_t all = synth::page_features;
    for (std::size_t j = 0; j < out.size(); ++j) {
        out[j] = rounds[out.size() < all ? j * all / out.size() : j];
    }
}

/// From 1 for the largest value; of equals the first goes first.
std::vector<float> ranks_of(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return values[i]; });
    std::vector<float> ranks(values.size());
    for (std::size_t rank = 0; rank < order.size(); ++rank)
        ranks[order[rank]] = static_cast<float>(rank + 1);
    return ranks;
}

/// The label columns besides the grades, and where a query holds their values.
using SideColumn = std::pair<const char*, std::vector<float> SynthQuery::*>;
std::vector<SideColumn> side_columns(const SynthOptions& options) {
    std::vector<SideColumn> columns;
    if (options.clicks) columns.emplace_back("click", &SynthQuery::clicks);
    if (options.orders) columns.emplace_back("order", &SynthQuery::ranks);
    return columns;
}

void append_query(std::string& text,
                  const SynthQuery& data,
                  const std::string& id,
                  std::span<const std::string> labels) {
    for (std::size_t i = 0; i < data.grades.size(); ++i) {
        append_shortest(text, data.grades[i]);
        text += id;
        for (std::size_t j = 0; j < labels.size(); ++j) {
            text += labels[j];
            const float value = data.features[i * labels.size() + j];
            if (value == 0.0F) {
                text += '0';
            } else {
                append_shortest(text, value);
            }
        }
        text += '\n';
    }
}

}  // namespace

SynthQuery synth_query(const SynthOptions& options, std::uint64_t query) {
    constexpr double noise = 0.8;
    Random random(options.seed, "synth", query);
    Random more(options.seed, "synth further features", query);
    Random click_random(options.seed, "synth clicks", query);
    const std::size_t documents = draw_size(options.documents, random);
    const synth::Query model(random);
    const std::size_t rounds = (options.features + synth::page_features - 1) / synth::page_features;
    std::vector<float> observed(rounds * synth::page_features);
    const std::span<const float> first(observed.data(), synth::page_features);
    SynthQuery result;
    std::vector<double> relevance;  // what the grades are cut from
    result.features.resize(documents * options.features);
    for (std::size_t i = 0; i < documents; ++i) {
        const synth::Page page(random);
        for (std::size_t round = 0; round < rounds; ++round) {
            synth::observe(
                model,
                page,
                round == 0 ? random : more,
                std::span(observed).subspan(round * synth::page_features, synth::page_features));
        }
        take_features(observed,
                      std::span(result.features).subspan(i * options.features, options.features));
        result.utility.push_back(synth::utility(first));
        relevance.push_back(result.utility.back() + model.ease + noise * random.normal());
        result.grades.push_back(synth::grade_of(relevance.back()));
        if (options.clicks) {
            const bool title_fits = first[97] > 0.0F;
            result.clicks.push_back(draw_clicks(result.grades.back(), title_fits, click_random));
        }
    }
    result.ranks = ranks_of(relevance);
    return result;
}

std::size_t write_synth(const SynthOptions& options, const std::string& path, Progress& progress) {
    // So many queries at a time that their text stays within some ten megabytes.
    const std::size_t block = std::clamp<std::size_t>(
        std::size_t{1'000'000} / (options.documents * options.features), 1, 64);
    std::vector<std::string> labels;
    for (std::size_t j = 1; j <= options.features; ++j) labels.push_back(fmt::format(" {}:", j));
    const std::string task = fmt::format("writing {}", path);
    ProgressState state{.task = task, .total = options.queries, .unit = "queries"};
    OutputSet files;
    TextSink& sink = files.add(path);
    Dataset beside;  // the label columns alone
    beside.labels.push_back({"grade", {}});
    const std::vector<SideColumn> columns = side_columns(options);
    for (const auto& [name, values] : columns) beside.labels.push_back({name, {}});
    std::size_t documents = 0;
    std::vector<std::string> texts(block);
    std::vector<SynthQuery> queries(block);
    for (std::size_t begin = 0; begin < options.queries; begin += block) {
        const std::size_t count = std::min(block, options.queries - begin);
        parallel_for(count, 1, options.threads, [&](std::size_t i, std::size_t) {
            queries[i] = synth_query(options, begin + i);
            texts[i].clear();
            append_query(texts[i], queries[i], fmt::format(" qid:{}", begin + i + 1), labels);
        });
        for (std::size_t i = 0; i < count; ++i) {
            sink.write(texts[i]);
            documents += queries[i].grades.size();
            for (std::size_t c = 0; c < columns.size(); ++c)
                beside.labels[c + 1].values.append(queries[i].*columns[c].second);
        }
        state.done = begin + count;
        progress.update(state);
    }
    add_side_files_to(files, beside, path);
    files.commit();
    progress.finish(state, shape_text(documents, options.features, options.queries));
    return documents;
}

Dataset synth_dataset(const SynthOptions& options) {
    std::vector<SynthQuery> parts(options.queries);
    parallel_for(options.queries, 1, options.threads, [&](std::size_t query, std::size_t) {
        parts[query] = synth_query(options, query);
    });
    Dataset data;
    data.query_begins.push_back(0);
    data.labels.push_back({"grade", {}});
    const std::vector<SideColumn> columns = side_columns(options);
    for (const auto& [name, values] : columns) data.labels.push_back({name, {}});
    for (std::size_t query = 0; query < parts.size(); ++query) {
        const SynthQuery& part = parts[query];
        data.query_ids.push_back(std::to_string(query + 1));
        data.query_begins.push_back(data.query_begins.back() + part.grades.size());
        data.labels.front().values.append(part.grades);
        for (std::size_t c = 0; c < columns.size(); ++c)
            data.labels[c + 1].values.append(part.*columns[c].second);
    }
    data.features = FeatureMatrix(data.query_begins.back(), options.features);
    for (std::size_t query = 0; query < parts.size(); ++query) {
        std::span<const float> rest = parts[query].features;
        for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i) {
            std::ranges::copy(rest.first(options.features), data.features.mutable_row(i).begin());
            rest = rest.subspan(options.features);
        }
        parts[query] = {};
    }
    return data;
}

}  // namespace gradus
