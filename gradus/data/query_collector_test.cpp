#include "gradus/data/query_collector.hpp"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "gradus/data/formats/letor.hpp"
#include "gradus/testing/error_message.hpp"

namespace gradus {
namespace {

constexpr std::string_view scattered =
    "1 qid:b 1:1 #first\n0 qid:a 1:2\n2 qid:b 1:3 #third\n3 qid:a 1:4\n0 qid:b 1:5\n";
constexpr std::string_view gathered =
    "1 qid:b 1:1 #first\n2 qid:b 1:3 #third\n0 qid:b 1:5\n0 qid:a 1:2\n3 qid:a 1:4\n";

Dataset read(std::string_view text, std::size_t batch, bool may_be_scattered) {
    return read_letor(
        TextSource::of_memory("data.txt", text, batch), "", {.scattered = may_be_scattered});
}

TEST(QueryCollector, BringsScatteredDocumentsTogether) {
    const Dataset expected = read(gathered, TextSource::usual_batch, false);
    for (const std::size_t batch : {std::size_t{16}, std::size_t{40}, TextSource::usual_batch}) {
        EXPECT_TRUE(same_content(read(scattered, batch, true), expected)) << batch;
        EXPECT_TRUE(same_content(read(gathered, batch, true), expected)) << batch;
    }
}

TEST(QueryCollector, RefusesThemWhereTheyAreNotExpected) {
    for (const std::size_t batch : {std::size_t{16}, TextSource::usual_batch}) {
        EXPECT_EQ(testing::error_message([&] { read(scattered, batch, false); }),
                  "data.txt:3: query b comes back after other queries (it began on line 1); keep "
                  "the documents of a query together");
    }
}

}  // namespace
}  // namespace gradus
