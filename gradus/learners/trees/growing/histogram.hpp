#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace gradus::gbdt {

/// A document on its way through a tree: its number and its rounded gradient and Hessian in one
/// word. A partition moves words, so that gradients are read in order and never gathered.
using Word = std::uint64_t;

constexpr Word make_word(std::uint32_t document, std::int16_t gradient, std::uint16_t hessian) {
    return Word{document} << 32U | Word{static_cast<std::uint16_t>(gradient)} << 16U | hessian;
}
constexpr std::uint32_t document_of(Word word) {
    return static_cast<std::uint32_t>(word >> 32U);
}

/// Two sums in one number: gradients in the upper half, Hessians (never negative) in the lower. The
/// rounding keeps both below 2^31, so one addition adds both and the order of adding is free.
using Cell = std::int64_t;

constexpr Cell cell_of(Word word) {
    const std::int64_t gradient = static_cast<std::int32_t>(static_cast<std::uint32_t>(word)) >> 16;
    return gradient * (std::int64_t{1} << 32U) + static_cast<std::int64_t>(word & 0xFFFFU);
}
constexpr std::int64_t gradients_of(Cell cell) {
    return cell >> 32U;
}
constexpr std::int64_t hessians_of(Cell cell) {
    return cell & 0xFFFFFFFF;
}

/// The same in 32 bits, for a tree whose sums all fit halves of 16: half the memory to clear,
/// subtract and search, and the first-level cache holds more of it.
using NarrowCell = std::int32_t;

constexpr NarrowCell narrow_cell_of(Word word) {
    return static_cast<NarrowCell>(static_cast<std::uint32_t>(word));
}
constexpr Cell widened(Cell cell) {
    return cell;
}
constexpr Cell widened(NarrowCell cell) {
    return cell_of(static_cast<std::uint32_t>(cell));
}

/// Bins 0 … 254 are of values, the last of missing ones.
constexpr std::size_t missing_cell = 255;
/// From one track (tracks.hpp) to the next: more than 256, as processors mistake a load for one of
/// a store that was 4096 bytes away, and most features of a document are in their first bin.
constexpr std::size_t cells_a_track = 264;

/// Adds documents to the histograms of a plane's neighbouring tracks, which come in groups of
/// eight: cells[t * cells_a_track + byte] for the track t counted from the first of `groups`.
/// `rows` is the first byte of those tracks in the plane's row 0, `width` the bytes of a row.
void add_documents(std::span<const Word> words,
                   const std::uint8_t* rows,
                   std::size_t width,
                   std::size_t groups,
                   Cell* cells);
void add_documents(std::span<const Word> words,
                   const std::uint8_t* rows,
                   std::size_t width,
                   std::size_t groups,
                   NarrowCell* cells);

}  // namespace gradus::gbdt
