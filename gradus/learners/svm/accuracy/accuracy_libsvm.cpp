#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

#include <svm.h>

#include "gradus/learners/svm/accuracy/accuracy_libraries.hpp"
#include "gradus/learners/svm/accuracy/library_solver.hpp"

namespace gradus::svm {
namespace {

constexpr double cache_megabytes = 256.0;
constexpr std::size_t cache_bytes = std::size_t{256} << 20U;
/// Its problem in parts, gradients, states and heads of the cache, and the vectors of its model.
constexpr std::size_t bytes_a_document = 400;
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

class Libsvm final : public LibrarySolver<svm_node> {
  public:
    Libsvm(const FeatureMap& features, const AccuracyDocuments& documents, double unit)
        : LibrarySolver(features, documents, unit, 0.0) {}

  private:
    DirectSolution train(Task task) const override {
        const svm_problem problem{
            .l = task.rows.size(), .y = task.rows.classes(), .x = task.rows.rows()};
        // The cache has columns of kernel values, 4 bytes a document: at most one for each
        // document, and at least two.
        const auto documents = static_cast<std::size_t>(problem.l);
        require_memory("libsvm",
                       documents,
                       bytes_a_document,
                       std::max(std::min(cache_bytes, 4 * documents * documents), 8 * documents));
        svm_parameter parameter{};
        parameter.svm_type = C_SVC;
        parameter.kernel_type = LINEAR;
        parameter.cache_size = cache_megabytes;
        parameter.eps = std::max(finest, task.tolerance);
        parameter.C = task.cost;
        parameter.nr_weight = static_cast<int>(task.classes.size());
        parameter.weight_label = task.classes.data();
        parameter.weight = task.weights.data();
        parameter.shrinking = 1;
        const std::unique_ptr<svm_model, FreeModel> model = [&] {
            const std::scoped_lock lock(library_guard());
            svm_set_print_string_function([](const char* /*text*/) {});
            return std::unique_ptr<svm_model, FreeModel>(svm_train(&problem, &parameter));
        }();
        // α_i y_i of the documents, where the class that libsvm calls its first has y = 1.
        const double sign = model->label[0] == 1 ? 1.0 : -1.0;
        std::vector<double> masses(static_cast<std::size_t>(problem.l));
        double sum = 0.0;
        for (int k = 0; k < model->l; ++k) {
            const double mass = sign * model->sv_coef[0][k];
            masses[static_cast<std::size_t>(model->sv_indices[k] - 1)] = mass;
            sum += mass < 0.0 ? -mass : mass;
        }
        DirectSolution found{.weights = std::vector<double>(features().dimensions())};
        features().add_gradient(0, masses, found.weights);
        found.bound = sum - 0.5 * dot(found.weights, found.weights);
        return found;
    }
};

}  // namespace

std::unique_ptr<DirectSolver> libsvm_solver(const FeatureMap& features,
                                            const AccuracyDocuments& documents,
                                            double unit) {
    return std::make_unique<Libsvm>(features, documents, unit);
}

}  // namespace gradus::svm
