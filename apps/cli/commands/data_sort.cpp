#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <string_view>
#include <vector>

#include "apps/cli/command.hpp"
#include "apps/cli/notes/side_file_note.hpp"
#include "apps/cli/options/read_flags.hpp"
#include "apps/cli/options/write_flags.hpp"
#include "gradus/base/text_number.hpp"

namespace gradus::cli {
namespace {

enum class Order : unsigned char { appearance, id };

struct Options {
    std::string input;
    Order order = Order::appearance;
    ReadFlags read;
    WriteFlags write;
};

/// Whole numbers where all ids are; nothing otherwise.
std::optional<std::vector<std::int64_t>> numbers_of(const StringColumn& ids) {
    std::vector<std::int64_t> numbers;
    numbers.reserve(ids.size());
    for (std::size_t query = 0; query < ids.size(); ++query) {
        const auto number = integer_from(ids[query]);
        if (!number) return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

/// The queries by their ids: as numbers where all of them are whole numbers, else as text.
std::vector<std::size_t> queries_by_id(const Dataset& data) {
    std::vector<std::size_t> order(data.queries());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto numbers = numbers_of(data.query_ids);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return numbers ? (*numbers)[a] < (*numbers)[b] : data.query_ids[a] < data.query_ids[b];
    });
    return order;
}

void sort(const Options& options, Session& session) {
    options.write.target();  // refuse a wrong output before the work
    ReadFlags read = options.read;
    read.options.scattered = true;
    read.options.cache = false;  // a cache of scattered data would hide that it is scattered
    Dataset data = read.read(options.input, session);
    note_columns_left_behind(data, options.input, read.options.columns, session);
    const std::string_view format = format_to_read(options.input, read.format).name;
    if (format == "lightgbm" || format == "cache")  // by the nature of the format
        session.progress().note("the documents of each query are together already");
    if (options.order == Order::id) {
        const std::vector<std::size_t> order = queries_by_id(data);
        if (std::ranges::is_sorted(order)) {
            session.progress().note("the queries are in the order of their ids already");
        } else {
            data = select_queries(data, order);
        }
    }
    options.write.write(std::move(data), session);
}

}  // namespace

namespace commands {
extern const CommandEntry data_sort_entry{
    .group = "data",
    .name = "sort",
    .summary = "group scattered documents by query",
    .add =
        [](CommandLine& line, Session& session) {
            const auto options = std::make_shared<Options>();
            line.option("FILE",
                        options->input,
                        "data whose queries may be scattered; - is standard input. Label columns "
                        "(--columns), weights and positions go along")
                .required()
                .reads();
            options->write.add_to(line);
            line.choice("--order",
                        options->order,
                        {{"appearance", Order::appearance}, {"id", Order::id}},
                        "order of the queries: as each first appears in the file, or by id (as "
                        "numbers where all ids are whole numbers)");
            options->write.add_sparse_to(line);
            options->read.add_to(line);
            line.action([options, &session] { sort(*options, session); });
        },
};
}  // namespace commands

}  // namespace gradus::cli
