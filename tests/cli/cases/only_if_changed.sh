# --only-if-changed leaves what has the right content alone, in this process and in others; the rest is written.
lines a.toy "toy 1" "triangles 1" "image eye 2" "image ear 2"
lines b.toy "toy 1" "triangles 2"
run --to toyout --output-dir out a.toy b.toy --only-if-changed --set toyout.scale=1
touch -d '2001-01-01' out/*
lines a.toy "toy 1" "triangles 9" "image eye 2" "image ear 3"
run --to toyout --output-dir out a.toy b.toy --only-if-changed --set toyout.scale=1 --report one.json
for file in out/*; do echo "$file $(date -r $file +%Y | sed 's/2001/old/; s/2[0-9]*/new/')"; done
touch -d '2001-01-01' out/*
run --to toyout --output-dir out a.toy b.toy --only-if-changed --set toyout.scale=1 --report two.json -j 2
for file in out/*; do echo "$file $(date -r $file +%Y | sed 's/2001/old/; s/2[0-9]*/new/')"; done
cmp one.json two.json
touch -d '2001-01-01' out/*
lines a.toy "toy 1" "triangles 9" "image eye 2" "image ear 4"
run --to toyout --output-dir out a.toy b.toy --only-if-changed --set toyout.scale=1 # a picture alone: its model is new, too
for file in out/*; do echo "$file $(date -r $file +%Y | sed 's/2001/old/; s/2[0-9]*/new/')"; done
ln -s ../a.toy out/linked.toyout
run a.toy -o out/linked.toyout --only-if-changed
# A picture of two models that the first of them writes anew: the second one is new, too.
rm out/linked.toyout
lines a.toy "toy 1" "triangles 9" "image eye 2"
lines b.toy "toy 1" "triangles 2" "image eye 2"
run --to toyout --output-dir out a.toy b.toy --only-if-changed --set toyout.scale=1
for jobs in 1 2; do
    touch -d '2001-01-01' out/*
    lines a.toy "toy 1" "triangles 9" "image eye $((jobs + 4))"
    lines b.toy "toy 1" "triangles 2" "image eye $((jobs + 4))"
    run --to toyout --output-dir out a.toy b.toy --only-if-changed --set toyout.scale=1 -j $jobs
    for file in out/*; do echo "$file $(date -r $file +%Y | sed 's/2001/old/; s/2[0-9]*/new/')"; done
done
# A model that stands there already is written anew for its picture, but not if it is write-protected.
chmod 444 out/a.toyout
run --to toyout --output-dir out a.toy --only-if-changed --set toyout.scale=1
touch -d '2001-01-01' out/*
lines a.toy "toy 1" "triangles 9" "image eye 9"
run --to toyout --output-dir out a.toy --only-if-changed --set toyout.scale=1
for file in out/a.toyout out/eye.png; do echo "$file $(date -r $file +%Y | sed 's/2001/old/; s/2[0-9]*/new/')"; done
