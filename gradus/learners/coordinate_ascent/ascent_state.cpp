#include "gradus/learners/coordinate_ascent/ascent_state.hpp"

#include <nlohmann/json.hpp>

#include "gradus/learners/training/checkpoint_file.hpp"

namespace gradus::ascent {
namespace {

constexpr const char* format_name = "gradus-coordinate-ascent-checkpoint";

}  // namespace

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BestRound, start, round, values, weights)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(AscentState, start, round, weights, best, also)

std::string AscentState::to_text(const std::string& origin) const {
    nlohmann::json json = *this;
    json["format"] = format_name;
    json["origin"] = origin;
    return json.dump(1) + "\n";
}

AscentState AscentState::from_text(const std::string& text,
                                   const std::string& origin,
                                   const std::string& path) {
    try {
        const nlohmann::json json = nlohmann::json::parse(text);
        if (json.at("format") != format_name) refuse_no_checkpoint(path);
        if (json.at("origin") != origin) refuse_other_origin(path);
        return json.get<AscentState>();
    } catch (const nlohmann::json::exception&) {
        refuse_no_checkpoint(path);
    }
}

}  // namespace gradus::ascent
