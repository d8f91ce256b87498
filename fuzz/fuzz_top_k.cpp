// A list of true orders takes any bytes: the labels of each query are k, k − 1, … in some order and
// else 0, or an Error is thrown.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "gradus/base/error.hpp"
#include "gradus/base/text_source.hpp"
#include "gradus/data/formats/letor.hpp"
#include "gradus/data/transforms/top_k.hpp"

namespace {

constexpr std::size_t k = 3;

/// Two documents share the id d; those of q8 have none.
const gradus::Dataset& documents() {
    static const gradus::Dataset data = gradus::read_letor(
        gradus::TextSource::of_memory("data",
                                      "0 qid:q7 1:1 # a\n0 qid:q7 1:1 # b\n0 qid:q7 1:1 # c\n"
                                      "0 qid:q7 1:1 # d\n0 qid:q7 1:1 # d\n"
                                      "0 qid:q8 1:1\n0 qid:q8 1:1\n"),
        "",
        {});
    return data;
}

/// The labels in use are the largest ones, each once.
bool well_formed(std::span<const float> labels) {
    std::vector<std::size_t> times(k + 1);
    for (const float label : labels) {
        if (!(label >= 0.0F && label <= static_cast<float>(k))) return false;
        ++times[static_cast<std::size_t>(label)];
    }
    for (std::size_t label = 1; label <= k; ++label) {
        if (times[label] > 1 || (label < k && times[label] > times[label + 1])) return false;
    }
    return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace gradus;
    if (size == 0) return 0;
    const std::size_t batch = (data[0] & 4) != 0 ? 16 : TextSource::usual_batch;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    try {
        const auto made =
            top_k_from_list(documents(), TextSource::of_memory("input", text, batch), k);
        const LabelColumn column{"top", made.labels};
        for (std::size_t query = 0; query < documents().queries(); ++query) {
            if (!well_formed(documents().labels_of(column, query))) std::abort();
        }
    } catch (const Error&) {
    }
    return 0;
}
