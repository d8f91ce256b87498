#include "apps/cli/output/word_list.hpp"

#include <sstream>
#include <utility>

namespace gradus::cli {

std::vector<std::string> words(std::string_view text) {
    std::istringstream stream{std::string(text)};
    std::vector<std::string> all;
    for (std::string word; stream >> word;) all.push_back(word);
    return all;
}

void append_codes(std::vector<report::Span>& line, const std::vector<std::string>& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) line.push_back({", "});
        line.push_back({words[i], true});
    }
}

report::Note examples_note(std::string_view examples) {
    std::vector<report::Span> line = {{"For example "}};
    append_codes(line, words(examples));
    line.push_back({"."});
    return {std::move(line), report::pages};
}

report::Cell yes_cell(bool has) {
    return {Json(has), has ? "yes" : "-"};
}

}  // namespace gradus::cli
