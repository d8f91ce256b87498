#include "apps/cli/output/step_plot.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "gradus/base/text_number.hpp"

namespace gradus::cli {
namespace {

constexpr std::size_t columns = 3;
constexpr double panel_width = 300.0;
constexpr double panel_height = 180.0;
constexpr double margin = 36.0;       ///< above and below the curve, for its words
constexpr double side_margin = 60.0;  ///< beside it, for numbers

std::string escaped(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        switch (c) {
            case '&':
                safe += "&amp;";
                break;
            case '<':
                safe += "&lt;";
                break;
            case '>':
                safe += "&gt;";
                break;
            case '"':
                safe += "&quot;";
                break;
            default:
                safe += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
        }
    }
    return safe;
}

struct Range {
    double low = 0.0;
    double high = 0.0;

    void take(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    /// 0 to 1; the middle of nothing.
    double share(double value) const { return high > low ? (value - low) / (high - low) : 0.5; }
};

std::string text_at(double x, double y, std::string_view anchor, std::string_view text) {
    return fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>)"
                       "\n",
                       x,
                       y,
                       anchor,
                       escaped(text));
}

std::string panel(
    const StepModel& model, std::size_t feature, const Range& heights, double left, double top) {
    const std::span<const float> thresholds = model.thresholds().of_feature[feature];
    const std::span<const double> own = model.heights(feature);
    Range values;
    if (!thresholds.empty())
        values = {static_cast<double>(thresholds.front()), static_cast<double>(thresholds.back())};
    const double width = panel_width - 1.5 * side_margin;
    const double height = panel_height - 2.0 * margin;
    const auto x_of = [&](double value) {
        return left + side_margin + width * values.share(value);
    };
    const auto y_of = [&](double value) {
        return top + margin + height * (1.0 - heights.share(value));
    };
    // The curve begins and ends a little outside its thresholds.
    std::string path = fmt::format("M{:.1f} {:.1f}", left + side_margin - 8.0, y_of(own[0]));
    for (std::size_t k = 0; k < thresholds.size(); ++k)
        path += fmt::format(
            " H{:.1f} V{:.1f}", x_of(static_cast<double>(thresholds[k])), y_of(own[k + 1]));
    path += fmt::format(" H{:.1f}", left + side_margin + width + 8.0);
    std::string text =
        text_at(left + panel_width / 2.0, top + 18.0, "middle", model.feature_name(feature));
    text +=
        fmt::format(R"(<line x1="{0:.1f}" y1="{2:.1f}" x2="{1:.1f}" y2="{2:.1f}" stroke="#bbb"/>)"
                    "\n",
                    left + side_margin - 8.0,
                    left + side_margin + width + 8.0,
                    y_of(0.0));
    text += fmt::format(R"(<path d="{}" fill="none" stroke="#0050a0" stroke-width="1.5"/>)"
                        "\n",
                        path);
    const auto [lowest, highest] = std::ranges::minmax(own);
    text += text_at(
        left + side_margin - 10.0, y_of(lowest) + 3.0, "end", fmt::format("{:.2g}", lowest));
    if (highest > lowest)
        text += text_at(
            left + side_margin - 10.0, y_of(highest) + 3.0, "end", fmt::format("{:.2g}", highest));
    const double below = top + panel_height - 14.0;
    if (!thresholds.empty())
        text += text_at(left + side_margin, below, "start", shortest(thresholds.front()));
    if (thresholds.size() > 1)
        text += text_at(left + side_margin + width, below, "end", shortest(thresholds.back()));
    return text;
}

}  // namespace

std::string step_plot(const StepModel& model, std::span<const std::size_t> features) {
    Range heights;
    for (const std::size_t feature : features)
        for (const double height : model.heights(feature)) heights.take(height);
    const std::size_t across = std::min(columns, std::max<std::size_t>(features.size(), 1));
    const std::size_t down = (features.size() + columns - 1) / columns;
    std::string text = fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0:g} {1:g}" width="{0:g}" height="{1:g}" font-family="sans-serif" font-size="11">)"
        "\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        static_cast<double>(across) * panel_width,
        static_cast<double>(down) * panel_height);
    for (std::size_t place = 0; place < features.size(); ++place) {
        const std::size_t column = place % columns;
        const std::size_t row = place / columns;
        text += panel(model,
                      features[place],
                      heights,
                      static_cast<double>(column) * panel_width,
                      static_cast<double>(row) * panel_height);
    }
    return text + "</svg>\n";
}

}  // namespace gradus::cli
