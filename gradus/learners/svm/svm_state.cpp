#include "gradus/learners/svm/svm_state.hpp"

#include <nlohmann/json.hpp>

#include "gradus/learners/training/checkpoint_file.hpp"

namespace gradus::svm {
namespace {

constexpr const char* format_name = "gradus-svm-checkpoint";

}  // namespace

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Plane, normal, offset, block)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RestrictedDual::Snapshot, planes, masses, unused)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(
    CuttingPlaneState, rounds, touches, planes, objective, risk, bound)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CuttingPlane::Snapshot, state, best, best_slope, dual)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BestStep, step, values, weights)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SvmState, step, solver, best, also)

std::string SvmState::to_text(const std::string& origin) const {
    nlohmann::json json = *this;
    json["format"] = format_name;
    json["origin"] = origin;
    return json.dump(1) + "\n";
}

SvmState SvmState::from_text(const std::string& text,
                             const std::string& origin,
                             const std::string& path) {
    try {
        const nlohmann::json json = nlohmann::json::parse(text);
        if (json.at("format") != format_name) refuse_no_checkpoint(path);
        if (json.at("origin") != origin) refuse_other_origin(path);
        return json.get<SvmState>();
    } catch (const nlohmann::json::exception&) {
        refuse_no_checkpoint(path);
    }
}

}  // namespace gradus::svm
