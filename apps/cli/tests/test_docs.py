"""What the documentation shows is what the program does."""

import json
import os
import re
import shlex
import subprocess
import sys

from command import GRADUS, SOURCE, CommandTest, main

sys.path.insert(0, os.path.join(SOURCE, "tools"))
import write_docs  # noqa: E402

REMEDY = "stale or failing; run: python3 tools/write_docs.py build/release/gradus"


def text_of(*names):
    with open(os.path.join(SOURCE, *names)) as file:
        return file.read()


def blocks(text, language):
    return [block for named, block in write_docs.BLOCK.findall(text) if named == language]


class Docs(CommandTest):
    def test_every_page_prints_what_the_program_prints(self):
        for path in write_docs.pages():
            with self.subTest(path.name):
                writer = write_docs.Writer(GRADUS)
                self.assertEqual(path.read_text(), writer.page(path), REMEDY)
                self.assertEqual(writer.failures, [])

    def test_every_command_of_a_page_is_run(self):
        commands = 0
        for path in write_docs.pages():
            text = path.read_text()
            commands += sum(len(write_docs.COMMAND.findall(block)) for block in blocks(text, ""))
            for _, block in write_docs.BLOCK.findall(text):
                for line in block.splitlines():
                    self.assertNotRegex(line, r"^gradus (analyse|data|eval|list|model|score|train|trec_eval) ",
                                        f"{path.name}: '$ ' before a command makes the test run it")
        self.assertGreaterEqual(commands, 120)

    def test_the_pages_of_the_reference_are_what_the_program_writes(self):
        for name, text in write_docs.Writer(GRADUS).reference().items():
            with self.subTest(name):
                self.assertEqual(text_of("docs", "reference", name + ".md"), text, REMEDY)

    def test_the_reference_has_every_command(self):
        commands = write_docs.Writer(GRADUS).commands()
        self.assertIn(("data", "stats"), commands)
        self.assertIn(("trec_eval",), commands)

    def test_the_table_of_formats_is_that_of_the_program(self):
        documented = {}
        for line in text_of("docs", "reference", "formats.md").splitlines():
            row = re.match(r"^\| (`[^|]*) \| (\w+) \| ([^|]*) \| (yes|no) \| (yes|no) \|$", line)
            if row:
                endings = row.group(3).split("(")[0].replace("`", "").replace("–", "").replace(",", "").split()
                for i, name in enumerate(re.findall(r"`([^`]+)`", row.group(1))):
                    own = endings if "," not in row.group(1) else [endings[i]]
                    documented[name] = (row.group(2), own, row.group(4) == "yes", row.group(5) == "yes")
        listed = {each["format"]: (each["kind"], each["endings"], each["is_read"], each["is_written"])
                  for each in json.loads(self.gradus("list", "formats", "--json"))}
        self.assertEqual(documented, listed)

    def test_the_line_of_another_tool_in_the_readme_is_answered_as_it_says(self):
        typed, answer = re.search(r"`(gradus [^`]*--num_leaves[^`]*)` is answered\s+with the line that works: `… (.*?) …`",
                                  text_of("README.md")).groups()
        self.write("a.txt", "1 qid:1 1:2\n0 qid:1 1:1\n")
        path = os.path.dirname(GRADUS) + os.pathsep + os.environ["PATH"]
        result = subprocess.run(["bash", "-c", typed], cwd=self.folder, capture_output=True, text=True,
                                env={**os.environ, "PATH": path})
        self.assertEqual(result.returncode, 2)
        self.assertRegex(result.stderr, rf"(?m)^Try: gradus .* {re.escape(answer)} ")

    def test_the_code_of_the_page_on_cpp_is_that_of_the_examples(self):
        folder = os.path.join(SOURCE, "examples", "cpp")
        programs = [text_of("examples", "cpp", name) for name in os.listdir(folder) if name.endswith(".cpp")]
        shown = blocks(text_of("docs", "how-to", "use-from-cpp.md"), "cpp")
        self.assertGreaterEqual(len(shown), 3)
        for block in shown:
            self.assertTrue(any(block in program for program in programs), f"no program of examples/cpp has:\n{block}")

    def test_the_examples_of_contributing_compile(self):
        with open(os.path.join(os.path.dirname(GRADUS), "compile_commands.json")) as file:
            entries = json.load(file)
        shown = blocks(text_of("CONTRIBUTING.md"), "cpp")
        self.assertEqual(len(shown), 8, "a measure and an objective with their tests, a learner, a data format, a model format, a command")
        for number, block in enumerate(shown):
            like_file = "apps/cli/commands/data_sort.cpp" if "apps/cli/" in block else "gradus/measures/measure_test.cpp"  # never joined
            like = next(entry for entry in entries if entry["file"].endswith(like_file))
            compiler = re.sub(r" (-o|-c) \S+", "", like["command"])  # as the build calls it, warnings and all
            source = self.path(self.write(f"block_{number}.cpp", block))
            result = subprocess.run([*shlex.split(compiler), "-fsyntax-only", source], cwd=like["directory"],
                                    capture_output=True, text=True)
            self.assertEqual((result.returncode, result.stderr), (0, ""))


if __name__ == "__main__":
    main()
