# -MD and -MF: what an output was made of, for make and ninja; names with blanks, # and $.
mkdir -p 'in put' out
lines 'in put/a.toy' "toy 1" "triangles 1" "image eye 2" "companion bank" "companion bank" "companion a" "companion ../x" "scale 1"
lines 'in put/bank' "a bank"
lines b.toy "toy 1" "triangles 2" "companion missing" "scale 1"
lines b.toymat "toymat 1" "material joins"
lines 'c#$ d.toy' "toy 1" "triangles 3" "scale 1"
run --to toyout -MD 'in put/a.toy' b.toy b.toymat 'c#$ d.toy' --output-dir out
show out/a.d out/b.d 'out/c#$ d.d'
run --to toyout -MF deps.d 'in put/a.toy' b.toy b.toymat --output-dir out
show deps.d
run --to toyout -MFdeps2.d 'in put/a.toy' b.toy b.toymat --output-dir out -j 2 -q
cmp deps.d deps2.d
run --to toyout --depfile=deps.d --depfile-style make -MT 'build/the stamp' b.toy --output-dir out
show deps.d
cp "$cases"/../../../fixtures/figure.bdl "$cases"/../../../fixtures/materials.json .
real figure.bdl --materials materials.json -o out/figure.t3dm -q -MD -MT x
show out/figure.d
echo "--- not for what failed, and not where nothing is asked for"
lines broken.toy "toy 1" "error broken"
run --to toyout -MF broken.d broken.toy
run --to toyout -MT x b.toy
run --to toyout --depfile-style make b.toy
run --to toyout --depfile-style bash -MD b.toy
run --to toyout -MX b.toy
run info -MD b.toy
run --to toyout -MF
ls
echo "--- a bracket would end \$(wildcard ...), or open another one"
lines e.toy "toy 1" "triangles 1" "companion a(b" "scale 1"
run --to toyout -MD --depfile-style make e.toy --output-dir brackets
run --to toyout -MD e.toy --output-dir brackets
