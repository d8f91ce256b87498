#include "gradus/data/clicks/click_simulation.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/data/formats/letor.hpp"

namespace gradus {
namespace {

/// The probability of a click at each position of a page, by the definition of the models.
std::vector<double> click_probabilities(const ClickModel& model, const std::vector<float>& grades) {
    std::vector<double> result;
    double examined = 1.0;
    for (std::size_t i = 0; i < grades.size(); ++i) {
        const double power = (std::pow(2.0, grades[i]) - 1.0) / std::pow(2.0, model.max_grade);
        const auto grade = static_cast<std::size_t>(grades[i]);
        const double plain = model.attraction.empty() ? power : model.attraction[grade];
        const double satisfied = model.satisfaction.empty() ? power : model.satisfaction[grade];
        const double attracted = model.epsilon + (1.0 - model.epsilon) * plain;
        switch (model.kind) {
            case ClickModelKind::position:
                result.push_back(attracted / std::pow(static_cast<double>(i + 1), model.eta));
                break;
            case ClickModelKind::cascade:
                result.push_back(examined * attracted);
                examined *= 1.0 - attracted;
                break;
            case ClickModelKind::dbn:  // Chapelle & Zhang 2009: E_{i+1} = gamma E_i (1 - a_i s_i)
                result.push_back(examined * attracted);
                examined *= model.gamma * (1.0 - attracted * satisfied);
                break;
        }
    }
    return result;
}

const std::vector<ClickModel> models = {
    {.kind = ClickModelKind::position, .epsilon = 0.1, .eta = 1.0, .max_grade = 4.0},
    {.kind = ClickModelKind::position,
     .attraction = {0.05, 0.2, 0.4, 0.6, 0.95},
     .epsilon = 0.0,
     .eta = 0.5},
    {.kind = ClickModelKind::position, .epsilon = 0.3, .eta = 0.0, .max_grade = 5.0},
    {.kind = ClickModelKind::cascade, .epsilon = 0.05, .max_grade = 4.0},
    {.kind = ClickModelKind::cascade, .attraction = {0.0, 0.1, 0.2, 0.3, 1.0}, .epsilon = 0.0},
    {.kind = ClickModelKind::dbn, .epsilon = 0.1, .gamma = 0.9, .max_grade = 4.0},
    {.kind = ClickModelKind::dbn,
     .attraction = {0.1, 0.3, 0.5, 0.7, 0.9},
     .satisfaction = {0.0, 0.2, 0.4, 0.6, 0.8},
     .epsilon = 0.02,
     .gamma = 0.7},
    {.kind = ClickModelKind::dbn, .epsilon = 0.5, .gamma = 1.0, .max_grade = 6.0}};

TEST(ClickModel, ClicksAtTheRatesOfItsDefinition) {
    const std::vector<std::vector<float>> pages = {
        {0, 1, 2, 3, 4}, {4, 3, 2, 1, 0}, {2, 0, 4, 0, 1, 3, 2}, {1}};
    constexpr std::size_t draws = 20'000;
    for (std::size_t m = 0; m < models.size(); ++m) {
        for (const std::vector<float>& grades : pages) {
            std::vector<double> clicks(grades.size());
            Random random(m, "test of click models", grades.size());
            for (std::size_t i = 0; i < draws; ++i) {
                for (const std::size_t position : models[m].draw(grades, random))
                    clicks[position] += 1.0;
            }
            const std::vector<double> expected = click_probabilities(models[m], grades);
            for (std::size_t i = 0; i < grades.size(); ++i) {
                // Five standard errors of a binomial rate; with 144 rates one passes by chance in
                // 10^4 tests. The seed is fixed, so the test never flickers.
                const double tolerance =
                    5.0 * std::sqrt(expected[i] * (1.0 - expected[i]) / static_cast<double>(draws));
                EXPECT_NEAR(clicks[i] / static_cast<double>(draws), expected[i], tolerance + 1e-12)
                    << "model " << m << ", position " << i << " of " << grades.size();
            }
        }
    }
}

TEST(ClickModel, HasTheRatesOfAHandComputedPage) {
    // dbn, a = s = (2^g - 1) / 4 = 3/4 and 1/4, no noise, gamma 1/2:
    // 3/4, then E = 1/2 (1 - 9/16) = 7/32 and the click 7/32 * 1/4.
    const ClickModel model{
        .kind = ClickModelKind::dbn, .epsilon = 0.0, .gamma = 0.5, .max_grade = 2.0};
    EXPECT_EQ(model.attraction_of(2.0F), 0.75);
    EXPECT_EQ(model.satisfaction_of(1.0F), 0.25);
    EXPECT_EQ(click_probabilities(model, {2, 1}), (std::vector<double>{0.75, 7.0 / 128.0}));
    const ClickModel noisy{.attraction = {0.0, 0.5}, .epsilon = 0.2};
    EXPECT_DOUBLE_EQ(noisy.attraction_of(0.0F), 0.2);
    EXPECT_DOUBLE_EQ(noisy.attraction_of(1.0F), 0.6);
}

Dataset data_of(const std::string& text) {
    return read_letor(TextSource::of_memory("data", text), "", {.gaps = Gaps::missing});
}

/// Queries of 1 to 12 documents with grades 0 to 4 and two features.
Dataset some_data() {
    std::string text;
    for (std::size_t query = 1; query <= 12; ++query) {
        for (std::size_t i = 0; i < query; ++i) {
            text += fmt::format("{} qid:{} 1:{} 2:{} #docid = d{}\n",
                                (3 * i + query) % 5,
                                query,
                                (7 * i) % 11,
                                i / 2,
                                i);
        }
    }
    return data_of(text);
}

TEST(ClickSimulation, IsTheSameForAnyNumberOfThreads) {
    const Dataset data = some_data();
    for (const ClickModel& model : models) {
        ClickSimulation simulation{.model = model, .sessions = 1000, .times = true, .seed = 7};
        simulation.order.shuffle = 0.2;
        const ClickLog one = simulate_clicks(data, simulation, "data");
        for (const unsigned threads : {2U, 7U}) {
            simulation.threads = threads;
            EXPECT_TRUE(same_content(simulate_clicks(data, simulation, "data"), one));
        }
        simulation.seed = 8;
        EXPECT_FALSE(same_content(simulate_clicks(data, simulation, "data"), one));
    }
}

TEST(ClickSimulation, ClicksAtTheRatesOfThePositionAndTheGrade) {
    const Dataset data = some_data();
    const ClickModel& model = models[0];
    const ClickLog log =
        simulate_clicks(data, {.model = model, .sessions = 60'000, .page = 5, .seed = 3}, "data");
    struct Rate {
        double shown = 0.0;
        double clicks = 0.0;
    };
    std::map<std::pair<std::size_t, float>, Rate> rates;
    std::vector<double> sessions(data.queries());
    for (const ResultPage& page : log.pages) {
        const std::size_t query = std::stoul(page.query) - 1;
        sessions[query] += 1.0;
        ASSERT_EQ(page.shown.size(), std::min<std::size_t>(5, data.query_size(query)));
        std::set<std::string> clicked;
        for (const Click& click : page.clicks) clicked.insert(click.document);
        for (std::size_t i = 0; i < page.shown.size(); ++i) {
            const std::size_t document =
                data.query_begins[query] + std::stoul(page.shown[i].substr(1));
            Rate& rate = rates[{i, data.grades()[document]}];
            rate.shown += 1.0;
            rate.clicks += clicked.contains(page.shown[i]) ? 1.0 : 0.0;
        }
    }
    EXPECT_EQ(rates.size(), 25U);
    for (const auto& [place, rate] : rates) {
        std::vector<float> grades(place.first + 1, place.second);
        const double expected = click_probabilities(model, grades).back();
        const double tolerance = 5.0 * std::sqrt(expected * (1.0 - expected) / rate.shown);
        EXPECT_NEAR(rate.clicks / rate.shown, expected, tolerance)
            << "position " << place.first << ", grade " << place.second;
    }
    for (const double count : sessions) {  // 60,000 draws of 12 queries; five standard deviations
        EXPECT_NEAR(count, 5000.0, 5.0 * std::sqrt(60'000.0 / 12.0 * 11.0 / 12.0));
    }
}

std::string shown_first(const Dataset& data, const ShownOrder& order, std::size_t page = 10) {
    const ClickLog log =
        simulate_clicks(data, {.order = order, .sessions = 1, .page = page}, "data");
    std::string result;
    for (const std::string& document : log.pages[0].shown) result += document;
    return result;
}

TEST(ClickSimulation, OrdersByGradeFeatureOrScores) {
    const Dataset data =
        data_of("1 qid:1 1:5 #a\n3 qid:1 2:1 #b\n1 qid:1 1:9 #c\n0 qid:1 1:5 #d\n");
    const std::vector<float> scores = {0.5F, -1.0F, 2.0F, 0.5F};
    using By = ShownOrder::By;
    EXPECT_EQ(shown_first(data, {.by = By::grade}), "bacd");
    EXPECT_EQ(shown_first(data, {.by = By::feature, .feature = 0}), "cadb");  // b: missing
    EXPECT_EQ(shown_first(data, {.by = By::scores, .scores = scores}), "cadb");
    EXPECT_EQ(shown_first(data, {.by = By::grade}, 2), "ba");
    EXPECT_EQ(shown_first(data, {.by = By::grade, .shuffle = 1.0}).size(), 4U);
}

TEST(ClickSimulation, GivesEveryDocumentAChanceWhenShuffled) {
    const Dataset data = some_data();
    ClickSimulation simulation{.sessions = 5000, .page = 3};
    simulation.order = {.by = ShownOrder::By::grade, .shuffle = 0.1};
    std::set<std::string> shown;
    for (const ResultPage& page : simulate_clicks(data, simulation, "data").pages) {
        for (const std::string& document : page.shown) shown.insert(page.query + document);
    }
    EXPECT_EQ(shown.size(), data.documents());
}

TEST(ClickSimulation, AddsTimesThatRiseWithoutChangingTheClicks) {
    const Dataset data = some_data();
    ClickSimulation simulation{.model = models[2], .sessions = 200};
    const ClickLog plain = simulate_clicks(data, simulation, "data");
    simulation.times = true;
    ClickLog timed = simulate_clicks(data, simulation, "data");
    double last_page = -1.0;
    for (ResultPage& page : timed.pages) {
        EXPECT_GT(page.time, last_page);
        last_page = page.time;
        double last = page.time;
        for (Click& click : page.clicks) {
            EXPECT_GE(click.time, last);
            last = click.time;
            click.time = std::numeric_limits<double>::quiet_NaN();
        }
        page.time = std::numeric_limits<double>::quiet_NaN();
    }
    EXPECT_TRUE(same_content(timed, plain));
}

TEST(ClickSimulation, NamesTheDocumentAndTheProblem) {
    const auto check =
        [](const std::string& text, const ClickModel& model, std::string_view expected) {
            const Dataset data = data_of(text);
            try {
                simulate_clicks(data, {.model = model}, "a.txt");
                FAIL() << expected;
            } catch (const Error& error) {
                EXPECT_EQ(error.what(), expected);
            }
        };
    const std::string text = "1 qid:7 1:5 #x\n2.5 qid:7 2:1 #y\n";
    check(text,
          {.max_grade = 2.0},
          "a.txt: query 7, document y: grade 2.5 is not within 0 to the largest grade, 2; name the "
          "largest grade");
    check(text,
          {.attraction = {0.0, 0.5, 1.0}},
          "a.txt: query 7, document y: grade 2.5 has no attraction in the list of 3; give a "
          "probability for each grade from 0");
    check(text,
          {.kind = ClickModelKind::dbn, .satisfaction = {0.0}},
          "a.txt: query 7, document x: grade 1 has no satisfaction in the list of 1; give a "
          "probability for each grade from 0");
    check("1 qid:7 1:5 #x\n2 qid:7 2:1 #x\n",
          {},
          "a.txt: query 7, document x: two documents of the query have this id; give each document "
          "of a query an id of its own");
    check(text, {.epsilon = 1.5}, "epsilon: 1.5 is not a probability; give a number from 0 to 1");
    check(text,
          {.attraction = {0.5, -0.1}},
          "attraction: -0.1 is not a probability; give a number from 0 to 1");
    check(text, {.eta = -1.0}, "eta: -1 is not a decay; give a number from 0");
    check(text, {.max_grade = -1.0}, "max_grade: -1 is not a grade; give a number from 0");
}

TEST(ClickSimulation, RefusesAnOrderThatTheDataDoesNotHave) {
    const Dataset data = data_of("1 qid:7 1:5 2:1 #x\n");
    const auto message = [&](const ShownOrder& order) -> std::string {
        try {
            simulate_clicks(data, {.order = order}, "a.txt");
        } catch (const Error& error) {
            return error.what();
        }
        return "no error";
    };
    EXPECT_EQ(message({.by = ShownOrder::By::feature, .feature = 2}),
              "a.txt: there is no feature 3; choose one from 1 to 2");
    EXPECT_EQ(message({.by = ShownOrder::By::scores}),
              "a.txt: there are 0 scores for 1 document; give each document a score");
}

}  // namespace
}  // namespace gradus
