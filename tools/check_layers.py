#!/usr/bin/env python3
"""Holds the #include lines against the layout.

- A module includes only the modules that DEPENDS of its CMakeLists.txt names, and what those depend on.
- Each module and each program has a level in docs/explanation/architecture.md, and depends on lower ones alone.
- Inside a module, and inside each program of apps/, no folders include each other in a circle. What stands at a module's
  top is its door: it may include its folders and be included by them. A file belongs to the folder of its name, if there
  is one beside it (formats/csv.hpp to formats/csv/).
- Folders of plug-ins that one gradus_catalog() lists, such as the families of learners, do not include each other."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'#include "(?:gradus/(\w+)/|(apps)/)')
ANY_INCLUDE = re.compile(r'#include "((?:gradus|apps)/[^"]+)"')


LEVEL = re.compile(r"^level (\d+) +(\S.*)$", re.MULTILINE)


def depends(root):
    """Module -> the modules it names."""
    found = {}
    for file in root.glob("gradus/*/CMakeLists.txt"):
        match = re.search(r"gradus_module\((\w+)(.*?)\)", file.read_text(), re.DOTALL)
        named = re.search(r"DEPENDS((?:\s+\w+)*?)(?:\s+(?:LINK|ALONE)|\s*$)", match.group(2))
        found[match.group(1)] = set(named.group(1).split()) if named else set()
    return found


def reachable(module, direct, seen=None):
    seen = seen if seen is not None else set()
    for other in direct[module]:
        if other not in seen:
            seen.add(other)
            reachable(other, direct, seen)
    return seen


def check_levels(root, direct):
    """The levels against the modules that there are and what they depend on."""
    page = root / "docs/explanation/architecture.md"
    level = {name: int(number) for number, names in LEVEL.findall(page.read_text()) for name in names.split()}
    programs = {f"apps/{file.parent.name}" for file in root.glob("apps/*/CMakeLists.txt")}
    problems = [f"{page.relative_to(root)}: {name} has no level; add it to the picture"
                for name in sorted({*direct, *programs} - {*level})]
    problems += [f"{page.relative_to(root)}: there is no {name}; take it out of the picture"
                 for name in sorted({*level} - {*direct, *programs})]
    for module, others in sorted(direct.items()):
        for other in sorted(others):
            if level.get(other, -1) >= level.get(module, sys.maxsize):
                problems.append(f"gradus/{module}/CMakeLists.txt: {module} (level {level[module]}) may not depend on {other} "
                                f"(level {level[other]}); move what it needs to a lower level")
    return problems


def folder_of(file, unit):
    """The folder of a file inside its unit; "" = the top."""
    inside = file.relative_to(unit)
    own = inside.parent / inside.stem.removesuffix("_test")
    folder = own if (unit / own).is_dir() else inside.parent
    return "" if str(folder) == "." else str(folder)


def folder_includes(root, unit):
    """Folder -> {folder that it includes: an example}. The top is left out."""
    found = {}
    for file in sorted(unit.rglob("*.[ch]pp")):
        if file.stem.endswith("_test"):
            continue
        here = folder_of(file, unit)
        for number, line in enumerate(file.read_text().splitlines(), 1):
            match = ANY_INCLUDE.match(line)
            if not match or not (root / match.group(1)).is_relative_to(unit):
                continue
            there = folder_of(root / match.group(1), unit)
            if here and there and here != there:
                found.setdefault(here, {}).setdefault(there, f"{file.relative_to(root)}:{number}")
    return found


def circle(graph):
    """The folders of a circle, or none."""
    done = set()

    def visit(folder, path):
        if folder in path:
            return path[path.index(folder):] + [folder]
        if folder in done:
            return None
        for other in graph.get(folder, {}):
            found = visit(other, path + [folder])
            if found:
                return found
        done.add(folder)
        return None

    for folder in graph:
        found = visit(folder, [])
        if found:
            return found
    return None


def check_folders(root, unit):
    problems = []
    graph = folder_includes(root, unit)
    found = circle(graph)
    if found:
        places = ", ".join(graph[a][b] for a, b in zip(found, found[1:]))
        problems.append(f"{unit.relative_to(root)}: the folders {' -> '.join(found)} include each other ({places}); move what they share")
    lists = unit / "CMakeLists.txt"
    for text in re.findall(r"gradus_catalog\([^)]*FOLDERS([^)]*)\)", lists.read_text() if lists.exists() else ""):
        folders = text.split("CORE")[0].split()
        top = lambda folder: folder.split("/")[0]
        for here, others in graph.items():
            for there, place in others.items():
                if top(here) != top(there) and top(here) in folders and top(there) in folders:
                    problems.append(f"{place}: {here} may not include {there}: both hold plug-ins; move what they share")
    return problems


def check(root):
    """What is wrong, and what was looked at."""
    direct = depends(root)
    problems = check_levels(root, direct)
    units = [file.parent for pattern in ("gradus", "apps") for file in sorted(root.glob(f"{pattern}/*/CMakeLists.txt"))]
    for unit in units:
        problems += check_folders(root, unit)
    for module in direct:
        allowed = reachable(module, direct) | {module}
        if module in reachable(module, direct):
            problems.append(f"gradus/{module}/CMakeLists.txt: {module} depends on itself through others; break the circle")
        for file in sorted(root.glob(f"gradus/{module}/**/*.[ch]pp")):
            is_test = file.stem.endswith("_test")
            for number, line in enumerate(file.read_text().splitlines(), 1):
                match = INCLUDE.match(line)
                other = match and (match.group(1) or match.group(2))
                if other and other not in allowed and not (is_test and other == "testing"):
                    problems.append(f"{file.relative_to(root)}:{number}: {module} may not include {other}; "
                                    "move the code or add it to DEPENDS")
    return problems, f"{len(direct)} modules and the folders of {len(units)}"


def main():
    problems, checked = check(ROOT)
    print("\n".join(problems) if problems else f"layers: {checked}, every #include is allowed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
