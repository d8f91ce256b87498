#pragma once

#include <memory>

#include "gradus/models/linear.hpp"
#include "gradus/models/net.hpp"
#include "gradus/models/steps.hpp"
#include "gradus/models/tree_ensemble.hpp"

namespace gradus {
class Scorer;
}

/// How each kind of model is scored fast: one function a kind.
namespace gradus::engines {

std::unique_ptr<const Scorer> make_engine(const LinearModel& model);
std::unique_ptr<const Scorer> make_engine(const NetModel& model);
std::unique_ptr<const Scorer> make_engine(const StepModel& model);
std::unique_ptr<const Scorer> make_engine(const TreeEnsemble& model);

}  // namespace gradus::engines
