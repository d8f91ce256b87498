#pragma once

#include <memory>
#include <string>
#include <type_traits>

#include "gradus/base/json.hpp"
#include "gradus/models/linear.hpp"
#include "gradus/models/net.hpp"
#include "gradus/models/steps.hpp"
#include "gradus/models/tree_ensemble.hpp"

/// Each kind of model as a JSON file, and back: a pair of functions a kind. Reading throws Error,
/// naming `source`, where the JSON is not such a model.
namespace gradus::model_json {

std::string text_of(const LinearModel& model);
std::string text_of(const NetModel& model);
std::string text_of(const StepModel& model);
std::string text_of(const TreeEnsemble& model);

std::unique_ptr<const LinearModel> read(std::type_identity<LinearModel> kind,
                                        const Json& root,
                                        const std::string& source);
std::unique_ptr<const NetModel> read(std::type_identity<NetModel> kind,
                                     const Json& root,
                                     const std::string& source);
std::unique_ptr<const StepModel> read(std::type_identity<StepModel> kind,
                                      const Json& root,
                                      const std::string& source);
std::unique_ptr<const TreeEnsemble> read(std::type_identity<TreeEnsemble> kind,
                                         const Json& root,
                                         const std::string& source);

}  // namespace gradus::model_json
