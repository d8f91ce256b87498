// Evaluates with a measure that the library does not have: own_measure DATA

#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>

#include "gradus/gradus.hpp"

namespace {

/// The share of the list that stands above the first nonrelevant document.
class Streak final : public gradus::Measure {
  public:
    double score(const gradus::RankedList& list) const override {
        if (list.grades.empty()) return gradus::undefined();
        const auto end = std::ranges::find_if(list.grades, [](double grade) { return grade < 1; });
        return static_cast<double>(end - list.grades.begin()) /
               static_cast<double>(list.grades.size());
    }
};

}  // namespace

int main(int argc, char** argv) try {
    if (argc != 2) return std::fputs("usage: own_measure DATA\n", stderr), 2;
    const gradus::Dataset data = gradus::read_dataset(argv[1]);
    // Rank by the first feature. A model's scores would come from score_all().
    std::vector<float> scores;
    for (std::size_t i = 0; i < data.documents(); ++i)
        scores.push_back(data.features.row(i).front());

    const gradus::NamedMeasure streak{.text = "streak", .measure = std::make_shared<Streak>()};
    const gradus::QueryValues values = gradus::Evaluator(data, {streak}, 1).values(scores).front();
    for (std::size_t query = 0; query < data.queries(); ++query)
        std::printf("query %zu: %.4f\n", query + 1, values.values[query]);
    std::printf("streak: mean %.4f\n", values.mean);
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
}
