#include "gradus/learners/training/json_log.hpp"

#include <nlohmann/json.hpp>

#include "gradus/base/error.hpp"

namespace gradus {

JsonLog::JsonLog(const std::string& path) {
    if (path.empty()) return;
    file_.open(path, std::ios::app);
    if (!file_)
        throw Error({path}, "the log cannot be written", "check the folder and its permissions");
}

double JsonLog::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
}

void JsonLog::write(const nlohmann::ordered_json& line) {
    if (file_.is_open()) file_ << line.dump() << '\n' << std::flush;
}

void JsonLog::resume(std::size_t step) {
    write(nlohmann::ordered_json{{"resumed", step}});
}

}  // namespace gradus
