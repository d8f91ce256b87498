// Our side of the reading benchmark. gradus_bench_read MODE FILE THREADS prints one JSON object:
//   parse    LETOR text -> float matrix, grades, queries
//   warm     the same, for the second time in the process
//   bin      the same, then 8-bit bins of every feature (boundaries from a sample of 200,000
//   documents) cache    writes FILE.gradus, opens it, and streams every byte of its features (each
//   block checked once) again    streams an open cache a second time, when its blocks are known to
//   be good

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <sys/resource.h>

#include "gradus/base/checksum.hpp"
#include "gradus/base/parallel.hpp"
#include "gradus/data/format.hpp"
#include "gradus/data/formats/cache.hpp"
#include "gradus/data/transforms/feature_bins.hpp"

namespace {

using gradus::Dataset;

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// The largest memory the process ever held that is not a mapped file, in bytes (anonymous pages,
/// from the kernel).
double peak_anonymous() {
    double peak = 0.0;
    std::FILE* status = std::fopen("/proc/self/status", "r");
    if (status == nullptr) return peak;
    char line[256];
    long kilobytes = 0;
    while (std::fgets(line, sizeof line, status) != nullptr) {
        if (std::sscanf(line, "RssAnon: %ld kB", &kilobytes) == 1)
            peak = 1024.0 * static_cast<double>(kilobytes);
    }
    std::fclose(status);
    return peak;
}

/// Processor time spent outside the kernel: parsing, without the clearing of pages.
double user_seconds() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec) +
           1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

/// Adds up all features, as a pass of training would touch them.
double stream(const Dataset& data, unsigned threads) {
    return gradus::parallel_sum(
        data.documents(), 4096, threads, [&](std::size_t begin, std::size_t end) {
            float lanes[16] = {};
            const auto values = data.features.rows(begin, end);
            for (std::size_t i = 0; i + 16 <= values.size(); i += 16) {
                for (std::size_t lane = 0; lane < 16; ++lane) lanes[lane] += values[i + lane];
            }
            double sum = 0.0;
            for (const float lane : lanes) sum += static_cast<double>(lane);
            return sum;
        });
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fprintf(stderr, "usage: gradus_bench_read parse|warm|bin|cache|again FILE THREADS\n");
        return 2;
    }
    const std::string mode = argv[1];
    const std::string path = argv[2];
    const auto threads = static_cast<unsigned>(std::atoi(argv[3]));
    const gradus::ReadOptions options{.threads = threads};
    // Mode "warm" reads once before the clock starts, so that the kernel has cleared memory at
    // hand.
    if (mode == "warm") gradus::read_dataset(path, options);
    const double started = now();
    const double user_started = user_seconds();
    if (mode == "parse" || mode == "warm" || mode == "bin") {
        const Dataset data = gradus::read_dataset(path, options);
        const double parsed = now();
        const double user_parsed = user_seconds();
        const double matrix = 4.0 * static_cast<double>(data.documents()) *
                              static_cast<double>(data.features.columns());
        const double anonymous =
            peak_anonymous();  // while reading; the matrix only grows, so the end is the peak
        std::size_t bins = 0;
        if (mode == "bin") {
            const auto binned = gradus::bin_features(data.features, {.threads = threads});
            for (std::size_t j = 0; j < binned.features(); ++j) bins += binned.bins(j);
        }
        std::printf(
            "{\"seconds\": %.4f, \"parse_seconds\": %.4f, \"parse_user_seconds\": %.4f, "
            "\"documents\": %zu, \"features\": %zu, "
            "\"queries\": %zu, "
            "\"bins\": %zu, \"matrix_bytes\": %.0f, \"anonymous_bytes\": %.0f}\n",
            now() - started,
            parsed - started,
            user_parsed - user_started,
            data.documents(),
            data.features.columns(),
            data.queries(),
            bins,
            matrix,
            anonymous);
        return 0;
    }
    const std::string cache = path + ".gradus";
    if (!std::filesystem::exists(cache))
        gradus::write_cache(gradus::read_dataset(path, options), cache);
    const double opening = now();
    const Dataset data = gradus::open_cache(cache);
    const double opened = now();
    double sum = stream(data, threads);
    double streamed = now() - opened;
    if (mode == "again") {
        const double second = now();
        sum += stream(data, threads);
        streamed = now() - second;
    }
    const double bytes =
        4.0 * static_cast<double>(data.documents()) * static_cast<double>(data.features.columns());
    std::printf(
        "{\"open_seconds\": %.6f, \"stream_seconds\": %.4f, \"bytes\": %.0f, \"sum\": %.6g}\n",
        opened - opening,
        streamed,
        bytes,
        sum);
    return 0;
}
