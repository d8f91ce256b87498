"""Plants violations in a small tree: check_layers must find each."""

import pathlib
import tempfile
import unittest

import check_layers

TREE = {
    "docs/explanation/architecture.md": "level 0   base\nlevel 1   data  rank\nlevel 2   measures\nlevel 7   apps/cli\n",
    "gradus/base/CMakeLists.txt": "gradus_module(base)\n",
    "gradus/base/error.hpp": "#pragma once\n",
    "gradus/data/CMakeLists.txt": "gradus_module(data DEPENDS base)\n",
    "gradus/data/run.hpp": '#include "gradus/base/error.hpp"\n',
    "gradus/rank/CMakeLists.txt": "gradus_module(rank DEPENDS base)\n",
    "gradus/measures/CMakeLists.txt": "gradus_module(measures DEPENDS base rank)\n"
                                      "gradus_catalog(gradus_measures gradus::measures Entry FOLDERS one two CORE m.cpp)\n",
    "gradus/measures/one/ap.cpp": '#include "gradus/rank/order.hpp"\n',
    "gradus/measures/two/err.cpp": '#include "gradus/measures/measure.hpp"\n',
    "apps/cli/CMakeLists.txt": "add_executable(gradus)\n",
    "apps/cli/main.cpp": '#include "gradus/measures/measure.hpp"\n',
}


class CheckLayers(unittest.TestCase):
    def problems(self, changes):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in {**TREE, **changes}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            return check_layers.check(root)[0]

    def finds(self, changes, *problems):
        found = self.problems(changes)
        self.assertEqual(len(found), len(problems), found)
        for problem in problems:
            self.assertTrue(any(problem in line for line in found), found)

    def test_accepts_a_tree_in_order(self):
        self.assertEqual(self.problems({}), [])

    def test_finds_an_include_that_depends_does_not_name(self):
        self.finds({"gradus/data/run.hpp": '#include "gradus/measures/measure.hpp"\n'},
                   "gradus/data/run.hpp:1: data may not include measures")
        self.finds({"gradus/data/run.hpp": '#include "apps/cli/command.hpp"\n'}, "run.hpp:1: data may not include apps")

    def test_finds_a_module_that_depends_on_one_of_its_level_or_a_higher_one(self):
        self.finds({"gradus/rank/CMakeLists.txt": "gradus_module(rank DEPENDS base data)\n"},
                   "rank (level 1) may not depend on data (level 1)")
        self.finds({"gradus/base/CMakeLists.txt": "gradus_module(base DEPENDS data)\n"},
                   "base (level 0) may not depend on data (level 1)", "base depends on itself", "data depends on itself")

    def test_finds_a_module_or_a_program_without_a_level_and_a_level_without_a_module(self):
        self.finds({"gradus/scoring/CMakeLists.txt": "gradus_module(scoring DEPENDS base)\n"}, "scoring has no level")
        self.finds({"apps/server/CMakeLists.txt": ""}, "apps/server has no level")
        page = "docs/explanation/architecture.md"
        self.finds({page: TREE[page] + "level 3   evaluation\n"}, "there is no evaluation")

    def test_finds_folders_in_a_circle_and_plug_ins_that_include_each_other(self):
        self.finds({"apps/cli/notes/a.hpp": '#include "apps/cli/output/b.hpp"\n',
                    "apps/cli/output/b.hpp": '#include "apps/cli/notes/a.hpp"\n'}, "include each other")
        self.finds({"gradus/measures/one/ap.cpp": '#include "gradus/measures/two/err.hpp"\n'},
                   "one may not include two: both hold plug-ins")


if __name__ == "__main__":
    unittest.main()
