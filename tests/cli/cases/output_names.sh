lines a.toy "toy 1" "triangles 1"
cp a.toy my.model.toy
(echo "toyzip 1"; cat a.toy) >b.toy.toyzip
echo hello >note
pack c.toypack readme.txt=note model/inner.toy=a.toy
mkdir there
run --to toyout a.toy my.model.toy b.toy.toyzip c.toypack
run --to toyout "c.toypack#model/inner.toy"
run a.toy -o there --to toyout
run a.toy -o new/ --to toyout
run a.toy --output-dir deep/er/still --to toyout
run a.toy -o nowhere/a.toyout
run a.toy -o there/other.toyout
run a.toy -o plain --to toyout
tree
echo "--- a missing folder is told before anything is read, unless the run may make it"
run no-such-file.toy -o nowhere/a.toyout
run a.toy -o a.toy/a.toyout --to toyout
run a.toy -o - --to toyout --report nowhere/report.json
run a.toy -o a.toyout -MF nowhere/a.d
run info a.toy --report nowhere/report.json
run "c.toypack#model/inner.toy" -o nowhere/inner.toyout
run a.toy --output-dir made --to toyout --report made/report.json -MF made/a.d
run no-such-file.toy --output-dir made --to toyout --report nowhere/report.json
run no-such-file.toy --output-dir made --to toyout -MF nowhere/a.d
run a.toy --output-dir made/in --to toyout --report made/../made/in/report.json -q
run a.toy --to toyout -o other.toy
