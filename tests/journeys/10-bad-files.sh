# Files as they come: broken in twenty ways. Each is refused with the place, and nothing of the user's is touched.
gradus data synth --queries 10 --documents 8 --features 4 --seed 1 -o good.txt
gradus train lambdamart --train good.txt --set trees=5 --quiet -o model.json
cp model.json keep.json
bad() {  # bad NAME PATTERN: what stands on stdin is no training data
  cat >"$1"
  refused 1 "$1.*($2)" gradus train lambdamart --train "$1" -o model.json
  refused 1 "$1.*($2)" gradus data stats "$1"
}
bad empty.txt 'no document' </dev/null
printf '1 qid:1 1:0.5 2:nan\n' | bad nan.txt ':1:'
printf '1 qid:1 1:0.5\n-1 qid:1 1:0.5\n' | bad negative.txt ':2:1'
printf '1 qid:1 1:0.5\n0 qid:1 2:0.5 1:0.5\n' | bad order.txt ':2:'
printf '1 qid:1 1:0.5\n0 qid:2 1:0.5\n1 qid:1 1:0.5\n' | bad scattered.txt 'data sort'
printf '1 qid:1 1:0.5\n0 qid:1 1:1e99\n' | bad large.txt ':2:'
printf '1 qid:1 1:0.5\n0 qid:1 1:inf\n' | bad inf.txt ':2:'
printf '1 qid:1 1:0.5\n0 qid:1 1:0.5 2\n' | bad cut.txt ':2:'
printf '1 qid:1 1:0.5\n0 qid:1 0:0.5\n' | bad zero.txt ':2:'
printf '1 qid:1 1:0.5\n0 qid: 1:0.5\n' | bad noid.txt ':2:'
printf '1 qid:1 1:0.5\n\0\0\0\n' | bad nul.txt ':2:'
for i in $(seq 300); do echo "$((i % 2)) qid:$((i / 10)) 1:$i"; done | sed '7s/$/ 1000000:1/' | bad wide.txt 'feature'
head -c 200 /dev/urandom | bad noise.txt ':'
printf 'grade,query,a\n1,q,0.5\n0,q\n' | bad short.csv ':3'
printf 'grade,query,a\n1,q,hello\n' | bad words.csv ':2'
printf ',grade,query,a\n0,1,q,0.5\n1,0,q,0.25\n' | bad index.csv 'ignore'
gzip -c good.txt | head -c 300 >cut.txt.gz
refused 1 'cut.txt.gz.*too early' gradus data stats cut.txt.gz
mkdir folder
refused 1 'folder' gradus data stats folder
refused 1 'missing.txt' gradus data stats missing.txt
head -c 400 model.json >cut.json
refused 1 'cut.json.*damaged|cut.json.*not a Gradus' gradus score cut.json good.txt
printf '{"hello": 1}' >foreign.json
refused 1 'not a Gradus model' gradus score foreign.json good.txt
check "the model that stood there before is untouched" cmp model.json keep.json
check "no temporary file is left" test -z "$(find . -name '*.tmp*')"
# What is only unusual is read: a byte order mark, line ends of other systems.
{ printf '\xef\xbb\xbf'; cat good.txt; } >bom.txt
sed 's/$/\r/' good.txt >crlf.txt
tr '\n' '\r' <good.txt >cr.txt
gradus score model.json good.txt --quiet >expected.txt
for odd in bom crlf cr; do
  gradus score model.json $odd.txt --quiet >scores.txt
  check "$odd.txt reads as good.txt does" cmp scores.txt expected.txt
done
