# rom:/ is --rom-root, else the nearest filesystem/ or assets/ above the textures, else where the
# outputs' tree begins: models of one tree must not share the path of a sprite, by which the runtime keeps them.
mkdir -p game/filesystem/models game/assets/deep/filesystem game/art game/out
lines a.toy "toy 1" "image eye 2"
for place in game/filesystem/models game/filesystem game/assets/deep game/assets/deep/filesystem game/out; do
    run a.toy -q -o $place/a.toyout
    tail -n 1 $place/a.toyout
done
run a.toy -q -o game/out/a.toyout --textures game/filesystem/models/skins
tail -n 1 game/out/a.toyout
run a.toy -q -o game/filesystem/a.toyout --rom-root game
tail -n 1 game/filesystem/a.toyout
run a.toy -q -o game/out/a.toyout --rom-root game/out/../out/.
tail -n 1 game/out/a.toyout
ln -s art game/linked
run a.toy -q -o game/linked/a.toyout --rom-root game/art
tail -n 1 game/art/a.toyout
(cd game/filesystem/models && run ../../../a.toy -q -o a.toyout && tail -n 1 a.toyout)
(run a.toy -o game/out/a.toyout --textures game/art 2>&1; run a.toy -o game/out/a.toyout --rom-root game/art) |
    sed "s|$PWD|HERE|g"
mkdir -p game/src/near game/src/far
cp a.toy game/src/near && cp a.toy game/src/far
pack game/src/c.toypack near/a.toy=a.toy far/a.toy=a.toy
find game -name a.toyout -delete
for where in "--output-dir game/new" "-o game/out/" "--output-dir game/filesystem/all" ""; do
    run -r game/src -q --to toyout $where # one word or two
    grep -r rom: $(find game -name a.toyout | sort)
    find game -name a.toyout -delete
done
run game/src/c.toypack -q --to toyout
grep rom: game/src/c/*/a.toyout
(cd game/src && find . -name a.toyout -delete && run -r . -q --to toyout && grep rom: far/a.toyout)
run 'game/src/c.toypack#near/*' -q -o game/out/ --to toyout
grep rom: $(find game/out -name a.toyout)
run dump a.toy --textures x
tree
