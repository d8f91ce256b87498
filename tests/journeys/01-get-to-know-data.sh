# A colleague hands over a file. What is in it, and can it be trusted?
gradus data synth --queries 60 --documents 20 --features 12 --seed 7 -o all.txt
gradus data stats all.txt | tee stats.txt
gradus data split all.txt --parts 0.6,0.2,0.2 -o parts
gradus data stats parts/train.txt parts/vali.txt parts/test.txt | tee three.txt

check "it counts the documents as grep does" grep -qE "^documents +$(grep -c qid: all.txt | sed ':a;s/\B[0-9]\{3\}\>/,&/;ta')\$" stats.txt
queries() { grep -o 'qid:[^ ]*' "$1" | sort -u; }
check "the parts share no query" test -z "$(comm -12 <(queries parts/train.txt) <(queries parts/test.txt))"
check "no query is lost" test "$(cat parts/*.txt | grep -o 'qid:[^ ]*' | sort -u | wc -l)" -eq 60

# Somebody appends training queries to the test data: the statistics must tell.
cat parts/test.txt <(head -n 40 parts/train.txt) >leaky.txt
gradus data stats parts/train.txt leaky.txt | tee leaky-stats.txt
check "shared queries are told" grep -qE '[1-9][0-9]* of [0-9]+ queries of leaky.txt are in parts/train.txt too, with the same documents' leaky-stats.txt
gradus data stats all.txt --features --csv >features.csv
check "a row for each of the twelve features" test "$(tail -n +2 features.csv | grep -c ,)" -eq 12
