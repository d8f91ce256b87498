#include "gradus/base/output_set.hpp"

#include <csignal>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "gradus/testing/error_message.hpp"
#include "gradus/testing/temporary_folder.hpp"

namespace gradus {
namespace {

namespace fs = std::filesystem;

constexpr const char* names[] = {"data.txt.weight", "data.txt.click", "data.txt"};

/// Files may not grow beyond this, for as long as it lives.
class SizeLimit {
  public:
    explicit SizeLimit(rlim_t bytes) : before_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &usual_);
        const rlimit limit{bytes, usual_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    SizeLimit(const SizeLimit&) = delete;
    SizeLimit& operator=(const SizeLimit&) = delete;
    SizeLimit(SizeLimit&&) = delete;
    SizeLimit& operator=(SizeLimit&&) = delete;
    ~SizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &usual_);
        std::signal(SIGXFSZ, before_);
    }

  private:
    void (*before_)(int);
    rlimit usual_{};
};

void write_set(const testing::TemporaryFolder& folder, std::size_t bytes) {
    OutputSet files;
    for (std::size_t i = 0; i < std::size(names); ++i)
        files.add(folder.file(names[i])).write(std::string((i + 1) * bytes, 'x') + "\n");
    files.commit();
}

TEST(OutputSet, AllFilesAppearTogether) {
    const testing::TemporaryFolder folder;
    {
        OutputSet files;
        TextSink& first = files.add(folder.file("a"));
        TextSink& second = files.add(folder.file("b"));
        first.write("one");
        second.write("two");
        files.prepare();
        EXPECT_FALSE(fs::exists(folder.file("a")));
        EXPECT_FALSE(fs::exists(folder.file("b")));
        files.commit();
    }
    EXPECT_EQ(folder.content("a"), "one");
    EXPECT_EQ(folder.content("b"), "two");
}

TEST(OutputSet, AFailureInAnyFileLeavesAllAsTheyWere) {
    for (const std::size_t failing : {1U, 2U, 3U}) {
        const testing::TemporaryFolder folder;
        for (const char* const name : names) folder.write(name, "old");
        {
            const SizeLimit limit(failing * 1000);  // the file of failing * 1000 + 1 bytes fails
            EXPECT_NE(testing::error_message([&] { write_set(folder, 1000); }).find("too large"),
                      std::string::npos);
        }
        for (const char* const name : names) EXPECT_EQ(folder.content(name), "old") << failing;
        for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder.path()))
            EXPECT_NE(entry.path().extension(), ".tmp");
        write_set(folder, 1000);
        EXPECT_EQ(folder.content("data.txt").size(), 3001U);
    }
}

TEST(OutputSet, AFileThatIsWrittenOverKeepsItsContentUntilCommit) {
    const testing::TemporaryFolder folder;
    folder.write("data.txt", "old");
    fs::create_hard_link(folder.file("data.txt"), folder.file("other name"));
    folder.write("data.txt.weight", "old");
    {
        OutputSet files;
        files.add(folder.file("data.txt.weight")).write("new");
        files.add(folder.file("data.txt")).write("new data");
        files.prepare();
        EXPECT_EQ(folder.content("other name"), "old");
        files.commit();
    }
    EXPECT_EQ(folder.content("other name"), "new data");
    EXPECT_EQ(folder.content("data.txt.weight"), "new");
}

}  // namespace
}  // namespace gradus
