// Trains with progress, stops when it has seen enough, saves and reloads: train_with_stop MODEL

#include <cstdio>
#include <exception>

#include "gradus/gradus.hpp"

namespace {

/// Shows each step, and asks for an end after twenty. A signal handler or another thread may ask
/// too.
class Watch final : public gradus::Progress {
  public:
    explicit Watch(gradus::StopRequest& stop) : stop_(stop) {}
    void update(const gradus::ProgressState& state) override {
        if (state.best) std::printf("tree %lu: best %.4f\n", state.done, *state.best);
        if (state.done >= 20) stop_.is_wanted = true;
        done_ = state.done;
    }
    void finish(const gradus::ProgressState&, std::string_view) override {}
    void note(std::string_view text) override {
        std::printf("note: %.*s\n", static_cast<int>(text.size()), text.data());
    }
    std::uint64_t done() const { return done_; }

  private:
    gradus::StopRequest& stop_;
    std::uint64_t done_ = 0;
};

}  // namespace

int main(int argc, char** argv) try {
    if (argc != 2) return std::fputs("usage: train_with_stop MODEL\n", stderr), 2;
    const auto train = gradus::synth_dataset({.queries = 80, .documents = 30, .features = 10});
    const auto valid =
        gradus::synth_dataset({.queries = 40, .documents = 30, .features = 10, .seed = 2});
    const auto learner = gradus::learner_named("lambdamart").make({{"leaves", 15}, {"trees", 500}});

    gradus::StopRequest stop;
    Watch watch(stop);
    const gradus::NamedMeasure target = gradus::named_measure("NDCG@10");
    const auto model = learner->fit(
        train, {.targets = {&target, 1}, .valid = &valid, .progress = watch, .stop = &stop});
    if (model == nullptr) return std::puts("stopped before the first tree"), 1;
    std::printf("stopped at tree %lu\n", watch.done());

    gradus::save_model(*model, argv[1]);
    const auto document = valid.features.row(0);
    const bool same = gradus::load_model(argv[1])->score(document) == model->score(document);
    return std::puts(same ? "reloaded: the same score" : "reloaded: another score"), same ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
}
