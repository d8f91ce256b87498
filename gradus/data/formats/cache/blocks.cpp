#include "gradus/data/formats/cache/blocks.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "gradus/base/checksum.hpp"
#include "gradus/base/error.hpp"
#include "gradus/base/parallel.hpp"

namespace gradus::cache {
namespace {

static_assert(std::endian::native == std::endian::little, "the cache is little-endian");

constexpr char magic[8] = {
    'G', 'R', 'A', 'D', 'U', 'S', '\x1a', '\n'};  // the last two notice a text-mode copy
constexpr std::uint32_t version = 1;
constexpr std::uint32_t byte_order = 0x01020304;
constexpr const char* make_again = "delete it and create it again";

std::uint64_t header_checksum(const Header& header) {
    return checksum(&header, offsetof(Header, header_checksum));
}

}  // namespace

bool begins_as_cache(const std::string& path) {
    const MappedFile file(path);
    return file.size() == 0 ||
           std::memcmp(file.data(), magic, std::min(file.size(), sizeof(magic))) == 0;
}

Blocks::Blocks(const std::string& path) : path_(path), file_(path) {
    Header header{};
    const bool begins =
        file_.size() >= sizeof(magic) && std::memcmp(file_.data(), magic, sizeof(magic)) == 0;
    if (!begins)
        throw Error({path}, "this is not a Gradus cache", "give a .gradus file that Gradus wrote");
    if (file_.size() < sizeof(Header)) throw Error({path}, "the cache is cut short", make_again);
    std::memcpy(&header, file_.data(), sizeof(Header));
    if (header.header_checksum != header_checksum(header))
        throw Error({path}, "the cache is damaged: header", make_again);
    if (header.version != version || header.byte_order != byte_order) {
        throw Error({path}, "the cache was written by another version of Gradus", make_again);
    }
    if (header.file_bytes != file_.size()) {
        throw Error(
            {path},
            fmt::format("the cache has {} bytes instead of {}", file_.size(), header.file_bytes),
            make_again);
    }
    const std::uint64_t blocks = (header.body_bytes + block_bytes - 1) / block_bytes;
    const std::uint64_t table_begin = alignment + header.body_bytes;
    const std::uint64_t manifest_begin = table_begin + blocks * sizeof(std::uint64_t);
    if (manifest_begin + header.manifest_bytes != file_.size()) {
        throw Error({path}, "the cache is damaged: sizes", make_again);
    }
    table_.resize(blocks);
    std::memcpy(table_.data(), file_.data() + table_begin, blocks * sizeof(std::uint64_t));
    manifest_.assign(reinterpret_cast<const char*>(file_.data()) + manifest_begin,
                     header.manifest_bytes);
    if (checksum(table_.data(), blocks * sizeof(std::uint64_t)) != header.table_checksum ||
        checksum(manifest_.data(), manifest_.size()) != header.manifest_checksum) {
        throw Error({path}, "the cache is damaged: table of contents", make_again);
    }
    body_bytes_ = header.body_bytes;
    checked_ = std::make_unique<std::atomic<bool>[]>(blocks);
}

const std::byte* Blocks::at(std::uint64_t offset, std::uint64_t bytes) const {
    if (offset > body_bytes_ || bytes > body_bytes_ - offset) {
        throw Error({path_}, "the cache is damaged: a section lies outside", make_again);
    }
    return file_.data() + alignment + offset;
}

void Blocks::check(const void* begin, const void* end) const {
    if (begin == end) return;
    const std::byte* const body = file_.data() + alignment;
    const auto first = static_cast<std::size_t>(static_cast<const std::byte*>(begin) - body);
    const auto last = static_cast<std::size_t>(static_cast<const std::byte*>(end) - body) - 1;
    for (std::size_t block = first / block_bytes; block <= last / block_bytes; ++block) {
        if (checked_[block].load(std::memory_order_acquire)) continue;
        const std::size_t from = block * block_bytes;
        const std::size_t length = std::min<std::size_t>(block_bytes, body_bytes_ - from);
        if (checksum(body + from, length) != table_[block]) {
            throw Error({path_}, fmt::format("the cache is damaged: block {}", block), make_again);
        }
        checked_[block].store(true, std::memory_order_release);
    }
}

void Blocks::check_all(unsigned threads) const {
    const std::byte* const body = file_.data() + alignment;
    parallel_for(table_.size(), 16, threads, [&](std::size_t begin, std::size_t end) {
        check(body + begin * block_bytes,
              body + std::min<std::uint64_t>(end * block_bytes, body_bytes_));
    });
}

BlockWriter::BlockWriter(const std::string& path) : file_(path) {
    if (!file_.can_go_back()) {
        throw Error({path == "-" ? "<stdout>" : path},
                    "a cache is not written from front to back, as a pipe needs it",
                    "name a file, or another format");
    }
    block_.reserve(block_bytes);
    const Header empty{};
    file_.write(&empty, sizeof(Header));
}

void BlockWriter::append(const void* data, std::size_t bytes) {
    file_.write(data, bytes);
    body_bytes_ += bytes;
    const char* p = static_cast<const char*>(data);
    while (bytes > 0) {
        const std::size_t part = std::min(bytes, block_bytes - block_.size());
        block_.insert(block_.end(), p, p + part);
        if (block_.size() == block_bytes) {
            table_.push_back(checksum(block_.data(), block_.size()));
            block_.clear();
        }
        p += part;
        bytes -= part;
    }
}

std::uint64_t BlockWriter::add_section(const void* data, std::size_t bytes) {
    const std::uint64_t offset = body_bytes_;
    append(data, bytes);
    constexpr char padding[alignment] = {};
    append(padding, (alignment - body_bytes_ % alignment) % alignment);
    return offset;
}

void BlockWriter::finish(const std::string& manifest) {
    if (!block_.empty()) table_.push_back(checksum(block_.data(), block_.size()));
    const std::size_t table_bytes = table_.size() * sizeof(std::uint64_t);
    file_.write(table_.data(), table_bytes);
    file_.write(manifest);
    Header header{.magic = {},
                  .version = version,
                  .byte_order = byte_order,
                  .file_bytes = file_.written(),
                  .body_bytes = body_bytes_,
                  .table_checksum = checksum(table_.data(), table_bytes),
                  .manifest_bytes = manifest.size(),
                  .manifest_checksum = checksum(manifest.data(), manifest.size()),
                  .header_checksum = 0};
    std::memcpy(header.magic, magic, sizeof(magic));
    header.header_checksum = header_checksum(header);
    file_.write_at(0, &header, sizeof(Header));
    file_.commit();
}

}  // namespace gradus::cache
