// Measures a ranking of two documents through the installed library.

#include <cstdio>
#include <vector>

#include "gradus/measures/measure.hpp"

int main() {
    const std::vector<double> ranked = {0.0, 1.0};
    const std::vector<double> ideal = {1.0, 0.0};
    const double value = gradus::make_measure("NDCG@10")->score({ranked, ideal});
    std::printf("NDCG@10 = %.4f, %zu measures known\n", value, gradus::all_measures().size());
    return value > 0.63 && value < 0.64 ? 0 : 1;
}
