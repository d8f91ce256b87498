#pragma once

#include <string>

#include "gradus/base/json.hpp"
#include "gradus/learners/training/checkpoint_file.hpp"
#include "gradus/learners/training/stepper.hpp"

namespace gradus {

/// The text of a checkpoint: a state that JSON can hold, with the names of its kind and its origin,
/// and the course.
template <HasJsonFields State>
std::string checkpoint_text(const State& state,
                            const char* format,
                            const Origin& origin,
                            const Course& course) {
    Json json = {{"format", format}, {"origin", origin}, {"course", course}};
    json.set_fields(state);
    return json.dump(1) + "\n";
}

/// Fills the state. Error, naming the path, where the text is not a checkpoint of this kind.
template <HasJsonFields State>
Course restore_state(State& state,
                     const std::string& text,
                     const char* format,
                     const std::string& path) {
    try {
        const Json json = Json::parse(text);
        if (json.at("format") != format) refuse_no_checkpoint(path);
        state = json.as<State>();
        return json.at("course").as<Course>();
    } catch (const JsonError&) {
        refuse_no_checkpoint(path);
    }
}

}  // namespace gradus
