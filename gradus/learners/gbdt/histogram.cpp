// The inner loop of training. Three things make it fast: one addition adds slope and curvature; 16
// features are served at a time, whose cells (32 KB) stay in the first-level cache; and the rows of
// a chunk of documents are fetched while the chunk before is added.

#include "gradus/learners/gbdt/histogram.hpp"

#include <algorithm>
#include <cstring>

namespace gradus::gbdt {
namespace {

constexpr std::size_t chunk = 512;
constexpr std::size_t words_a_step = 4;

inline std::uint64_t eight_bins(const std::uint8_t* p) {
    std::uint64_t bins = 0;
    std::memcpy(&bins, p, sizeof bins);
    return bins;
}

inline void add_eight(std::uint64_t bins, Cell value, Cell* cells) {
    cells[bins & 0xFFU] += value;
    cells[1 * cells_a_feature + (bins >> 8U & 0xFFU)] += value;
    cells[2 * cells_a_feature + (bins >> 16U & 0xFFU)] += value;
    cells[3 * cells_a_feature + (bins >> 24U & 0xFFU)] += value;
    cells[4 * cells_a_feature + (bins >> 32U & 0xFFU)] += value;
    cells[5 * cells_a_feature + (bins >> 40U & 0xFFU)] += value;
    cells[6 * cells_a_feature + (bins >> 48U & 0xFFU)] += value;
    cells[7 * cells_a_feature + (bins >> 56U)] += value;
}

/// One chunk of documents into 8 or 16 features. `next` are words whose rows to fetch meanwhile.
template <std::size_t Groups>
void add_chunk(std::span<const Word> words,
               const std::uint8_t* rows,
               std::size_t width,
               Cell* cells,
               std::span<const Word> next,
               const std::uint8_t* next_rows) {
    std::size_t fetched = 0;
    const auto add = [&](Word word) {
        const std::uint8_t* const row = rows + document_of(word) * width;
        const Cell value = cell_of(word);
        const std::uint64_t first = eight_bins(row);
        if constexpr (Groups == 2) {
            const std::uint64_t second = eight_bins(row + 8);
            add_eight(first, value, cells);
            add_eight(second, value, cells + 8 * cells_a_feature);
        } else {
            add_eight(first, value, cells);
        }
    };
    std::size_t i = 0;
    for (; i + words_a_step <= words.size(); i += words_a_step) {
        if (fetched < next.size()) {
            __builtin_prefetch(next_rows + document_of(next[fetched]) * width);
            ++fetched;
        }
        for (std::size_t step = 0; step < words_a_step; ++step) add(words[i + step]);
    }
    for (; i < words.size(); ++i) add(words[i]);
    for (; fetched < next.size(); ++fetched)
        __builtin_prefetch(next_rows + document_of(next[fetched]) * width);
}

}  // namespace

void add_documents(std::span<const Word> words,
                   const std::uint8_t* rows,
                   std::size_t width,
                   std::size_t groups,
                   Cell* cells) {
    for (const Word word : words.first(std::min(chunk, words.size())))
        __builtin_prefetch(rows + document_of(word) * width);
    const std::size_t passes = (groups + 1) / 2;
    for (std::size_t begin = 0; begin < words.size(); begin += chunk) {
        const auto now = words.subspan(begin, std::min(chunk, words.size() - begin));
        const std::size_t next_begin = begin + now.size();
        const auto next = words.subspan(next_begin, std::min(chunk, words.size() - next_begin));
        for (std::size_t pass = 0; pass < passes; ++pass) {
            // Each pass fetches its part of the next chunk's rows.
            const std::size_t part = (next.size() + passes - 1) / passes;
            const std::size_t part_begin = std::min(pass * part, next.size());
            const auto own_next =
                next.subspan(part_begin, std::min(part, next.size() - part_begin));
            const std::uint8_t* const own_rows = rows + 16 * pass;
            Cell* const own_cells = cells + 16 * pass * cells_a_feature;
            if (2 * pass + 2 <= groups) {
                add_chunk<2>(now, own_rows, width, own_cells, own_next, rows);
            } else {
                add_chunk<1>(now, own_rows, width, own_cells, own_next, rows);
            }
        }
    }
}

}  // namespace gradus::gbdt
