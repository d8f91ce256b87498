#!/usr/bin/env python3
"""Plants the faults of tools/mutations.json one at a time and checks that a test fails for each:
tools/mutate.py build/dev [MODULE ...] prints a table in Markdown. The tree is put back after each fault.
tools/mutate.py --check only looks whether the code that each fault changes is still there."""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run_tests(build, targets, label):
    """The tests of a label that fail; None, and the compiler's words, where it does not build."""
    built = subprocess.run(["cmake", "--build", build, "--target", *targets], cwd=ROOT, capture_output=True, text=True)
    if built.returncode != 0:
        return None, built.stdout[-2000:]
    tested = subprocess.run(["ctest", "--test-dir", build, "--parallel", "2", "-L", f"^{label}$"], cwd=ROOT,
                            capture_output=True, text=True)
    _, found, failed = tested.stdout.partition("The following tests FAILED:")
    return re.findall(r"^\s*\d+ - (\S+)", failed, re.MULTILINE) if found else [], ""


def failing_tests(build, module):
    """First the module's own tests; where they see nothing, those of the command."""
    failed, output = run_tests(build, [f"gradus_{module}_test"], module)
    return run_tests(build, ["gradus"], "cli") if failed == [] else (failed, output)


def check(mutations):
    """Names the faults that can no longer be planted."""
    gone = [mutation for mutation in mutations if mutation["old"] not in (ROOT / mutation["file"]).read_text()]
    for mutation in gone:
        print(f"tools/mutations.json: the code of the fault '{mutation['fault']}' is not in {mutation['file']}")
    print(f"faults: {len(mutations)}, of which {len(gone)} can no longer be planted")
    return 1 if gone else 0


def main():
    mutations = json.loads((ROOT / "tools/mutations.json").read_text())
    if sys.argv[1:] == ["--check"]:
        return check(mutations)
    if len(sys.argv) < 2 or not (ROOT / sys.argv[1] / "CMakeCache.txt").exists():
        sys.exit(__doc__)
    build, modules = sys.argv[1], sys.argv[2:]
    survived = 0
    print("| module | planted fault | tests that fail |\n|---|---|---|")
    for mutation in mutations:
        if modules and mutation["module"] not in modules:
            continue
        file = ROOT / mutation["file"]
        original = file.read_text()
        if mutation["old"] not in original:
            print(f"| {mutation['module']} | {mutation['fault']} | **the code to change is not in {mutation['file']}** |")
            survived += 1
            continue
        try:
            file.write_text(original.replace(mutation["old"], mutation["new"], 1))
            failed, output = failing_tests(build, mutation["module"])
        finally:
            file.write_text(original)
        if failed is None:
            print(f"| {mutation['module']} | {mutation['fault']} | **does not compile** |\n{output}")
        elif failed:
            shown = ", ".join(f"`{name}`" for name in failed[:3])
            print(f"| {mutation['module']} | {mutation['fault']} | {len(failed)}: {shown} |", flush=True)
        else:
            print(f"| {mutation['module']} | {mutation['fault']} | **none** |", flush=True)
        survived += not failed
    subprocess.run(["cmake", "--build", build], cwd=ROOT, capture_output=True)
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
