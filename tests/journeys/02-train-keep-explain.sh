# The main job: train on one part, stop on another, look at the third once; then say why a document stands where it stands.
gradus data synth --queries 150 --documents 30 --features 15 --seed 3 -o all.txt
gradus data split all.txt --parts 0.6,0.2,0.2 -o parts
gradus train lambdamart --train parts/train.txt --valid parts/vali.txt --for NDCG@10 -o model.json | tee outcome.txt
gradus eval -m NDCG@10 -m AP --data parts/test.txt --model model.json
gradus model show model.json | tee show.txt
gradus model importance model.json --top 5
gradus score model.json parts/test.txt -o scores.txt
gradus model explain model.json parts/test.txt --help >/dev/null

check "the outcome names the trees kept and why training stopped" grep -qE 'Kept [0-9]+ of [0-9]+ trees' outcome.txt
check "and the model remembers it" grep -qE 'Kept [0-9]+ of [0-9]+ trees' show.txt
sed 's/.*/0/' scores.txt >zeros.txt
holds "the model ranks better than the order of the file" \
  "$(value NDCG@10 --data parts/test.txt --model model.json)" '>' "$(value NDCG@10 --data parts/test.txt --scores zeros.txt)"
check "its scores and itself are worth the same" \
  test "$(value NDCG@10 --data parts/test.txt --scores scores.txt)" = "$(value NDCG@10 --data parts/test.txt --model model.json)"
shown=$(grep -oE 'validation NDCG@10 [0-9.]+' outcome.txt | head -n 1 | awk '{ print $3 }')
check "the validation value shown is the one that eval finds" \
  test "$shown" = "$(printf '%.4f' "$(value NDCG@10 --data parts/vali.txt --model model.json)")"
