#!/usr/bin/env python3
"""Reads every string of gradus/ and apps/cli (tests aside).

- The library has words of its own: no string of gradus/ names a flag of the command line or a command. Messages name
  settings as the library knows them, in backquotes; the command line spells them (apps/cli/advice/setting_names).
- Messages and help texts are in plain English, with the field's own words: some phrases are surely wrong."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Comments and characters are matched so that quotes inside them begin no string.
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|R"(?P<tag>[^()\s]*)\((?P<raw>.*?)\)(?P=tag)"|"(?P<text>(?:\\.|[^"\\\n])*)"'
                   r"|'(?:\\.|[^'\\\n])'", re.DOTALL)
FLAG = re.compile(r"(?:^|[\s(=`'])(--[a-z][\w-]*|-[A-Za-z](?![\w/]))")
COMMAND = re.compile(r"\bgradus (?:analyse|data|eval|list|model|score|train|trec_eval)\b")
# Flags of other programs that a message may show.
OTHERS = re.compile(r"\biconv -f \S+ -t\b|\bulimit -v\b")
# What it says, and what to write instead.
POOR = [
    (re.compile(r"(?<!here )\b(?:is|are) no (?!more\b|longer\b)"), "is not a ..., has no ..."),
    (re.compile(r"\bat the (?:least|most)\b"), "minimum, maximum, at least, at most"),
    (re.compile(r"\bunless told\b|\belse told by\b"), "default ..."),
    (re.compile(r"\b(?:slopes?|curvatures?)\b"), "gradient, Hessian"),
    (re.compile(r"\bseveral by\b"), "a list: a:b:c"),
    (re.compile(r"\b[Pp]apers? \d"), "authors and year"),
    (re.compile(r"\blearn by heart\b"), "overfit"),
]


def strings(source):
    """Each string literal of a C++ text, literals that stand side by side as one, with its line."""
    found = []
    end = 0
    for token in TOKEN.finditer(source):
        text = token.group("raw") if token.group("raw") is not None else token.group("text")
        if text is None:
            continue
        if found and not source[end:token.start()].strip():
            found[-1][1] += text
        else:
            found.append([source.count("\n", 0, token.start()) + 1, text])
        end = token.end()
    return found


def problem(text, is_library):
    """What is wrong with a string, or None."""
    if is_library:
        own = OTHERS.sub("", text)
        found = FLAG.search(own) or COMMAND.search(own)
        if found:
            return (f"'{found.group(found.lastindex or 0)}', words of the command line; name the setting in backquotes, as "
                    "in `learning_rate`, or give the Error a Topic")
    for pattern, better in POOR:
        found = pattern.search(text)
        if found:
            return f"'{found.group().strip()}'; write: {better}"
    return None


def main():
    problems = []
    checked = 0
    for folder in ("gradus", "apps/cli"):
        for file in sorted(ROOT.glob(f"{folder}/**/*.[ch]pp")):
            if file.stem.endswith("_test") or file.is_relative_to(ROOT / "gradus/testing"):
                continue
            for line, text in strings(file.read_text()):
                checked += 1
                found = problem(text, folder == "gradus")
                if found:
                    problems.append(f"{file.relative_to(ROOT)}:{line}: the string says {found}")
    print("\n".join(problems) if problems else f"words: {checked} strings, none in poor English, none of the library about the command line")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
