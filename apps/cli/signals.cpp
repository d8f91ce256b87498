#include "apps/cli/signals.hpp"

#include <atomic>
#include <csignal>
#include <string_view>

#include <unistd.h>

#include "gradus/base/temporary_files.hpp"

namespace gradus::cli {
namespace {

std::atomic<int>& received() {
    static std::atomic<int> number{0};
    return number;
}

void tell(std::string_view text) {
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

/// Calls only what a signal handler may call.
void on_signal(int number) {
    const bool is_first = received().exchange(number) == 0;
    if (is_first && stop_request().is_heeded) {
        stop_request().is_wanted = true;
        tell("\nstopping after this step; once more ends at once\n");
        return;
    }
    remove_temporary_files();
    if (is_first) tell("\ninterrupted\n");
    ::_exit(128 + number);
}

/// A mapped file that shrinks takes its last pages away from whoever reads them.
void on_bus_error(int /*number*/) {
    remove_temporary_files();
    tell(
        "\nerror: a file became shorter while it was read; run the command again when nothing "
        "writes to it\n");
    ::_exit(1);
}

}  // namespace

StopRequest& stop_request() {
    static StopRequest request;
    return request;
}

int signal_exit_code() {
    return received() == 0 ? 0 : 128 + received();
}

void install_signal_handlers() {
    stop_request();  // made before a handler asks for it
    received();
    struct sigaction action = {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before = {};
        sigaction(number, nullptr, &before);
        if (before.sa_handler != SIG_IGN) sigaction(number, &action, nullptr);  // nohup, &
    }
    action.sa_handler = on_bus_error;
    sigaction(SIGBUS, &action, nullptr);
}

}  // namespace gradus::cli
