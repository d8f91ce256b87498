"""What the documentation lists is what the program has."""

import json
import os
import re
import shlex
import shutil
import subprocess

from command import GRADUS, SOURCE, CommandTest, main


def page(*names):
    with open(os.path.join(SOURCE, "docs", *names)) as file:
        return file.read()


def commands_with_output(text):
    """Each `$ command` of the code blocks, with the lines printed below it."""
    commands = []
    for block in re.findall(r"^```\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            commands.append(part.split("\n", 1))
    return commands


def masked(output):
    """Without the times that trainings took."""
    return re.sub(r"^Trained in .+?(; wrote|\.$)", r"Trained in TIME\1", output, flags=re.MULTILINE)


class Docs(CommandTest):
    def test_the_table_of_formats_is_that_of_the_program(self):
        documented = {}
        for line in page("formats.md").splitlines():
            row = re.match(r"^\| (`[^|]*) \| (\w+) \| ([^|]*) \| (yes|no) \| (yes|no) \|$", line)
            if row:
                endings = row.group(3).split("(")[0].replace("`", "").replace("–", "").replace(",", "").split()
                for i, name in enumerate(re.findall(r"`([^`]+)`", row.group(1))):
                    own = endings if "," not in row.group(1) else [endings[i]]
                    documented[name] = (row.group(2), own, row.group(4), row.group(5))
        listed = {}
        for line in self.gradus("list", "formats").splitlines()[1:]:
            name, kind, rest = line.split(None, 2)
            endings = re.findall(r"\.\w+", rest.split("  ")[0])
            listed[name] = (kind, endings)
        self.assertEqual({name: row[:2] for name, row in documented.items()}, listed)

    def test_the_pages_of_measures_and_learners_are_what_the_program_writes(self):
        for what in ("measures", "learners"):
            with self.subTest(what):
                self.assertEqual(page(what + ".md"), self.gradus("list", what, "--markdown"),
                                 f"docs/{what}.md is stale: gradus list {what} --markdown > docs/{what}.md")

    def test_the_guides_print_what_the_program_prints(self):
        path = os.path.dirname(GRADUS) + os.pathsep + os.environ["PATH"]
        for guide, least in (("data", 25), ("evaluate", 9), ("models", 6), ("train", 15)):
            folder = self.path(guide)
            examples = os.path.join(SOURCE, "examples", guide)
            if os.path.isdir(examples):
                shutil.copytree(examples, folder)
            else:
                os.mkdir(folder)
            commands = commands_with_output(page("guide", guide + ".md"))
            self.assertGreaterEqual(len(commands), least)
            for command, output in commands:
                with self.subTest(command=command):
                    result = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True,
                                            env={**os.environ, "PATH": path})
                    self.assertEqual((result.returncode, masked(result.stdout)), (0, masked(output)), result.stderr)

    def test_the_example_of_a_new_measure_compiles(self):
        with open(os.path.join(SOURCE, "CONTRIBUTING.md")) as file:
            section = file.read().split("## A new measure, step by step\n")[1].split("\n## ")[0]
        blocks = re.findall(r"^```cpp\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
        self.assertEqual(len(blocks), 2, "the measure and its test")
        with open(os.path.join(os.path.dirname(GRADUS), "compile_commands.json")) as file:
            like = next(entry for entry in json.load(file) if entry["file"].endswith("gradus/measures/success.cpp"))
        compiler = re.sub(r" (-o|-c) \S+", "", like["command"])  # as the build calls it, warnings and all
        for number, block in enumerate(blocks):
            source = self.path(self.write(f"block_{number}.cpp", block))
            result = subprocess.run([*shlex.split(compiler), "-fsyntax-only", source], cwd=like["directory"],
                                    capture_output=True, text=True)
            self.assertEqual((result.returncode, result.stderr), (0, ""))


if __name__ == "__main__":
    main()
