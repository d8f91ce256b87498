"""gradus data synth."""

import os

from command import CommandTest, main


class Synth(CommandTest):
    def synth(self, name, *arguments):
        self.gradus("data", "synth", "-o", name, "--queries", "20", "--documents", "12", *arguments)
        return self.content(name)

    def test_has_the_shape_asked_for(self):
        lines = self.synth("a.txt").splitlines()
        self.assertEqual(sorted({int(line.split()[1][4:]) for line in lines}), list(range(1, 21)))
        for line in lines:
            fields = line.split(" ")
            self.assertIn(fields[0], "01234")
            self.assertEqual([field.split(":")[0] for field in fields[2:]], [str(j) for j in range(1, 137)])

    def test_is_the_same_for_any_number_of_threads(self):
        texts = {self.synth("a.txt", "--threads", threads) for threads in ["1", "2", "7"]}
        self.assertEqual(len(texts), 1)

    def test_the_seed_changes_it(self):
        self.assertNotEqual(self.synth("a.txt"), self.synth("a.txt", "--seed", "2"))
        self.assertEqual(self.synth("a.txt"), self.synth("a.txt", "--seed", "1"))

    def test_its_text_is_what_we_write(self):
        text = self.synth("a.txt", "--features", "150")
        self.gradus("data", "convert", "a.txt", "-o", "b.txt")
        self.assertEqual(text, self.content("b.txt"))

    def test_compresses_by_the_name_and_prints_to_stdout(self):
        text = self.synth("a.txt")
        self.gradus("data", "synth", "-o", "c.txt.zst", "--queries", "20", "--documents", "12")
        self.gradus("data", "convert", "c.txt.zst", "-o", "d.txt")
        self.assertEqual(text, self.content("d.txt"))
        self.assertEqual(text, self.gradus("data", "synth", "-o", "-", "--queries", "20", "--documents", "12"))

    def test_clicks_stand_beside_the_data(self):
        without = self.synth("a.txt")
        self.assertFalse(os.path.exists(self.path("a.txt.click")))
        self.assertEqual(self.synth("a.txt", "--clicks"), without)
        clicks = self.content("a.txt.click").splitlines()
        self.assertEqual(len(clicks), len(without.splitlines()))
        self.assertTrue(all(click == "" or 0 <= float(click) <= 1 for click in clicks))
        self.assertIn("", clicks)
        self.gradus("data", "convert", "a.txt", "-o", "b.txt", "--columns", "click")
        self.assertEqual(self.content("a.txt.click"), self.content("b.txt.click"))

    def test_refuses_clicks_on_stdout(self):
        result = self.run_gradus("data", "synth", "-o", "-", "--clicks", "--queries", "1", "--quiet")
        self.assertEqual((result.returncode, result.stderr),
                         (1, "error: <stdout>: label columns, weights and positions stand in files beside the data; "
                             "name a file to write to\n"))

    def test_refuses_an_output_whose_name_tells_nothing(self):
        self.assert_fails(["data", "synth", "-o", "a.xyz"],
                          "a.xyz: its name does not tell the format; name the format with --to (gradus list formats)")

    def test_refuses_sizes_out_of_range(self):
        for option in ["--queries", "--documents", "--features"]:
            result = self.run_gradus("data", "synth", "-o", "a.txt", option, "0")
            self.assertEqual(result.returncode, 2)
            self.assertIn(f"error: {option}: ", result.stderr)
        self.assertFalse(os.path.exists(self.path("a.txt")))


if __name__ == "__main__":
    main()
