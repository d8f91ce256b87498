#include "gradus/learners/ascent/search/line_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <numeric>

namespace gradus::ascent {
namespace {

constexpr double resolution = 1e-12;  ///< of t: what is closer is one point
constexpr double far = 1e12;          ///< beyond which nobody looks
/// The part of an interval before the point that stands for it. In the very middle documents with
/// features like 0, 1, 2 often meet.
constexpr double inside = std::numbers::sqrt2 - 1.0;

bool are_one(double t, double next) {
    return next - t <= resolution * std::max(1.0, std::abs(t));
}

/// A point behind all others.
double beyond(double t, double sign) {
    return t + sign * (1.0 + std::abs(t));
}

/// Where the lower of two documents comes to stand above the other.
struct Meeting {
    double t = 0.0;
    std::uint32_t upper = 0;
    std::uint32_t lower = 0;
};

/// The places of a query's documents from t = −∞ to ∞.
class Places {
  public:
    Places(const QueryOnLine& query, const Measure& measure)
        : query_(query),
          measure_(measure),
          order_(query.scores.size()),
          place_(order_.size()),
          grades_(order_.size()),
          judged_(order_.size()) {
        std::iota(order_.begin(), order_.end(), 0U);
        std::ranges::sort(order_, [&](std::uint32_t a, std::uint32_t b) {
            if (query.slopes[a] != query.slopes[b]) return query.slopes[a] < query.slopes[b];
            if (query.scores[a] != query.scores[b]) return query.scores[a] > query.scores[b];
            return a < b;
        });
        settle(0, order_.size());
    }

    double value() const {
        const double value = measure_.score({.grades = grades_,
                                             .ideal = query_.ideal,
                                             .highest = query_.highest,
                                             .judged = judged_});
        return std::isnan(value) ? 0.0 : value;
    }

    /// By rising t, as long as the places are those at t = −∞.
    std::vector<Meeting> meetings() const {
        std::vector<Meeting> all;
        for (std::size_t p = 0; p < order_.size(); ++p) {
            for (std::size_t q = p + 1; q < order_.size(); ++q) {
                const std::uint32_t upper = order_[p];
                const std::uint32_t lower = order_[q];
                const double faster = query_.slopes[lower] - query_.slopes[upper];
                if (faster <= 0.0) continue;
                const double t = (query_.scores[upper] - query_.scores[lower]) / faster;
                all.push_back({std::clamp(t, -far, far), upper, lower});
            }
        }
        std::ranges::sort(all, [](const Meeting& a, const Meeting& b) {
            if (a.t != b.t) return a.t < b.t;
            return a.upper != b.upper ? a.upper < b.upper : a.lower < b.lower;
        });
        return all;
    }

    /// Goes past meetings at one point; `behind` is a point before the next. Whether a grade moved.
    bool pass(std::span<const Meeting> meetings, double behind) {
        std::size_t first = order_.size();
        std::size_t last = 0;
        for (const Meeting& meeting : meetings) {
            if (place_[meeting.lower] < place_[meeting.upper]) continue;
            first = std::min(first, place_[meeting.upper]);
            last = std::max(last, place_[meeting.lower]);
        }
        if (first >= last) return false;
        if (last == first + 1) {
            std::swap(order_[first], order_[last]);
        } else {
            std::sort(order_.begin() + static_cast<std::ptrdiff_t>(first),
                      order_.begin() + static_cast<std::ptrdiff_t>(last) + 1,
                      [&](std::uint32_t a, std::uint32_t b) {
                          const double one = query_.scores[a] + behind * query_.slopes[a];
                          const double other = query_.scores[b] + behind * query_.slopes[b];
                          return one != other ? one > other : a < b;
                      });
        }
        return settle(first, last + 1);
    }

  private:
    /// Notes who stands at the places from `begin` to `end`; whether a grade moved.
    bool settle(std::size_t begin, std::size_t end) {
        bool moved = false;
        for (std::size_t p = begin; p < end; ++p) {
            place_[order_[p]] = p;
            const float grade = query_.grades[order_[p]];
            const unsigned char judged = grade >= 0.0F ? 1 : 0;
            const double counted = judged != 0 ? static_cast<double>(grade) : 0.0;
            moved |= counted != grades_[p] || judged != judged_[p];
            grades_[p] = counted;
            judged_[p] = judged;
        }
        return moved;
    }

    const QueryOnLine& query_;
    const Measure& measure_;
    std::vector<std::uint32_t> order_;   ///< documents by place
    std::vector<std::size_t> place_;     ///< by document
    std::vector<double> grades_;         ///< by place
    std::vector<unsigned char> judged_;  ///< by place
};

}  // namespace

double rises_on_line(const QueryOnLine& query, const Measure& measure, std::vector<Rise>& rises) {
    Places places(query, measure);
    const std::vector<Meeting> meetings = places.meetings();
    const double start = places.value();
    double now = start;
    for (std::size_t begin = 0; begin < meetings.size();) {
        std::size_t end = begin + 1;
        while (end < meetings.size() && are_one(meetings[end - 1].t, meetings[end].t)) ++end;
        const double here = meetings[end - 1].t;
        const double behind =
            end < meetings.size() ? std::midpoint(here, meetings[end].t) : beyond(here, 1.0);
        if (places.pass(std::span(meetings).subspan(begin, end - begin), behind)) {
            const double next = places.value();
            if (next != now) rises.push_back({here, next - now});
            now = next;
        }
        begin = end;
    }
    return start;
}

std::vector<LinePoint> best_points(std::vector<Rise> rises, double start, std::size_t most) {
    if (rises.empty()) return {};
    std::ranges::stable_sort(rises, {}, &Rise::t);
    struct Interval {
        LinePoint point;
        double rounded = 0.0;  ///< equal values differ by rounding when they were summed up
        double width = std::numeric_limits<double>::infinity();
    };
    std::vector<Interval> intervals;
    double value = start;
    const auto add = [&](double t, double width) {
        intervals.push_back({{t, value}, std::round(1e9 * value), width});
    };
    add(beyond(rises.front().t, -1.0), std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < rises.size(); ++i) {
        value += rises[i].by;
        const double t = rises[i].t;
        if (i + 1 == rises.size()) {
            add(beyond(t, 1.0), std::numeric_limits<double>::infinity());
        } else if (!are_one(t, rises[i + 1].t)) {
            const double width = rises[i + 1].t - t;
            add(t + inside * width, width);
        }
    }
    const std::size_t count = std::min(most, intervals.size());
    std::partial_sort(intervals.begin(),
                      intervals.begin() + static_cast<std::ptrdiff_t>(count),
                      intervals.end(),
                      [](const Interval& a, const Interval& b) {
                          if (a.rounded != b.rounded) return a.rounded > b.rounded;
                          if (a.width != b.width) return a.width > b.width;
                          return a.point.t < b.point.t;
                      });
    std::vector<LinePoint> points;
    points.reserve(count);
    for (std::size_t i = 0; i < count; ++i) points.push_back(intervals[i].point);
    return points;
}

}  // namespace gradus::ascent
