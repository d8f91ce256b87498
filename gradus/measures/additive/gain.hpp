#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gradus {

/// What a grade is worth in a sum-of-gain measure. Grade 0 is worth 0.
class Gain {
  public:
    /// 2^(scale·l) − 1 (Burges et al., ICML 2005). `relative` divides it by 2^(scale·largest grade
    /// of the query), which a normalised measure cancels: grades in the thousands stay in range.
    static Gain exponential(double scale, bool relative);
    /// l
    static Gain linear() { return Gain(Kind::linear); }
    /// worths[l], for whole grades; rising from 0.
    static Gain table(std::vector<double> worths);
    /// 1 for l >= threshold
    static Gain binary(double threshold);
    /// l/highest; 0 = the highest grade of the data set, or of the query where that is unknown.
    static Gain share(double highest);

    /// What of() needs to know of the query besides the grade.
    double reference(std::span<const double> ideal, double highest) const;
    double of(double grade, double reference) const;
    /// Measure::objection
    std::string objection(double grade) const;
    /// Measure::left_to_data
    std::string_view left_to_data() const {
        return kind_ == Kind::share && number_ == 0.0 ? "max" : "";
    }
    /// The threshold of a binary gain.
    double threshold() const { return number_; }

  private:
    enum class Kind : unsigned char { exponential, relative, linear, table, binary, share };
    explicit Gain(Kind kind, double number = 0.0) : kind_(kind), number_(number) {}

    Kind kind_;
    double number_;  ///< scale, threshold or highest grade
    std::vector<double> worths_;
};

}  // namespace gradus
