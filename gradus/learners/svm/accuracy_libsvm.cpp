#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include <svm.h>

#include "gradus/learners/svm/accuracy_libraries.hpp"
#include "gradus/learners/svm/accuracy_rows.hpp"

namespace gradus::svm {
namespace {

constexpr double cache_megabytes = 256.0;
/// Kernel values are kept as floats: a finer tolerance may never be met, and libsvm would go round
/// and round, ten million times, and then print.
constexpr double finest = 1e-6;

/// Where libsvm prints to is one place for the whole program.
std::mutex& library_guard() {
    static std::mutex guard;
    return guard;
}

struct FreeModel {
    void operator()(svm_model* model) const { svm_free_and_destroy_model(&model); }
};

class Libsvm final : public DirectSolver {
  public:
    Libsvm(const FeatureMap& features, const AccuracyDocuments& documents, double unit)
        : features_(features), documents_(documents), unit_(unit), costs_(class_costs(documents)) {}

    DirectSolution solve(double cost, double epsilon) override {
        DirectSolution found{.weights = std::vector<double>(features_.dimensions()), .bound = 0.0};
        if (cost == 0.0 || !documents_.has_two_classes()) return found;
        if (!rows_) rows_.emplace(features_, documents_, 0.0);
        const svm_problem problem{.l = rows_->size(), .y = rows_->classes(), .x = rows_->rows()};
        std::array<int, 2> classes = {1, -1};
        std::array<double, 2> weights = {costs_.relevant, costs_.other};
        svm_parameter parameter{};
        parameter.svm_type = C_SVC;
        parameter.kernel_type = LINEAR;
        parameter.cache_size = cache_megabytes;
        // A violation of the conditions by at most e leaves a gap of at most e·Σ C_i.
        parameter.eps = std::max(finest, epsilon * unit_ / costs_.sum);
        parameter.C = cost;
        parameter.nr_weight = static_cast<int>(classes.size());
        parameter.weight_label = classes.data();
        parameter.weight = weights.data();
        parameter.shrinking = 1;
        const std::unique_ptr<svm_model, FreeModel> model = [&] {
            const std::scoped_lock lock(library_guard());
            svm_set_print_string_function([](const char* /*text*/) {});
            return std::unique_ptr<svm_model, FreeModel>(svm_train(&problem, &parameter));
        }();
        // α_i y_i of the documents, where the class that libsvm calls its first has y = 1.
        const double sign = model->label[0] == 1 ? 1.0 : -1.0;
        std::vector<double> masses(documents_.size());
        double sum = 0.0;
        for (int k = 0; k < model->l; ++k) {
            const double mass = sign * model->sv_coef[0][k];
            masses[static_cast<std::size_t>(model->sv_indices[k] - 1)] = mass;
            sum += mass < 0.0 ? -mass : mass;
        }
        features_.pull_back(0, masses, found.weights);
        found.bound = sum - 0.5 * dot(found.weights, found.weights);
        return found;
    }

  private:
    const FeatureMap& features_;
    const AccuracyDocuments& documents_;
    double unit_;
    ClassCosts costs_;
    std::optional<LibraryRows<svm_node>> rows_;  ///< when first asked for
};

}  // namespace

std::unique_ptr<DirectSolver> libsvm_solver(const FeatureMap& features,
                                            const AccuracyDocuments& documents,
                                            double unit) {
    return std::make_unique<Libsvm>(features, documents, unit);
}

}  // namespace gradus::svm
