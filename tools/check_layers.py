#!/usr/bin/env python3
"""Holds the #include lines of every module against the DEPENDS of its CMakeLists.txt."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'#include "gradus/(\w+)/')


def depends():
    """Module -> the modules it names."""
    found = {}
    for file in ROOT.glob("gradus/*/CMakeLists.txt"):
        match = re.search(r"gradus_module\((\w+)(.*?)\)", file.read_text(), re.DOTALL)
        named = re.search(r"DEPENDS((?:\s+\w+)*?)(?:\s+LINK|\s*$)", match.group(2))
        found[match.group(1)] = set(named.group(1).split()) if named else set()
    return found


def reachable(module, direct, seen=None):
    seen = seen if seen is not None else set()
    for other in direct[module]:
        if other not in seen:
            seen.add(other)
            reachable(other, direct, seen)
    return seen


def main():
    direct = depends()
    problems = []
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
    print("\n".join(problems) if problems else f"layers: {len(direct)} modules, every #include is allowed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
