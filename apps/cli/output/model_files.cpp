#include "apps/cli/output/model_files.hpp"

#include <cstddef>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "apps/cli/options/endings.hpp"
#include "gradus/base/atomic_file.hpp"
#include "gradus/base/error.hpp"

namespace gradus::cli {

void ModelFiles::add(const std::string& path) {
    refuse_data_ending(path, "a model", "end the name in .json");
    sinks_.push_back(&set_.add(path));
    names_.push_back(path);
}

void ModelFiles::write(std::span<const Model* const> models) {
    try {
        for (std::size_t i = 0; i < models.size(); ++i) sinks_[i]->write(models[i]->to_text());
        set_.commit();
    } catch (const ClosedPipe&) {
        throw;  // whoever read the model has seen enough
    } catch (const Error& problem) {
        const std::vector<std::string> places = rescued(models);
        if (places.empty()) throw;
        throw Error(problem.where(),
                    problem.problem(),
                    fmt::format("{}; the training is not lost: its {} written to {}",
                                problem.remedy(),
                                places.size() == 1 ? "model was" : "models were",
                                fmt::join(places, " and ")),
                    problem.topic());
    }
}

/// Where the models are now; none where there is no room for them either.
std::vector<std::string> ModelFiles::rescued(std::span<const Model* const> models) const {
    std::error_code failed;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(failed);
    if (failed) return {};
    std::vector<std::string> places;
    try {
        for (std::size_t i = 0; i < models.size(); ++i) {
            const std::string name = std::filesystem::path(names_[i]).filename();
            const std::filesystem::path place =
                folder / fmt::format("gradus-{}-{}", getpid(), name == "-" ? "model.json" : name);
            TextSink sink(place);
            sink.write(models[i]->to_text());
            sink.commit();
            places.push_back(place);
        }
    } catch (const Error&) {
        return {};
    }
    return places;
}

}  // namespace gradus::cli
