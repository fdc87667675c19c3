# Generic formats: a model and the files that it asks for, from its folder only.
lines square.obj "mtllib square.mtl" "v -1 -1 0" "v 1 -1 0" "v 1 1 0" "v -1 1 0" "vt 0 0" "vt 1 0" "vt 1 1" "vt 0 1" "usemtl Painted" "f 1/1 2/2 3/3 4/4"
lines square.mtl "newmtl Painted" "Kd 1 1 1" "map_Kd square.png"
real info square.obj
mkdir elsewhere
cp "$cases/../../../fixtures/pictures/figure-behind.png" elsewhere/square.png
ln -s elsewhere inside
mkdir model
cp square.* model
ln -s ../elsewhere/square.png model/square.png
real info model/square.obj 2>&1 | grep -E 'warning|png'
ln -s elsewhere/square.png square.png
real info square.obj | grep RGBA
real info model/square.obj --companion elsewhere/square.png 2>&1 | grep -c warning
real square.obj -o square.t3dm -q && real check square.t3dm -q
lines broken.gltf '{"asset": {"version": "2.0"}, "nodes": [{"children": [0]}]}'
real info broken.gltf
real info square.obj --from gltf
echo "--- what part of a material's pixels another model does not show, and what part is new there"
lines colors.mtl "newmtl a" "Kd 1 0 0" "newmtl b" "Kd 0 0 1"
for half in 3 1.5; do
    lines "half$half.obj" "mtllib colors.mtl" "o front" "v -$half -$half 0" "v $half -$half 0" "v $half $half 0" "v -$half $half 0" "usemtl a" "f 1 2 3" "f 1 3 4" \
        "o back" "v -4 -4 -3" "v 4 -4 -3" "v 4 4 -3" "v -4 4 -3" "usemtl b" "f 5 6 7" "f 5 7 8"
done
real compare half3.obj half1.5.obj --json --size 96x96 | grep -A 9 '"name": "[ab]"' | grep -E '"(name|lost|added|change)"' | sed -E 's/(0\.[0-9])[0-9]+/\1/'
real compare half1.5.obj half3.obj --json --size 96x96 | grep -A 9 '"name": "[ab]"' | grep -E '"(name|lost|added|change)"' | sed -E 's/(0\.[0-9])[0-9]+/\1/'
