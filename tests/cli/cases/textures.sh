# Every image becomes one PNG of its own, whatever the names are.
lines a.toy "toy 1" "image eye 4" "image Eye 2" "image ../up 2" "image eye 1" "image .hidden 2" "image a b\\x83 2"
lines none.toy "toy 1" "triangles 1"
run textures a.toy | sed 's/png  [0-9]* bytes/png  N bytes/' # the size is zlib's affair
run textures a.toy -o pictures --levels -q
run textures none.toy
tree
head -c 8 pictures/eye.png | od -An -tx1
echo "--- an archive without models: each texture for itself, also beside models and in folders"
lines a.toymat "toymat 1" "image eye 4"
lines b.toymat "toymat 1" "image eye 2" "image lid 2"
pack skins.toypack t/a.toymat=a.toymat t/b.toymat=b.toymat
pack one.toypack b.toymat=b.toymat
mkdir game
cp skins.toypack one.toypack b.toymat none.toy game
run info skins.toypack
run info a.toy skins.toypack | grep skins
run textures a.toy skins.toypack --output-dir all -q
run textures -r game --output-dir walked | sed 's/png  [0-9]* bytes/png  N bytes/'
run textures a.toy one.toypack --output-dir joined -q
mkdir rom
cp "$cases/../../../fixtures/detailed.sprite" rom
real textures -r rom --output-dir sprites
run --to toyout skins.toypack
tree | grep -e ^all/ -e ^joined/
