#!/usr/bin/env python3
"""Holds the library to its own words: no string of gradus/ (tests aside) names a flag of the command line or a command.

Messages name settings as the library knows them, in backquotes; the command line spells them (apps/cli/advice/setting_names)."""

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


def main():
    problems = []
    checked = 0
    for file in sorted(ROOT.glob("gradus/**/*.[ch]pp")):
        if file.stem.endswith("_test") or file.is_relative_to(ROOT / "gradus/testing"):
            continue
        for line, text in strings(file.read_text()):
            checked += 1
            text = OTHERS.sub("", text)
            found = FLAG.search(text) or COMMAND.search(text)
            if found:
                problems.append(f"{file.relative_to(ROOT)}:{line}: the string says '{found.group(found.lastindex or 0)}', "
                                "words of the command line; name the setting in backquotes, as in `learning_rate`, or "
                                "give the Error a Topic")
    print("\n".join(problems) if problems else f"words: {checked} strings of the library, none of the command line")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
