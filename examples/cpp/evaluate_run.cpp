// Measures a TREC run against judgments: evaluate_run QRELS RUN

#include <cstdio>
#include <exception>

#include "gradus/gradus.hpp"

int main(int argc, char** argv) try {
    if (argc != 3) return std::fputs("usage: evaluate_run QRELS RUN\n", stderr), 2;
    const gradus::Judgments judgments = gradus::read_qrels(gradus::TextSource(argv[1]));
    const gradus::Run run = gradus::read_run(gradus::TextSource(argv[2]));

    // A profile is the conventions of one tool: "gradus", "trec9", "ranx", ...
    const gradus::Profile& profile = gradus::profile_named("gradus");
    std::vector<gradus::NamedMeasure> measures;
    for (const char* name : {"NDCG@10", "AP", "RR"})
        measures.push_back(gradus::named_measure(name, profile));
    // Judgments are prepared once, for as many runs as there are.
    const gradus::RunEvaluator evaluator(judgments, argv[1], measures, 1, profile);
    const gradus::Evaluation result = evaluator.evaluate(run, argv[2]);

    for (std::size_t m = 0; m < measures.size(); ++m)
        std::printf("%s %.4f (undefined for %zu)\n",
                    measures[m].typed.c_str(),
                    result.means[m],
                    result.undefined[m]);
    std::printf("%zu queries, %zu missing\n", result.counts.scored, result.counts.missing);
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
}
