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

# The same systems as people have them: each returns its first fifteen documents only. A linear ranker of what they returned needs a low
# score where a system returned nothing, in training and in what is scored.
for f in 1 2 3 4 5; do
  sort -k1,1 -k5,5gr system$f.run | awk '{ if (n[$1]++ < 15) print }' >short$f.run
done
gradus data from-runs --qrels topics.qrels short?.run --missing least -o short.csv
gradus data split short.csv --parts 0.5,0.25,0.25 -o short
gradus train svm --train short/train.csv --valid short/vali.csv --for AP --set C=0.1:1:10 -o fused.json
gradus score fused.json short/test.csv -o fused.run
awk '{ print $1 }' fused.run | sort -u >topics
awk 'NR == FNR { t[$1]; next } $1 in t' topics topics.qrels >test.qrels
fused=$(value AP --qrels test.qrels fused.run)
echo "fused: $fused"
for f in 1 2 3 4 5; do
  awk 'NR == FNR { t[$1]; next } $1 in t' topics short$f.run >part.run
  holds "the fused ranking is not below short system $f" "$fused" '>=' "$(value AP --qrels test.qrels part.run)"
done
# The data that other people hand over, with gaps: filled by query, it ranks the same.
gradus data from-runs --qrels topics.qrels short?.run -o gaps.csv
gradus data normalise gaps.csv --method none --fill least -o filled.csv
check "no value is missing" test "$(grep -c ',,' filled.csv)" -eq 0
check "but some were" test "$(grep -c ',,' gaps.csv)" -gt 0
gradus train svm --train filled.csv --for AP --set C=1 -o filled.json
# One model, its run, its scores as a table: one value, where the rule for ties is one.
gradus score fused.json short/test.csv -o fused.csv
holds "the table of scores has the value of the model" "$(value AP --data short/test.csv --scores fused.csv)" == "$(value AP --data short/test.csv --model fused.json)"
gradus data convert short/test.csv -o returned.qrels
holds "by document id the run has the value of the data" "$(value AP --data short/test.csv --model fused.json --ties id)" == "$(value AP --qrels returned.qrels fused.run)"
