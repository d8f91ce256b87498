#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "gradus/evaluation/profile.hpp"

namespace gradus::cli {
namespace {

void list_profiles() {
    std::string text;
    for (const Profile& profile : all_profiles()) {
        if (!text.empty()) text += '\n';
        text += fmt::format("{}: {}\n", profile.name, profile.summary);
        const std::string rules = describe(profile);
        for (std::size_t begin = 0; begin < rules.size();) {
            const std::size_t end = rules.find('\n', begin) + 1;
            text += "    " + rules.substr(begin, end - begin);
            begin = end;
        }
    }
    print(text);
}

}  // namespace

extern const CommandEntry list_profiles_entry{
    .group = "list",
    .name = "profiles",
    .summary = "the evaluation profiles and their rules",
    .add = [](CommandLine& line, Session& /*session*/) { line.action([] { list_profiles(); }); },
};

}  // namespace gradus::cli
