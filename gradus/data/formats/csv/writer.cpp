#include <cmath>

#include "gradus/base/csv_field.hpp"
#include "gradus/base/text_number.hpp"
#include "gradus/base/text_sink.hpp"
#include "gradus/data/formats/csv.hpp"
#include "gradus/data/formats/csv/columns.hpp"
#include "gradus/data/side_files.hpp"

namespace gradus {
namespace {

std::vector<std::string> header_of(const Dataset& data) {
    const auto usual = [](csv::Role role) { return std::string(csv::usual_names(role).front()); };
    std::vector<std::string> names = {usual(csv::Role::query)};
    if (!data.document_ids.empty()) names.push_back(usual(csv::Role::document));
    names.push_back(usual(csv::Role::grade));
    for (std::size_t c = 1; c < data.labels.size(); ++c) names.push_back(data.labels[c].name);
    if (!data.weights.empty()) names.push_back(usual(csv::Role::weight));
    for (std::size_t j = 0; j < data.features.columns(); ++j) names.push_back(data.feature_name(j));
    return names;
}

class RecordWriter {
  public:
    RecordWriter(const Dataset& data, char separator) : data_(data), separator_(separator) {}

    const std::string& header(const std::vector<std::string>& names) {
        line_.clear();
        for (const std::string& name : names) text(name);
        return finished();
    }

    const std::string& record(std::size_t query, std::size_t document) {
        line_.clear();
        text(data_.query_ids[query]);
        if (!data_.document_ids.empty()) text(data_.document_ids[document]);
        for (const LabelColumn& column : data_.labels) number(column.values[document]);
        if (!data_.weights.empty()) number(data_.weights[document]);
        for (const float value : data_.features.row(document)) number(value);
        return finished();
    }

  private:
    void text(std::string_view field) {
        append_csv_field(line_, field, separator_);
        line_ += separator_;
    }
    void number(float value) {
        if (!std::isnan(value)) append_shortest(line_, value);
        line_ += separator_;
    }
    const std::string& finished() {
        line_.back() = '\n';
        return line_;
    }

    const Dataset& data_;
    char separator_;
    std::string line_;
};

/// True where a comment says more than the document's id.
bool loses_comments(const Dataset& data) {
    for (std::size_t i = 0; i < data.comments.size(); ++i) {
        const std::string id(i < data.document_ids.size() ? data.document_ids[i] : "");
        const std::string_view comment = data.comments[i];
        if (comment != "docid = " + id && comment != id && comment != " " + id) return true;
    }
    return false;
}

}  // namespace

void write_csv(const Dataset& data,
               const std::string& path,
               char separator,
               const WriteOptions& options) {
    const std::vector<std::string> header = header_of(data);
    csv::refuse_repeated_names(header, "columns", {path});
    OutputSet files;
    add_only_positions_to(files, data, path);
    TextSink& sink = files.add(path);
    RecordWriter writer(data, separator);
    sink.write(writer.header(header));
    for (std::size_t query = 0; query < data.queries(); ++query) {
        for (std::size_t i = data.query_begins[query]; i < data.query_begins[query + 1]; ++i)
            sink.write(writer.record(query, i));
    }
    if (loses_comments(data))
        options.progress.get().note("of the comments only the documents' ids are kept");
    files.commit();
}

}  // namespace gradus
