// The model file of a TreeEnsemble (docs/formats.md). Written by hand rather than by a library, to
// have one array a line and thresholds as short as floats allow.

#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "gradus/base/error.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/models/tree_ensemble.hpp"

namespace gradus {
namespace {

using nlohmann::json;

/// Text of the user's; bytes that are no UTF-8 are replaced.
std::string quoted(const std::string& text) {
    return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string number_text(double value) {
    // "-0" would be read as a whole number, which has no sign there.
    return value == 0.0 && std::signbit(value) ? "-0.0" : shortest(value);
}
/// As short as floats allow, yet right for a reader that rounds twice, to double and to float.
std::string number_text(float value) {
    const std::string text = shortest(value);
    const bool enough = static_cast<float>(number_from(text).value_or(0.0)) == value;
    return enough ? text : shortest(static_cast<double>(value));
}
std::string number_text(bool value) {
    return value ? "1" : "0";
}
template <std::integral Number>
std::string number_text(Number value) {
    return std::to_string(value);
}

/// A line `"name": [...]` with one member of each node.
template <class Node, class Member>
std::string line(std::string_view name, const std::vector<Node>& nodes, Member Node::*member) {
    std::string text = fmt::format("   \"{}\": [", name);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (i > 0) text += ", ";
        text += number_text(nodes[i].*member);
    }
    return text + "]";
}

std::string text_of(const Tree& tree) {
    using Split = Tree::Split;
    using Leaf = Tree::Leaf;
    return "  {\n" + line("feature", tree.splits, &Split::feature) + ",\n" +
           line("threshold", tree.splits, &Split::threshold) + ",\n" +
           line("missing_left", tree.splits, &Split::missing_left) + ",\n" +
           line("left", tree.splits, &Split::left) + ",\n" +
           line("right", tree.splits, &Split::right) + ",\n" +
           line("gain", tree.splits, &Split::gain) + ",\n" +
           line("split_documents", tree.splits, &Split::documents) + ",\n" +
           line("value", tree.leaves, &Leaf::value) + ",\n" +
           line("leaf_documents", tree.leaves, &Leaf::documents) + "\n  }";
}

template <class Item, class Text>
std::string listed(const std::vector<Item>& items, const char* between, Text text_of_item) {
    std::string text;
    for (const Item& item : items) text += (text.empty() ? "" : between) + text_of_item(item);
    return text;
}

/// Reads the parts, or throws Error that says which is wrong.
class Reader {
  public:
    Reader(const json& root, const std::string& source) : root_(root), source_(source) {}

    std::vector<std::string> strings(const char* name) const {
        const json& list = member(root_, name, "");
        std::vector<std::string> all;
        for (const json& item : list) {
            if (!item.is_string()) refuse(fmt::format("'{}' has an entry that is no text", name));
            all.push_back(item.get<std::string>());
        }
        return all;
    }

    std::vector<std::pair<std::string, std::string>> parameters() const {
        std::vector<std::pair<std::string, std::string>> all;
        for (const json& item : member(root_, "parameters", "")) {
            if (!item.is_array() || item.size() != 2 || !item[0].is_string() ||
                !item[1].is_string()) {
                refuse("'parameters' has an entry that is no pair of texts");
            }
            all.emplace_back(item[0].get<std::string>(), item[1].get<std::string>());
        }
        return all;
    }

    std::string learner() const {
        const auto found = root_.find("learner");
        if (found == root_.end() || !found->is_string()) refuse("'learner' is no text");
        return found->get<std::string>();
    }

    double base() const {
        const auto found = root_.find("base");
        double value = 0.0;
        if (found == root_.end() || !assign(*found, value)) refuse("'base' is no number");
        return value;
    }

    std::vector<Tree> trees(std::size_t features) const {
        std::vector<Tree> all;
        for (const json& item : member(root_, "trees", "")) {
            const std::string place = fmt::format("trees[{}]: ", all.size());
            all.push_back(tree(item, place));
            const std::string objection = tree_objection(all.back(), features);
            if (!objection.empty()) refuse(place + objection);
        }
        return all;
    }

    [[noreturn]] void refuse(const std::string& what) const {
        throw Error({source_},
                    "the model file is damaged: " + what,
                    "give a model that gradus train wrote");
    }

  private:
    const json& member(const json& object, const char* name, const std::string& place) const {
        const auto found = object.find(name);
        if (found == object.end() || !found->is_array())
            refuse(fmt::format("{}'{}' is no list", place, name));
        return *found;
    }

