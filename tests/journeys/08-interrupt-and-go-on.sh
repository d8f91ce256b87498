# Ctrl-C: the work is kept, and the command that goes on is printed.
gradus data synth --queries 100 --documents 40 --features 20 --seed 1 -o train.txt
gradus data synth --queries 60 --documents 40 --features 20 --seed 2 -o vali.txt
set -m  # else a shell lets what it starts in the background ignore Ctrl-C
run=(gradus train lambdamart --train train.txt --valid vali.txt --for NDCG@10 --set trees=200 --set patience=0)
"${run[@]}" -o whole.json --quiet
interrupt() {  # interrupt SIGNAL OPTION...: after the training has begun
  local victim
  rm -f now.log
  "${run[@]}" --log now.log "${@:2}" 2>said.txt >out.txt & victim=$!
  for _ in $(seq 400); do [ "$(wc -l 2>/dev/null <now.log)" -ge 5 ] 2>/dev/null && break; sleep 0.02; done
  kill "-$1" "$victim"
  code=0
  wait "$victim" || code=$?
}
interrupt INT --checkpoint part.json -o model.json
check "Ctrl-C ends with 130" test "$code" -eq 130
check "a checkpoint is there" test -s part.json
check "no temporary file is left" test -z "$(find . -name '*.tmp*')"
resume=$(grep -oE 'gradus train .*--resume.*' said.txt | tail -n 1)
echo "it said: $resume"
bash -c "$resume"
check "the printed command gives the model of an undisturbed training" cmp whole.json model.json

interrupt TERM --on-interrupt keep -o kept.json
check "SIGTERM ends with 143" test "$code" -eq 143
check "the best model so far is kept" test -s kept.json
holds "and it ranks" "$(value NDCG@10 --data vali.txt --model kept.json)" '>' 0.2
check "no temporary file is left" test -z "$(find . -name '*.tmp*')"
