# Two people, two machines, two numbers of threads: one model.
gradus data synth --queries 60 --documents 20 --features 10 --seed 1 -o train.txt
gradus data convert train.txt -o train.csv
for threads in 1 2 5; do
  gradus train lambdamart --train train.txt --set trees=20 --set query_share=0.7 --seed 3 --threads $threads --quiet -o trees$threads.json
  gradus train lambdarank --train train.txt --set epochs=10 --seed 3 --threads $threads --quiet -o net$threads.json
  gradus train svm --train train.txt --for AP --threads $threads --quiet -o svm$threads.json
done
for kind in trees net svm; do
  check "$kind: 1 and 2 threads" cmp ${kind}1.json ${kind}2.json
  check "$kind: 1 and 5 threads" cmp ${kind}1.json ${kind}5.json
done
gradus train lambdamart --train train.txt --set trees=20 --set query_share=0.7 --seed 4 --quiet -o other.json
check "another seed is another model" bash -c '! cmp -s other.json trees1.json'
gradus train lambdamart --train train.txt --cache --set trees=20 --set query_share=0.7 --seed 3 --quiet -o cached.json
gradus train lambdamart --train train.txt --cache --set trees=20 --set query_share=0.7 --seed 3 --quiet -o again.json
check "a cache changes nothing" cmp cached.json trees1.json
check "not even when it is used" cmp again.json trees1.json
