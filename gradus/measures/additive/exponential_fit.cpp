#include "gradus/measures/additive/exponential_fit.hpp"

#include <cmath>

namespace gradus {
namespace {

constexpr std::size_t terms = 32;
/// The columns are nearly dependent; this penalty keeps the weights below 10 at no visible cost in
/// accuracy.
constexpr double ridge = 1e-14;

/// Solves min ‖A x − b‖ by Householder reflections (Golub & Van Loan, Matrix Computations, §5.3).
/// `columns` holds A column by column and is destroyed, as is b; each column has b's length.
std::vector<double> least_squares(std::vector<std::vector<double>>& columns,
                                  std::vector<double>& b) {
    const std::size_t n = columns.size();
    const std::size_t rows = b.size();
    std::vector<double> diagonal(n);
    for (std::size_t c = 0; c < n; ++c) {
        std::vector<double>& v = columns[c];
        double square = 0.0;
        for (std::size_t r = c; r < rows; ++r) square += v[r] * v[r];
        const double alpha = v[c] > 0.0 ? -std::sqrt(square) : std::sqrt(square);
        diagonal[c] = alpha;
        const double length = square - alpha * v[c];  // ‖v‖²/2 once v[c] −= alpha
        v[c] -= alpha;
        const auto reflect = [&](std::vector<double>& x) {
            double dot = 0.0;
            for (std::size_t r = c; r < rows; ++r) dot += v[r] * x[r];
            const double factor = dot / length;
            for (std::size_t r = c; r < rows; ++r) x[r] -= factor * v[r];
        };
        for (std::size_t other = c + 1; other < n; ++other) reflect(columns[other]);
        reflect(b);
    }
    std::vector<double> x(n);
    for (std::size_t c = n; c-- > 0;) {
        double sum = b[c];
        for (std::size_t other = c + 1; other < n; ++other) sum -= columns[other][c] * x[other];
        x[c] = sum / diagonal[c];
    }
    return x;
}

}  // namespace

double ExponentialSum::at(std::size_t position) const {
    double sum = 0.0;
    for (std::size_t m = 0; m < bases.size(); ++m) {
        sum += weights[m] * std::pow(bases[m], static_cast<double>(position));
    }
    return sum;
}

ExponentialSum fit_exponentials(std::span<const double> values) {
    const std::size_t n = values.size();
    const double slowest = std::log(0.3 / static_cast<double>(n));
    const double fastest = std::log(6.0);
    ExponentialSum fit;
    std::vector<std::vector<double>> columns;
    for (std::size_t m = 0; m < terms; ++m) {
        const double share = static_cast<double>(m) / static_cast<double>(terms - 1);
        const double rate = std::exp(slowest + share * (fastest - slowest));
        fit.bases.push_back(std::exp(-rate));
        std::vector<double> column(n + terms, 0.0);
        for (std::size_t position = 0; position < n; ++position) {
            column[position] = std::exp(-rate * static_cast<double>(position));
        }
        column[n + m] = ridge;
        columns.push_back(std::move(column));
    }
    std::vector<double> b(values.begin(), values.end());
    b.resize(n + terms, 0.0);
    fit.weights = least_squares(columns, b);
    return fit;
}

}  // namespace gradus
