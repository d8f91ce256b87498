#include "gradus/data/clicks/click_labels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/base/json.hpp"
#include "gradus/base/random.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/data/formats/letor.hpp"

namespace gradus {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

ResultPage page(std::string session,
                std::string query,
                std::vector<std::string> shown,
                const std::vector<std::string>& clicks,
                double time = unknown) {
    ResultPage result{.session = std::move(session),
                      .query = std::move(query),
                      .time = time,
                      .shown = std::move(shown)};
    for (const std::string& document : clicks) result.clicks.push_back({document});
    return result;
}

double rate_of(const ClickRates& rates, std::string_view query, std::string_view document) {
    const ClickRate* const found = rates.find(query, document);
    return found == nullptr ? -1.0 : found->rate;
}

/// Two users: the first clicks b, then refines the query and clicks c and a; the second clicks b.
const ClickLog two_users{{page("s1", "q", {"a", "b"}, {"a", "b"}),
                          page("s1", "r", {"c", "a"}, {"c", "a"}),
                          page("s2", "q", {"b", "c"}, {"b"}),
                          page("s2", "q", {"b", "a"}, {})}};

TEST(ClickRates, CountTheLastClickOfASession) {
    const ClickRates rates = click_rates(two_users, QueryGroups());
    EXPECT_EQ(rates.rates.size(), 5U);
    EXPECT_EQ(rate_of(rates, "q", "a"), 0.0);
    EXPECT_EQ(rate_of(rates, "q", "b"), 1.0 / 3.0);  // s2; the click of s1 was not its last
    EXPECT_EQ(rate_of(rates, "q", "c"), 0.0);
    EXPECT_EQ(rate_of(rates, "r", "a"), 1.0);
    EXPECT_EQ(rate_of(rates, "r", "c"), 0.0);
    EXPECT_EQ(rate_of(rates, "r", "b"), -1.0);  // never shown
    EXPECT_EQ(rates.clicks, 5U);
    EXPECT_EQ(rates.last_clicks, 2U);
    EXPECT_EQ(rates.unlisted_clicks, 0U);
}

TEST(ClickRates, CanCountTheLastClickOfAPageAndDivideByIssues) {
    const ClickRates rates = click_rates(
        two_users, QueryGroups(), {.per = ClickRatePer::query, .last = LastClickOf::page});
    EXPECT_EQ(rate_of(rates, "q", "b"), 2.0 / 3.0);
    EXPECT_EQ(rate_of(rates, "q", "c"), 0.0);
    EXPECT_EQ(rate_of(rates, "r", "a"), 1.0);
    const ClickRates issues = click_rates(two_users, QueryGroups(), {.per = ClickRatePer::query});
    EXPECT_EQ(rate_of(issues, "q", "b"), 1.0 / 3.0);
    EXPECT_EQ(issues.find("q", "a")->impressions, 2U);
    EXPECT_EQ(issues.find("q", "a")->issues, 3U);
}

TEST(ClickRates, AddAPriorAndMissWhatIsRare) {
    const ClickRates rates =
        click_rates(two_users,
                    QueryGroups(),
                    {.min_impressions = 2, .prior_clicks = 1.0, .prior_impressions = 5.0});
    EXPECT_EQ(rate_of(rates, "q", "a"), 1.0 / 7.0);
    EXPECT_EQ(rate_of(rates, "q", "b"), 2.0 / 8.0);
    EXPECT_TRUE(std::isnan(rate_of(rates, "q", "c")));
    EXPECT_TRUE(std::isnan(rate_of(rates, "r", "a")));
    EXPECT_THROW(
        click_rates(two_users, QueryGroups(), {.prior_clicks = 2.0, .prior_impressions = 1.0}),
        Error);
    EXPECT_THROW(click_rates(two_users, QueryGroups(), {.prior_clicks = unknown}), Error);
}

TEST(ClickRates, TakeThePagesOfASessionByTimeIfAllHaveOne) {
    ClickLog log{
        {page("s", "q", {"a", "b"}, {"a"}, 20.0), page("s", "q", {"a", "b"}, {"b"}, 10.0)}};
    EXPECT_EQ(rate_of(click_rates(log, QueryGroups()), "q", "a"), 0.5);
    EXPECT_EQ(rate_of(click_rates(log, QueryGroups()), "q", "b"), 0.0);
    log.pages[0].time = unknown;
    EXPECT_EQ(rate_of(click_rates(log, QueryGroups()), "q", "a"), 0.0);
    EXPECT_EQ(rate_of(click_rates(log, QueryGroups()), "q", "b"), 0.5);
}

TEST(ClickRates, TakeAPageWithoutSessionForItself) {
    const ClickLog log{{page("", "q", {"a", "b"}, {"a"}), page("", "q", {"a", "b"}, {"b"})}};
    EXPECT_EQ(click_rates(log, QueryGroups()).last_clicks, 2U);
}

TEST(ClickRates, LeaveOutClicksOnDocumentsNotShown) {
    const ClickLog log{{page("s", "q", {"a", "b"}, {"a", "z"}), page("s", "q", {"b"}, {"a"})}};
    const ClickRates rates = click_rates(log, QueryGroups());
    EXPECT_EQ(rates.unlisted_clicks, 2U);
    EXPECT_EQ(rates.last_clicks, 1U);
    EXPECT_EQ(rate_of(rates, "q", "a"), 1.0);
    EXPECT_EQ(rate_of(rates, "q", "z"), -1.0);
}

TEST(ClickRates, AddTheCountsOfAGroupBeforeDividing) {
    const ClickLog log{{page("", "Blue Shoes", {"a"}, {"a"}),
                        page("", "blue  shoes", {"a"}, {}),
                        page("", "blue shoes", {"a", "b"}, {"b"})}};
    const ClickRates together = click_rates(log, QueryGroups());
    EXPECT_EQ(rate_of(together, "blue shoes", "a"), 1.0 / 3.0);
    EXPECT_EQ(rate_of(together, "blue shoes", "b"), 1.0);
    const ClickRates apart = click_rates(log, QueryGroups(false));
    EXPECT_EQ(rate_of(apart, "Blue Shoes", "a"), 1.0);
    EXPECT_EQ(rate_of(apart, "blue shoes", "a"), 0.0);
}

/// The definition, word by word: for each query and document a walk over the whole log.
double slow_rate(const ClickLog& log,
                 const std::string& query,
                 const std::string& document,
                 const ClickRateOptions& options) {
    const auto lists = [](const ResultPage& p, const std::string& d) {
        return std::count(p.shown.begin(), p.shown.end(), d) > 0;
    };
    double clicks = 0.0;
    double impressions = 0.0;
    double issues = 0.0;
    for (std::size_t i = 0; i < log.pages.size(); ++i) {
        const ResultPage& here = log.pages[i];
        if (here.query != query) continue;
        issues += 1.0;
        if (lists(here, document)) impressions += 1.0;
        std::string last;
        for (const Click& click : here.clicks) {
            if (lists(here, click.document)) last = click.document;
        }
        if (last != document) continue;
        bool another_follows = false;
        for (std::size_t j = i + 1; j < log.pages.size(); ++j) {
            const ResultPage& later = log.pages[j];
            if (here.session.empty() || later.session != here.session) continue;
            for (const Click& click : later.clicks) {
                another_follows = another_follows || lists(later, click.document);
            }
        }
        if (options.last == LastClickOf::page || !another_follows) clicks += 1.0;
    }
    if (impressions == 0.0) return -1.0;
    return (clicks + options.prior_clicks) /
           ((options.per == ClickRatePer::impression ? impressions : issues) +
            options.prior_impressions);
}

TEST(ClickRates, AgreeWithTheDefinitionOnRandomLogs) {
    const std::vector<std::string> queries = {"p", "q", "r"};
    const std::vector<std::string> documents = {"a", "b", "c", "d", "e"};
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed, "random log");
        ClickLog log;
        for (std::size_t i = 1 + random.below(30); i > 0; --i) {
            std::vector<std::string> order = documents;
            random.shuffle(std::span(order));
            std::vector<std::string> clicks;
            for (std::size_t c = random.below(3); c > 0; --c)
                clicks.push_back(documents[random.below(5)]);
            order.resize(1 + random.below(4));
            const auto session = random.below(6);
            log.pages.push_back(page(session == 0 ? "" : std::to_string(session),
                                     queries[random.below(3)],
                                     order,
                                     clicks));
        }
        const ClickRateOptions options{
            .per = random.chance(0.5) ? ClickRatePer::impression : ClickRatePer::query,
            .last = random.chance(0.5) ? LastClickOf::session : LastClickOf::page,
            .prior_clicks = 0.25,
            .prior_impressions = random.uniform() + 0.25};
        const ClickRates rates = click_rates(log, QueryGroups(), options);
        for (const std::string& query : queries) {
            for (const std::string& document : documents) {
                ASSERT_EQ(rate_of(rates, query, document), slow_rate(log, query, document, options))
                    << "seed " << seed << ", " << query << ' ' << document;
            }
        }
    }
}

