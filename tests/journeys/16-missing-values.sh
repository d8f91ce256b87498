# A feature that half of the documents do not have. Whatever learns, its model can be read back.
gradus data synth --queries 30 --documents 10 --features 4 --seed 4 -o full.txt
awk 'NR % 2 { sub(/ 1:[^ ]+/, " 1:NULL") } { print }' full.txt >half.txt
for learner in $(gradus list learners | awk 'NR > 1 && !NF { exit } NR > 1 { print $1 }'); do
  case $learner in
    lambdamart | mart) set=trees=8 ;;
    rankboost | adarank | focusedboost | coordinate-ascent) set=rounds=8 ;;
    ranknet | lambdarank | softrank | listnet | listmle | focusednet) set=epochs=8 ;;
    *) set=C=1 ;;
  esac
  gradus train "$learner" --train half.txt --set $set --quiet -o "$learner.json"
  gradus score "$learner.json" half.txt --quiet -o "$learner.scores"
  check "$learner scores every document" test "$(wc -l <"$learner.scores")" -eq "$(wc -l <half.txt)"
done
check "all sixteen were tried" test "$(ls ./*.scores | wc -l)" -eq 16
# A value of the largest float: "not shown", as some tools write it.
awk 'NR % 2 { sub(/ 1:[^ ]+/, " 1:3.4028235e+38") } NR % 3 == 0 { sub(/ 2:[^ ]+/, " 2:-3.4028235e+38") } { print }' full.txt >extreme.txt
for learner in lambdamart mart rankboost focusedboost; do
  gradus train $learner --train extreme.txt --quiet -o extreme.json
  gradus score extreme.json extreme.txt --quiet >/dev/null
done