    static bool assign(const json& item, double& value) {
        if (!item.is_number()) return false;
        value = item.get<double>();
        return std::isfinite(value);
    }
    static bool assign(const json& item, float& value) {
        double wide = 0.0;
        if (!assign(item, wide)) return false;
        // Not every double above the largest float is rounded up to infinity, but none is needed.
        if (std::abs(wide) > static_cast<double>(std::numeric_limits<float>::max())) return false;
        value = static_cast<float>(wide);
        return true;
    }
    static bool assign(const json& item, bool& value) {
        if (item != 0 && item != 1) return false;
        value = item == 1;
        return true;
    }
    template <std::integral Number>
    static bool assign(const json& item, Number& value) {
        if (item.is_number_unsigned()) {
            value = static_cast<Number>(item.get<std::uint64_t>());
            return std::in_range<Number>(item.get<std::uint64_t>());
        }
        if (!item.is_number_integer()) return false;
        value = static_cast<Number>(item.get<std::int64_t>());
        return std::in_range<Number>(item.get<std::int64_t>());
    }

    /// Fills one member of each node. The first list of a kind of node tells how many there are.
    template <class Node, class Member>
    void fill(const json& tree,
              const std::string& place,
              const char* name,
              std::vector<Node>& nodes,
              Member Node::*field,
              bool first = false) const {
        const json& list = member(tree, name, place);
        if (first) nodes.resize(list.size());
        if (list.size() != nodes.size()) {
            refuse(fmt::format(
                "{}'{}' has {} numbers, not {}", place, name, list.size(), nodes.size()));
        }
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (!assign(list[i], nodes[i].*field))
                refuse(fmt::format("{}'{}'[{}] is no such number", place, name, i));
        }
    }

    Tree tree(const json& item, const std::string& place) const {
        using Split = Tree::Split;
        using Leaf = Tree::Leaf;
        if (!item.is_object()) refuse(place + "it is no object");
        Tree tree;
        fill(item, place, "feature", tree.splits, &Split::feature, true);
        fill(item, place, "threshold", tree.splits, &Split::threshold);
        fill(item, place, "missing_left", tree.splits, &Split::missing_left);
        fill(item, place, "left", tree.splits, &Split::left);
        fill(item, place, "right", tree.splits, &Split::right);
        fill(item, place, "gain", tree.splits, &Split::gain);
        fill(item, place, "split_documents", tree.splits, &Split::documents);
        fill(item, place, "value", tree.leaves, &Leaf::value, true);
        fill(item, place, "leaf_documents", tree.leaves, &Leaf::documents);
        return tree;
    }

    const json& root_;
    const std::string& source_;
};

/// The largest score there can be, up or down.
double bound(double base, const std::vector<Tree>& trees) {
    double sum = std::abs(base);
    for (const Tree& tree : trees) {
        double largest = 0.0;
        for (const Tree::Leaf& leaf : tree.leaves)
            largest = std::max(largest, std::abs(leaf.value));
        sum += largest;
    }
    return sum;
}

}  // namespace

std::string TreeEnsemble::to_text() const {
    const auto pair = [](const std::pair<std::string, std::string>& parameter) {
        return fmt::format("[{}, {}]", quoted(parameter.first), quoted(parameter.second));
    };
    return fmt::format(
        "{{\n \"format\": \"gradus-model\",\n \"version\": 1,\n \"model\": \"trees\",\n"
        " \"learner\": {},\n \"targets\": [{}],\n \"parameters\": [{}],\n"
        " \"base\": {},\n \"features\": [{}],\n \"trees\": [\n{}\n ]\n}}\n",
        quoted(notes_.learner),
        listed(notes_.targets, ", ", quoted),
        listed(notes_.parameters, ", ", pair),
        number_text(base_),
        listed(feature_names_, ", ", quoted),
        listed(trees_, ",\n", text_of));
}

std::unique_ptr<const TreeEnsemble> TreeEnsemble::from_json(const json& root,
                                                            const std::string& source) {
    const Reader reader(root, source);
    std::vector<std::string> names = reader.strings("features");
    std::vector<Tree> trees = reader.trees(names.size());
    const double base = reader.base();
    if (bound(base, trees) > static_cast<double>(std::numeric_limits<float>::max()))
        reader.refuse("a sum of its values may be too large for a score");
    return std::make_unique<TreeEnsemble>(
        std::move(names),
        base,
        std::move(trees),
        TrainingNotes{reader.learner(), reader.strings("targets"), reader.parameters()});
}

}  // namespace gradus
