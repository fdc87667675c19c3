# -r: the models in folders, sorted, and --output-dir mirrors the folders; what joins models, what is none, hidden files and
# linked folders are passed over.
mkdir -p in/b/deep in/.hidden in/a
lines in/z.toy "toy 1" "triangles 1" "scale 4"
lines in/b/link.toy "toy 1" "triangles 2" "image eye 2" "scale 2"
lines in/b/deep/link.toy "toy 1" "triangles 3" "image eye 3" "scale 2"
lines in/b/anim.toymat "toymat 1" "material joins"
lines in/b/notes.txt "no model"
lines in/.hidden/x.toy "toy 1" "triangles 9"
lines in/.y.toy "toy 1" "triangles 9"
lines one.toy "toy 1" "triangles 4" "scale 2"
lines two.toy "toy 1" "triangles 5" "scale 2"
pack in/a/pair.toypack sub/one.toy=one.toy two.toy=two.toy text=in/b/notes.txt
pack in/a/single.toypack one.toy=one.toy
pack in/a/none.toypack text=in/b/notes.txt
ln -s .. in/b/loop
ln -s ../../one.toy in/b/linked.toy
run --to toyout -r in --output-dir out
run --to toyout -r in --output-dir out -j 3 --report report.json -q
show out/b/link.toyout out/b/deep/link.toyout out/a/pair/two.toyout
tree
run info -r in/b/deep one.toy
run in
run info in
run unpack in
run -r in/.hidden/none
echo "--- beside the inputs, twice: results are no inputs"
mkdir beside
cp "$cases"/../../../fixtures/figure.bdl beside/
real -r beside -q
real -r beside -q -j 2
real check -r beside
echo "--- into a folder of the tree, twice"
real -r . -q --output-dir out3
rm beside/*.t3dm
real -r . -q --output-dir out3
real -r . -q --output-dir out3
find out3 -name '*.t3dm'
echo "--- broken ones"
lines in/broken.toy "not a toy"
run --to toyout -r in --output-dir out
run --to toyout -r in/b/deep -r in/b --output-dir out2
run textures -r in/b --output-dir png -q
run render -r in/b --output-dir png --size 8x8 -q
run dump -r in/b/deep -q
run cost -r in/b/deep -q
run --to toyout in/b/link.toy in/b/deep/link.toy --output-dir flat
find png flat
echo "--- one name with two endings: the second is renamed, what cannot be read gives way"
mkdir twins
cp one.toy twins/a.toi
cp one.toy twins/a.toy
: >twins/b.toi
cp one.toy twins/b.toy
run --to toyout -r twins --output-dir out4
run --to toyout twins/a.toi twins/a.toy --output-dir out5
mkdir empty
run info -r empty
run info -r empty one.toy -q
run compare -r in
