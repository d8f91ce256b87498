#include "gradus/base/scratch.hpp"

namespace gradus {

void* Scratch::take(std::size_t bytes) {
    const std::size_t lines = (bytes + line - 1) / line;
    if (blocks_.empty() || used_ + lines > size_) {
        all_used_ += used_;
        size_ = std::max({lines, 2 * size_, std::size_t{256}});
        blocks_.push_back(std::make_unique_for_overwrite<Line[]>(size_));
        used_ = 0;
    }
    void* const place = blocks_.back().get() + used_;
    used_ += lines;
    return place;
}

void Scratch::clear() {
    if (blocks_.size() > 1) {  // next time one block holds it all
        const std::size_t needed = all_used_ + used_;
        blocks_.clear();
        size_ = std::max(needed, size_);
        blocks_.push_back(std::make_unique_for_overwrite<Line[]>(size_));
    }
    used_ = 0;
    all_used_ = 0;
}

}  // namespace gradus
