#include <fmt/format.h>

#include "gradus/data/format.hpp"
#include "gradus/data/formats/pairs.hpp"
#include "gradus/data/formats/pairs/fields.hpp"

namespace gradus {

Pairs read_preferences(TextSource source) {
    Pairs result;
    pairs::for_each_pair(source, pairs::Separated::by_blanks, [&](auto fields, const Where& where) {
        if (fields.size() != 4) {
            throw Error(
                where,
                fmt::format(
                    "the line has {} field{}, not 4", fields.size(), fields.size() == 1 ? "" : "s"),
                "write 'query documentA documentB preferred'");
        }
        const std::string_view a = fields[1].text;
        const std::string_view b = fields[2].text;
        const std::string_view preferred = fields[3].text;
        if (preferred != a && preferred != b) {
            throw Error(
                pairs::place(where, fields[3]),
                fmt::format("the preferred document {} is not one of the two", excerpt(preferred)),
                "write the id of the better document");
        }
        pairs::add(result, fields[0].text, preferred, preferred == a ? b : a, 1.0F, where);
    });
    return result;
}

namespace data_formats {
extern const FormatEntry preferences_entry{
    .name = "preferences",
    .kind = "pairs",
    .summary = "judged pairs: query documentA documentB preferred",
    .suffixes = ".pref",
    .read = [](const std::string& path, const ReadOptions& /*options*/) -> Content {
        return read_preferences(TextSource(path));
    },
    .write = nullptr,
};
}  // namespace data_formats

}  // namespace gradus
