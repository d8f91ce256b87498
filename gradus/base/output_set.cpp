#include "gradus/base/output_set.hpp"

#include <utility>

#include "gradus/base/file_lock.hpp"
#include "gradus/base/output_place.hpp"

namespace gradus {

void OutputSet::require(std::function<void()> check) {
    check();
    checks_.push_back(std::move(check));
}

TextSink& OutputSet::add(const std::string& path) {
    if (first_.empty() || path < first_) first_ = path;
    return files_.emplace_back(path);
}

void OutputSet::prepare() {
    for (TextSink& file : files_) file.prepare();
}

void OutputSet::commit() {
    prepare();
    FileLock lock;
    const bool is_set = files_.size() > 1 || !checks_.empty();
    if (is_set) {
        const OutputPlace place = OutputPlace::of(first_);
        if (place.stays()) lock.wait_for(place.path);
        for (const auto& check : checks_) check();
    }
    for (TextSink& file : files_) file.commit();
}

}  // namespace gradus
