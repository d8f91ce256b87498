"""What the documentation lists is what the program has."""

import os
import re

from command import SOURCE, CommandTest, main


class Docs(CommandTest):
    def test_the_table_of_formats_is_that_of_the_program(self):
        with open(os.path.join(SOURCE, "docs", "formats.md")) as file:
            page = file.read()
        documented = {}
        for line in page.splitlines():
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


if __name__ == "__main__":
    main()
