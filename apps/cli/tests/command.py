"""Runs the command under test. Every file test_*.py of this folder is a set of tests of the command."""

import os
import re
import subprocess
import tempfile
import unittest

GRADUS = os.environ["GRADUS"]
SOURCE = os.environ["GRADUS_SOURCE"]
SHARED = os.path.join(SOURCE, "..", "shared")

# For what reads public data. Where the folder is there and the data is not, the test fails.
needs_shared = unittest.skipUnless(os.path.isdir(SHARED), "SKIPPED LOUDLY: there is no folder shared beside the source")


USE_WEIGHTS = {"lambdamart", "mart", "focusednet", "lambdarank", "listmle", "listnet", "ranknet", "softrank", "focusedsvm",
               "ranksvm", "svm", "svmacc"}
USE_NO_WEIGHTS = {"adarank", "coordinate-ascent", "focusedboost", "rankboost"}


def more_help(*command):
    """The last line of a message about misuse."""
    return f"\nRun 'gradus {' '.join(command)} --help' for the options."


class CommandTest(unittest.TestCase):
    """A test with a folder of its own, in which the command runs; paths in messages are then relative."""

    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="gradus-test-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        mode = "wb" if isinstance(content, bytes) else "w"
        with open(self.path(name), mode) as file:
            file.write(content)
        return name

    def content(self, name):
        with open(self.path(name), "rb") as file:
            return file.read().decode()

    def run_gradus(self, *arguments, stdin=None, env=None):
        return subprocess.run([GRADUS, *arguments], cwd=self.folder, input=stdin, capture_output=True, text=True,
                              env={**os.environ, **(env or {})}, timeout=600)

    def gradus(self, *arguments, stdin=None):
        """The output of a command that must succeed."""
        result = self.run_gradus(*arguments, "--quiet", stdin=stdin)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def with_users_of_weights(self, notes):
        """The notes, USERS in place of the list of the learners that use weights: no test changes for a new learner."""
        def checked(found):
            names = set(found[2].split(", "))
            self.assertLessEqual(USE_WEIGHTS, names)
            self.assertEqual(USE_NO_WEIGHTS & names, set())
            return found[1] + "USERS"
        return [re.sub(r"(used by |these do: )(.*, .*)$", checked, note) for note in notes]

    def assert_fails(self, arguments, message, code=None):
        """The command must end with exactly this message and exit code, and print no data. The place in a message tells
        the code: an option or a measure was typed, so 2; anything else is data or a file, so 1."""
        if code is None:
            code = 2 if message.startswith(("option -", "measure ", "unknown learner ")) else 1
        before = sorted(os.listdir(self.folder))
        result = self.run_gradus(*arguments, "--quiet")
        self.assertEqual((result.returncode, result.stderr, result.stdout), (code, "error: " + message + "\n", ""))
        self.assertEqual(sorted(os.listdir(self.folder)), before, "something was half-written")


def main():
    unittest.main()
