"""What stands beside data belongs to that data alone: not to other data of nearly the same name, not to what is written later."""

import os
import subprocess

from command import GRADUS, CommandTest, main

TWO = "1 qid:1 1:1\n0 qid:1 1:2\n"


class SideFiles(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("weighted.txt", TWO)
        self.write("weighted.txt.weight", "2\n3\n")
        self.write("plain.txt", TWO)

    def test_packed_data_does_not_take_the_files_of_plain_data(self):
        for there, weights in (("a.txt", "5\n6\n"), ("a.txt", None), ("a.txt.gz", "5\n6\n")):
            for new in ("a.txt", "a.txt.zst"):
                if new == there:
                    continue
                with self.subTest(there=there, weights=weights, new=new):
                    self.write(there, TWO)
                    if weights:
                        self.write("a.txt.weight", weights)
                    self.assert_fails(["data", "convert", "weighted.txt", "-o", new],
                                      f"a.txt.weight: it would be read with {there} as well; write to another name, or remove {there}")
                    self.assertEqual(weights, self.content("a.txt.weight") if weights else None)
                    os.remove(self.path(there))
                    if weights:
                        os.remove(self.path("a.txt.weight"))
        self.gradus("data", "convert", "plain.txt", "-o", "a.txt")  # what has nothing beside it may stand side by side
        self.gradus("data", "convert", "plain.txt", "-o", "a.txt.zst")

    def test_columns_of_earlier_data_are_told(self):
        self.write("plain.txt.click", "0.5\n\n")
        self.gradus("data", "normalise", "plain.txt", "--columns", "click", "-o", "new.txt")
        self.write("new.txt.notes", "not a\ncolumn\n")
        note = "note: new.txt.click: it was there before; is it a label column of earlier data? --columns click would read it with new.txt\n"
        for again in (["data", "normalise", "weighted.txt", "-o", "new.txt"],
                      ["data", "convert", "plain.txt", "-o", "new.txt"]):
            with self.subTest(again):
                if os.path.exists(self.path("new.txt.weight")):
                    os.remove(self.path("new.txt.weight"))
                result = self.run_gradus(*again)
                self.assertEqual(result.returncode, 0)
                self.assertIn(note, result.stderr)
        result = self.run_gradus("data", "convert", "plain.txt", "--columns", "click", "-o", "new.txt")
        self.assertNotIn("there before", result.stderr)

    def test_columns_of_earlier_made_up_data_are_told(self):
        made = ["data", "synth", "--queries", "2", "--documents", "3", "--features", "4", "-o", "made.txt"]
        self.assertNotIn("there before", self.run_gradus(*made, "--clicks").stderr)
        self.assertIn("made.txt.click: it was there before", self.run_gradus(*made).stderr)

    def test_no_other_output_takes_the_place_of_a_side_file(self):
        for name in ("weight", "position", "query", "query_weight"):
            with self.subTest(name):
                self.assert_fails(["train", "lambdamart", "--train", "plain.txt", "-o", f"plain.txt.{name}"],
                                  f"plain.txt.{name}: it would be read with plain.txt as its {name}; choose another name for the output",
                                  code=1)

    def test_two_writers_of_one_name_do_not_mix(self):
        documents = 400
        for name, weight in (("one", 1), ("two", 2)):
            self.write(f"{name}.txt", "".join(f"{weight} qid:{i} 1:{i}\n" for i in range(documents)))
            self.write(f"{name}.txt.weight", f"{weight}\n" * documents)
        for turn in range(15):
            with self.subTest(turn):
                writers = [subprocess.Popen([GRADUS, "data", "convert", f"{name}.txt", "-o", "out.txt", "--quiet"], cwd=self.folder)
                           for name in ("one", "two")]
                self.assertEqual([writer.wait() for writer in writers], [0, 0])
                self.assertEqual(self.content("out.txt")[0], self.content("out.txt.weight")[0])
        self.assertNotIn("out.txt.lock", os.listdir(self.folder))


if __name__ == "__main__":
    main()
