# Last month's model, this month's data: go on from it, and never for the worse.
gradus data synth --queries 80 --documents 20 --features 10 --seed 1 -o old.txt
gradus data synth --queries 30 --documents 20 --features 10 --seed 2 -o new.txt
gradus data synth --queries 40 --documents 20 --features 10 --seed 3 -o vali.txt
gradus train lambdamart --train old.txt --valid vali.txt --for NDCG@10 -o base.json
before=$(value NDCG@10 --data vali.txt --model base.json)
gradus train lambdamart --train new.txt --valid vali.txt --for NDCG@10 --start base.json --set trees=40 -o more.json | tee outcome.txt
# Data that teaches the opposite.
awk '{ $1 = 4 - $1; print }' new.txt >wrong.txt
gradus train lambdamart --train wrong.txt --valid vali.txt --for NDCG@10 --start base.json --set trees=20 --quiet -o same.json

holds "going on does not make it worse" "$(value NDCG@10 --data vali.txt --model more.json)" '>=' "$before"
holds "not even on wrong data" "$(value NDCG@10 --data vali.txt --model same.json)" '>=' "$before"
check "the outcome counts all trees" grep -qE 'Kept [0-9]+ of [0-9]+ trees' outcome.txt
trees() { gradus model show "$1" | awk '$1 == "trees" { print $2 }'; }
check "as many as the model has" test "$(grep -oE 'Kept [0-9]+' outcome.txt | awk '{ print $2 }')" -eq "$(trees more.json)"
