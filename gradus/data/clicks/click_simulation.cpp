#include "gradus/data/clicks/click_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/counted.hpp"
#include "gradus/base/decimal.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/base/text_number.hpp"

namespace gradus {
namespace {

bool is_probability(double value) {
    return value >= 0.0 && value <= 1.0;
}

void check_probability(double value, std::string_view name) {
    if (is_probability(value)) return;
    throw Error(Where::parameter(std::string(name)),
                fmt::format("{} is not a probability", shortest(value)),
                "give a number from 0 to 1");
}

void check_table(const std::vector<double>& table, std::string_view name) {
    for (const double value : table) check_probability(value, name);
}

void check_in_table(const std::vector<double>& table, float grade, std::string_view name) {
    const bool whole = grade >= 0.0F && grade == std::floor(grade);
    if (whole && static_cast<std::size_t>(grade) < table.size()) return;
    throw Error(
        {},
        fmt::format("grade {} has no {} in the list of {}", shortest(grade), name, table.size()),
        "give a probability for each grade from 0");
}

/// 0 at grade 0, near 1 at the largest: the map of ERR (Chapelle et al., CIKM 2009).
double by_formula(float grade, double max_grade) {
    return (std::exp2(static_cast<double>(grade)) - 1.0) / std::exp2(max_grade);
}

double by_grade(const std::vector<double>& table, float grade, double max_grade) {
    return table.empty() ? by_formula(grade, max_grade) : table[static_cast<std::size_t>(grade)];
}

std::vector<std::size_t> draw_by_position(const ClickModel& model,
                                          std::span<const float> grades,
                                          Random& random) {
    std::vector<std::size_t> clicked;
    for (std::size_t i = 0; i < grades.size(); ++i) {
        const double examined = std::pow(static_cast<double>(i + 1), -model.eta);
        if (random.chance(examined * model.attraction_of(grades[i]))) clicked.push_back(i);
    }
    return clicked;
}

std::vector<std::size_t> draw_cascade(const ClickModel& model,
                                      std::span<const float> grades,
                                      Random& random) {
    for (std::size_t i = 0; i < grades.size(); ++i) {
        if (random.chance(model.attraction_of(grades[i]))) return {i};
    }
    return {};
}

std::vector<std::size_t> draw_dbn(const ClickModel& model,
                                  std::span<const float> grades,
                                  Random& random) {
    std::vector<std::size_t> clicked;
    for (std::size_t i = 0; i < grades.size(); ++i) {
        if (random.chance(model.attraction_of(grades[i]))) {
            clicked.push_back(i);
            if (random.chance(model.satisfaction_of(grades[i]))) break;
        }
        if (!random.chance(model.gamma)) break;
    }
    return clicked;
}

class Simulator {
  public:
    Simulator(const Dataset& data, const ClickSimulation& simulation)
        : data_(data), simulation_(simulation), fixed_orders_(data.documents()) {
        for (std::size_t query = 0; query < data.queries(); ++query) sort(query);
    }

    ResultPage page(std::size_t session) const {
        Random random(simulation_.seed, "click simulation", session);
        const auto query = static_cast<std::size_t>(random.below(data_.queries()));
        const std::vector<std::size_t> documents = shown(query, random);
        std::vector<float> grades;
        ResultPage page{.session = fmt::format("s{}", session + 1),
                        .query = std::string(data_.query_ids[query])};
        for (const std::size_t document : documents) {
            grades.push_back(data_.grades()[document]);
            page.shown.push_back(data_.document_name(query, document));
        }
        for (const std::size_t position : simulation_.model.draw(grades, random)) {
            page.clicks.push_back({page.shown[position]});
        }
        if (simulation_.times) add_times(page, session);
        return page;
    }

  private:
    std::span<const std::size_t> fixed_order(std::size_t query) const {
        return std::span(fixed_orders_).subspan(data_.query_begins[query], data_.query_size(query));
    }

    /// Orders the documents of a query by what does not change between sessions.
    void sort(std::size_t query) {
        const std::size_t begin = data_.query_begins[query];
        const auto order = std::span(fixed_orders_).subspan(begin, data_.query_size(query));
        std::iota(order.begin(), order.end(), begin);
        if (simulation_.order.by == ShownOrder::By::random) return;
        std::ranges::stable_sort(order,
                                 [&](std::size_t a, std::size_t b) { return key(a) > key(b); });
    }

    float key(std::size_t document) const {
        float value = 0.0F;
        switch (simulation_.order.by) {
            case ShownOrder::By::feature:
                value = data_.features.row(document)[simulation_.order.feature];
                break;
            case ShownOrder::By::scores:
                value = simulation_.order.scores[document];
                break;
            default:
                value = data_.grades()[document];
        }
        return std::isnan(value) ? -std::numeric_limits<float>::infinity() : value;
    }

