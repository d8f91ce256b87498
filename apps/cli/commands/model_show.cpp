#include <memory>

#include "apps/cli/command.hpp"
#include "gradus/models/model.hpp"

namespace gradus::cli {

extern const CommandEntry model_show_entry{
    .group = "model",
    .name = "show",
    .summary = "what a model is: its kind, size, target, parameters, leading features",
    .add =
        [](CommandLine& line, Session& /*session*/) {
            const auto path = std::make_shared<std::string>();
            line.option("MODEL", *path, "a model that gradus train wrote").required().reads();
            line.action([path] { print(load_model(*path)->summary()); });
        },
};

}  // namespace gradus::cli
