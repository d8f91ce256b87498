#include <memory>

#include "apps/cli/command.hpp"
#include "apps/cli/read_flags.hpp"
#include "apps/cli/write_flags.hpp"
#include "gradus/data/features/normalise.hpp"

namespace gradus::cli {
namespace {

struct Options {
    std::string input;
    Normalisation method = Normalisation::minmax;
    ReadFlags read;
    WriteFlags write;
};

const std::vector<std::pair<std::string, Normalisation>> methods = {
    {"minmax", Normalisation::minmax},
    {"letor", Normalisation::letor},
    {"percentile", Normalisation::percentile},
    {"zscore", Normalisation::zscore},
    {"log1p", Normalisation::log1p}};

void run(const Options& options, Session& session) {
    options.write.target();
    Dataset data = options.read.read(options.input, session);
    if (normalise(data, options.method, session.thread_count()) == 0)
        session.progress().note("no value changed: the features are on this scale already");
    options.write.write(std::move(data), session);
}

}  // namespace

extern const CommandEntry data_normalise_entry{
    .group = "data",
    .name = "normalise",
    .summary = "bring the features of each query to one scale",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            line.option("FILE", options->input, "what to read; - is standard input")
                .required()
                .reads();
            options->write.add_to(line);
            line.choice("--method",
                        options->method,
                        methods,
                        "within a query: minmax (0 to 1; 1/2 where all values are equal), "
                        "letor (the same, but 0 where all are equal), percentile (share of "
                        "values below, equal ones half), zscore (mean 0, standard deviation 1); "
                        "each value by itself: log1p (sign(x) log(1+|x|))");
            options->write.add_sparse_to(line);
            options->read.add_to(line);
            line.action([options, &session] { run(*options, session); });
        },
};

}  // namespace gradus::cli
