#include "gradus/data/clicks/click_labels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"

namespace gradus {
namespace {

/// The pages of each session, in the order in which they were shown.
std::vector<std::vector<const ResultPage*>> sessions_of(const ClickLog& log) {
    std::vector<std::vector<const ResultPage*>> sessions;
    std::unordered_map<std::string_view, std::size_t> places;
    for (const ResultPage& page : log.pages) {
        std::size_t place = sessions.size();
        if (!page.session.empty()) place = places.emplace(page.session, place).first->second;
        if (place == sessions.size()) sessions.emplace_back();
        sessions[place].push_back(&page);
    }
    const auto timed = [](const ResultPage* page) { return !std::isnan(page->time); };
    const auto earlier = [](const ResultPage* a, const ResultPage* b) { return a->time < b->time; };
    for (auto& pages : sessions) {
        if (std::ranges::all_of(pages, timed)) std::ranges::stable_sort(pages, earlier);
    }
    return sessions;
}

struct Counts {
    std::uint64_t clicks = 0;
    std::uint64_t impressions = 0;
};

/// The counts of one group of queries.
struct Group {
    std::uint64_t issues = 0;
    std::map<std::string, Counts, std::less<>> documents;
};

class Counter {
  public:
    Counter(const QueryGroups& groups, LastClickOf last) : groups_(groups), last_(last) {}

    void add_session(const std::vector<const ResultPage*>& pages) {
        Counts* last_of_session = nullptr;
        for (const ResultPage* page : pages) {
            Counts* const last_of_page = add_page(*page);
            if (last_of_page == nullptr) continue;
            if (last_ == LastClickOf::page) count(*last_of_page);
            last_of_session = last_of_page;
        }
        if (last_ == LastClickOf::session && last_of_session != nullptr) count(*last_of_session);
    }

    ClickRates finish(const ClickRateOptions& options) {
        for (auto& [name, group] : counts_) {
            for (auto& [document, counts] : group.documents) {
                result_.rates.push_back({name,
                                         document,
                                         counts.clicks,
                                         counts.impressions,
                                         group.issues,
                                         rate(counts, group.issues, options)});
            }
        }
        return std::move(result_);
    }

  private:
    /// Counts what the page showed; the document of its last click, null without one.
    Counts* add_page(const ResultPage& page) {
        Group& group = counts_[groups_.of(page.query)];
        ++group.issues;
        std::unordered_set<std::string_view> shown;
        for (const std::string& document : page.shown) {
            if (shown.insert(document).second) ++group.documents[document].impressions;
        }
        Counts* last = nullptr;
        for (const Click& click : page.clicks) {
            ++result_.clicks;
            if (shown.contains(click.document)) {
                last = &group.documents.find(click.document)->second;
            } else {
                ++result_.unlisted_clicks;
            }
        }
        return last;
    }

    void count(Counts& counts) {
        ++counts.clicks;
        ++result_.last_clicks;
    }

    static double rate(const Counts& counts,
                       std::uint64_t issues,
                       const ClickRateOptions& options) {
        if (counts.impressions < options.min_impressions) {
            return std::numeric_limits<double>::quiet_NaN();
        }
        const std::uint64_t total =
            options.per == ClickRatePer::impression ? counts.impressions : issues;
        return (static_cast<double>(counts.clicks) + options.prior_clicks) /
               (static_cast<double>(total) + options.prior_impressions);
    }

    const QueryGroups& groups_;
    LastClickOf last_;
    std::map<std::string, Group> counts_;
    ClickRates result_;
};

}  // namespace

const ClickRate* ClickRates::find(std::string_view group, std::string_view document) const {
    const auto key = [](const ClickRate& rate) {
        return std::pair<std::string_view, std::string_view>(rate.query, rate.document);
    };
    const auto place = std::ranges::lower_bound(rates, std::pair(group, document), {}, key);
    return place != rates.end() && key(*place) == std::pair(group, document) ? &*place : nullptr;
}

ClickRates click_rates(const ClickLog& log,
                       const QueryGroups& groups,
                       const ClickRateOptions& options) {
    const bool sound = options.prior_clicks >= 0.0 && std::isfinite(options.prior_impressions) &&
                       options.prior_impressions >= options.prior_clicks;
    if (!sound) {
        throw Error(Where::parameter("prior"),
                    fmt::format("{} clicks of {} impressions is not a rate",
                                shortest(options.prior_clicks),
                                shortest(options.prior_impressions)),
                    "give two numbers from 0, the second not below the first");
    }
    Counter counter(groups, options.last);
    for (const auto& pages : sessions_of(log)) counter.add_session(pages);
    return counter.finish(options);
}

namespace {

/// The rates of one group of queries; they stand together.
std::span<const ClickRate> rates_of(const ClickRates& rates, std::string_view group) {
    const auto query = [](const ClickRate& rate) { return std::string_view(rate.query); };
    const auto begin = std::ranges::lower_bound(rates.rates, group, {}, query);
    return {begin, std::ranges::upper_bound(rates.rates, group, {}, query)};
}

/// What the log has and the data lacks, for messages.
void find_examples(const ClickRates& rates,
                   const std::unordered_set<std::string>& groups_of_data,
                   const std::vector<bool>& found,
                   ClickMatch& match) {
    for (std::size_t i = 0; i < rates.rates.size(); ++i) {
        const ClickRate& rate = rates.rates[i];
        if (i == 0 || rate.query != rates.rates[i - 1].query) ++match.log_queries;
        const bool known = groups_of_data.contains(rate.query);
        if (!known && match.query_of_log.empty()) match.query_of_log = rate.query;
        const bool wanted = rate.query == match.common_query && match.document_of_log.empty();
        if (wanted && !found[i]) match.document_of_log = rate.document;
    }
}

}  // namespace

ClickMatch match_clicks(const ClickRates& rates, const QueryGroups& groups, const Dataset& data) {
    ClickMatch match{
        .labels = std::vector<float>(data.documents(), std::numeric_limits<float>::quiet_NaN()),
        .log_pairs = rates.rates.size()};
    std::unordered_set<std::string> groups_of_data;
    std::vector<bool> found(rates.rates.size());
    for (std::size_t query = 0; query < data.queries(); ++query) {
        const std::string group = groups.of(data.query_ids[query]);
        const std::span<const ClickRate> own = rates_of(rates, group);
        groups_of_data.insert(group);
        if (own.empty()) {
            if (match.query_of_data.empty()) match.query_of_data = data.query_ids[query];
            continue;
        }
        ++match.queries;
        for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i) {
            const std::string document = data.document_name(query, i);
            const auto place = std::ranges::lower_bound(own, document, {}, &ClickRate::document);
            if (place == own.end() || place->document != document) {
                if (!match.document_of_data.empty()) continue;
                match.common_query = group;
                match.document_of_data = document;
                continue;
            }
            ++match.shown;
            match.most_impressions = std::max(match.most_impressions, place->impressions);
            if (!std::isnan(place->rate)) ++match.with_value;
            match.labels[i] = static_cast<float>(place->rate);
            found[static_cast<std::size_t>(&*place - rates.rates.data())] = true;
        }
    }
    match.log_pairs_found = static_cast<std::size_t>(std::ranges::count(found, true));
    find_examples(rates, groups_of_data, found, match);
    return match;
}

std::vector<float> click_labels(const ClickRates& rates,
                                const QueryGroups& groups,
                                const Dataset& data) {
    return match_clicks(rates, groups, data).labels;
}

}  // namespace gradus
