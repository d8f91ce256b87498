"""Which strings check_words refuses."""

import unittest

import check_words


class CheckWords(unittest.TestCase):
    def test_refuses_the_command_line_in_the_library_alone(self):
        for text in ["give it with --set", "-m names it", "see gradus train", "(--for)"]:
            self.assertIn("words of the command line", check_words.problem(text, True) or "", text)
            self.assertIsNone(check_words.problem(text, False))
        for text in ["say `format=csv`", "iconv -f A -t B", "top-k labels", "a - b"]:
            self.assertIsNone(check_words.problem(text, True), text)

    def test_refuses_poor_english_everywhere(self):
        for text in ["it is no checkpoint", "these are no numbers", "trees at the most", "at the least 2", "50 unless told",
                     "else told by the name", "the slope of a hinge", "curvatures", "0 to 1, several by ':'", "as paper 5 has it"]:
            for is_library in (False, True):
                self.assertIn("write: ", check_words.problem(text, is_library) or "", text)
        for text in ["there is no feature 7", "there are no labels", "at most 3", "is nothing", "is no longer there", "papers"]:
            self.assertIsNone(check_words.problem(text, False), text)

    def test_reads_strings_as_the_compiler_does(self):
        source = 'f("one" /* "no" */ " two"); // "no"\ng(\'"\', R"(raw "text")", "a\\"b");\n'
        self.assertEqual([text for _, text in check_words.strings(source)], ["one", " two", 'raw "text"', 'a\\"b'])


if __name__ == "__main__":
    unittest.main()
