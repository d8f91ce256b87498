#include "gradus/data/clicks/click_log.hpp"

#include <algorithm>
#include <cmath>

namespace gradus {
namespace {

bool same_time(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

bool same_click(const Click& a, const Click& b) {
    return a.document == b.document && same_time(a.time, b.time);
}

bool same_page(const ResultPage& a, const ResultPage& b) {
    return a.session == b.session && a.query == b.query && same_time(a.time, b.time) &&
           a.shown == b.shown && std::ranges::equal(a.clicks, b.clicks, same_click);
}

}  // namespace

bool same_content(const ClickLog& a, const ClickLog& b) {
    return std::ranges::equal(a.pages, b.pages, same_page);
}

}  // namespace gradus
