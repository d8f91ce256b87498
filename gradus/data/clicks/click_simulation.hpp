#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gradus/base/random.hpp"
#include "gradus/data/clicks/click_log.hpp"
#include "gradus/data/dataset.hpp"

namespace gradus {

/// How a user goes through a page, from the top. a(g) and s(g) are the attraction and the
/// satisfaction of a document of grade g.
enum class ClickModelKind : unsigned char {
    /// Examines rank r with probability (1/r)^eta, whatever else happens, and clicks what is
    /// examined with probability a(g) (Richardson, Dominowska & Ragno, WWW 2007).
    position,
    /// Examines one document after the other, clicks with probability a(g), and stops at the first
    /// click (Craswell, Zoeter, Taylor & Ramsey, WSDM 2008).
    cascade,
    /// Dynamic Bayesian network (Chapelle & Zhang, WWW 2009): examines the first document; clicks
    /// what is examined with probability a(g); is then satisfied with probability s(g), which ends
    /// the session; else examines the next document with probability gamma.
    dbn
};

/// The parameters of the models, all probabilities but eta and max_grade.
struct ClickModel {
    ClickModelKind kind = ClickModelKind::position;
    /// a(g) before noise, by grade from 0; empty: (2^g - 1) / 2^max_grade.
    std::vector<double> attraction{};
    /// s(g), by grade from 0; empty: (2^g - 1) / 2^max_grade. Only dbn.
    std::vector<double> satisfaction{};
    double epsilon = 0.1;    ///< noise: a(g) becomes epsilon + (1 - epsilon) a(g)
    double eta = 1.0;        ///< position: how fast examination falls with the rank; 0 = not at all
    double gamma = 0.9;      ///< dbn: going on when not satisfied
    double max_grade = 4.0;  ///< of the formula; grades above it are refused

    /// Throws Error unless the model is sound and knows the grade.
    void check() const;
    void check_grade(float grade) const;

    double attraction_of(float grade) const;
    double satisfaction_of(float grade) const;
    /// Clicked positions of a page with these grades, from the top.
    std::vector<std::size_t> draw(std::span<const float> grades, Random& random) const;
};

/// How the documents of a query are ordered before they are shown; ties stay in document order.
struct ShownOrder {
    enum class By : unsigned char {
        random,   ///< anew for each session
        grade,    ///< best first
        feature,  ///< largest first, missing last
        scores    ///< largest first
    };
    By by = By::random;
    std::size_t feature = 0;          ///< from 0
    std::span<const float> scores{};  ///< by document
    /// For each position of the page, from the top: the probability that its document trades places
    /// with one drawn evenly from all documents of the query.
    double shuffle = 0.0;
};

struct ClickSimulation {
    ClickModel model{};
    ShownOrder order{};
    std::size_t sessions = 1000;  ///< each of one page, of a query drawn evenly
    std::size_t page = 10;        ///< documents shown
    /// Pages a minute apart, and clicks that follow each other after 10 s on average
    /// (exponential).
    bool times = false;
    std::uint64_t seed = 1;
    unsigned threads = 1;
};

/// Simulates result pages over graded data. Session i draws from generators of its own, so the log
/// is the same for any number of threads. `name` stands in messages. Error for grades the model
/// does not know and for two documents of one name in a query, which a log could not tell apart.
ClickLog simulate_clicks(const Dataset& data,
                         const ClickSimulation& simulation,
                         const std::string& name);

}  // namespace gradus
