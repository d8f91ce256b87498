#pragma once

#include <string>

#include "gradus/report/report.hpp"

/// One renderer a format, each in a file of its name; render() chooses.
namespace gradus::report {

std::string render_text(const Report& report);
std::string render_csv(const Table& table, bool rounded);
std::string render_json(const Report& report);
std::string render_markdown(const Report& report);
std::string render_latex(const Report& report);
std::string render_html(const Report& report);

}  // namespace gradus::report
