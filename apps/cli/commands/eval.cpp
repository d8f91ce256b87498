#include <memory>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/read_flags.hpp"
#include "gradus/base/error.hpp"
#include "gradus/data/side_files.hpp"
#include "gradus/evaluation/evaluate.hpp"
#include "gradus/models/model.hpp"

namespace gradus::cli {
namespace {

struct Options {
    std::vector<std::string> measures = {"NDCG@10"};
    std::string data;
    std::string scores;
    std::string model;
    bool by_query = false;
    ReadFlags read;
};

std::vector<float> scores_of(const Options& options, const Dataset& data, unsigned threads) {
    if (!options.model.empty())
        return score_all(*load_model(options.model), data, options.data, threads);
    return read_scores(options.scores, data.documents());
}

void eval(const Options& options, Session& session) {
    const unsigned threads = session.thread_count();
    std::vector<std::unique_ptr<const Measure>> measures;
    for (const std::string& text : options.measures) measures.push_back(make_measure(text));
    const Dataset data = options.read.read(options.data, session);
    const std::vector<float> scores = scores_of(options, data, threads);
    std::string out;
    for (std::size_t m = 0; m < measures.size(); ++m) {
        const QueryValues result =
            evaluate(data, data.labels.front(), scores, *measures[m], threads);
        if (options.by_query) {
            for (std::size_t query = 0; query < data.queries(); ++query) {
                out += fmt::format("{}\t{}\t{:.4f}\n",
                                   options.measures[m],
                                   data.query_ids[query],
                                   result.values[query]);
            }
        }
        out += fmt::format("{}\tall\t{:.4f}\n", options.measures[m], result.mean);
        if (result.undefined > 0) {
            session.progress().note(fmt::format("{}: {} of {} queries are undefined and count 0",
                                                options.measures[m],
                                                result.undefined,
                                                data.queries()));
        }
    }
    print(out);
}

}  // namespace

extern const CommandEntry eval_entry{
    .group = "",
    .name = "eval",
    .summary = "measure how good a ranking is",
    .add =
        [](CommandLine& line, Session& session) {
            auto options = std::make_shared<Options>();
            line.option("-m,--measure", options->measures, "measures, such as NDCG@10")
                .with_default();
            line.option("--data", options->data, "graded data").required();
            line.one_required(
                {line.option(
                     "--scores", options->scores, "scores, one a line in the order of the data"),
                 line.option("--model", options->model, "a model to score the data with")},
                "--scores and --model");
            line.flag("-q,--by-query", options->by_query, "print the value of each query too");
            options->read.add_to(line);
            line.action([options, &session] { eval(*options, session); });
        },
};

}  // namespace gradus::cli
