#include <memory>
#include <optional>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/options/read_flags.hpp"
#include "apps/cli/options/write_flags.hpp"
#include "gradus/base/counted.hpp"
#include "gradus/base/error.hpp"
#include "gradus/data/transforms/fill.hpp"
#include "gradus/data/transforms/normalise.hpp"

namespace gradus::cli {
namespace {

struct Options {
    std::string input;
    std::string method = "minmax";
    std::string fill;
    ReadFlags read;
    WriteFlags write;
};

/// Nothing for "none": the values keep their scale.
std::optional<Normalisation> method_of(const Options& options) {
    if (options.method == "minmax") return Normalisation::minmax;
    if (options.method == "letor") return Normalisation::letor;
    if (options.method == "percentile") return Normalisation::percentile;
    if (options.method == "zscore") return Normalisation::zscore;
    if (options.method == "log1p") return Normalisation::log1p;
    return std::nullopt;
}

void check(const Options& options) {
    if (!options.fill.empty() && !fill_from(options.fill)) {
        throw Error(Where::typed(fmt::format("option --fill {}", excerpt(options.fill))),
                    "unknown way to fill in missing values",
                    "choose least, zero, mean, median or a number");
    }
    if (options.fill.empty() && options.method == "none")
        misuse("--method none changes nothing; say how to fill in missing values with --fill");
}

void fill(Dataset& data, const Options& options, Session& session) {
    const std::optional<Fill> by = fill_from(options.fill);
    if (!by) return;
    const std::size_t filled = fill_missing(data, *by, session.thread_count());
    session.progress().note(
        filled == 0
            ? "no value is missing: nothing was filled in"
            : fmt::format("{} filled in ({}); fill the data that the model will score likewise",
                          human_counted(filled, "missing value"),
                          options.fill));
}

void run(const Options& options, Session& session) {
    options.write.target();
    Dataset data = options.read.read(options.input, session);
    fill(data, options, session);
    const std::optional<Normalisation> method = method_of(options);
    if (method && normalise(data, *method, session.thread_count()) == 0)
        session.progress().note("no value changed: the features are on this scale already");
    options.write.write(std::move(data), session);
}

}  // namespace

namespace commands {
extern const CommandEntry data_normalise_entry{
    .group = "data",
    .name = "normalise",
    .summary = "normalise features within each query; fill in missing values",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            line.option("FILE", options->input, "input; - is standard input").required().reads();
            options->write.add_to(line);
            line.option("--method",
                        options->method,
                        "within a query: minmax (0 to 1; 1/2 where all values are equal), "
                        "letor (the same, but 0 where all are equal), percentile (share of "
                        "values below, equal ones half), zscore (mean 0, standard deviation 1); "
                        "each value by itself: log1p (sign(x) log(1+|x|)); none (only --fill)")
                .with_default()
                .one_of({"minmax", "letor", "percentile", "zscore", "log1p", "none"});
            line.option("--fill",
                        options->fill,
                        "fill in missing values before that: least, mean or median of the "
                        "feature's values in the query (0 where it has none there), zero, or a "
                        "number; default: they stay missing");
            options->write.add_sparse_to(line);
            options->read.add_to(line);
            line.check([options] { check(*options); });
            line.action([options, &session] { run(*options, session); });
        },
};
}  // namespace commands

}  // namespace gradus::cli
