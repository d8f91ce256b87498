// Our side of the evaluation benchmark. gradus_bench_eval QRELS RUN THREADS prints one JSON object:
//   read     seconds to read both files
//   all      then to evaluate all of trec_eval's measures and write its report
//   shared   to index the judgments, rank and look up the run, and evaluate the measures that all
//            sides have, from what was read
//   warm     the same, for the second time in the process
//   *_cpu    the same in processor time of all threads
//   means    of those measures, by trec_eval's names; report: as trec_eval prints them

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "gradus/data/formats/qrels.hpp"
#include "gradus/data/formats/run.hpp"
#include "gradus/evaluation/evaluator.hpp"
#include "gradus/evaluation/profiled_measure.hpp"
#include "gradus/evaluation/trec_eval/report.hpp"
#include "gradus/evaluation/trec_eval/selection.hpp"

namespace {

using gradus::TextSource;

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// Processor time of all threads, which other programs on the machine disturb less.
double processor() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

struct Moment {
    double wall = now();
    double cpu = processor();
};

/// Two members of a JSON object: the time between two moments, and that of the processors.
void print_time(const char* name, const Moment& begin, const Moment& end) {
    std::printf(
        R"("%s": %.5f, "%s_cpu": %.5f, )", name, end.wall - begin.wall, name, end.cpu - begin.cpu);
}

struct Shared {
    std::string name;     ///< trec_eval's
    std::string measure;  ///< ours
};

std::vector<Shared> shared_measures() {
    std::vector<Shared> all = {{"map", "AP"},
                               {"ndcg", "NDCG"},
                               {"recip_rank", "RR"},
                               {"Rprec", "RPrec"},
                               {"bpref", "Bpref"}};
    for (const char* const cutoff : {"5", "10", "20", "100", "1000"}) {
        for (const auto& [name, measure] :
             {Shared{"P", "P"}, {"recall", "Recall"}, {"ndcg_cut", "NDCG"}, {"map_cut", "AP"}})
            all.push_back({name + "_" + cutoff, measure + "@" + cutoff});
    }
    for (const char* const cutoff : {"1", "5", "10"})
        all.push_back({std::string("success_") + cutoff, std::string("Success@") + cutoff});
    return all;
}

gradus::Evaluation evaluate_shared(const gradus::Judgments& judgments,
                                   const gradus::Run& run,
                                   unsigned threads) {
    const gradus::Profile& profile = gradus::profile_named("trec9");
    std::vector<gradus::NamedMeasure> measures;
    for (const Shared& shared : shared_measures())
        measures.push_back(gradus::named_measure(shared.measure, profile));
    return gradus::RunEvaluator(judgments, "qrels", measures, threads, profile)
        .evaluate(run, "run");
}

/// The summary lines of a report as the members of a JSON object.
std::string members_of(std::string_view report) {
    std::string members;
    while (!report.empty()) {
        const std::string_view line = report.substr(0, report.find('\n'));
        report.remove_prefix(line.size() + 1);
        const std::string_view name = line.substr(0, line.find_first_of(" \t"));
        const std::string_view value = line.substr(line.rfind('\t') + 1);
        if (!members.empty()) members += ", ";
        members.append("\"").append(name).append("\": \"").append(value).append("\"");
    }
    return members;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fprintf(stderr, "usage: gradus_bench_eval QRELS RUN THREADS\n");
        return 2;
    }
    const auto threads = static_cast<unsigned>(std::atoi(argv[3]));
    const Moment started;
    const gradus::Judgments judgments =
        gradus::read_qrels(TextSource(argv[1]), gradus::silent_progress(), threads);
    const gradus::Run run =
        gradus::read_run(TextSource(argv[2]), gradus::silent_progress(), threads);
    const Moment read;
    const gradus::Profile& trec9 = gradus::profile_named("trec9");
    const std::vector<std::string> every = {"all_trec"};
    const std::string report = gradus::trec_eval::report(judgments,
                                                         argv[1],
                                                         run,
                                                         argv[2],
                                                         gradus::trec_eval::select(every, trec9),
                                                         {},
                                                         trec9,
                                                         threads);
    const Moment reported;
    const gradus::Evaluation first = evaluate_shared(judgments, run, threads);
    const Moment evaluated;
    evaluate_shared(judgments, run, threads);
    const Moment again;
    std::printf("{");
    print_time("read", started, read);
    print_time("all", read, reported);
    print_time("shared", reported, evaluated);
    print_time("warm", evaluated, again);
    std::printf("\"means\": {");
    const std::vector<Shared> shared = shared_measures();
    for (std::size_t m = 0; m < shared.size(); ++m)
        std::printf("%s\"%s\": %.17g", m == 0 ? "" : ", ", shared[m].name.c_str(), first.means[m]);
    std::printf("}, \"report\": {%s}}\n", members_of(report).c_str());
    return 0;
}
