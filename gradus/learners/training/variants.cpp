#include "gradus/learners/training/variants.hpp"

#include <algorithm>

namespace gradus::detail {

std::vector<std::string> one_by_one(const std::string& setting) {
    const std::size_t sign = setting.find('=');
    const std::string name = setting.substr(0, sign + 1);
    std::vector<std::string> all;
    for (std::size_t begin = sign + 1; begin <= setting.size();) {
        const std::size_t end = std::min(setting.find(':', begin), setting.size());
        all.push_back(name + setting.substr(begin, end - begin));
        begin = end + 1;
    }
    return all;
}

std::vector<std::vector<std::string>> combinations(
    const std::vector<std::vector<std::string>>& lists) {
    std::vector<std::vector<std::string>> all = {{}};
    for (const std::vector<std::string>& list : lists) {
        std::vector<std::vector<std::string>> longer;
        for (const std::vector<std::string>& shorter : all) {
            for (const std::string& choice : list) {
                longer.push_back(shorter);
                longer.back().push_back(choice);
            }
        }
        all = std::move(longer);
    }
    return all;
}

std::string text_of(const std::vector<std::string>& combination,
                    const std::vector<std::vector<std::string>>& lists) {
    std::string text;
    for (std::size_t i = 0; i < lists.size(); ++i)
        if (lists[i].size() > 1) text += (text.empty() ? "" : ", ") + combination[i];
    return text;
}

}  // namespace gradus::detail
