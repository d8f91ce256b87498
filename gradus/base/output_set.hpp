#pragma once

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "gradus/base/text_sink.hpp"

namespace gradus {

/// Several files that come into being together, as data and what stands beside it: the first is put
/// in its place only when all are complete and on the disk, so that a failure leaves what stood
/// there before, in every place. Of two sets of the same names at a time the last to end wins as a
/// whole.
class OutputSet {
  public:
    /// What must hold of the place: `check` throws Error where it does not. Called now and again
    /// when the files are put there, as others may have come in between.
    void require(std::function<void()> check);
    /// Opens a file of the set; it stays where it is until the set ends.
    TextSink& add(const std::string& path);
    /// Completes all of them, for one who has to do more before commit().
    void prepare();
    void commit();

  private:
    std::deque<TextSink> files_;
    std::string first_;  ///< by name, which stands for the set
    std::vector<std::function<void()>> checks_;
};

}  // namespace gradus
