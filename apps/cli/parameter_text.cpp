#include "apps/cli/parameter_text.hpp"

#include "apps/cli/table.hpp"

namespace gradus::cli {

std::string parameters_as_text(const std::vector<ParamInfo>& params, std::string_view unset) {
    std::vector<std::vector<std::string>> rows;
    rows.reserve(params.size());
    for (const ParamInfo& info : params) {
        rows.push_back({"  " + info.name,
                        info.range,
                        info.value.empty() ? std::string(unset) : "default " + info.value,
                        info.help});
    }
    return aligned(rows);
}

std::string parameters_as_markdown(const std::vector<ParamInfo>& params, std::string_view unset) {
    if (params.empty()) return "";
    std::string text = "| parameter | may be | default | meaning |\n|---|---|---|---|\n";
    for (const ParamInfo& info : params) {
        text += markdown_row({markdown_code({info.name}),
                              info.range,
                              info.value.empty() ? std::string(unset) : markdown_code({info.value}),
                              info.help});
    }
    return text + '\n';
}

}  // namespace gradus::cli
