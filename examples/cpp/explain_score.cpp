// Tells why a document has its score: explain_score MODEL DATA QUERY DOCUMENT

#include <cstdio>
#include <exception>

#include "gradus/gradus.hpp"

int main(int argc, char** argv) try {
    if (argc != 5) return std::fputs("usage: explain_score MODEL DATA QUERY DOCUMENT\n", stderr), 2;
    const auto model = gradus::load_model(argv[1]);
    const gradus::Dataset data = gradus::read_dataset(argv[2]);
    for (std::size_t query = 0; query < data.queries(); ++query) {
        if (data.query_ids[query] != argv[3]) continue;
        for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i) {
            if (data.document_name(query, i) != argv[4]) continue;
            const std::vector<float> row = gradus::model_row(*model, data, argv[2], i);
            const auto explanation = model->explain(row);
            if (!explanation) return std::puts("this kind of model cannot explain its scores"), 1;
            // The parts add up to the score.
            std::printf("%-20s %+.4f\n", "(any document)", explanation->expectation);
            for (const auto& [feature, part] : gradus::largest_first(explanation->values))
                std::printf("%-20s %+.4f\n", model->feature_name(feature).c_str(), part);
            std::printf("%-20s %+.4f\n", "(the score)", static_cast<double>(model->score(row)));
            return 0;
        }
    }
    return std::puts("there is no such document"), 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
}
