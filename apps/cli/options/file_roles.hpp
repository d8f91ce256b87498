#pragma once

#include <string>
#include <vector>

namespace gradus::cli {

/// What a command reads and what it writes, so that no output falls onto an input or onto another
/// output. A command marks its options with Option::reads() and Option::writes(), and tells the
/// rest by CommandLine::files(); all is checked before the work begins.
class FileRoles {
  public:
    /// `option` is what the user typed it with: "--train", or "FILE" for a plain argument.
    void reads(const std::string& option, const std::string& path);
    void writes(const std::string& option, const std::string& path);
    /// Data to rank: the files beside it that have one of the side names are written too.
    void writes_data(const std::string& option, const std::string& path);
    /// A file beside data that is written, whose name the user did not type.
    void writes_beside(const std::string& option, const std::string& path);
    /// A name of files that stand beside data and belong to it: "click" for train.txt.click.
    void side_name(const std::string& name);
    /// What is read is kept as FILE.gradus, too.
    void keeps_caches();

    /// Misuse where a name stands for two things; Error where two names are one file, or an output
    /// cannot be written.
    void check() const;

  private:
    struct File {
        std::string option;
        std::string path;
        bool is_beside = false;  ///< not named by the user but standing beside what was
    };
    std::vector<File> all_inputs() const;
    std::vector<File> all_outputs() const;
    void check_standard_input() const;
    void check_beside_inputs() const;
    static void check_outputs(const File& one, const File& other);
    static void check_input(const File& output, const File& input);
    static void check_standard_output(const File& input);

    std::vector<File> inputs_;
    std::vector<File> outputs_;
    std::vector<File> outputs_beside_;
    std::vector<File> data_outputs_;
    std::vector<std::string> side_names_ = {"query", "group", "weight", "query_weight", "position"};
    bool keeps_caches_ = false;
};

}  // namespace gradus::cli
