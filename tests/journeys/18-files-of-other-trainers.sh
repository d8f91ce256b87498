# LightGBM's and CatBoost's files as they lie about: a query file beside the data, a column description, weights.
gradus data synth --queries 30 --documents 10 --features 5 --seed 1 -o all.txt
# LightGBM: grade and features without qid, the sizes of the queries in a file beside it.
awk '{ print $2 }' all.txt | uniq -c | awk '{ print $1 }' >rank.train.query
sed 's/ qid:[^ ]*//' all.txt >rank.train
gradus train lambdamart --train rank.train --set trees=10 --quiet -o lightgbm.json
gradus train lambdamart --train all.txt --set trees=10 --quiet -o letor.json
gradus score lightgbm.json all.txt --quiet >a.txt && gradus score letor.json all.txt --quiet >b.txt
check "both forms teach the same" cmp a.txt b.txt
# CatBoost: no header, the roles of the columns in a file of their own.
awk '{ split($2, q, ":"); printf "%s\t%s", $1, q[2]; for (i = 3; i <= NF; i++) { split($i, x, ":"); printf "\t%s", x[2] } print "" }' all.txt >pool.train
printf '0\tLabel\n1\tGroupId\n' >pool.cd
gradus train lambdamart --train pool.train --cd pool.cd --set trees=10 --quiet -o catboost.json
gradus score catboost.json pool.train --cd pool.cd --quiet >c.txt
check "and so does CatBoost's" cmp a.txt c.txt
# Weights beside the data are used, and that is said.
awk '{ print NR % 7 + 0.5 }' all.txt >all.txt.weight
gradus train lambdamart --train all.txt --set trees=10 -o weighted.json 2>said.txt
check "weights found beside the data are told" grep -q 'all.txt.weight' said.txt
gradus score weighted.json all.txt --quiet >w.txt
check "and they count" bash -c '! cmp -s w.txt a.txt'
