lines a.toy "toy 1" "triangles 2" "image eye 2"
run dump a.toy | grep -e '^[$!]' -e '^scene' -e ' triangle '
run dump a.toy -o a.txt
run dump a.toy --json -o a.json
run dump a.toy --after tidy --to toyout -o after.txt
run dump a.toy --after tyde --to toyout | sed 's/known: .*/known: .../'
cmp a.txt after.txt
head -c 2 a.json
tree
# What comes in thousands can be left out.
run dump a.toy --summary
run dump a.toy --json --summary | tail -n 12
run info a.toy --summary
