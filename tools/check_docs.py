#!/usr/bin/env python3
"""Checks the documentation: relative links lead somewhere, files that pages name exist, lines end at 120 characters or at
the sentence, papers are cited by author and year, every page of docs is on its map, every module has its paragraph in
docs/explanation/architecture.md, every decision record is listed, and no text names a path of somebody's machine."""

import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
NAMED_FILE = re.compile(r"`([\w./{},-]+\.(?:cpp|hpp|py|sh|toml|cmake))`")
MACHINE_PATH = re.compile(r"(^|[\s(`'\"=])/(ho" + r"me|ro" + r"ot|wo" + r"rk)/")
HISTORY = ("CHANGELOG.md", "docs/project/")  # they tell of files that were, in the words of their day
WRITTEN = {"commands", "learners", "measures", "objectives", "profiles", "synonyms"}  # by tools/write_docs.py
EXAMPLES = {"streak.cpp", "streak_test.cpp", "mean_error.cpp", "mean_error_test.cpp", "mean_error_net.cpp", "arrows.cpp", "weights.cpp",
            "data_count.cpp", "ask.py"}  # that pages have the reader make


def expanded(name):
    """a/{b,c}.cpp as a/b.cpp and a/c.cpp."""
    braces = re.search(r"\{([^}]*)\}", name)
    if not braces:
        return [name]
    return [each for part in braces.group(1).split(",")
            for each in expanded(name[:braces.start()] + part + name[braces.end():])]


def is_too_long(line):
    """A line of prose that goes on behind 120 characters, and is more than one sentence."""
    return len(line) > 120 and not line.startswith("|") and re.search(r"[.!?] +[A-Z`]", line[:-1])


def anchors(page):
    """What a link may name behind #: the headings, as GitHub spells them."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"(?ms)^```.*?^```$", "", page.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def link_problem(page, target, anchor):
    if target.startswith(("http:", "https:")):
        return None
    file = page.parent / target if target else page
    if not file.exists():
        return f"the link to {target} leads nowhere; mend it"
    if anchor and anchor not in anchors(file):
        return f"{target} has no heading #{anchor}; mend the link"
    return None


def line_problems(page, name, line, in_code, tracked):
    if not in_code:
        yield from filter(None, (link_problem(page, *link) for link in LINK.findall(line)))
    if MACHINE_PATH.search(line):
        yield "a path of one machine; make it relative"
    if name.startswith(HISTORY):
        return
    if re.search(r"\b[Pp]apers? [1-5]\b", line):
        yield "a paper by its number; cite author and year"
    if in_code:
        return
    if is_too_long(line) and page.stem not in WRITTEN:
        yield "the line goes on behind 120 characters; end it there or at the sentence"
    for file in (each for named in NAMED_FILE.findall(line) for each in expanded(named)):
        known = os.path.basename(file) in EXAMPLES or "NAME" in file
        if not known and not any(("/" + path).endswith("/" + file.removeprefix("./")) for path in tracked):
            yield f"there is no file {file}; mend its name"


def main():
    problems = []
    listing = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, text=True,
                             capture_output=True, check=True).stdout.split("\n")
    tracked = [name for name in listing if (ROOT / name).is_file()]
    pages = [name for name in tracked if name.endswith(".md")]
    for name in pages:
        in_code = False  # where [this](double x) is C++
        for number, line in enumerate((ROOT / name).read_text().splitlines(), 1):
            in_code ^= line.startswith("```")
            problems += [f"{name}:{number}: {problem}"
                         for problem in line_problems(ROOT / name, name, line, in_code, tracked)]
    shelves = (ROOT / "docs/README.md").read_text()
    for name in pages:
        shelf = re.fullmatch(r"docs/((?:how-to|reference|explanation|results|project)/[\w-]+\.md)", name)
        if shelf and f"({shelf.group(1)})" not in shelves:
            problems.append(f"docs/README.md: {shelf.group(1)} is not on the map; add it")
    architecture = (ROOT / "docs/explanation/architecture.md").read_text()
    for module in sorted((ROOT / "gradus").glob("*/CMakeLists.txt")):
        if f"gradus/{module.parent.name}" not in architecture:
            problems.append(f"docs/explanation/architecture.md: gradus/{module.parent.name} has no paragraph; write one")
    listed = (ROOT / "docs/explanation/decisions/README.md").read_text()
    for record in sorted((ROOT / "docs/explanation/decisions").glob("[0-9]*.md")):
        if record.name not in listed:
            problems.append(f"docs/explanation/decisions/README.md: {record.name} is not listed; add it")
    print("\n".join(problems) if problems else f"docs: {len(pages)} pages, every link leads somewhere")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
