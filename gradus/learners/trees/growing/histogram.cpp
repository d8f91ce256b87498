// The inner loop of training, whose bound is one store for each addition. Four things make it fast:
// one addition adds gradient and Hessian; 16 tracks are served at a time, whose cells (33 KB, or
// half of that) and a chunk's rows (4 KB) fit into the first-level cache together; the rows of a
// chunk are fetched while the chunk before is added; and words are taken apart once a chunk, not
// once a pass.

#include "gradus/learners/trees/growing/histogram.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

namespace gradus::gbdt {
namespace {

constexpr std::size_t chunk = 64;
constexpr std::size_t documents_a_step = 4;

/// A chunk's documents, taken apart.
template <class AnyCell>
struct Chunk {
    std::array<std::uint32_t, chunk> documents;
    std::array<AnyCell, chunk> values;
    std::size_t size;
};

template <class AnyCell>
inline AnyCell value_of(Word word) {
    if constexpr (std::is_same_v<AnyCell, Cell>) {
        return cell_of(word);
    } else {
        return narrow_cell_of(word);
    }
}

inline std::uint64_t eight_bytes(const std::uint8_t* p) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, p, sizeof bytes);
    return bytes;
}

template <class AnyCell>
inline void add_eight(std::uint64_t bytes, AnyCell value, AnyCell* cells) {
    cells[bytes & 0xFFU] += value;
    cells[1 * cells_a_track + (bytes >> 8U & 0xFFU)] += value;
    cells[2 * cells_a_track + (bytes >> 16U & 0xFFU)] += value;
    cells[3 * cells_a_track + (bytes >> 24U & 0xFFU)] += value;
    cells[4 * cells_a_track + (bytes >> 32U & 0xFFU)] += value;
    cells[5 * cells_a_track + (bytes >> 40U & 0xFFU)] += value;
    cells[6 * cells_a_track + (bytes >> 48U & 0xFFU)] += value;
    cells[7 * cells_a_track + (bytes >> 56U)] += value;
}

/// One chunk of documents into 8 or 16 tracks. `next` are words whose rows to fetch meanwhile.
template <std::size_t Groups, class AnyCell>
void add_chunk(const Chunk<AnyCell>& now,
               const std::uint8_t* rows,
               std::size_t width,
               AnyCell* cells,
               std::span<const Word> next,
               const std::uint8_t* next_rows) {
    std::size_t fetched = 0;
    const auto add = [&](std::size_t i) {
        const std::uint8_t* const row = rows + now.documents[i] * width;
        const AnyCell value = now.values[i];
        const std::uint64_t first = eight_bytes(row);
        if constexpr (Groups == 2) {
            const std::uint64_t second = eight_bytes(row + 8);
            add_eight(first, value, cells);
            add_eight(second, value, cells + 8 * cells_a_track);
        } else {
            add_eight(first, value, cells);
        }
    };
    std::size_t i = 0;
    for (; i + documents_a_step <= now.size; i += documents_a_step) {
        if (fetched < next.size()) {
            __builtin_prefetch(next_rows + document_of(next[fetched]) * width);
            ++fetched;
        }
        for (std::size_t step = 0; step < documents_a_step; ++step) add(i + step);
    }
    for (; i < now.size; ++i) add(i);
    for (; fetched < next.size(); ++fetched)
        __builtin_prefetch(next_rows + document_of(next[fetched]) * width);
}

template <class AnyCell>
void add_chunks(std::span<const Word> words,
                const std::uint8_t* rows,
                std::size_t width,
                std::size_t groups,
                AnyCell* cells) {
    for (const Word word : words.first(std::min(chunk, words.size())))
        __builtin_prefetch(rows + document_of(word) * width);
    const std::size_t passes = (groups + 1) / 2;
    Chunk<AnyCell> now;
    for (std::size_t begin = 0; begin < words.size(); begin += now.size) {
        now.size = std::min(chunk, words.size() - begin);
        for (std::size_t i = 0; i < now.size; ++i) {
            now.documents[i] = document_of(words[begin + i]);
            now.values[i] = value_of<AnyCell>(words[begin + i]);
        }
        const std::size_t next_begin = begin + now.size;
        const auto next = words.subspan(next_begin, std::min(chunk, words.size() - next_begin));
        const std::size_t part = (next.size() + passes - 1) / passes;
        for (std::size_t pass = 0; pass < passes; ++pass) {
            // Each pass fetches its part of the next chunk's rows.
            const std::size_t part_begin = std::min(pass * part, next.size());
            const auto own_next =
                next.subspan(part_begin, std::min(part, next.size() - part_begin));
            const std::uint8_t* const own_rows = rows + 16 * pass;
            AnyCell* const own_cells = cells + 16 * pass * cells_a_track;
            if (2 * pass + 2 <= groups) {
                add_chunk<2>(now, own_rows, width, own_cells, own_next, rows);
            } else {
                add_chunk<1>(now, own_rows, width, own_cells, own_next, rows);
            }
        }
    }
}

}  // namespace

void add_documents(std::span<const Word> words,
                   const std::uint8_t* rows,
                   std::size_t width,
                   std::size_t groups,
                   Cell* cells) {
    add_chunks(words, rows, width, groups, cells);
}

void add_documents(std::span<const Word> words,
                   const std::uint8_t* rows,
                   std::size_t width,
                   std::size_t groups,
                   NarrowCell* cells) {
    add_chunks(words, rows, width, groups, cells);
}

}  // namespace gradus::gbdt
