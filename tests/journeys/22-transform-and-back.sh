# Normalise, bin with the thresholds of the training data, convert back and forth: nothing gets lost on the way.
gradus data synth --queries 40 --documents 15 --features 6 --seed 1 -o all.txt
gradus data split all.txt --parts 0.6,0.2,0.2 -o parts
gradus data normalise parts/train.txt -o norm.txt --method minmax
gradus data bin parts/train.txt -o train.bin.txt --save thresholds.json
gradus data bin parts/test.txt -o test.bin.txt --use thresholds.json
gradus data convert all.txt -o all.csv
gradus data convert all.csv -o back.txt.zst
gradus data convert back.txt.zst -o all.gradus
gradus data convert all.gradus -o again.txt
check "the way through CSV, zstd and the cache leads back" cmp <(sed 's/ *#.*//' all.txt) <(sed 's/ *#.*//' again.txt)
check "normalised values lie from 0 to 1" awk '{ for (i = 3; i <= NF; i++) { split($i, x, ":"); if (x[2] < 0 || x[2] > 1) exit 1 } }' norm.txt
gradus train svm --train train.bin.txt --for AP --set C=1 --quiet -o m.json
gradus eval -m AP --data test.bin.txt --model m.json
holds "the bins of the test data fit the model" "$(value AP --data test.bin.txt --model m.json)" '>' 0.3
