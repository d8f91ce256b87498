#!/usr/bin/env python3
"""Holds the #include lines against the layout.

- A module includes only the modules that DEPENDS of its CMakeLists.txt names, and what those depend on.
- Inside a module, and inside each program of apps/, no folders include each other in a circle. What stands at a module's
  top is its door: it may include its folders and be included by them. A file belongs to the folder of its name, if there
  is one beside it (formats/csv.hpp to formats/csv/).
- Folders of plug-ins that one gradus_catalog() lists, such as the families of learners, do not include each other."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'#include "gradus/(\w+)/')
ANY_INCLUDE = re.compile(r'#include "((?:gradus|apps)/[^"]+)"')


def depends():
    """Module -> the modules it names."""
    found = {}
    for file in ROOT.glob("gradus/*/CMakeLists.txt"):
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


def folder_of(file, unit):
    """The folder of a file inside its unit; "" = the top."""
    inside = file.relative_to(unit)
    own = inside.parent / inside.stem.removesuffix("_test")
    folder = own if (unit / own).is_dir() else inside.parent
    return "" if str(folder) == "." else str(folder)


def folder_includes(unit):
    """Folder -> {folder that it includes: an example}. The top is left out."""
    found = {}
    for file in sorted(unit.rglob("*.[ch]pp")):
        if file.stem.endswith("_test"):
            continue
        here = folder_of(file, unit)
        for number, line in enumerate(file.read_text().splitlines(), 1):
            match = ANY_INCLUDE.match(line)
            if not match or not (ROOT / match.group(1)).is_relative_to(unit):
                continue
            there = folder_of(ROOT / match.group(1), unit)
            if here and there and here != there:
                found.setdefault(here, {}).setdefault(there, f"{file.relative_to(ROOT)}:{number}")
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


def check_folders(unit):
    problems = []
    graph = folder_includes(unit)
    found = circle(graph)
    if found:
        places = ", ".join(graph[a][b] for a, b in zip(found, found[1:]))
        problems.append(f"{unit.relative_to(ROOT)}: the folders {' -> '.join(found)} include each other ({places}); move what they share")
    lists = unit / "CMakeLists.txt"
    for text in re.findall(r"gradus_catalog\([^)]*FOLDERS([^)]*)\)", lists.read_text() if lists.exists() else ""):
        folders = text.split("CORE")[0].split()
        top = lambda folder: folder.split("/")[0]
        for here, others in graph.items():
            for there, place in others.items():
                if top(here) != top(there) and top(here) in folders and top(there) in folders:
                    problems.append(f"{place}: {here} may not include {there}: both hold plug-ins; move what they share")
    return problems


def main():
    direct = depends()
    problems = []
    units = [file.parent for file in sorted(ROOT.glob("gradus/*/CMakeLists.txt")) + sorted(ROOT.glob("apps/*/CMakeLists.txt"))]
    for unit in units:
        problems += check_folders(unit)
    for module in direct:
        allowed = reachable(module, direct) | {module}
        if module in reachable(module, direct):
            problems.append(f"gradus/{module}/CMakeLists.txt: {module} depends on itself through others; break the circle")
        for file in sorted(ROOT.glob(f"gradus/{module}/**/*.[ch]pp")):
            is_test = file.stem.endswith("_test")
            for number, line in enumerate(file.read_text().splitlines(), 1):
                match = INCLUDE.match(line)
                if match and match.group(1) not in allowed and not (is_test and match.group(1) == "testing"):
                    problems.append(f"{file.relative_to(ROOT)}:{number}: {module} may not include {match.group(1)}; "
                                    "move the code or add it to DEPENDS")
    print("\n".join(problems) if problems else f"layers: {len(direct)} modules and the folders of {len(units)}, every #include is allowed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
