# The machine goes down in the middle of a training.
gradus data synth --queries 150 --documents 40 --features 20 --seed 1 -o train.txt
run=(gradus train lambdamart --train train.txt --for NDCG@10 --set trees=100)
"${run[@]}" -o whole.json
"${run[@]}" --checkpoint part.json --checkpoint-every 0 -o model.json &
victim=$!
for _ in $(seq 200); do [ -s part.json ] && break; sleep 0.05; done
kill -9 $victim || true
wait $victim || true
check "death left a checkpoint" test -s part.json
check "and no model" test ! -e model.json
# Starting anew by mistake must not throw the work away.
refused 1 '--resume' "${run[@]}" --checkpoint part.json -o model.json
"${run[@]}" --checkpoint part.json --resume -o model.json
check "the model has the bytes of a training that nobody killed" cmp whole.json model.json
