# Five retrieval systems, judgments, and the wish to combine them: features from runs, a structural SVM for MAP, a run to submit.
gradus data synth --queries 60 --documents 40 --features 5 --seed 6 -o truth.txt
gradus data convert truth.txt -o topics.qrels
# Each "system" sorts by one feature; documents are called by their place in the query.
for f in 1 2 3 4 5; do
  awk -v f=$f '{ split($2, q, ":"); split($(f + 2), x, ":"); n[q[2]]++; print q[2], "Q0", n[q[2]] - 1, 0, x[2], "system" f }' truth.txt >system$f.run
done
gradus eval -m AP --qrels topics.qrels system?.run | tee base.txt
gradus data from-runs --qrels topics.qrels system?.run -o all.txt
gradus data split all.txt --parts 0.5,0.25,0.25 -o parts
gradus train svm --train parts/train.txt --valid parts/vali.txt --for AP --set C=0.1:1:10 --set features=bits -o svm-map.json
gradus score svm-map.json parts/test.txt -o combined.run
gradus eval -m AP --data parts/test.txt --model svm-map.json

check "the run has a line for each document" test "$(wc -l <combined.run)" -eq "$(wc -l <parts/test.txt)"
check "with six fields" test "$(awk '{ print NF }' combined.run | sort -u)" = 6
# The same topics alone, by trec_eval's own flags.
awk '{ print $1 }' combined.run | sort -u >topics
grep -wFf topics topics.qrels | awk 'NR == FNR { t[$1]; next } $1 in t' topics - >test.qrels
combined=$(gradus trec_eval -m map test.qrels combined.run | awk '{ print $3 }')
echo "combined: $combined"
for f in 1 2 3 4 5; do
  awk 'NR == FNR { t[$1]; next } $1 in t' topics system$f.run >part.run
  holds "the combination beats system $f" "$combined" '>' "$(gradus trec_eval -m map test.qrels part.run | awk '{ print $3 }')"
done
