# Only the top ten matter: top-k ground truth, a learner of the Focused family, measures of the top.
gradus data synth --queries 60 --documents 30 --features 8 --seed 1 -o train.txt
gradus data synth --queries 30 --documents 30 --features 8 --seed 2 -o vali.txt
for part in train vali; do gradus data top-k $part.txt -o $part.top.txt --k 10 --quiet; done
gradus train focusedboost --train train.top.txt --valid vali.top.txt --for 'kNDCG(k=10)@10' --set rounds=40 -o boost.json
gradus train ranksvm --train train.top.txt --set C=0.1 -o svm.json
gradus eval -m 'kNDCG(k=10)@10' -m 'kERR(k=10)@10' --data vali.top.txt --model boost.json
gradus score boost.json vali.top.txt --quiet -o scores.txt
sed 's/.*/0/' scores.txt >zeros.txt
for model in boost svm; do
  holds "$model is better than the order of the file" \
    "$(value 'kNDCG(k=10)@10' --data vali.top.txt --model $model.json)" '>' "$(value 'kNDCG(k=10)@10' --data vali.top.txt --scores zeros.txt)"
done
