#pragma once

#include <string_view>
#include <vector>

#include "gradus/base/params.hpp"
#include "gradus/report/report.hpp"

namespace gradus::cli {

/// The parameters of a measure or learner, a row each. `unset` is what an empty default means.
report::Table parameter_table(const std::vector<ParamInfo>& params, std::string_view unset);

/// The parameters of all measures or learners as one table of CSV, with a first column that names
/// whose they are.
class AllParameters {
  public:
    explicit AllParameters(std::string_view owner);
    void add(std::string_view owner, const report::Table& params);
    const report::Table& table() const { return table_; }

  private:
    report::Table table_;
};

}  // namespace gradus::cli
