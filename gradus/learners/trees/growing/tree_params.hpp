#pragma once

#include <cstdint>

namespace gradus::gbdt {

/// What a split has to gain.
enum class Gain : unsigned char {
    newton,   ///< S²/(H + λ): the drop of the cost's second-order model
    variance  ///< S²/n: the drop of the gradients' squared error (Svore, Volkovs & Burges, WWW
              ///< 2011)
};

/// What a leaf adds to the scores of its documents.
enum class Step : unsigned char {
    newton,   ///< −Σ gradients / (Σ Hessians + λ)
    gradient  ///< −mean of the gradients
};

/// How documents' gradients become the integers that histograms add up.
enum class Rounding : unsigned char {
    fine,   ///< 16 bits, to the nearest; every document is read
    coarse  ///< to small numbers at random
};

struct TreeParams {
    std::size_t leaves = 31;
    std::size_t depth = 0;  ///< splits above a leaf at the most; 0 = no limit
    std::size_t min_leaf_documents = 20;
    double min_leaf_hessian = 1e-3;
    double l2 = 0.0;
    double min_gain = 0.0;
    double learning_rate = 0.1;
    Gain gain = Gain::newton;
    Step step = Step::newton;
    Rounding rounding = Rounding::fine;
    double coarse_mean = 0.0;  ///< of the coarse integers' sizes; 0 = 0.1, or 3 / leaves if less
    bool skip_zeros = true;    ///< coarse: don't read documents that become zero
};

}  // namespace gradus::gbdt
