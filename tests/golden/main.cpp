// gradus_golden: runs every case of a file of expected values through the library's public
// functions.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/text_source.hpp"
#include "tests/golden/golden.hpp"

namespace gradus::golden {
namespace {

struct Tally {
    std::size_t cases = 0;
    std::size_t checked = 0;
    std::size_t failed = 0;
};

const Checker* find_checker(std::string_view kind) {
    for (const auto family : {value_checkers(),
                              ability_checkers(),
                              argmax_checkers(),
                              objective_checkers(),
                              loss_checkers(),
                              optimality_checkers(),
                              svm_checkers(),
                              boost_checkers(),
                              tree_checkers(),
                              data_checkers(),
                              comparison_checkers()}) {
        for (const Checker& checker : family) {
            if (checker.kind == kind) return &checker;
        }
    }
    return nullptr;
}

constexpr std::array<std::string_view, 5> case_members = {"id", "kind", "tol", "in", "out"};

/// A malformed case must not end the run: it is a difference like any other.
std::vector<std::string> check(const Checker& checker, const Json& item) {
    try {
        const auto tol = item.at("tol").as<double>();
        for (const auto& [name, value] : item.members()) {
            if (std::ranges::find(case_members, name) == case_members.end())
                throw Unserved(fmt::format("no case has a member '{}'", name));
        }
        const Json& out = item.at("out");
        if (!out.is_object()) return {"malformed case: 'out' is not an object"};
        Answers answers(out);
        check_parameters(checker, item.at("in"));
        checker.answer(item.at("in"), out, answers);
        return differences(out, answers, tol);
    } catch (const Unserved&) {
        throw;
    } catch (const std::exception& error) {
        return {fmt::format("malformed case: {}", error.what())};
    }
}

std::string text_of(const Json& item, const char* key, const std::string& otherwise) {
    const Json* const found = item.find(key);
    return found != nullptr && found->is_string() ? found->as<std::string>() : otherwise;
}

void print(const std::string& kind, const Tally& tally) {
    fmt::print("{}: checked {} of {}, failed {}\n", kind, tally.checked, tally.cases, tally.failed);
}

int run(const std::filesystem::path& path) {
    if (!std::filesystem::exists(path))
        throw Error({path.string()}, "cannot be read", "name a file in GRADUS_GOLDEN");
    const std::optional<Json> file = Json::parse_if(read_text(path.string()));
    const Json* const cases = file ? file->find("cases") : nullptr;
    if (cases == nullptr || !cases->is_array())
        throw Error({path.string()}, "no JSON object with a list of cases", "name a golden file");
    std::vector<std::string> kinds;  // in the order of the file
    std::map<std::string, Tally> tallies;
    Tally total;
    for (const Json& item : cases->items()) {
        const std::string id = text_of(item, "id", fmt::format("case number {}", total.cases + 1));
        const std::string kind = text_of(item, "kind", "(no kind)");
        if (!tallies.contains(kind)) kinds.push_back(kind);
        Tally& tally = tallies[kind];
        ++tally.cases;
        ++total.cases;
        const Checker* checker = find_checker(kind);
        if (checker == nullptr && kind != "(no kind)") continue;
        std::vector<std::string> lines = {"malformed case: it has no kind"};
        try {
            if (checker != nullptr) lines = check(*checker, item);
        } catch (const Unserved& reason) {
            fmt::print("UNCHECKED {} {}\n", id, reason.what());
            continue;
        }
        ++tally.checked;
        ++total.checked;
        for (const std::string& line : lines) fmt::print("FAILED {} {}\n", id, line);
        if (!lines.empty()) {
            ++tally.failed;
            ++total.failed;
        }
    }
    for (const std::string& kind : kinds) print(kind, tallies[kind]);
    print("total", total);
    return total.failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int start() {
    if (const char* named = std::getenv("GRADUS_GOLDEN")) return run(named);
    return run(GRADUS_SOURCE_DIR "/tests/golden/golden.json");
}

}  // namespace
}  // namespace gradus::golden

int main() {
    try {
        return gradus::golden::start();
    } catch (const std::exception& error) {
        fmt::print(stderr, "error: {}\n", error.what());
        return EXIT_FAILURE;
    }
}
