# Which settings? Try some on validation data, keep the best, and look at the test data once.
gradus data synth --queries 120 --documents 30 --features 15 --seed 5 -o all.txt
gradus data split all.txt --parts 0.6,0.2,0.2 -o parts
best=0
for leaves in 4 8 16; do
  for rate in 0.05 0.1; do
    gradus train lambdamart --train parts/train.txt --valid parts/vali.txt --for NDCG@10 --quiet \
      --set leaves=$leaves --set learning_rate=$rate --set trees=100 -o "m-$leaves-$rate.json"
    v=$(value NDCG@10 --data parts/vali.txt --model "m-$leaves-$rate.json")
    echo "leaves=$leaves learning_rate=$rate: $v"
    if awk "BEGIN { exit !($v > $best) }"; then best=$v chosen=m-$leaves-$rate.json; fi
  done
done
# The C of a support vector machine is chosen within one training.
gradus train svm --train parts/train.txt --valid parts/vali.txt --for AP --set C=0.01:0.1:1:10 -o svm.json

check "one was chosen" test -s "$chosen"
test_value=$(value NDCG@10 --data parts/test.txt --model "$chosen")
gradus score "$chosen" parts/test.txt -o s.txt
sed 's/.*/0/' s.txt >zeros.txt
holds "and it ranks" "$test_value" '>' "$(value NDCG@10 --data parts/test.txt --scores zeros.txt)"
check "the model names the C that was chosen" grep -q '"chosen", "C=' svm.json
