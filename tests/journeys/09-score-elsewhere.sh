# The model goes to another machine, where requests come one query at a time, sparse, without grades.
gradus data synth --queries 80 --documents 20 --features 30 --seed 8 -o dense.txt
# As sparse people write it: zeros are left out, and so is what stands behind the last value.
sed -E 's/ [0-9]+:0(\.0*)?( |$)/ /g; s/ [0-9]+:0(\.0*)?( |$)/ /g; s/ [0-9]+:0(\.0*)?( |$)/ /g; s/ +$//' dense.txt >sparse.txt
gradus train lambdamart --train dense.txt --for NDCG@10 --set trees=40 --quiet -o model.json
mkdir elsewhere && cp model.json elsewhere/
gradus score model.json dense.txt -o together.txt
(
  cd elsewhere
  for query in $(grep -o 'qid:[^ ]*' ../sparse.txt | uniq | head -n 10 | cut -d: -f2); do
    grep "qid:$query " ../sparse.txt | gradus score model.json - --quiet
  done
) >alone.txt
check "a query alone has the scores it has among others" cmp alone.txt <(head -n "$(wc -l <alone.txt)" together.txt)
cut -d' ' -f3- sparse.txt | gradus score model.json - --quiet >bare.txt
check "neither grades nor query ids are needed" cmp bare.txt together.txt
gradus data convert dense.txt -o dense.csv
python3 - <<'PY'
import csv
rows = list(csv.reader(open("dense.csv")))
order = [i for i in reversed(range(len(rows[0]))) if rows[0][i] not in ("grade", "query", "document")]
csv.writer(open("turned.csv", "w"), lineterminator="\n").writerows([[row[i] for i in order] for row in rows])
PY
gradus train lambdamart --train dense.csv --for NDCG@10 --set trees=40 --quiet -o named.json
gradus score named.json turned.csv --quiet >turned.txt
gradus score named.json dense.csv --quiet >straight.txt
check "columns of a CSV are known by their names" cmp turned.txt straight.txt
# A service that asks line by line gets its answers line by line.
mkfifo ask answer
gradus score model.json - --quiet <ask >answer &
service=$!
exec 7>ask 8<answer
head -n 1 sparse.txt >&7
read -r -t 20 first <&8
check "the first answer comes before the second question" test "$first" = "$(head -n 1 together.txt)"
sed -n 2p sparse.txt >&7
read -r -t 20 second <&8
check "and so does the second" test "$second" = "$(sed -n 2p together.txt)"
exec 7>&-
wait $service
exec 8<&-
