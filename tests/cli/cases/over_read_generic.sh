# Nothing that the run reads is ever written over: .mtl, pictures and buffers of models that are written beside themselves.
picture=$cases/../../../fixtures/pictures/figure-behind.png
square() {
    lines "$1" "mtllib ${2:-square.mtl}" "o Square" "v -1 -1 0" "v 1 -1 0" "v 1 1 0" "v -1 1 0" "vt 0 0" "vt 1 0" "vt 1 1" "vt 0 1" "usemtl a" "f 1/1 2/2 3/3 4/4"
    lines "${2:-square.mtl}" "newmtl a" "map_Kd tex/wall.png"
}
sums() { find . -type f -exec md5sum {} + | sort -k2; }
same() { sums | diff "$private/sums" - && echo "all as before"; }
mkdir tex
cp "$picture" tex/wall.png
square square.OBJ
sums >"$private/sums"
real square.OBJ -o square.obj
real square.OBJ square.OBJ --to obj -j 2
real square.OBJ -o square.OBJ
real square.OBJ --to glb -o square.mtl
real square.OBJ --to glb -o tex/wall.png
real square.OBJ --to obj --output-dir tex/..
ln -s ../square.mtl tex/again.mtl
ln square.mtl tex/third.mtl
real square.OBJ -o tex/again.obj
real square.OBJ -o tex/third.obj
rm tex/again.mtl tex/third.mtl
same

echo "--- glTF"
real square.OBJ -o model.gltf --textures tex -q
rm square.*
tree
buffer=$(echo *.bin)
cp model.gltf other.gltf
sums >"$private/sums"
real other.gltf -o again.glb --report "$buffer" -q
rm -f again.glb
real other.gltf --to obj -o "$buffer"
real other.gltf --to obj -o x.obj --textures tex -q
real other.gltf -o model.glb -q --set gltf.images=beside --set gltf.texture-names=plain --textures tex
real other.gltf --to glb -o tex/model_wall.png
real other.gltf model.gltf --to glb -o out/ -MF "tex/../$buffer" -j 2 -q
rm -rf out x.* tex/x_*
same
