"""The data of a study: fold by fold the plain grades, and drawn or planted top-k labels in their place."""

import dataclasses
import pathlib
import subprocess

import folds

K = 10
PLANTED = "synth-order"  # made-up data whose true order is known: the grades were cut from it
PARTS = ("train", "vali", "test")


@dataclasses.dataclass(frozen=True)
class Form:
    """`draw` 0 is the plain data; any other is one order of equal grades, or the planted order."""
    data_set: str
    fold: int
    draw: int

    @property
    def name(self):
        return f"{self.data_set} {self.fold}" + (f" top-k {self.draw}" if self.draw else "")

    def file(self, out, part):
        return out / "data" / self.data_set / str(self.fold) / (f"{part}.top{self.draw}.txt" if self.draw else f"{part}.txt")


def planted_parts(gradus, folder):
    """Five parts, each plain and with top-k labels, with the queries numbered through."""
    plain, ranked = [], []
    for number in folds.FOLDS:
        path = folder / f"planted{number}.txt"
        subprocess.run([gradus, "data", "synth", "--queries", "200", "--documents", "40", "--features", "46", "--orders",
                        "--seed", str(number), "-o", path, "--quiet"], check=True)
        plain.append(numbered(path.read_text().splitlines(), number))
        ranked.append(numbered(top_k(gradus, path, ["--columns", "order", "--order-column", "order"]), number))
    return plain, ranked


def numbered(lines, part):
    """Query 7 of part 2 becomes 2000007."""
    return [line.replace(f" qid:{folds.query_of(line)} ", f" qid:{part}{int(folds.query_of(line)):06d} ", 1) for line in lines]


def top_k(gradus, path, options):
    """The lines of a file with top-k labels in place of the grades."""
    target = path.with_suffix(".ranked.txt")
    subprocess.run([gradus, "data", "top-k", path, "--k", str(K), "--drop", "-o", target, *options, "--quiet"], check=True)
    lines = target.read_text().splitlines()
    target.unlink()
    return lines


def write(path, lines, grades=None):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n")
    if grades is not None:
        pathlib.Path(f"{path}.graded").write_text("".join(line.split(" ", 1)[0] + "\n" for line in grades))


def make(gradus, shared, out, data_set, draws):
    """All folds of a set, made once. Beside top-k labels stand the grades, as label column 'graded'."""
    folder = out / "data" / data_set
    done = folder / f"done{max(draws, default=0)}"
    if done.exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    ranked = {}
    if data_set == PLANTED:
        plain, ranked[1] = planted_parts(gradus, folder)
    else:
        plain = folds.letor_parts(shared / folds.LETOR[data_set])
        for draw in draws:
            ranked[draw] = []
            for number, lines in enumerate(plain, 1):
                path = folder / f"part{number}.txt"
                write(path, lines)
                ranked[draw].append(top_k(gradus, path, ["--draw", str(draw)]))
    for fold in folds.FOLDS:
        for part, lines in folds.turned(plain, fold).items():
            write(Form(data_set, fold, 0).file(out, part), lines)
            for draw, parts in ranked.items():
                write(Form(data_set, fold, draw).file(out, part), folds.turned(parts, fold)[part], lines)
    done.touch()
