// The reader of model files takes any bytes: it returns a model that scores, explains and tells of
// itself, and survives writing and reading with the same scores, or throws Error.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "gradus/base/error.hpp"
#include "gradus/models/model.hpp"
#include "gradus/models/model_format.hpp"
#include "gradus/scoring/scorer.hpp"

namespace {

bool same(float a, float b) {
    return a == b ? std::signbit(a) == std::signbit(b) : std::isnan(a) && std::isnan(b);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace gradus;
    try {
        const auto first = model_from_text({reinterpret_cast<const char*>(data), size}, "input");
        const auto second = model_from_text(first->to_text(), "copy");
        if (second->to_text() != first->to_text()) std::abort();
        if (first->summary().empty()) std::abort();
        for (const float value : {0.0F, -1.5F, std::nanf("")}) {
            const std::vector<float> row(first->features(), value);
            std::vector<float> block(1);
            make_scorer(*second)->score_rows(row, block);
            if (!same(first->score(row), second->score(row))) std::abort();
            if (!same(first->score(row), block[0])) std::abort();
            const auto told = first->explain(row);
            if (told && told->values.size() != first->features()) std::abort();
        }
    } catch (const Error&) {
    }
    return 0;
}
