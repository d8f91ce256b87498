# A file from a data base: queries scattered over it, five grades where two are wanted.
gradus data synth --queries 25 --documents 12 --features 6 --seed 1 -o tidy.txt
awk '{ print NR % 13, NR, $0 }' tidy.txt | sort -n -k1,1 -k2,2 | cut -d' ' -f3- >scattered.txt
refused 1 'data sort' gradus data stats scattered.txt
gradus data sort scattered.txt -o sorted.txt
gradus data stats sorted.txt
check "the same lines" cmp <(sort scattered.txt) <(sort sorted.txt)
check "each query in one piece" test "$(awk '{ print $2 }' sorted.txt | uniq | wc -l)" -eq "$(awk '{ print $2 }' sorted.txt | sort -u | wc -l)"
gradus data map-grades sorted.txt --map 0=0,1=0,2=1,3=1,4=1 -o binary.txt
check "two grades are left" test "$(awk '{ print $1 }' binary.txt | sort -u | tr '\n' ' ')" = "0 1 "
check "no document is lost" test "$(wc -l <binary.txt)" -eq "$(wc -l <tidy.txt)"
# A grade that the map does not name is a mistake to be told.
refused 1 'not mapped' gradus data map-grades sorted.txt --map 0=0,1=1 -o partial.txt
check "nothing is written then" test ! -e partial.txt
gradus train svm --train binary.txt --for AP --set C=1 --quiet -o m.json
check "a model comes of it" test -s m.json
