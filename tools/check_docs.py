#!/usr/bin/env python3
"""Checks the documentation: relative links lead somewhere, every module has its paragraph in docs/architecture.md, every
decision record is listed in docs/decisions/README.md, and no text names a path of somebody's machine."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)[^)]*\)")


def main():
    problems = []
    tracked = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, text=True,
                             capture_output=True, check=True).stdout.split("\n")
    pages = [ROOT / name for name in tracked if name.endswith(".md")]
    for page in pages:
        in_code = False  # where [this](double x) is C++
        for number, line in enumerate(page.read_text().splitlines(), 1):
            place = f"{page.relative_to(ROOT)}:{number}"
            in_code ^= line.startswith("```")
            for target in [] if in_code else LINK.findall(line):
                if not target.startswith(("http:", "https:")) and not (page.parent / target).exists():
                    problems.append(f"{place}: the link to {target} leads nowhere; mend it")
            if re.search(r"(^|[\s(`'\"=])/(ho" + r"me|ro" + r"ot|wo" + r"rk)/", line):
                problems.append(f"{place}: a path of one machine; make it relative")
    architecture = (ROOT / "docs/architecture.md").read_text()
    for module in sorted((ROOT / "gradus").glob("*/CMakeLists.txt")):
        if f"gradus/{module.parent.name}" not in architecture:
            problems.append(f"docs/architecture.md: gradus/{module.parent.name} has no paragraph; write one")
    listed = (ROOT / "docs/decisions/README.md").read_text()
    for record in sorted((ROOT / "docs/decisions").glob("[0-9]*.md")):
        if record.name not in listed:
            problems.append(f"docs/decisions/README.md: {record.name} is not listed; add it")
    print("\n".join(problems) if problems else f"docs: {len(pages)} pages, every link leads somewhere")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
