#include "gradus/learners/nets/descent/net_side.hpp"

#include "gradus/base/parallel.hpp"
#include "gradus/learners/training/standardise.hpp"
#include "gradus/scoring/net_layers.hpp"

namespace gradus::net {
namespace {

constexpr std::size_t documents_at_once = 1024;

}  // namespace

std::vector<NetInput> inputs_of(const Dataset& data) {
    std::vector<NetInput> inputs;
    for (const FeatureScale& scale : feature_scales(data))
        inputs.push_back({data.feature_name(inputs.size()), scale});
    return inputs;
}

template <class Real>
Side<Real>::Side(const Dataset& data, const std::vector<NetInput>& inputs, unsigned threads)
    : threads_(threads),
      width_(inputs.size()),
      rows_(data.documents() * width_),
      scores_(data.documents()) {
    parallel_for(
        data.documents(), documents_at_once, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const auto row = data.features.row(i);
                for (std::size_t j = 0; j < width_; ++j)
                    rows_[i * width_ + j] = j < row.size()
                                                ? static_cast<Real>(inputs[j].standardised(row[j]))
                                                : Real{0};
            }
        });
}

template <class Real>
std::span<const float> Side<Real>::score(const Shape& shape, std::span<const Real> weights) {
    parallel_for(
        scores_.size(), documents_at_once, threads_, [&](std::size_t begin, std::size_t end) {
            std::vector<Real> units((end - begin) * shape.lanes());
            std::vector<Real> scores(end - begin);
            forward(shape, weights, rows(begin, end - begin), units, scores);
            for (std::size_t i = begin; i < end; ++i)
                scores_[i] = static_cast<float>(scores[i - begin]);
        });
    return scores_;
}

template class Side<float>;
template class Side<double>;

}  // namespace gradus::net
