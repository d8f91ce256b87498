#include "gradus/data/audit/label_leak.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

#include <gtest/gtest.h>

#include "gradus/base/random.hpp"

namespace gradus {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// Queries of 1 to `most` documents with labels drawn by `draw`.
Dataset random_labels(Random& random,
                      std::size_t queries,
                      std::size_t most,
                      const std::function<float(Random&)>& draw) {
    Dataset data;
    data.labels.push_back({"grade", {}});
    data.query_begins.push_back(0);
    for (std::size_t query = 0; query < queries; ++query) {
        const std::size_t size = 1 + random.below(most);
        for (std::size_t i = 0; i < size; ++i) data.labels[0].values.push_back(draw(random));
        data.query_begins.push_back(data.labels[0].values.size());
        data.query_ids.push_back(std::to_string(query));
    }
    data.features = FeatureMatrix(data.labels[0].values.size(), 0);
    return data;
}

float skewed_grade(Random& random) {
    const double u = random.uniform();
    return u < 0.6 ? 0.0F : u < 0.85 ? 1.0F : u < 0.95 ? 2.0F : u < 0.99 ? 3.0F : 4.0F;
}

float click_rate(Random& random) {
    return random.chance(0.2) ? nan : static_cast<float>(random.uniform());
}

std::vector<float> made_from(const Dataset& data, const std::function<float(float)>& function) {
    std::vector<float> values;
    for (const float label : data.labels[0].values) values.push_back(function(label));
    return values;
}

class LabelLeaks : public ::testing::Test {
  protected:
    Random random{7, "label_leak test"};
    Dataset graded = random_labels(random, 60, 30, skewed_grade);
    Dataset clicked = random_labels(random, 60, 30, click_rate);
};

TEST_F(LabelLeaks, TheGradeItselfIsFoundByOrderAndByValue) {
    const auto found =
        LabelLeakRule(graded, 0).test(5, made_from(graded, [](float y) { return y; }));
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->feature, 5U);
    EXPECT_EQ(found->column, 0U);
    EXPECT_EQ(found->order_accuracy, 1.0);
    EXPECT_FALSE(found->falling);
    EXPECT_EQ(found->value_skill, 1.0);
}

TEST_F(LabelLeaks, AFallingLineIsFound) {
    const auto found =
        LabelLeakRule(graded, 0).test(0, made_from(graded, [](float y) { return -3.0F * y + 1; }));
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->order_accuracy, 1.0);
    EXPECT_TRUE(found->falling);
}

TEST_F(LabelLeaks, AFunctionThatIsNotMonotoneIsFoundByValue) {
    const auto found = LabelLeakRule(graded, 0).test(
        0, made_from(graded, [](float y) { return std::fmod(y * 3.0F, 5.0F); }));
    ASSERT_TRUE(found.has_value());
    EXPECT_FALSE(found->order_accuracy.has_value());
    EXPECT_EQ(found->value_skill, 1.0);
}

TEST_F(LabelLeaks, AMonotoneFunctionOfClicksIsFoundByOrder) {
    const auto found =
        LabelLeakRule(clicked, 0).test(0, made_from(clicked, [](float y) {
                                           return std::isnan(y) ? 0.3F : std::log(0.01F + y);
                                       }));
    ASSERT_TRUE(found.has_value());
    EXPECT_GT(found->order_accuracy.value_or(0.0), 0.999);
    EXPECT_FALSE(found->value_skill.has_value());
}

TEST_F(LabelLeaks, TheGradeUnderALittleNoiseIsFound) {
    const auto values =
        made_from(graded, [&](float y) { return y + static_cast<float>(0.01 * random.normal()); });
    const auto found = LabelLeakRule(graded, 0).test(0, values);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->order_accuracy, 1.0);
}

TEST_F(LabelLeaks, AbsenceThatTellsTheLabelIsFoundByValue) {
    const auto binary =
        random_labels(random, 60, 30, [](Random& r) { return r.chance(0.3) ? 1.0F : 0.0F; });
    const auto found = LabelLeakRule(binary, 0).test(
        0, made_from(binary, [](float y) { return y > 0 ? nan : 1.0F; }));
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->value_skill, 1.0);
}

TEST_F(LabelLeaks, AGoodFeatureIsNoLeak) {
    const auto values =
        made_from(graded, [&](float y) { return y + static_cast<float>(0.6 * random.normal()); });
    EXPECT_FALSE(LabelLeakRule(graded, 0).test(0, values).has_value());
}

TEST_F(LabelLeaks, AnIdIsNoLeak) {
    std::vector<float> ids(graded.documents());
    for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<float>(i);
    random.shuffle(std::span(ids));
    EXPECT_FALSE(LabelLeakRule(graded, 0).test(0, ids).has_value());
}

TEST_F(LabelLeaks, AFeatureOfTheQueryIsNoLeakThoughGradesDependOnTheQuery) {
    // Most queries are nearly of one grade, so the query's number all but tells the grade.
    Dataset data = random_labels(random, 60, 1, [](Random&) { return 0.0F; });
    data.labels[0].values.clear();
    std::vector<float> numbers;
    for (std::size_t query = 0; query < 60; ++query) {
        for (std::size_t i = 0; i < 100; ++i) {
            const std::size_t usual = query % 3;
            data.labels[0].values.push_back(static_cast<float>(i == 0 ? usual + 1 : usual));
            numbers.push_back(static_cast<float>(query));
        }
        data.query_begins[query + 1] = data.labels[0].values.size();
    }
    data.features = FeatureMatrix(numbers.size(), 0);
    EXPECT_FALSE(LabelLeakRule(data, 0).test(0, numbers).has_value());
}