TEST(ClickLabels, GoToTheDocumentsOfTheSameIds) {
    const Dataset data = read_letor(TextSource::of_memory("data",
                                                          "1 qid:Q 1:0 #docid = b\n"
                                                          "0 qid:Q 1:0 #docid = x\n"
                                                          "0 qid:Q 1:0 #docid = c\n"
                                                          "0 qid:z 1:0 #docid = b\n"),
                                    "",
                                    {});
    const QueryGroups groups;
    const std::vector<float> labels = click_labels(click_rates(two_users, groups), groups, data);
    ASSERT_EQ(labels.size(), 4U);
    EXPECT_EQ(labels[0], 1.0F / 3.0F);
    EXPECT_TRUE(std::isnan(labels[1]));
    EXPECT_EQ(labels[2], 0.0F);
    EXPECT_TRUE(std::isnan(labels[3]));
}

TEST(ClickRates, ServeTheGoldenCases) {
    const Json golden = Json::parse(read_text(GRADUS_SOURCE_DIR "/tests/golden/golden.json"));
    std::size_t checked = 0;
    for (const Json& test_case : golden.at("cases").items()) {
        if (test_case.at("kind") != "ctr") continue;
        ClickLog log;
        for (const Json& session : test_case.at("in").at("sessions").items()) {
            const std::string name = fmt::format("s{}", log.pages.size());
            for (const Json& entry : session.items()) {
                using Texts = std::vector<std::string>;
                log.pages.push_back(page(name,
                                         entry.at("q").as<std::string>(),
                                         entry.at("shown").as<Texts>(),
                                         entry.at("clicks").as<Texts>()));
            }
        }
        const std::map<std::string, ClickRatePer> ways = {
            {"per_impression", ClickRatePer::impression}, {"per_query", ClickRatePer::query}};
        for (const auto& [key, per] : ways) {
            const ClickRates rates = click_rates(log, QueryGroups(false), {.per = per});
            const Json::Array& expected = test_case.at("out").at(key).items();
            ASSERT_EQ(rates.rates.size(), expected.size());
            for (std::size_t i = 0; i < expected.size(); ++i) {
                EXPECT_EQ(rates.rates[i].query, expected[i].at(0).as<std::string>());
                EXPECT_EQ(rates.rates[i].document, expected[i].at(1).as<std::string>());
                EXPECT_NEAR(rates.rates[i].rate,  // values up to 1
                            expected[i].at(2).as<double>(),
                            test_case.at("tol").as<double>());
            }
        }
        ++checked;
    }
    EXPECT_GT(checked, 0U);
}

}  // namespace
}  // namespace gradus
