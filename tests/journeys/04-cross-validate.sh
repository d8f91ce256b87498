# Little data: five folds, each query tested once, by a model that never saw it.
gradus data synth --queries 50 --documents 20 --features 10 --seed 11 -o all.txt
gradus data split all.txt --folds 5 -o folds
for fold in 1 2 3 4 5; do
  here=folds/Fold$fold
  gradus train lambdamart --train $here/train.txt --valid $here/vali.txt --for NDCG@10 --set trees=60 --quiet -o $here/model.json
  gradus score $here/model.json $here/test.txt -o $here/scores.txt
done
cat folds/Fold?/test.txt >tested.txt
cat folds/Fold?/scores.txt >scores.txt
gradus eval -m NDCG@10 --data tested.txt --scores scores.txt | tee result.txt

check "every document is tested once" cmp <(sort all.txt) <(sort tested.txt)
mean=$(for fold in 1 2 3 4 5; do value NDCG@10 --data folds/Fold$fold/test.txt --model folds/Fold$fold/model.json; done | awk '{ s += $1 } END { print s / NR }')
holds "the pooled value is the mean of the folds, which are of one size" \
  "$(value NDCG@10 --data tested.txt --scores scores.txt | awk -v m="$mean" '{ d = $1 - m; print d < 0 ? -d : d }')" '<' 0.00001
# Two folds are train and test without validation data, or are refused with a remedy; never an odd in-between.
if gradus data split all.txt --folds 2 -o two 2>two.err; then check "two folds hold all" test "$(cat two/Fold?/test.txt | wc -l)" -eq "$(wc -l <all.txt)"
else check "the refusal says what to do" grep -q ';' two.err; fi
