#pragma once

#include <string_view>

namespace gradus::cli {

/// Makes standard input, output and error what a program expects.
/// - Where one is closed, the next file that is opened would get its number, and what is printed
///   would end up in that file: something takes its place that can neither be read nor written.
/// - Where one does not wait (an event loop's pipe), reading before there is input or writing into
///   a full pipe would be an error: it is made to wait. The other users of a pipe or terminal keep
///   theirs as it is; those of a socket share the change.
void prepare_standard_streams();

/// Prints on stderr. Where that cannot be written there is nobody left to tell.
void complain(std::string_view text);

}  // namespace gradus::cli
