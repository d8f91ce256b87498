#include "gradus/base/scratch.hpp"

namespace gradus {

void* Scratch::take(std::size_t bytes) {
    const std::size_t lines = (bytes + line - 1) / line;
    while (block_ < blocks_.size() && used_ + lines > blocks_[block_].size) {
        ++block_;
        used_ = 0;
    }
    if (block_ == blocks_.size()) {
        const std::size_t last = blocks_.empty() ? 0 : blocks_.back().size;
        const std::size_t size = std::max({lines, 2 * last, std::size_t{256}});
        blocks_.push_back({std::make_unique_for_overwrite<Line[]>(size), size});
    }
    void* const place = blocks_[block_].lines.get() + used_;
    used_ += lines;
    return place;
}

void Scratch::clear() {
    if (blocks_.size() > 1) {  // next time one block holds it all
        std::size_t size = 0;
        for (const Block& block : blocks_) size += block.size;
        blocks_.clear();
        blocks_.push_back({std::make_unique_for_overwrite<Line[]>(size), size});
    }
    block_ = 0;
    used_ = 0;
}

}  // namespace gradus
