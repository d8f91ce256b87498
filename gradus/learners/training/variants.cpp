#include "gradus/learners/training/variants.hpp"

#include <algorithm>

namespace gradus::detail {

Settings one_by_one(const Setting& setting) {
    Settings all;
    if (const auto* const numbers = std::get_if<std::vector<double>>(&setting.value);
        numbers != nullptr && !numbers->empty()) {
        for (const double number : *numbers) all.push_back({setting.name, number});
        return all;
    }
    const auto* const text = std::get_if<std::string>(&setting.value);
    if (text == nullptr) return {setting};
    for (std::size_t begin = 0; begin <= text->size();) {
        const std::size_t end = std::min(text->find(':', begin), text->size());
        all.push_back({setting.name, text->substr(begin, end - begin)});
        begin = end + 1;
    }
    return all;
}

std::vector<Settings> combinations(const std::vector<Settings>& lists) {
    std::vector<Settings> all = {{}};
    for (const Settings& list : lists) {
        std::vector<Settings> longer;
        for (const Settings& shorter : all) {
            for (const Setting& choice : list) {
                longer.push_back(shorter);
                longer.back().push_back(choice);
            }
        }
        all = std::move(longer);
    }
    return all;
}

std::string chosen_text(const Settings& combination, const std::vector<Settings>& lists) {
    std::string text;
    for (std::size_t i = 0; i < lists.size(); ++i) {
        if (lists[i].size() < 2) continue;
        text +=
            (text.empty() ? "" : ", ") + combination[i].name + "=" + text_of(combination[i].value);
    }
    return text;
}

}  // namespace gradus::detail
