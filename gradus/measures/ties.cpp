#include "gradus/measures/ties.hpp"

#include <algorithm>

#include "gradus/base/random.hpp"

namespace gradus {
namespace {

constexpr double most_orders = 5040.0;  // 7!
constexpr int shuffles = 1000;

struct Document {
    double grade = 0.0;
    unsigned char judged = 1;

    friend bool operator==(const Document&, const Document&) = default;
};

/// Of grade 0, one that is judged does more harm above others than one that is not.
bool is_better(const Document& a, const Document& b) {
    return a.grade != b.grade ? a.grade > b.grade : a.judged < b.judged;
}
bool is_worse(const Document& a, const Document& b) {
    return is_better(b, a);
}

/// A list whose documents move within their groups.
class Reordered {
  public:
    Reordered(const Measure& measure,
              const RankedList& list,
              std::span<const std::size_t> group_ends)
        : measure_(measure), list_(list), group_ends_(group_ends), documents_(list.grades.size()) {
        for (std::size_t i = 0; i < documents_.size(); ++i) {
            documents_[i] = {list.grades[i], static_cast<unsigned char>(list.is_judged(i) ? 1 : 0)};
        }
    }

    std::size_t groups() const { return group_ends_.size(); }
    std::span<Document> group(std::size_t number) {
        const std::size_t begin = number == 0 ? 0 : group_ends_[number - 1];
        return std::span(documents_).subspan(begin, group_ends_[number] - begin);
    }
    template <class Compare>
    void sort_groups(Compare compare) {
        for (std::size_t number = 0; number < groups(); ++number) {
            std::ranges::sort(group(number), compare);
        }
    }

    double score() {
        grades_.clear();
        judged_.clear();
        for (const Document& document : documents_) {
            grades_.push_back(document.grade);
            judged_.push_back(document.judged);
        }
        RankedList list = list_;
        list.grades = grades_;
        if (!list_.judged.empty()) list.judged = judged_;
        return measure_.score(list);
    }

  private:
    const Measure& measure_;
    const RankedList& list_;
    std::span<const std::size_t> group_ends_;
    std::vector<Document> documents_;
    std::vector<double> grades_;
    std::vector<unsigned char> judged_;
};

/// How many orders of a sorted group differ: n! over the factorials of equal documents. Stops
/// counting beyond most_orders.
double different_orders(std::span<const Document> group) {
    double orders = 1.0;
    double equal = 0.0;
    for (std::size_t i = 0; i < group.size() && orders <= most_orders; ++i) {
        equal = i > 0 && group[i] == group[i - 1] ? equal + 1.0 : 1.0;
        orders = orders * static_cast<double>(i + 1) / equal;
    }
    return orders;
}

/// Scores the order at hand.
class Spread {
  public:
    explicit Spread(Reordered& list) : list_(list) {}

    void look() {
        const double score = list_.score();
        sum_ += score;
        orders_ += 1.0;
        least_ = orders_ == 1.0 ? score : std::min(least_, score);
        most_ = orders_ == 1.0 ? score : std::max(most_, score);
    }
    double mean() const { return sum_ / orders_; }
    double least() const { return least_; }
    double most() const { return most_; }

  private:
    Reordered& list_;
    double sum_ = 0.0;
    double orders_ = 0.0;
    double least_ = 0.0;
    double most_ = 0.0;
};

/// Each order that differs, once: they are equally likely. Counts through the groups like digits.
Spread all_orders(Reordered& list) {
    Spread spread(list);
    std::size_t number = 0;
    do {
        spread.look();
        number = 0;
        while (number < list.groups() &&
               !std::ranges::next_permutation(list.group(number), is_worse).found) {
            ++number;
        }
    } while (number < list.groups());
    return spread;
}

Spread shuffled_orders(Reordered& list, Random random) {
    Spread spread(list);
    for (int shuffle = 0; shuffle < shuffles; ++shuffle) {
        for (std::size_t number = 0; number < list.groups(); ++number) {
            random.shuffle(list.group(number));
        }
        spread.look();
    }
    return spread;
}

}  // namespace

std::vector<std::size_t> tie_group_ends(std::span<const double> scores) {
    std::vector<std::size_t> ends;
    for (std::size_t i = 1; i <= scores.size(); ++i) {
        if (i == scores.size() || scores[i] != scores[i - 1]) ends.push_back(i);
    }
    return ends;
}

TiedValue value_over_ties(const Measure& measure,
                          const RankedList& list,
                          std::span<const std::size_t> group_ends,
                          std::uint64_t seed,
                          std::uint64_t stream) {
    Reordered reordered(measure, list, group_ends);
    TiedValue value;
    reordered.sort_groups(is_better);
    value.most = reordered.score();
    reordered.sort_groups(is_worse);
    value.least = reordered.score();
    if (const auto closed = measure.expected_over_ties(list, group_ends)) {
        value.mean = *closed;
        return value;
    }
    double orders = 1.0;
    for (std::size_t number = 0; number < reordered.groups(); ++number) {
        orders *= different_orders(reordered.group(number));
    }
    value.exact = orders <= most_orders;
    const Spread spread = value.exact ? all_orders(reordered)
                                      : shuffled_orders(reordered, Random(seed, "ties", stream));
    value.mean = spread.mean();
    value.least = std::min(value.least, spread.least());
    value.most = std::max(value.most, spread.most());
    return value;
}

}  // namespace gradus
