// The file of a TreeEnsemble (docs/reference/formats.md).

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gradus/models/formats/gradus/kinds.hpp"
#include "gradus/models/formats/gradus/model_json.hpp"

namespace gradus::model_json {
namespace {

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

std::string tree_text(const Tree& tree) {
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

class TreeReader : public Reader {
  public:
    using Reader::Reader;

    std::vector<Tree> trees(std::size_t features) const {
        std::vector<Tree> all;
        for (const Json& item : list(root(), "trees")) {
            const std::string place = fmt::format("trees[{}]: ", all.size());
            all.push_back(tree(item, place));
            const std::string objection = tree_objection(all.back(), features);
            if (!objection.empty()) refuse(place + objection);
        }
        return all;
    }

  private:
    /// Fills one member of each node. The first list of a kind of node tells how many there are.
    template <class Node, class Member>
    void fill(const Json& tree,
              const std::string& place,
              const char* name,
              std::vector<Node>& nodes,
              Member Node::*field,
              bool first = false) const {
        const Json::Array& numbers = list(tree, name, place);
        if (first) nodes.resize(numbers.size());
        if (numbers.size() != nodes.size()) {
            refuse(fmt::format(
                "{}'{}' has {} numbers, not {}", place, name, numbers.size(), nodes.size()));
        }
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (!assign(numbers[i], nodes[i].*field))
                refuse(fmt::format("{}'{}'[{}] is not a valid number", place, name, i));
        }
    }

    Tree tree(const Json& item, const std::string& place) const {
        using Split = Tree::Split;
        using Leaf = Tree::Leaf;
        if (!item.is_object()) refuse(place + "it is not an object");
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

std::string text_of(const TreeEnsemble& model) {
    return file_text(model,
                     fmt::format(" \"base\": {},\n \"features\": [{}],\n \"trees\": [\n{}\n ]",
                                 number_text(model.base()),
                                 listed(model.feature_names(), ", ", quoted),
                                 listed(model.trees(), ",\n", tree_text)));
}

std::unique_ptr<const TreeEnsemble> read(std::type_identity<TreeEnsemble> /*kind*/,
                                         const Json& root,
                                         const std::string& source) {
    const TreeReader reader(root, source);
    std::vector<std::string> names = reader.strings("features");
    std::vector<Tree> trees = reader.trees(names.size());
    const double base = reader.number("base");
    if (bound(base, trees) > static_cast<double>(std::numeric_limits<float>::max()))
        reader.refuse("a sum of its values may be too large for a score");
    return std::make_unique<TreeEnsemble>(std::move(names), base, std::move(trees), reader.notes());
}

}  // namespace gradus::model_json
