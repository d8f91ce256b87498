// Scores the documents of a file with a model: score_file MODEL DATA

#include <cstdio>
#include <exception>

#include "gradus/gradus.hpp"

int main(int argc, char** argv) try {
    if (argc != 3) return std::fputs("usage: score_file MODEL DATA\n", stderr), 2;
    const auto model = gradus::load_model(argv[1]);
    // Documents to be scored need neither grades nor queries.
    const gradus::Dataset data = gradus::read_dataset(argv[2], {.needs_grades = false});
    // Columns are matched with the model's features by name, in any order.
    const std::vector<float> scores = gradus::score_all(*model, data, argv[2], 1);
    for (std::size_t query = 0; query < data.queries(); ++query) {
        const std::string id(data.query_ids[query]);
        for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i) {
            std::printf("%s %s %.4f\n",
                        id.c_str(),
                        data.document_name(query, i).c_str(),
                        static_cast<double>(scores[i]));
        }
    }
    return 0;
} catch (const std::exception& error) {  // gradus::Error, and what the standard library throws
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
}
