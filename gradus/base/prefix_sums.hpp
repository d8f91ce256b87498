#pragma once

#include <cstddef>
#include <vector>

namespace gradus {

/// Values at the places 0 … size − 1, to which something is added and whose sum over the places
/// before one is asked for, each in O(log size) (Fenwick, Software: Practice and Experience 24(3),
/// 1994). A Value starts as Value{} and knows +=.
template <class Value>
class PrefixSums {
  public:
    explicit PrefixSums(std::size_t size = 0) { reset(size); }

    void reset(std::size_t size) { sums_.assign(size + 1, Value{}); }
    void add(std::size_t place, const Value& value) {
        for (std::size_t i = place + 1; i < sums_.size(); i += i & (~i + 1)) sums_[i] += value;
    }
    Value below(std::size_t place) const {
        Value sum{};
        for (std::size_t i = place; i > 0; i -= i & (~i + 1)) sum += sums_[i];
        return sum;
    }

  private:
    std::vector<Value> sums_;
};

}  // namespace gradus
