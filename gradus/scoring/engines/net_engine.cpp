#include <algorithm>
#include <vector>

#include "gradus/scoring/engines/engines.hpp"
#include "gradus/scoring/net_layers.hpp"
#include "gradus/scoring/scorer.hpp"

namespace gradus::engines {
namespace {

constexpr std::size_t documents_at_once = 64;

class NetEngine final : public Scorer {
  public:
    explicit NetEngine(const NetModel& model)
        : Scorer(model.features()),
          inputs_(model.inputs()),
          shape_(model.shape()),
          weights_(model.weights()) {}

  private:
    void score_checked(std::span<const float> rows, std::span<float> scores) const override {
        const std::size_t width = features();
        std::vector<float> inputs(std::min(documents_at_once, scores.size()) * width);
        std::vector<float> units(std::min(documents_at_once, scores.size()) * shape_.lanes());
        for (std::size_t begin = 0; begin < scores.size(); begin += documents_at_once) {
            const std::size_t count = std::min(documents_at_once, scores.size() - begin);
            for (std::size_t i = 0; i < count; ++i)
                for (std::size_t j = 0; j < width; ++j)
                    inputs[i * width + j] = inputs_[j].standardised(rows[(begin + i) * width + j]);
            net::forward(shape_,
                         weights_,
                         std::span<const float>(inputs).first(count * width),
                         std::span(units).first(count * shape_.lanes()),
                         scores.subspan(begin, count));
        }
    }

    std::vector<NetInput> inputs_;
    net::Shape shape_;
    std::vector<float> weights_;
};

}  // namespace

std::unique_ptr<const Scorer> make_engine(const NetModel& model) {
    return std::make_unique<NetEngine>(model);
}

}  // namespace gradus::engines
