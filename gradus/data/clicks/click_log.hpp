#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace gradus {

/// A click on a result page. Time in seconds; NaN = unknown.
struct Click {
    std::string document{};
    double time = std::numeric_limits<double>::quiet_NaN();
};

/// One result page as shown to a user, best position first, with the clicks in the order they were
/// made.
struct ResultPage {
    std::string session{};  ///< "" = the page is a session of its own
    std::string query{};
    double time = std::numeric_limits<double>::quiet_NaN();
    std::vector<std::string> shown{};
    std::vector<Click> clicks{};
};

/// Result pages in the order of the log.
struct ClickLog {
    std::vector<ResultPage> pages{};
};

/// Equal in every part; NaN equals NaN.
bool same_content(const ClickLog& a, const ClickLog& b);

}  // namespace gradus
