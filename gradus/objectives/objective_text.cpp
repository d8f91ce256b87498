#include "gradus/objectives/objective_text.hpp"

namespace gradus {

std::string in_quotes_if_needed(const std::string& text) {
    const bool needed = text.empty() || text.find_first_of(" \t,()=+*'\"") != std::string::npos;
    if (!needed) return text;
    const bool has_single = text.find('\'') != std::string::npos;
    const bool has_double = text.find('"') != std::string::npos;
    if (has_single && has_double) return text;  // it was typed so, and each is closed
    const char quote = has_single ? '"' : '\'';
    return quote + text + quote;
}

std::string labels_text(const std::string& labels) {
    return labels == "grade" ? "" : "labels=" + in_quotes_if_needed(labels);
}

}  // namespace gradus
