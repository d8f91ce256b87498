#include "gradus/models/model_format.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gradus/base/error.hpp"
#include "gradus/models/linear.hpp"
#include "gradus/testing/error_message.hpp"
#include "gradus/testing/models.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

using testing::all_kinds;
using testing::error_message;

/// Of some documents, missing values among them.
std::vector<std::uint32_t> score_bits(const Model& model) {
    constexpr std::size_t documents = 20;
    const std::vector<float> rows = testing::random_rows(3, documents, model.features());
    std::vector<std::uint32_t> bits;
    for (std::size_t i = 0; i < documents; ++i)
        bits.push_back(std::bit_cast<std::uint32_t>(
            model.score(std::span(rows).subspan(i * model.features(), model.features()))));
    return bits;
}

/// Calls the body with each format that is read and written, each model that it holds, and its
/// text.
template <class Body>
void for_each_file(std::uint64_t seed, Body body) {
    for (const ModelFormatEntry* format : all_model_formats()) {
        if (format->read == nullptr || format->write == nullptr) continue;
        for (const auto& model : all_kinds(seed)) {
            if (format->objection != nullptr && !format->objection(*model).empty()) continue;
            SCOPED_TRACE(std::string(format->name) + ", " + std::string(model->kind()) + ", seed " +
                         std::to_string(seed));
            body(*format, *model, model_text(*model, *format));
        }
    }
}

TEST(EveryModelFormat, ReadsBackWhatItWritesToTheSameBits) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        for_each_file(
            seed, [](const ModelFormatEntry& format, const Model& model, const std::string& text) {
                EXPECT_TRUE(format.recognises(text));
                const auto again = model_from_text(text, "copy");
                EXPECT_EQ(model_text(*again, format), text);
                EXPECT_EQ(score_bits(*again), score_bits(model));
            });
    }
}

TEST(EveryModelFormat, RefusesACutFileOrReadsTheSameModel) {
    for_each_file(
        1, [](const ModelFormatEntry& format, const Model& /*model*/, const std::string& text) {
            for (std::size_t size = 0; size < text.size(); ++size) {
                try {
                    const auto read = model_from_text(text.substr(0, size), "copy");
                    ASSERT_EQ(model_text(*read, format), text) << size;
                } catch (const Error&) {
                }
            }
        });
}

TEST(EveryModelFormat, TakesNoFlippedDigitForTheModel) {
    for_each_file(
        2, [](const ModelFormatEntry& format, const Model& /*model*/, const std::string& text) {
            for (std::size_t i = 0; i < text.size(); ++i) {
                if (text[i] < '0' || text[i] > '9') continue;
                std::string changed = text;
                changed[i] = changed[i] == '9' ? '0' : static_cast<char>(changed[i] + 1);
                try {
                    const auto read = model_from_text(changed, "copy");
                    ASSERT_EQ(model_text(*read, format), changed) << i;
                } catch (const Error&) {
                }
            }
        });
}

TEST(EveryModelFormat, IsCalledByItsName) {
    std::set<std::string_view> names;
    for (const ModelFormatEntry* format : all_model_formats()) {
        EXPECT_EQ(&model_format_named(format->name), format);
        EXPECT_TRUE(names.insert(format->name).second);
        EXPECT_EQ(format->read == nullptr, format->recognises == nullptr) << format->name;
        EXPECT_TRUE(format->read != nullptr || format->write != nullptr) << format->name;
    }
    EXPECT_EQ(error_message([] { model_format_named("gradsu"); }).substr(0, 36),
              "format: unknown model format 'gradsu");
}

TEST(GradusModelFormat, HoldsEveryKindOfModel) {
    const ModelFormatEntry& format = model_format_named("gradus");
    for (const auto& model : all_kinds(1)) EXPECT_EQ(model_text(*model, format), model->to_text());
}

/// The text without its checksum, each number replaced in turn.
TEST(GradusModelFormat, ReadsAnEditedFileAsAModelThatSurvivesOrRefusesIt) {
    std::size_t read = 0;
    std::size_t refused = 0;
    for (const auto& model : all_kinds(4)) {
        const std::string whole = model->to_text();
        const std::string text = "{\n" + whole.substr(whole.find('\n', 2) + 1);
        ASSERT_EQ(text.find("checksum"), std::string::npos);
        for (std::size_t i = 1; i < text.size(); ++i) {
            const std::string number =
                text.substr(i, text.find_first_not_of("-0123456789.e", i) - i);
            if (number.empty() || std::string(" [").find(text[i - 1]) == std::string::npos)
                continue;
            for (const char* other : {"0", "-1", "2.5", "null", "4294967296", "1e39", "1e999"}) {
                const std::string changed = std::string(text).replace(i, number.size(), other);
                try {
                    const auto edited = model_from_text(changed, "edited");
                    const auto again = model_from_text(edited->to_text(), "again");
                    ASSERT_EQ(score_bits(*again), score_bits(*edited)) << number << ' ' << other;
                    ++read;
                } catch (const Error&) {
                    ++refused;
                }
            }
        }
    }
    EXPECT_GT(read, 100);
    EXPECT_GT(refused, 100);
}

