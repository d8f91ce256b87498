# A model is trained every week by a script, on features that were chosen once. What a stranger did when this lost
# weights, took columns by place and mixed two trainings.
gradus data synth --queries 60 --documents 20 --features 6 --seed 1 -o - | awk '{ print $0 " #docid = d" NR }' >letor.txt
gradus data convert letor.txt -o week1.csv
gradus data synth --queries 60 --documents 20 --features 6 --seed 2 -o letor2.txt
gradus data convert letor2.txt -o week2.csv

# Features 1 and 2 are left out. The columns are called by number, as LETOR's features are, and are found by them
# wherever the model goes.
job() { gradus train coordinate-ascent --train "$1" --ignore 1,2 --checkpoint part.json --checkpoint-every 0 --resume --log log.jsonl -o model.json; }
job week1.csv
gradus score model.json week1.csv --ignore 1,2 -o chosen.txt
gradus score model.json week1.csv --extra-features ignore -o table.txt
gradus score model.json letor.txt --extra-features ignore -o letor.scores
check "a table with more columns has the same scores" cmp chosen.txt table.txt
check "and so has LETOR text" cmp chosen.txt letor.scores

# The next week comes with other data, and the checkpoint of the last one is still there.
refused 1 'the training data is .* in the checkpoint and .* now' job week2.csv
rm part.json
refused 1 'not the log of a training' gradus train coordinate-ascent --train week2.csv --log week1.csv --force -o other.json
job week2.csv
check "the log says where the second training begins" grep -q '"resumed":0' log.jsonl

# The job runs into the one of the week before.
big=(gradus train lambdamart --train week1.csv --set trees=100000 --checkpoint big.json --checkpoint-every 0)
"${big[@]}" -o first.json --quiet &
first=$!
for _ in $(seq 200); do [ -s big.json ] && break; sleep 0.05; done
refused 1 'another training is writing this checkpoint' "${big[@]}" --resume -o second.json
kill -9 $first
wait $first || true
check "the second has written nothing" test ! -e second.json

# Scores that came back sorted are still those of their documents.
gradus score model.json week1.csv --ignore 1,2 -o scored.csv
{ head -n 1 scored.csv; tail -n +2 scored.csv | sort -t, -k3,3g; } >sorted.csv
holds "the order of the rows does not matter" "$(value NDCG@10 --data week1.csv --ignore 1,2 --scores sorted.csv)" == "$(value NDCG@10 --data week1.csv --ignore 1,2 --scores scored.csv)"

# This week's split goes where last week's was, which had weights.
cp letor.txt old.txt
awk '{ print 2 }' old.txt >old.txt.weight
gradus data split old.txt --parts 0.6,0.2,0.2 -o parts
refused 1 'would look like part of this one' gradus data split letor2.txt --parts 0.6,0.2,0.2 --force -o parts
check "the old parts are as they were" test -s parts/train.txt.weight
