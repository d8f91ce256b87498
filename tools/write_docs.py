#!/usr/bin/env python3
"""Writes what the documentation takes from the program: the pages of docs/reference that list what there is, and the
output below each `$ command` in README.md, docs/tutorial.md and docs/how-to.

    python3 tools/write_docs.py build/release/gradus           writes the pages
    python3 tools/write_docs.py build/release/gradus --check   only tells which pages are stale

The commands of a page run one after the other in an empty folder, or in a copy of the folder that the page names:
"in `examples/NAME`"."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# A block with a language (```sh) is only shown; one that begins with the comment "# NAME.py" is that file.
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
# A command may go on behind a backslash at the end of a line.
COMMAND = re.compile(r"^\$ ((?:[^\n]*\\\n)*[^\n]*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


def pages():
    """The pages whose commands run as printed."""
    return [ROOT / "README.md", ROOT / "docs/tutorial.md", *sorted((ROOT / "docs/how-to").glob("*.md"))]


def masked(output):
    """Without the times that trainings took."""
    return re.sub(r"^Trained in .+?(; wrote|\.$)", r"Trained in TIME\1", output, flags=re.MULTILINE)


class Writer:
    def __init__(self, program):
        self.program = os.path.abspath(program)
        self.failures = []

    def output(self, *arguments):
        return subprocess.run([self.program, *arguments], capture_output=True, text=True, check=True).stdout

    def page(self, path):
        """The text of a page with the output that its commands have now."""
        text = path.read_text()
        environment = {**os.environ, "PATH": os.path.dirname(self.program) + os.pathsep + os.environ["PATH"]}
        with tempfile.TemporaryDirectory() as scratch:
            folder = os.path.join(scratch, "page")
            examples = re.search(r"in\s`examples/([\w-]+)`", text)
            if examples:
                shutil.copytree(ROOT / "examples" / examples.group(1), folder)
            else:
                os.mkdir(folder)

            def run(match):
                command, printed = match.groups()
                result = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True,
                                        stdin=subprocess.DEVNULL, env=environment)
                if result.returncode != 0:
                    self.failures.append(f"{path.relative_to(ROOT)}: $ {command}\n{result.stderr}")
                same = masked(result.stdout) == masked(printed)
                return f"$ {command}\n{printed if same else result.stdout}"

            def run_block(match):
                language, block = match.groups()
                named = re.match(r"# (\w+\.py)\n", block)
                if named:
                    pathlib.Path(folder, named.group(1)).write_text(block)
                return match.group(0) if language else f"```\n{COMMAND.sub(run, block)}```"

            return BLOCK.sub(run_block, text)

    def commands(self, *path):
        """Every command and those below it."""
        found = [path] if path else []
        help_text = self.output(*path, "--help")
        listed = re.search(r"^Subcommands:\n((?:  .*\n)*)", help_text, re.MULTILINE)
        for name in re.findall(r"^  ([\w-]+)", listed.group(1), re.MULTILINE) if listed else []:
            found += self.commands(*path, name)
        return found

    def command_page(self):
        text = ("# Commands\n\nLook up what each command takes. Written by `tools/write_docs.py` from the program's own help;\n"
                "`gradus COMMAND --help` prints the same, `gradus train LEARNER --help` adds the parameters of a learner.\n"
                "Every command also takes the options under *Common*, shown once at the end.\n")
        common = ""
        for path in self.commands():
            help_text, _, shared = self.output(*path, "--help").partition("\n\nCommon:\n")
            common = shared or common
            text += f"\n## gradus {' '.join(path)}\n\n```\n{help_text.strip()}\n```\n"
        return text + f"\n## Common\n\n```\n{common.rstrip()}\n```\n"

    def listing_page(self, title, first, *arguments):
        return (f"# {title}\n\n{first} Written by `tools/write_docs.py`: the output of `gradus {' '.join(arguments)}`.\n\n"
                f"```\n{self.output(*arguments).rstrip()}\n```\n")

    def reference(self):
        """Name -> text of each page of docs/reference that the program writes."""
        return {
            "commands": self.command_page(),
            "learners": self.output("list", "learners", "--markdown"),
            "measures": self.output("list", "measures", "--markdown"),
            "objectives": self.output("list", "objectives", "--markdown"),
            "profiles": self.listing_page("Evaluation profiles", "Look up by which rules each tool evaluates.",
                                          "list", "profiles"),
            "synonyms": self.listing_page("Names of other tools", "Look up what a name of another tool is called here.",
                                          "list", "synonyms"),
        }

    def everything(self):
        """Path -> text of each page that takes something from the program."""
        written = {ROOT / "docs/reference" / (name + ".md"): text for name, text in self.reference().items()}
        return {**written, **{path: self.page(path) for path in pages()}}


def main(arguments):
    check = "--check" in arguments
    writer = Writer(next(argument for argument in arguments if argument != "--check"))
    stale = {path: text for path, text in writer.everything().items() if not path.exists() or path.read_text() != text}
    for path, text in stale.items():
        print(f"{'stale' if check else 'written'}: {path.relative_to(ROOT)}")
        if not check:
            path.write_text(text)
    print("".join(f"failed: {failure}" for failure in writer.failures), end="")
    return 1 if writer.failures or (check and stale) else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
