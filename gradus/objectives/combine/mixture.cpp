#include "gradus/objectives/combine/mixture.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/objectives/pairs/query_scale.hpp"

namespace gradus {
namespace {

struct BoundPart {
    std::unique_ptr<const BoundObjective> objective;
    double weight;

    double evaluate(const ScoredQuery<double>& query,
                    Scratch& scratch,
                    std::span<double> gradients,
                    std::span<double> hessians) const {
        return objective->evaluate(query, scratch, gradients, hessians);
    }
    double evaluate(const ScoredQuery<float>& query,
                    Scratch& scratch,
                    std::span<float> gradients,
                    std::span<float> hessians) const {
        objective->evaluate_float(query, scratch, gradients, hessians);
        return 0.0;
    }
};

class BoundMixture final : public BoundObjective {
  public:
    BoundMixture(std::vector<BoundPart> parts,
                 MixtureScale scale,
                 const std::optional<Schedule>& schedule)
        : parts_(std::move(parts)), scale_(scale), schedule_(schedule) {}

    bool is_informative(std::size_t query) const override {
        return std::ranges::any_of(
            parts_, [&](const BoundPart& part) { return part.objective->is_informative(query); });
    }

    double evaluate(const ScoredQuery<double>& query,
                    Scratch& scratch,
                    std::span<double> gradients,
                    std::span<double> hessians) const override {
        return mix(query, scratch, gradients, hessians);
    }

    void evaluate_float(const ScoredQuery<float>& query,
                        Scratch& scratch,
                        std::span<float> gradients,
                        std::span<float> hessians) const override {
        mix(query, scratch, gradients, hessians);
    }

  private:
    double weight_at(std::size_t part, std::size_t iteration) const {
        if (!schedule_) return parts_[part].weight;
        return part == 0 ? 1.0 - schedule_->at(iteration) : schedule_->at(iteration);
    }

    template <class Real>
    double mix(const ScoredQuery<Real>& query,
               Scratch& scratch,
               std::span<Real> gradients,
               std::span<Real> hessians) const {
        std::ranges::fill(gradients, Real{0});
        std::ranges::fill(hessians, Real{0});
        const Scratch::Frame frame(scratch);
        const std::span<Real> part_gradients = scratch.array<Real>(gradients.size());
        const std::span<Real> part_hessians = scratch.array<Real>(gradients.size());
        double value = 0.0;
        for (std::size_t part = 0; part < parts_.size(); ++part) {
            double weight = weight_at(part, query.iteration);
            if (weight == 0.0 || !parts_[part].objective->is_informative(query.query)) continue;
            const double part_value =
                parts_[part].evaluate(query, scratch, part_gradients, part_hessians);
            if (scale_ == MixtureScale::parts) weight *= deviation_factor<Real>(part_gradients);
            value += weight * part_value;
            for (std::size_t i = 0; i < gradients.size(); ++i) {
                gradients[i] += static_cast<Real>(weight) * part_gradients[i];
                hessians[i] += static_cast<Real>(weight) * part_hessians[i];
            }
        }
        if (scale_ != MixtureScale::mixture) return value;
        const double factor = deviation_factor<Real>(gradients);
        for (std::size_t i = 0; i < gradients.size(); ++i) {
            gradients[i] *= static_cast<Real>(factor);
            hessians[i] *= static_cast<Real>(factor);
        }
        return factor * value;
    }

    std::vector<BoundPart> parts_;
    MixtureScale scale_;
    const std::optional<Schedule>& schedule_;
};

/// Whether the text of an objective has a + or * outside parentheses and quotes.
bool is_sum(std::string_view text) {
    int depth = 0;
    char quote = 0;
    for (const char c : text) {
        if (quote != 0) {
            if (c == quote) quote = 0;
        } else if (c == '\'' || c == '"') {
            quote = c;
        } else {
            if (c == '(') ++depth;
            if (c == ')') --depth;
            if (depth == 0 && (c == '+' || c == '*')) return true;
        }
    }
    return false;
}

}  // namespace

Mixture::Mixture(std::vector<MixturePart> parts,
                 MixtureScale scale,
                 std::optional<Schedule> schedule)
    : parts_(std::move(parts)), scale_(scale), schedule_(std::move(schedule)) {
    const Where where{"mixture of objectives"};
    if (schedule_ && parts_.size() != 2) {
        throw Error(where,
                    std::to_string(parts_.size()) + " parts have a schedule",
                    "a schedule leads from one objective to a second");
    }
    double total = 0.0;
    for (const MixturePart& part : parts_) {
        if (!(part.weight >= 0.0)) throw Error(where, "a weight is below 0", "give 0 or more");
        total += part.weight;
    }
    if (total == 0.0) throw Error(where, "all weights are 0", "give one part at least a weight");
}

std::string Mixture::text() const {
    std::string scale;
    if (scale_ == MixtureScale::mixture) scale = ", scale=mixture";
    if (scale_ == MixtureScale::parts) scale = ", scale=parts";
    if (schedule_) {
        return fmt::format("late({}, {}, {}{})",
                           parts_[0].objective->text(),
                           parts_[1].objective->text(),
                           schedule_->text(),
                           scale);
    }
    std::string sum;
    for (const MixturePart& part : parts_) {
        const std::string text = part.objective->text();
        sum += fmt::format("{}{}*{}",
                           sum.empty() ? "" : " + ",
                           shortest(part.weight),
                           is_sum(text) ? fmt::format("({})", text) : text);
    }
    return scale.empty() ? sum : fmt::format("mixture({}{})", sum, scale);
}

std::vector<std::string> Mixture::label_columns() const {
    std::vector<std::string> all;
    for (const MixturePart& part : parts_)
        for (std::string& column : part.objective->label_columns())
            if (std::ranges::find(all, column) == all.end()) all.push_back(std::move(column));
    return all;
}

Traits Mixture::traits() const {
    // What takes over in the course of training is another function in each iteration.
    Traits all{.derivative = scale_ == MixtureScale::none,
               .convex = scale_ == MixtureScale::none && !schedule_};
    for (const MixturePart& part : parts_) {
        const Traits traits = part.objective->traits();
        all.derivative = all.derivative && traits.derivative;
        all.lambda = all.lambda || traits.lambda;
        all.convex = all.convex && traits.convex;
        all.hessian = all.hessian && traits.hessian;
    }
    return all;
}

std::unique_ptr<const BoundObjective> Mixture::bind(const Dataset& data, unsigned threads) const {
    std::vector<BoundPart> bound;
    bound.reserve(parts_.size());
    for (const MixturePart& part : parts_) {
        bound.push_back({part.objective->bind(data, threads), part.weight});
    }
    return std::make_unique<BoundMixture>(std::move(bound), scale_, schedule_);
}

}  // namespace gradus
