# Everything around the command goes wrong: streams closed by a daemon, a disk quota, a file cut short, a table with the columns turned.
gradus data synth --queries 30 --documents 10 --features 5 --seed 1 -o a.txt
gradus train lambdamart --train a.txt --set trees=3 --quiet -o good.json
cp good.json before.json
# A job of cron, without streams: the model is a model, not a diary.
gradus train lambdamart --train a.txt --set trees=3 -o good.json 2>&- >&- <&- || true
check "the model has the same bytes" cmp good.json before.json
code=0
gradus data stats missing.txt 2>&- || code=$?
check "an error that nobody can read has its exit code" test "$code" -eq 1
# A quota.
gradus data synth --queries 300 --documents 40 --features 20 --seed 2 -o big.txt
code=0
(ulimit -f 100; gradus data convert big.txt -o copy.txt --quiet) 2>said.txt || code=$?
check "the quota is told" grep -q 'File too large' said.txt
check "with exit code 1" test "$code" -eq 1
check "nothing is left" test -z "$(ls copy.txt* 2>/dev/null)"
# The same quota where an earlier output stands: its weights stay with its data.
printf '1 qid:1 1:1\n0 qid:1 1:2\n' >small.txt
printf '1\n2\n' >small.txt.weight
gradus data convert small.txt -o out.txt
awk '{ print 7 }' big.txt >big.txt.weight
refused 1 'File too large' bash -c 'ulimit -f 100; gradus data convert big.txt -o out.txt --quiet'
check "the old weights" cmp out.txt.weight small.txt.weight
check "beside the old data" cmp out.txt small.txt
rm big.txt.weight
# Thresholds and tables with the columns turned.
printf 'query,grade,A,B\n1,1,1,100\n1,0,2,200\n1,0,3,300\n' >ab.csv
printf 'query,grade,B,A\n1,1,100,1\n1,0,200,2\n1,0,300,3\n' >ba.csv
gradus data bin ab.csv -o x.csv --save t.json
gradus data bin ba.csv -o y.csv --use t.json
check "thresholds find their columns" cmp x.csv y.csv
# Data that cannot teach or choose.
printf '1 qid:1\n0 qid:1\n' >bare.txt
refused 1 'no features' gradus train svm --train bare.txt -o bare.json
printf '0 qid:x 1:1\n0 qid:x 1:2\n' >zero.txt
refused 1 'undefined for every query' gradus train lambdamart --train a.txt --valid zero.txt -o zero.json
# Two documents of one name.
printf '2 qid:1 1:1\n0 qid:1 1:2 # 0\n' >twice.txt
refused 1 'two documents called' gradus data convert twice.txt -o twice.qrels
check "nothing was written" test ! -e twice.qrels
