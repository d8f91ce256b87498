#include <memory>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/read_flags.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/base/text_sink.hpp"
#include "gradus/models/model.hpp"

namespace gradus::cli {
namespace {

struct Options {
    std::string model;
    std::string data;
    std::string output = "-";
    ReadFlags read;
};

void score(const Options& options, Session& session) {
    const auto model = load_model(options.model);
    const Dataset data = options.read.read(options.data, session);
    TextSink sink(options.output);
    for (const float value : score_all(*model, data, options.data, session.thread_count())) {
        sink.write(shortest(value) + "\n");
    }
    sink.commit();
}

}  // namespace

extern const CommandEntry score_entry{
    .group = "",
    .name = "score",
    .summary = "score documents with a model, a score a line",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            line.option("MODEL", options->model, "a model that gradus train wrote")
                .required()
                .reads();
            line.option("FILE", options->data, "data to score").required().reads();
            line.option("-o,--output", options->output, "where the scores go; - is standard output")
                .writes();
            options->read.add_to(line);
            line.action([options, &session] { score(*options, session); });
        },
};

}  // namespace gradus::cli
