#include "gradus/learners/nets/descent/net_state.hpp"

#include "gradus/learners/training/checkpoint_file.hpp"

namespace gradus::net {

namespace {

constexpr const char* format_name = "gradus-net-checkpoint";

/// Calls visit(name, member) for each member.
template <class State, class Visit>
void for_each_member(State& state, const Visit& visit) {
    visit("candidate", state.candidate);
    visit("epoch", state.epoch);
    visit("restarts", state.restarts);
    visit("failures", state.failures);
    visit("failed_epoch", state.failed_epoch);
    visit("since_better", state.since_better);
    visit("since_best", state.since_best);
    visit("rate", state.rate);
    visit("run_best", state.run_best);
    visit("weights", state.weights);
    visit("steps", state.steps.taken);
    visit("first", state.steps.first);
    visit("second", state.steps.second);
    visit("candidate_best", state.candidate_best);
    visit("best", state.best);
    visit("also", state.also);
}

}  // namespace

template <class Real>
std::string NetState<Real>::to_text(const Origin& origin) const {
    Json json = {{"format", format_name}, {"origin", origin}};
    // An infinite run_best becomes null.
    for_each_member(*this, [&](const char* name, const auto& member) { json.set(name, member); });
    return json.dump(1) + "\n";
}

template <class Real>
NetState<Real> NetState<Real>::from_text(const std::string& text, const std::string& path) {
    NetState state;
    try {
        Json json = Json::parse(text);
        if (json.at("format") != format_name) refuse_no_checkpoint(path);
        if (json.at("run_best").is_null()) json.erase("run_best");
        for_each_member(state, [&]<class Member>(const char* name, Member& member) {
            if (const Json* const found = json.find(name)) member = found->as<Member>();
        });
    } catch (const JsonError&) {
        refuse_no_checkpoint(path);
    }
    return state;
}

template struct NetState<float>;
template struct NetState<double>;

}  // namespace gradus::net