TEST(ModelText, SaysWhyAFormatCannotHoldAModel) {
    const ModelFormatEntry trees_only{
        .name = "forest",
        .summary = "",
        .suffixes = "",
        .recognises = nullptr,
        .read = nullptr,
        .objection =
            [](const Model& model) {
                return model.kind() == "trees" ? std::string() : std::string("it is not of trees");
            },
        .write = [](const Model& /*model*/) { return std::string("a forest"); }};
    for (const auto& model : all_kinds(1)) {
        const std::string message = error_message([&] { model_text(*model, trees_only); });
        if (model->kind() == "trees") {
            EXPECT_EQ(model_text(*model, trees_only), "a forest");
        } else {
            EXPECT_EQ(
                message,
                "format: the format forest cannot hold this model: it is not of trees; choose "
                "another format");
        }
    }
    ModelFormatEntry only_read = trees_only;
    only_read.write = nullptr;
    EXPECT_EQ(error_message([&] { model_text(*all_kinds(1)[0], only_read); }),
              "format: models in the format forest are read, not written; choose another format");
}

TEST(SaveModel, WritesWhatLoadModelReads) {
    const testing::TemporaryFolder folder;
    for (const auto& model : all_kinds(1)) {
        save_model(*model, folder.file("model.json"));
        EXPECT_EQ(load_model(folder.file("model.json"))->to_text(), model->to_text());
    }
    const auto refused = [&](const char* path, const char* format) {
        return error_message([&] { save_model(*all_kinds(1)[0], folder.file(path), format); });
    };
    EXPECT_NE(refused("no/model.json", "gradus"), "no error");
    EXPECT_NE(refused("model.json", "nonsense"), "no error");
}

TEST(LoadModel, SaysWhatIsWrongWithAFile) {
    const testing::TemporaryFolder folder;
    const auto failure = [&](const std::string& text) {
        return error_message([&] { load_model(folder.write("model.json", text)); })
            .substr(folder.path().size() + 1);
    };
    const std::string remedy = "; give a model that Gradus has trained";
    EXPECT_EQ(failure(""), "model.json: this is not a Gradus model" + remedy);
    EXPECT_EQ(failure("[1]"), "model.json: this is not a Gradus model" + remedy);
    EXPECT_EQ(failure(R"({"format":"gradus-model","version":2})"),
              "model.json: the model has version 2 of the format, but this Gradus reads version 1; "
              "use the newer Gradus that wrote it");
    EXPECT_EQ(failure(R"({"format":"gradus-model","version":0})"),
              "model.json: the model has version 0 of the format, but this Gradus reads version 1; "
              "train it again");
    EXPECT_EQ(failure(R"({"format":"gradus-model"})"),
              "model.json: the model file is damaged: it does not tell its version" + remedy);
    EXPECT_EQ(
        failure(
            R"({"format":"gradus-model","version":1,"model":"linear","features":[{"name":3}]})"),
        "model.json: the model file is damaged: features[0]: 'name' is not text" + remedy);
    EXPECT_EQ(failure(R"({"format":"gradus-model","version":1,"model":"linear"})"),
              "model.json: the model file is damaged: 'features' is not a list" + remedy);
    EXPECT_EQ(
        failure(R"({"format":"gradus-model","version":1,"model":"linear",)"
                R"("features":[{"name":"a","mean":0,"spread":0,"weight":1}]})"),
        "model.json: the model file is damaged: features[0]: 'spread' is not above 0" + remedy);
    EXPECT_EQ(
        failure(R"({"format":"gradus-model","version":1,"model":"linear",)"
                R"("features":[{"name":"a","mean":"0","spread":1,"weight":1}]})"),
        "model.json: the model file is damaged: features[0]: 'mean' is not a number" + remedy);
    EXPECT_EQ(failure(R"({"format":3})"), "model.json: this is not a Gradus model" + remedy);
    EXPECT_EQ(failure(R"({"format":"gradus-model","version":1,"model":"oracle"})"),
              "model.json: the kind of model is unknown" + remedy);
}

}  // namespace
}  // namespace gradus