TEST_F(LabelLeaks, ALuckyFeatureOfASmallDataSetIsNoLeak) {
    Dataset data = random_labels(random, 1, 1, [](Random&) { return 0.0F; });
    std::vector<float> grades(1000);
    std::fill_n(grades.begin(), 19, 1.0F);
    data.labels[0].values = std::move(grades);
    data.query_begins = {0, 1000};
    data.features = FeatureMatrix(1000, 0);
    const auto values = data.labels[0].values;
    EXPECT_FALSE(LabelLeakRule(data, 0).test(0, values).has_value());
    data.labels[0].values[19] = 1.0F;
    const auto enough = data.labels[0].values;
    EXPECT_TRUE(LabelLeakRule(data, 0).test(0, enough).has_value());
}

/// The rule as its definition reads: all pairs, all other documents.
std::optional<LabelLeak> oracle(const Dataset& data, const std::vector<float>& values) {
    const auto& labels = data.labels[0].values;
    std::vector<std::size_t> ranked;
    std::size_t base = 0;
    std::size_t support = 0;
    double pairs = 0.0;
    double right_order = 0.0;
    for (std::size_t query = 0; query < data.queries(); ++query) {
        std::map<float, std::size_t> classes;
        std::map<float, std::size_t> with_value;
        std::size_t documents = 0;
        std::size_t valued = 0;
        for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i) {
            if (std::isnan(labels[i])) continue;
            ++classes[labels[i]];
            ++documents;
            if (!std::isnan(values[i])) {
                ++with_value[labels[i]];
                ++valued;
            }
            for (std::size_t j = data.query_begins[query]; j < i; ++j) {
                if (std::isnan(labels[j]) || std::isnan(values[i]) || std::isnan(values[j]))
                    continue;
                if (labels[i] == labels[j]) continue;
                pairs += 1.0;
                if (values[i] == values[j]) {
                    right_order += 0.5;
                } else if ((values[i] < values[j]) == (labels[i] < labels[j])) {
                    right_order += 1.0;
                }
            }
        }
        const auto largest = [](const std::map<float, std::size_t>& sizes) {
            std::size_t most = 0;
            for (const auto& [label, size] : sizes) most = std::max(most, size);
            return most;
        };
        support += valued - largest(with_value);
        if (classes.size() < 2) continue;
        base += largest(classes);
        for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i) {
            if (!std::isnan(labels[i])) ranked.push_back(i);
        }
    }
    if (ranked.size() - base < 20) return std::nullopt;
    const auto same = [](float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    std::size_t right = 0;
    std::vector<float> distinct;
    for (const std::size_t i : ranked) {
        if (std::none_of(
                distinct.begin(), distinct.end(), [&](float v) { return same(v, values[i]); })) {
            distinct.push_back(values[i]);
        }
        std::map<float, std::size_t> others;
        for (const std::size_t j : ranked) {
            if (i != j && same(values[i], values[j])) ++others[labels[j]];
        }
        bool leads = others.contains(labels[i]);
        for (const auto& [label, count] : others) {
            if (label != labels[i] && count >= others[labels[i]]) leads = false;
        }
        if (leads) ++right;
    }
    LabelLeak found;
    const double rising = right_order / pairs;
    if (support >= 20 && std::max(rising, 1.0 - rising) >= 0.98) {
        found.order_accuracy = std::max(rising, 1.0 - rising);
        found.falling = rising < 0.5;
    }
    const double skill = (static_cast<double>(right) - static_cast<double>(base)) /
                         static_cast<double>(ranked.size() - base);
    if (distinct.size() <= std::min<std::size_t>(1000, ranked.size() / 10) && skill >= 0.98) {
        found.value_skill = skill;
    }
    if (!found.order_accuracy && !found.value_skill) return std::nullopt;
    return found;
}

TEST(LabelLeakRule, AgreesWithItsDefinitionOnRandomData) {
    std::size_t found_by_order = 0;
    std::size_t found_by_value = 0;
    std::size_t innocent = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed, "label_leak oracle");
        const double missing = random.chance(0.5) ? 0.1 : 0.0;
        const double noise = std::pow(10.0, -3.0 + 3.0 * random.uniform());
        const double wrong = random.chance(0.5) ? 0.02 * random.uniform() : 0.0;
        const bool coarse = random.chance(0.5);
        const double sign = random.chance(0.5) ? -1.0 : 1.0;
        const Dataset data = random_labels(
            random, 15, 20, [&](Random& r) { return r.chance(missing) ? nan : skewed_grade(r); });
        const auto values = made_from(data, [&](float y) {
            if (random.chance(missing)) return nan;
            const double label = std::isnan(y) || random.chance(wrong) ? 2.0 : y;
            return static_cast<float>(sign * (coarse ? std::round(label + noise * random.normal())
                                                     : label + noise * random.normal()));
        });
        const auto fast = LabelLeakRule(data, 0).test(0, values);
        const auto slow = oracle(data, values);
        ASSERT_EQ(fast.has_value(), slow.has_value()) << "seed " << seed;
        if (!fast || !slow) {
            ++innocent;
            continue;
        }
        ASSERT_EQ(fast->order_accuracy.has_value(), slow->order_accuracy.has_value())
            << "seed " << seed;
        if (fast->order_accuracy) {
            ++found_by_order;
            ASSERT_NEAR(*fast->order_accuracy, *slow->order_accuracy, 1e-12) << "seed " << seed;
            ASSERT_EQ(fast->falling, slow->falling) << "seed " << seed;
        }
        ASSERT_EQ(fast->value_skill, slow->value_skill) << "seed " << seed;
        if (fast->value_skill) ++found_by_value;
    }
    EXPECT_GT(found_by_order, 20U);
    EXPECT_GT(found_by_value, 20U);
    EXPECT_GT(innocent, 20U);
}

}  // namespace
}  // namespace gradus
