#include "apps/cli/standard_streams.hpp"

#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gradus::cli {

namespace {

/// Opened anew, a pipe or terminal has flags of its own.
bool open_anew(int stream, int access) {
    const int fresh = ::open(fmt::format("/proc/self/fd/{}", stream).c_str(),  // NOLINT: variadic
                             access | O_NOCTTY | O_CLOEXEC);
    if (fresh < 0) return false;
    const bool replaced = ::dup2(fresh, stream) >= 0;
    ::close(fresh);
    return replaced;
}

void let_wait(int stream) {
    const int flags = ::fcntl(stream, F_GETFL);  // NOLINT: variadic
    if (flags == -1 || (flags & O_NONBLOCK) == 0) return;
    struct stat status {};
    const bool is_waited_for =
        ::fstat(stream, &status) == 0 && (S_ISFIFO(status.st_mode) || ::isatty(stream) == 1);
    if (is_waited_for && open_anew(stream, flags & O_ACCMODE)) return;
    ::fcntl(stream, F_SETFL, flags & ~O_NONBLOCK);  // NOLINT: variadic
}

}  // namespace

void prepare_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) == -1 && errno == EBADF) {  // NOLINT: variadic
            // The lowest number that is free is this one: those below are open by now.
            [[maybe_unused]] const int held = ::open(  // NOLINT: variadic
                "/dev/null",
                stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        } else {
            let_wait(stream);
        }
    }
}

void complain(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

}  // namespace gradus::cli
