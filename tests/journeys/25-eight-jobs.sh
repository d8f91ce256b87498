# Eight jobs of somebody who has read README and the help only, with the breaks that went wrong for a stranger.
gradus data synth --queries 40 --documents 12 --features 5 --seed 1 --quiet -o all.txt
gradus data split all.txt --parts 0.6,0.2,0.2 -o parts

# 1. LightGBM's words: the line that is shown instead runs, and what becomes of the objective is said.
refused 2 "'lambdarank' is what 'gradus train lambdamart' does without it" \
  gradus train lambdamart --train parts/train.txt --valid parts/vali.txt --objective lambdarank --set trees=20 -o model.json
remedy=$(sed -n 's/^Try: //p' refused.err)
bash -c "$remedy --quiet"
refused 2 "did you mean '--version'" gradus -v

# 2. Cross-validation, and a report on two learners. No command tests for significance: values of each query do.
gradus data split all.txt --folds 2 -o folds
for fold in 1 2; do
  gradus train coordinate-ascent --train folds/Fold$fold/train.txt --set rounds=2 --quiet -o linear$fold.json
  gradus train lambdamart --train folds/Fold$fold/train.txt --set trees=10 --quiet -o trees$fold.json
done
refused 2 'no command tests whether a difference is significant' \
  gradus eval --data folds/Fold1/test.txt --model linear1.json --model trees1.json --compare
gradus eval --data folds/Fold1/test.txt --model linear1.json --model trees1.json -m NDCG@10 -q --csv >by-query.csv
check "each query has a value of either model" \
  python3 -c 'import csv; rows = [r for r in csv.DictReader(open("by-query.csv")) if r["query"] != "all"]
a, b = [{r["query"] for r in rows if r["run"] == name} for name in ("linear1.json", "trees1.json")]
assert a and a == b'

# 3. TREC runs in a table for a paper: numbers stand to the right, no run stands in it twice.
printf '1 0 a 1\n1 0 b 0\n2 0 c 1\n' >q.qrels
printf '1 Q0 a 1 2 One\n1 Q0 b 2 1 One\n2 Q0 c 1 1 One\n' >one.run
printf '1 Q0 b 1 2 Two\n1 Q0 a 2 1 Two\n' >two.run
gradus eval --qrels q.qrels one.run two.run -m AP -m P@1 --latex >table.tex
check "numbers are aligned to the right" grep -qF '\begin{tabular}{lrr}' table.tex
refused 2 'one.run is given twice' gradus eval --qrels q.qrels one.run one.run
refused 2 'label columns stand beside' gradus eval --qrels q.qrels one.run --columns click

# 4. Runs fused: what is missing is told before a training fails of it; files of one name are not called tags.
mkdir z && cp two.run z/one.run
refused 1 'its name one is also the name of one.run' gradus data from-runs one.run z/one.run --names file --qrels q.qrels -o fused.txt
awk 'BEGIN { for (i = 0; i < 40; ++i) print i % 2 " qid:" int(i / 4) " 1:NULL 2:NULL 3:" i % 2 }' >sparse.txt
refused 1 'values are missing' gradus train svm --train sparse.txt --for NDCG@10 --set C=1e-7 --set epsilon=0.5 -o fused.json

# 5. Stop and go on: an interval needs a file, an empty checkpoint does not stop a job, one that is cut is not overwritten.
night=(gradus train lambdamart --train parts/train.txt --set trees=30 --checkpoint-every 0 -o night.json --quiet)
refused 2 'checkpoint-every: of what' "${night[@]}"
: >part.json
"${night[@]}" --checkpoint part.json --resume
gradus train lambdamart --train parts/train.txt --set trees=30 --quiet -o whole.json
check "an empty checkpoint is none" cmp night.json whole.json
head -c 10 part.json >cut.json
refused 1 'remove it, or name another file' "${night[@]}" --checkpoint cut.json
refused 1 'not compressed' "${night[@]}" --checkpoint other.json --log log.jsonl.gz

# 6. Clicks: the format of the log is told as people tell formats, and a table is what its name says.
gradus data simulate-clicks parts/train.txt --sessions 300 --quiet -o clicks.jsonl
cp clicks.jsonl log.txt
refused 1 "log-format" gradus data from-clicks log.txt -o rates.tsv
gradus data from-clicks log.txt --format clicks -o rates.tsv
gradus data from-clicks clicks.jsonl -o rates2.tsv
check "--format means the log" cmp rates.tsv rates2.tsv
refused 1 'end the name in .tsv or .csv' gradus data from-clicks clicks.jsonl -o rates.parquet

# 7. A table of pandas, and why one document stands above another, asked the wrong way round.
awk 'BEGIN { print ",session,product,rel,price" }
     { for (i = 1; i <= 5; ++i) sub("^" i ":", "", $(i + 2)); sub("qid:", "", $2); print NR - 1 "," $2 ",d" NR "," $1 "," $3 }' OFS=' ' parts/train.txt >pandas.csv
columns=(--grade-column rel --query-column session --document-column product)
gradus train lambdamart --train pandas.csv "${columns[@]}" --ignore 'Unnamed: 0' --set trees=5 --quiet -o pandas.json
query=$(sed -n '2s/^[^,]*,\([^,]*\),.*/\1/p' pandas.csv)
explain=(gradus model explain pandas.json pandas.csv "${columns[@]}" --ignore 'column 1' --query "$query")
"${explain[@]}" --csv --quiet >ranked.csv
first=$(sed -n 2p ranked.csv | awk -F, '{ print $NF }')
last=$(tail -n 1 ranked.csv | awk -F, '{ print $NF }')
"${explain[@]}" --above "$last" --below "$first" 2>said.txt
check "the other way round is told" grep -q "$last ranks below $first" said.txt

# 8. A service: names that would break a terminal are shown with their bytes, other compressions are named.
refused 1 'no\\x1b\[31mred' gradus score model.json $'no\x1b[31mred.txt'
printf 'BZh91AY&SY' >test.txt.bz2
refused 1 'bunzip2' gradus score model.json test.txt.bz2
gradus score model.json parts/test.txt -o scores.txt
check "a score for each document" test "$(wc -l <scores.txt)" -eq "$(wc -l <parts/test.txt)"
