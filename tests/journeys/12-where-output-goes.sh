# Output goes where the user points, and nothing else is lost.
gradus data synth --queries 10 --documents 8 --features 4 --seed 1 -o data.txt
gradus train lambdamart --train data.txt --set trees=5 --quiet -o model.json
gradus score model.json data.txt --quiet >expected.txt
# A link: its target is replaced, the link stays.
mkdir store && echo old >store/scores.txt && ln -s store/scores.txt link.txt
gradus score model.json data.txt --quiet -o link.txt
check "the link is still a link" test -L link.txt
check "its target has the scores" cmp store/scores.txt expected.txt
# A private file stays private.
echo old >private.txt && chmod 600 private.txt
gradus score model.json data.txt --quiet -o private.txt
check "the mode is kept" test "$(stat -c %a private.txt)" = 600
# Both names of one file.
echo old >one.txt && ln one.txt two.txt
gradus score model.json data.txt --quiet -o one.txt
check "both names have the scores" cmp one.txt two.txt
# A pipe with a name.
mkfifo pipe
cat pipe >piped.txt & reader=$!
gradus score model.json data.txt --quiet -o pipe
wait $reader
check "the pipe is still a pipe" test -p pipe
check "and its reader got the scores" cmp piped.txt expected.txt
# A device, one of our own: only root may make it.
if mknod null c 1 3 2>/dev/null && chmod 666 null; then
  gradus score model.json data.txt --quiet -o null
  check "the device is still a device" test -c null
fi
# Never onto what is read, never two onto one.
cp data.txt before.txt && cp model.json before.json
refused 2 'data.txt' gradus score model.json data.txt -o data.txt
refused 2 'model.json' gradus score model.json data.txt -o ./model.json
ln -s data.txt alias.txt
refused 1 'data.txt' gradus score model.json data.txt -o alias.txt
refused 2 'data.txt' gradus train lambdamart --train data.txt -o data.txt
refused 2 'data.txt' gradus train lambdamart --train data.txt --log data.txt -o m.json
refused 2 'data.txt' gradus train lambdamart --train data.txt --checkpoint data.txt -o m.json
refused 2 'data.txt' gradus data convert data.txt -o data.txt
refused 2 'm.json' gradus train lambdamart --train data.txt --valid before.txt --also AP=m.json -o m.json
check "the data is untouched" cmp data.txt before.txt
check "the model is untouched" cmp model.json before.json
mkdir folder
refused 1 'folder.*directory' gradus train lambdamart --train data.txt -o folder
# A reader that has seen enough is no accident.
gradus data convert data.txt --to csv -o - --quiet 2>said.txt | head -n 1 >/dev/null || true
check "nothing is said" test ! -s said.txt
check "no temporary file is left" test -z "$(find . -name '*.tmp*')"
