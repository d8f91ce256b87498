# One training, the best iteration for each of three measures; each is what a training of its own would give.
gradus data synth --queries 80 --documents 20 --features 10 --seed 1 -o train.txt
gradus data synth --queries 40 --documents 20 --features 10 --seed 2 -o vali.txt
run=(gradus train lambdamart --train train.txt --valid vali.txt --for NDCG --set trees=60 --set patience=0 --quiet)
"${run[@]}" --stop-on NDCG@10 --also P@5=p5.json --also AP=ap.json -o ndcg.json --log log.jsonl
"${run[@]}" --stop-on P@5 -o own-p5.json
"${run[@]}" --stop-on AP -o own-ap.json
trees() { gradus model show "$1" | awk '$1 == "trees" { print $2 }'; }
check "P@5 has the trees of a training of its own" test "$(trees p5.json)" = "$(trees own-p5.json)"
check "and so has AP" test "$(trees ap.json)" = "$(trees own-ap.json)"
gradus score p5.json vali.txt --quiet -o a.txt && gradus score own-p5.json vali.txt --quiet -o b.txt
check "to the last bit" cmp a.txt b.txt
check "the log has a line a tree" test "$(grep -c '"step"' log.jsonl)" -eq 60
check "each of which is JSON" python3 -c 'import json; [json.loads(line) for line in open("log.jsonl")]'
