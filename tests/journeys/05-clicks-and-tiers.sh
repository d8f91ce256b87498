# Clicks beside the editors' grades: from the log to labels, then a ranker that uses clicks where grades are equal.
gradus data synth --queries 80 --documents 20 --features 12 --seed 2 -o train.txt
gradus data synth --queries 40 --documents 20 --features 12 --seed 3 -o vali.txt
for part in train vali; do
  gradus data simulate-clicks $part.txt -o $part.jsonl --sessions 4000 --model dbn --seed 4
  gradus data from-clicks $part.jsonl --data $part.txt -o $part.txt.click
done
gradus data stats train.txt --columns click | tee stats.txt
gradus train lambdamart --train train.txt --valid vali.txt --columns click --for NDCG@10 --for CNDCG@10 --set trees=50 -o tiers.json | tee outcome.txt
gradus eval -m NDCG@10 -m CNDCG@10 --data vali.txt --columns click --model tiers.json

check "the click labels are a column" grep -q 'Label column click' stats.txt
check "a label for each document" test "$(wc -l <train.txt.click)" -eq "$(grep -c . train.txt)"
check "both goals are told" grep -qi 'cndcg@10' outcome.txt
# The log of other documents is a mistake, not a column of nothing.
gradus data synth --queries 10 --documents 5 --features 3 --seed 9 -o other.txt
sed -i 's/qid:/qid:x/' other.txt
refused 1 'none of its 80 queries' gradus data from-clicks train.jsonl --data other.txt -o other.txt.click
check "and nothing was written" test ! -e other.txt.click
# Forgetting --columns gets the right hint.
code=0
gradus train lambdamart --train train.txt --for CNDCG@10 -o x.json 2>hint.txt || code=$?
check "it is refused" test "$code" -ne 0
check "with the option that reads the column" grep -q -- '--columns click' hint.txt
