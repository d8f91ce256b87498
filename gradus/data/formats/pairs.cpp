#include "gradus/data/formats/pairs.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "gradus/base/text_number.hpp"
#include "gradus/base/text_sink.hpp"
#include "gradus/data/format.hpp"
#include "gradus/data/formats/pairs/fields.hpp"

namespace gradus {
namespace {

void check_id(std::string_view id, std::string_view kind, const std::string& path) {
    const bool control =
        std::ranges::any_of(id, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    if (!id.empty() && !control) return;
    throw Error({path},
                id.empty() ? fmt::format("a pair has no {}", kind)
                           : fmt::format("pairs cannot hold the {} id '{}'", kind, excerpt(id)),
                id.empty() ? "pairs of rows are read with the data they belong to, by the learner "
                             "lambdamart with `objective=pairs` and `pairs=FILE`"
                           : "use ids without tabs and line ends");
}

}  // namespace

Pairs read_pairs(TextSource source) {
    Pairs result;
    pairs::for_each_pair(source, pairs::Separated::by_tabs, [&](auto fields, const Where& where) {
        if (fields.size() != 3 && fields.size() != 4) {
            throw Error(
                where,
                fmt::format("the line has {} tab-separated field{}, not 3 or 4",
                            fields.size(),
                            fields.size() == 1 ? "" : "s"),
                fields.size() == 2
                    ? "write 'query winner loser [weight]'; pairs of rows are read with the "
                      "data they belong to, by the learner lambdamart with `objective=pairs`, "
                      "`pairs=FILE` and `pairs_form=rows`"
                    : "write 'query winner loser [weight]'");
        }
        constexpr std::string_view kinds[] = {"query", "winner", "loser"};
        for (std::size_t i = 0; i < 3; ++i) {
            if (!fields[i].text.empty()) continue;
            throw Error(pairs::place(where, fields[i]),
                        fmt::format("the {} is empty", kinds[i]),
                        "write 'query winner loser [weight]'");
        }
        const float weight = fields.size() == 4 ? pairs::weight_of(fields[3], where) : 1.0F;
        pairs::add(result, fields[0].text, fields[1].text, fields[2].text, weight, where);
    });
    return result;
}

void write_pairs(const Pairs& pairs, const std::string& path) {
    TextSink sink(path);
    std::string line;
    for (std::size_t i = 0; i < pairs.weights.size(); ++i) {
        check_id(pairs.query_ids[i], "query", path);
        check_id(pairs.winners[i], "document", path);
        check_id(pairs.losers[i], "document", path);
        line = fmt::format("{}\t{}\t{}", pairs.query_ids[i], pairs.winners[i], pairs.losers[i]);
        if (pairs.weights[i] != 1.0F) {
            line += '\t';
            append_shortest(line, pairs.weights[i]);
        }
        line += '\n';
        sink.write(line);
    }
    sink.commit();
}

namespace data_formats {
extern const FormatEntry pairs_entry{
    .name = "pairs",
    .kind = "pairs",
    .summary = "preferences: query<TAB>winner<TAB>loser[<TAB>weight]",
    .suffixes = ".pairs",
    .read = [](const std::string& path, const ReadOptions& /*options*/) -> Content {
        return read_pairs(TextSource(path));
    },
    .write = [](const Content& content,
                const std::string& path,
                const WriteOptions& /*options*/) { write_pairs(std::get<Pairs>(content), path); },
};
}  // namespace data_formats

}  // namespace gradus
