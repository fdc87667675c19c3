# rom:/ is --rom-root, else the nearest filesystem/ or assets/ above the textures, else the output's folder.
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
run dump a.toy --textures x
tree
