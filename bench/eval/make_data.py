"""Writes a run of 1,000 queries x 1,000 documents and 100 judgments a query, seeded: make_data.py FOLDER"""

import pathlib
import random
import sys

FOLDER = pathlib.Path(sys.argv[1])


def main():
    draw = random.Random(7)
    with open(FOLDER / "eval.run", "w") as run, open(FOLDER / "eval.qrels", "w") as qrels:
        for query in range(1, 1001):
            documents = draw.sample(range(10_000_000), 1030)
            # 70 judged documents were retrieved, 30 were not.
            judged = draw.sample(documents[:1000], 70) + documents[1000:]
            for document in judged:
                grade = draw.choices([0, 1, 2, 3], [60, 25, 10, 5])[0]
                qrels.write(f"{query} 0 DOC-{document:07d} {grade}\n")
            scores = sorted((round(draw.gauss(10, 3), 3) for _ in range(1000)), reverse=True)  # some ties
            for rank, (document, score) in enumerate(zip(documents, scores), 1):
                run.write(f"{query} Q0 DOC-{document:07d} {rank} {score} bench\n")


if __name__ == "__main__":
    main()
