# The report file: messages and statistics of every input as JSON.
lines a.toy "toy 1" "triangles 2" "loss of colour" "note fine" "image eye 2" "scale 8"
lines bad.toy "toy 1" "error broken"
lines odd.toy "toy 1" "warning odd"
run --to toyout a.toy bad.toy --report report.json
show report.json
run --strict --to toyout odd.toy --report report.json -q
show report.json
run info a.toy --report report.json
show report.json
run a.toy -o a.toyout --report -
run a.toy -o a.toyout --report missing/report.json
run a.toy -o a.toyout --nonsense --report other.json
printf 'toy 1\nnote \xff\xc3\xa4 bytes\n' >bytes.toy
run bytes.toy -o a.toyout --report report.json -q
grep bytes report.json
tree