    std::vector<std::size_t> shown(std::size_t query, Random& random) const {
        const std::span<const std::size_t> fixed = fixed_order(query);
        std::vector<std::size_t> documents(fixed.begin(), fixed.end());
        if (simulation_.order.by == ShownOrder::By::random) random.shuffle(std::span(documents));
        const std::size_t size = std::min(simulation_.page, documents.size());
        if (simulation_.order.shuffle > 0.0) {
            for (std::size_t i = 0; i < size; ++i) {
                if (!random.chance(simulation_.order.shuffle)) continue;
                std::swap(documents[i],
                          documents[static_cast<std::size_t>(random.below(documents.size()))]);
            }
        }
        documents.resize(size);
        return documents;
    }

    /// Drawn from a generator of their own, so that the clicks are the same with and without times.
    void add_times(ResultPage& page, std::size_t session) const {
        constexpr double page_seconds = 60.0;
        constexpr double click_seconds = 10.0;
        Random random(simulation_.seed, "click times", session);
        page.time = page_seconds * static_cast<double>(session);
        double time = page.time;
        for (Click& click : page.clicks) {
            time += click_seconds * random.exponential();
            click.time = std::round(time * 1000.0) / 1000.0;
        }
    }

    const Dataset& data_;
    const ClickSimulation& simulation_;
    std::vector<std::size_t> fixed_orders_;
};

void check_order(const ShownOrder& order, const Dataset& data, const std::string& name) {
    check_probability(order.shuffle, "shuffle");
    if (order.by == ShownOrder::By::feature && order.feature >= data.features.columns()) {
        throw Error({name},
                    fmt::format("there is no feature {}", order.feature + 1),
                    fmt::format("choose one from 1 to {}", data.features.columns()));
    }
    if (order.by == ShownOrder::By::scores && order.scores.size() != data.documents()) {
        throw Error({name},
                    fmt::format("{} for {}",
                                there_are(order.scores.size(), "score"),
                                counted(data.documents(), "document")),
                    "give each document a score");
    }
}

void check_data(const Dataset& data, const ClickModel& model, const std::string& name) {
    for (std::size_t query = 0; query < data.queries(); ++query) {
        std::unordered_set<std::string> names;
        for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i) {
            std::string document = data.document_name(query, i);
            const Where where{fmt::format("{}: query {}, document {}",
                                          name,
                                          excerpt(data.query_ids[query]),
                                          excerpt(document))};
            try {
                model.check_grade(data.grades()[i]);
            } catch (const Error& error) {
                throw Error(where, error.problem(), error.remedy());
            }
            if (!names.insert(std::move(document)).second) {
                throw Error(where,
                            "two documents of the query have this id",
                            "give each document of a query an id of its own");
            }
        }
    }
}

}  // namespace

void ClickModel::check() const {
    check_table(attraction, "attraction");
    check_table(satisfaction, "satisfaction");
    check_probability(epsilon, "epsilon");
    check_probability(gamma, "gamma");
    if (!(eta >= 0.0) || !std::isfinite(eta)) {
        throw Error(Where::parameter("eta"),
                    fmt::format("{} is not a decay", shortest(eta)),
                    "give a number from 0");
    }
    if (!(max_grade >= 0.0) || !std::isfinite(max_grade)) {
        throw Error(Where::parameter("max_grade"),
                    fmt::format("{} is not a grade", shortest(max_grade)),
                    "give a number from 0");
    }
}

void ClickModel::check_grade(float grade) const {
    const bool satisfies = kind == ClickModelKind::dbn;
    const bool uses_formula = attraction.empty() || (satisfies && satisfaction.empty());
    if (!attraction.empty()) check_in_table(attraction, grade, "attraction");
    if (satisfies && !satisfaction.empty()) check_in_table(satisfaction, grade, "satisfaction");
    if (uses_formula && !(grade >= 0.0F && decimal(grade) <= max_grade)) {
        throw Error({},
                    fmt::format("grade {} is not within 0 to the largest grade, {}",
                                shortest(grade),
                                shortest(max_grade)),
                    "name the largest grade");
    }
}

double ClickModel::attraction_of(float grade) const {
    return epsilon + (1.0 - epsilon) * by_grade(attraction, grade, max_grade);
}

double ClickModel::satisfaction_of(float grade) const {
    return by_grade(satisfaction, grade, max_grade);
}

std::vector<std::size_t> ClickModel::draw(std::span<const float> grades, Random& random) const {
    switch (kind) {
        case ClickModelKind::position:
            return draw_by_position(*this, grades, random);
        case ClickModelKind::cascade:
            return draw_cascade(*this, grades, random);
        default:
            return draw_dbn(*this, grades, random);
    }
}

ClickLog simulate_clicks(const Dataset& data,
                         const ClickSimulation& simulation,
                         const std::string& name) {
    constexpr std::size_t slice = 256;
    simulation.model.check();
    check_order(simulation.order, data, name);
    check_data(data, simulation.model, name);
    const Simulator simulator(data, simulation);
    ClickLog log;
    log.pages.resize(simulation.sessions);
    parallel_for(
        simulation.sessions, slice, simulation.threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) log.pages[i] = simulator.page(i);
        });
    return log;
}

}  // namespace gradus
