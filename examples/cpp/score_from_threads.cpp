// Shares one scorer between threads, as a server does: score_from_threads MODEL DATA

#include <cstdio>
#include <exception>
#include <thread>

#include "gradus/gradus.hpp"

int main(int argc, char** argv) try {
    if (argc != 3) return std::fputs("usage: score_from_threads MODEL DATA\n", stderr), 2;
    const auto model = gradus::load_model(argv[1]);
    const gradus::Dataset data = gradus::read_dataset(argv[2], {.needs_grades = false});
    // The features of all documents as the model orders them, one document behind the other.
    std::vector<float> rows;
    for (std::size_t i = 0; i < data.documents(); ++i) {
        const std::vector<float> row = gradus::model_row(*model, data, argv[2], i);
        rows.insert(rows.end(), row.begin(), row.end());
    }
    // Made once, asked from everywhere: asking changes nothing, so no lock is needed.
    const auto scorer = gradus::make_scorer(*model);
    std::vector<std::vector<float>> answers(4, std::vector<float>(data.documents()));
    {
        std::vector<std::jthread> threads;
        for (std::vector<float>& scores : answers)
            threads.emplace_back([&] { scorer->score_rows(rows, scores); });
    }
    for (const std::vector<float>& scores : answers)
        if (scores != answers.front()) return 1;
    std::printf("%zu threads, the same scores\n", answers.size());
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
}
