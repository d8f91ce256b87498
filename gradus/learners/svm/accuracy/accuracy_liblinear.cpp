#include <array>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include <linear.h>

#include "gradus/learners/svm/accuracy/accuracy_libraries.hpp"
#include "gradus/learners/svm/accuracy/library_solver.hpp"

namespace gradus::svm {
namespace {

constexpr double constant_feature = 1.0;
constexpr std::size_t bytes_a_document = 200;  ///< its problem in parts, and what it keeps of each

/// Where liblinear prints to and what rand() draws are one for the whole program.
std::mutex& library_guard() {
    static std::mutex guard;
    return guard;
}

/// What liblinear would have printed, if it is a warning.
bool& was_warned() {
    static bool warned = false;
    return warned;
}
void listen(const char* text) {
    if (std::string_view(text).find("WARNING") != std::string_view::npos) was_warned() = true;
}

/// liblinear draws its order of documents with rand(). While this lives, rand() starts anew, in
/// room of its own where rand() and random() share their state (glibc): the program's own draws go
/// on afterwards as if nothing had been. Only a thread that calls rand() at the same time could
/// change a bit of the weights; Gradus never does.
class OwnDraws {
  public:
    OwnDraws() : before_(initstate(seed, room_.data(), room_.size())) {
        std::srand(seed);  // NOLINT(bugprone-random-generator-seed): the same for every training
    }
    OwnDraws(const OwnDraws&) = delete;
    OwnDraws& operator=(const OwnDraws&) = delete;
    OwnDraws(OwnDraws&&) = delete;
    OwnDraws& operator=(OwnDraws&&) = delete;
    ~OwnDraws() { setstate(before_); }

  private:
    static constexpr unsigned seed = 1;
    std::array<char, 128> room_{};
    char* before_;
};

struct FreeModel {
    void operator()(model* trained) const { free_and_destroy_model(&trained); }
};

class Liblinear final : public LibrarySolver<feature_node> {
  public:
    Liblinear(const FeatureMap& features, const AccuracyDocuments& documents, double unit)
        : LibrarySolver(features, documents, unit, constant_feature) {}

  private:
    DirectSolution train(Task task) const override {
        DirectSolution found{.weights = std::vector<double>(features().dimensions())};
        const problem asked{.l = task.rows.size(),
                            .n = static_cast<int>(found.weights.size()) + 1,
                            .y = task.rows.classes(),
                            .x = task.rows.rows(),
                            .bias = constant_feature};
        require_memory("liblinear",
                       static_cast<std::size_t>(asked.l),
                       bytes_a_document,
                       4 * sizeof(double) * static_cast<std::size_t>(asked.n));
        parameter how{};
        how.solver_type = L2R_L1LOSS_SVC_DUAL;
        how.eps = task.tolerance;
        how.C = task.cost;
        how.nr_weight = static_cast<int>(task.classes.size());
        how.weight_label = task.classes.data();
        how.weight = task.weights.data();
        const std::scoped_lock lock(library_guard());
        set_print_string_function(listen);
        was_warned() = false;
        const std::unique_ptr<model, FreeModel> trained = [&] {
            const OwnDraws draws;
            return std::unique_ptr<model, FreeModel>(::train(&asked, &how));
        }();
        const double sign = trained->label[0] == 1 ? 1.0 : -1.0;
        for (std::size_t j = 0; j < found.weights.size(); ++j)
            found.weights[j] = sign * trained->w[j];
        if (was_warned()) found.note = "liblinear's passes did not suffice; use another solver";
        return found;
    }
};

}  // namespace

std::unique_ptr<DirectSolver> liblinear_solver(const FeatureMap& features,
                                               const AccuracyDocuments& documents,
                                               double unit) {
    return std::make_unique<Liblinear>(features, documents, unit);
}

}  // namespace gradus::svm
