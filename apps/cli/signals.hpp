#pragma once

#include "gradus/base/stop_request.hpp"

namespace gradus::cli {

/// From here on SIGINT, SIGTERM and SIGHUP, where they are not ignored, leave no temporary files.
/// The first one asks work that heeds stop_request() to end after its step; where nobody heeds it,
/// and at the second signal, the program ends at once, with 128 + the signal's number. A file that
/// shrinks while it is read ends it with a message and 1.
void install_signal_handlers();

/// For work that can end early.
StopRequest& stop_request();

/// The exit code of a program that a signal ended; 0 where none came.
int signal_exit_code();

}  // namespace gradus::cli
