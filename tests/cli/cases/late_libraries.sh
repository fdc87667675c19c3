# assimp and libtiff are loaded when the first file needs them. Where they cannot be, only such files fail.
if ldd "$program" | grep -qE 'libassimp|libtiff'; then skip "linked, not loaded"; fi
mkdir broken
for version in 4 5 6 7; do touch broken/libassimp.so.$version broken/libtiff.so.$version; done
lines square.obj "mtllib square.mtl" "v -1 -1 0" "v 1 -1 0" "v 1 1 0" "v -1 1 0" "vt 0 0" "vt 1 0" "vt 1 1" "vt 0 1" "usemtl Painted" "f 1/1 2/2 3/3 4/4"
lines square.mtl "newmtl Painted" "Kd 1 1 1" "map_Kd square.tif"
printf 'II*\0' >square.tif
missing() { LD_LIBRARY_PATH=$PWD/broken real "$@" 2>&1 | sed "s,$PWD/,," | sed -E 's/\.so\.[0-9]/.so/'; }
missing square.obj -o square.t3dm
missing info "$cases/../../../fixtures/billboards.bmd" | grep -c triangles
rm broken/libassimp*
missing info square.obj | grep -E '!|triangles'
missing square.obj -o square.t3dm --strict -q
real info square.obj | grep -E '!|triangles'
tree
