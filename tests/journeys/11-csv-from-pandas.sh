# The data lives in a data frame. It goes out as CSV, with the column names that people use, and scores come back.
python3 - <<'PY'
import random
draw = random.Random(5)
def rows(queries, first):
    for query in range(first, first + queries):
        for _ in range(12):
            price, text, age = draw.random(), draw.gauss(0, 1), draw.choice(["NaN", "NA", "", draw.randint(1, 90)])
            yield query, price, text, age, draw.choice(["true", "false"]), min(3, max(0, round(text + 1 - price)))
for name, queries, first in (("train", 60, 0), ("vali", 20, 100), ("test", 20, 200)):
    with open(name + "_index.csv", "w") as index, open(name + ".csv", "w") as plain:
        index.write(",query_id,price,text_match,age,in_stock,relevance\n")
        plain.write("query_id,price,text_match,age,in_stock,relevance\n")
        for n, row in enumerate(rows(queries, first)):
            line = ",".join(map(str, row)) + "\n"
            index.write(f"{n},{line}")
            plain.write(line)
with open("test_turned.csv", "w") as out:  # as the service has it: other order, no grade, no query
    for n, line in enumerate(open("test.csv")):
        cells = line.strip().split(",")
        out.write(",".join([cells[4], cells[2], cells[1], cells[3]]) + "\n")
PY
refused 1 'ignore' gradus train lambdamart --train train_index.csv -o x.json
remedy=$(grep -oE -- "--ignore +('[^']*'|\"[^\"]*\"|[^ ;,]+)" refused.err | head -n 1)
echo "the remedy: $remedy"
bash -c "gradus train lambdamart --train train_index.csv --set trees=30 $remedy --quiet -o by_index.json"
gradus data stats train.csv --features | tee stats.txt
gradus train lambdamart --train train.csv --valid vali.csv --for NDCG@10 --set trees=30 -o model.json
gradus train lambdamart --train train.csv --for NDCG@10 --set trees=30 --quiet -o plain.json
gradus score model.json test.csv -o scores.txt
gradus score model.json test_turned.csv -o turned.txt

check "the remedy as printed gives the model without the index" cmp by_index.json plain.json
check "the statistics name the features" grep -q text_match stats.txt
check "the service's columns give the same scores" cmp scores.txt turned.txt
holds "the model ranks" "$(value NDCG@10 --data test.csv --model model.json)" '>' 0.8
python3 - <<'PY'
assert len(open("scores.txt").readlines()) == len(open("test.csv").readlines()) - 1, "a score for each row"
PY
