# What joins a model stands behind it. Alone it has no geometry, but can be looked at.
lines a.toy "toy 1" "triangles 1"
lines b.toy "toy 1" "triangles 2"
lines red.toymat "toymat 1" "material red" "image red 2"
lines blue.toymat "toymat 1" "material blue" "material sky"
lines bad.toymat "toymat 1" "nonsense"
run --to toyout a.toy red.toymat blue.toymat b.toy
show a.toyout b.toyout
rm ./*.toyout ./*.png
run --to toyout red.toymat
run --to toyout red.toymat a.toy
run red.toymat a.toy -o one.toyout
run red.toymat a.toy -o - --to toyout
for verb in render compare cost plan; do run $verb red.toymat; done
real cost "$cases/../../../fixtures/figure.bck" | sed "s|$cases/../../../||"
echo "--- what an archive says of itself comes first: a model may be in the part that is missing"
pack cut.toypack red.toymat=red.toymat
echo "warning cut off" >>cut.toypack
for verb in "convert --to toyout" render "compare --to toyout" cost plan; do run $verb cut.toypack; done
pack two.toypack red.toymat=red.toymat blue.toymat=blue.toymat
echo "warning cut off" >>two.toypack
run --to toyout two.toypack
lines torn.toypack "toypack 1" "nonsense"
pack left.toypack torn.toypack=torn.toypack
for verb in "convert --to toyout" info "diff a.toy"; do run $verb left.toypack; done
echo "---"
run --to toyout a.toy bad.toymat b.toy
run --to toyout a.toy missing.toymat b.toy
run info red.toymat
run textures red.toymat | sed 's/png  [0-9]* bytes/png  N bytes/' # the size is zlib's affair
tree
