"""Values averaged over ties against scikit-learn's ndcg_score, which averages over them too, with linear gain."""

import numpy
from agreement import AgreementTest, main, random_judgments_and_run
from sklearn.metrics import dcg_score, ndcg_score


class ScikitLearn(AgreementTest):
    def test_agrees_on_data_full_of_ties(self):
        _, run = random_judgments_and_run(6, complete=True)
        draw = numpy.random.default_rng(6)
        data, scores, theirs = [], [], {"NDCG(gain=linear)@5": {}, "NDCG(gain=linear)": {}, "DCG(gain=linear)@5": {}}
        for query, documents in run.items():
            if len(documents) < 2:
                continue  # scikit-learn refuses lists of one
            grades = draw.integers(0, 4, len(documents))
            values = numpy.array(list(documents.values()))
            data += [f"{g} qid:{query} 1:0\n" for g in grades]
            scores += [f"{s!r}\n" for s in documents.values()]
            theirs["NDCG(gain=linear)@5"][query] = ndcg_score([grades], [values], k=5)
            theirs["NDCG(gain=linear)"][query] = ndcg_score([grades], [values])
            theirs["DCG(gain=linear)@5"][query] = dcg_score([grades], [values], k=5)
        self.write("data.txt", "".join(data))
        self.write("scores.txt", "".join(scores))
        ours = self.ours(theirs, "gradus", "--data", "data.txt", "--scores", "scores.txt", ties="mean")
        self.assertGreater(self.assert_agree(ours, theirs), 400)


if __name__ == "__main__":
    main()
