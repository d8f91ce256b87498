#include <fmt/format.h>

#include "gradus/base/text_number.hpp"
#include "gradus/data/format.hpp"
#include "gradus/data/formats/pairs.hpp"
#include "gradus/data/formats/pairs/fields.hpp"

namespace gradus {
namespace {

/// The row as a number without signs and leading zeros, so that one row has one name.
std::string row_of(const pairs::PairField& field, const Where& line) {
    const auto row = integer_from(field.text);
    if (row && *row >= 0) return std::to_string(*row);
    throw Error(pairs::place(line, field),
                fmt::format("'{}' is not a row", excerpt(field.text)),
                "number the rows of the data file from 0");
}

}  // namespace

Pairs read_pairs_rows(TextSource source) {
    Pairs result;
    pairs::for_each_pair(source, pairs::Separated::by_tabs, [&](auto fields, const Where& where) {
        if (fields.size() != 2 && fields.size() != 3) {
            throw Error(where,
                        fmt::format("the line has {} tab-separated field{}, not 2 or 3",
                                    fields.size(),
                                    fields.size() == 1 ? "" : "s"),
                        "write 'winner loser [weight]'");
        }
        const std::string winner = row_of(fields[0], where);
        const std::string loser = row_of(fields[1], where);
        const float weight = fields.size() == 3 ? pairs::weight_of(fields[2], where) : 1.0F;
        pairs::add(result, {}, winner, loser, weight, where);
    });
    return result;
}

bool holds_pairs_of_rows(const std::string& path) {
    if (path == "-") return false;  // cannot be read twice
    TextSource source(path);
    std::size_t fields_of_first = 0;
    std::vector<pairs::PairField> fields;
    const std::string_view batch = source.next_batch();
    for (std::size_t begin = 0; begin < batch.size() && fields_of_first == 0;) {
        const std::size_t end = batch.find('\n', begin);
        std::string_view line = batch.substr(begin, end - begin);
        if (line.ends_with('\r')) line.remove_suffix(1);
        pairs::split(line, {source.name()}, pairs::Separated::by_tabs, fields);
        fields_of_first = fields.size();
        begin = end + 1;
    }
    return fields_of_first == 2;
}

namespace data_formats {
extern const FormatEntry pairs_rows_entry{
    .name = "pairs-rows",
    .kind = "pairs",
    .summary = "CatBoost's pairs: winner<TAB>loser[<TAB>weight], rows of the data from 0",
    .suffixes = "",
    .read = [](const std::string& path, const ReadOptions& /*options*/) -> Content {
        return read_pairs_rows(TextSource(path));
    },
    .write = nullptr,
};
}  // namespace data_formats

}  // namespace gradus
