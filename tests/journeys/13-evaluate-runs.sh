# Two runs and the judgments: values by query, into a spreadsheet, and the same from trec_eval's own flags.
gradus data synth --queries 40 --documents 25 --features 3 --seed 12 -o truth.txt
gradus data convert truth.txt -o q.qrels
for f in 1 2; do
  awk -v f=$f '{ split($2, q, ":"); split($(f + 2), x, ":"); n[q[2]]++; print q[2], "Q0", n[q[2]] - 1, 0, x[2], "r" f }' truth.txt >r$f.run
done
gradus eval -m NDCG@10 -m AP -m 'ERR@10' --qrels q.qrels r1.run r2.run | tee values.txt
gradus eval -m NDCG@10 -q --csv --digits 17 --quiet --qrels q.qrels r1.run >by_query.csv
gradus trec_eval -m map -m ndcg_cut.10 q.qrels r1.run | tee trec.txt
gradus eval -m AP --profile trec9 --qrels q.qrels r1.run | tee trec9.txt
gradus eval -m NDCG@10 --qrels q.qrels r1.run --why trec9

check "the highest grade that ERR takes is told" grep -qE 'err\(.*max=[0-9]' values.txt
check "the drop-in and the profile agree" \
  test "$(awk '$1 == "map" { print $3 }' trec.txt)" = "$(tail -n 1 trec9.txt | awk '{ print $2 }')"
python3 - <<'PY'
import csv, subprocess
rows = list(csv.DictReader(open("by_query.csv")))
cell = [name for name in rows[0] if name.lower().startswith("ndcg")][0]
queries = [row for row in rows if row["query"] not in ("", "all")]
mean = sum(float(row[cell]) for row in queries) / len(queries)  # fails where a cell is empty
shown = [line for line in open("values.txt") if line.startswith("r1.run")][0].split()[1]
assert f"{mean:.4f}" == shown, (mean, shown)
PY
