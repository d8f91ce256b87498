#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "gradus/learners/training/checkpoint_file.hpp"

namespace gradus {

/// The text of a checkpoint: a state that JSON can hold, with the names of its kind and its origin.
template <class State>
std::string checkpoint_text(const State& state, const char* format, const std::string& origin) {
    nlohmann::json json = state;
    json["format"] = format;
    json["origin"] = origin;
    return json.dump(1) + "\n";
}

/// Error, naming the path, where the text is no checkpoint of this kind or one of another origin.
template <class State>
State state_from_checkpoint(const std::string& text,
                            const char* format,
                            const std::string& origin,
                            const std::string& path) {
    try {
        const nlohmann::json json = nlohmann::json::parse(text);
        if (json.at("format") != format) refuse_no_checkpoint(path);
        if (json.at("origin") != origin) refuse_other_origin(path);
        return json.get<State>();
    } catch (const nlohmann::json::exception&) {
        refuse_no_checkpoint(path);
    }
}

}  // namespace gradus
