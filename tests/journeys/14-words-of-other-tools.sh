# Fingers remember other tools. Every wrong word gets the right one, and exit code 2.
gradus data synth --queries 20 --documents 8 --features 4 --seed 1 -o train.txt
t=(gradus train lambdamart --train train.txt -o m.json)
refused 2 'data stats' gradus stats train.txt
refused 2 'data normalise' gradus data normalize train.txt -o x.txt
refused 2 'analyse' gradus analyze lambdas
refused 2 '--valid' "${t[@]}" --validation train.txt
refused 2 '--set leaves=15' "${t[@]}" --leaves 15
refused 2 'leaves' "${t[@]}" --set num_leaves=15
refused 2 'learning_rate' "${t[@]}" --set eta=0.1
refused 2 'trees' "${t[@]}" --set n_estimators=10
refused 2 'trees' "${t[@]}" --set num_boost_round=10
refused 2 'lambdamart' gradus train -ranker 6 --train train.txt -o m.json
refused 2 'svm' gradus train svm-map --train train.txt -o m.json
refused 2 'lambdamart' gradus train lamdamart --train train.txt -o m.json
refused 2 'ndcg' "${t[@]}" --for nDGC@10
refused 2 'letor' gradus data stats train.txt --format leter
refused 2 'gradus' gradus eval --data train.txt --model m.json --profile grads
refused 2 'seed' "${t[@]}" --seed=-3
refused 2 'seed' "${t[@]}" --seed 1.5
refused 2 'a.*b' "${t[@]}" --wrong-a --wrong-b
refused 2 'gradus train --help' "${t[@]}" --nonsense
check "nothing was trained" test ! -e m.json
gradus train LambdaMART --train train.txt --set trees=3 -o m.json --quiet
gradus eval -m ndcg_cut.10 --data train.txt --model m.json 2>&1 | tee eval.txt
check "the gain that ndcg_cut means here is told" grep -q 'gain=exp' eval.txt
