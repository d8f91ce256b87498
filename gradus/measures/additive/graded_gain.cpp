#include "gradus/measures/additive/graded_gain.hpp"

#include <algorithm>

namespace gradus {

Gain graded_gain(GradedGain gain,
                 const std::vector<double>& gains,
                 double scale,
                 bool relative,
                 const Spec& spec,
                 const Where& where) {
    if (!gains.empty()) {
        if (spec.values.contains("gain") || spec.values.contains("scale")) {
            throw Error(where,
                        "a table of gains leaves nothing for gain and scale to say",
                        "give either the table or the others");
        }
        if (gains.front() != 0.0 || !std::ranges::is_sorted(gains)) {
            throw Error(where,
                        "the gains do not rise from 0",
                        "give the gain of each grade from 0 on, as in gains=0:1:3:7");
        }
        return Gain::table(gains);
    }
    if (gain == GradedGain::linear) {
        if (spec.values.contains("scale")) {
            throw Error(where, "scale has no meaning with gain=linear", "leave one of them out");
        }
        return Gain::linear();
    }
    return Gain::exponential(scale, relative);
}

}  // namespace gradus
