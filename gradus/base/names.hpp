#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gradus {

/// Lower case of the ASCII letters; other bytes stay.
std::string lower_case(std::string_view text);

/// The known name with the smallest edit distance to what was typed, if it is near enough to be
/// meant.
std::string nearest_name(std::string_view typed, const std::vector<std::string>& known);

/// "did you mean 'ndcg'? choose one of: ap, err, ndcg": the remedy for an unknown name.
std::string name_remedy(std::string_view typed, const std::vector<std::string>& known);

}  // namespace gradus
