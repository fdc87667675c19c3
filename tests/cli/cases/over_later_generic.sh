# Pictures and buffers that a later model reads are not written over by an earlier one, and are the same ones with one job and with two.
fixtures=$cases/../../../fixtures
square() { # NAME PICTURE
    lines "$1.obj" "mtllib $1.mtl" "o Square" "v -1 -1 0" "v 1 -1 0" "v 1 1 0" "v -1 1 0" "vt 0 0" "vt 1 0" "vt 1 1" "vt 0 1" "usemtl a" "f 1/1 2/2 3/3 4/4"
    lines "$1.mtl" "newmtl a" "map_Kd $2"
}
cp "$fixtures/figure.bdl" .
cp "$fixtures/pictures/figure-behind.png" figure_face.ci4.png
square b figure_face.ci4.png
real b.obj --to gltf -o a/ -q
sed 's/"uri" *: *"[^"]*\.png"/"uri": "figure_face.ci4.png"/; s/"b\.bin"/"figure.bin"/' a/b.gltf >b.gltf
cp a/b.bin figure.bin
rm -r a b.obj b.mtl
tree
alike real figure.bdl b.gltf -q
alike real b.gltf figure.bdl -q
alike real figure.bdl b.gltf -o out/ -q

echo "--- a link in the folder that is written to leads to the picture, which lies in another one"
mkdir out models
cp b.gltf figure.bin figure_face.ci4.png models
ln -s ../models/figure_face.ci4.png out/figure_face.ci4.png
alike real figure.bdl models/b.gltf -o out/ -q
rm -r out models

echo "--- a buffer, a library of materials"
alike real figure.bdl b.gltf --to gltf --set gltf.images=embed -o ./ -q
rm b.gltf figure.bin
square figure figure_face.ci4.png
sed 's/later.mtl/figure.mtl/' figure.obj >later.OBJ
rm figure.obj
alike real figure.bdl later.OBJ --to obj -q
rm later.OBJ figure.mtl

echo "--- a picture that is searched for: what came to lie nearer is not it"
square later 'C:\art\figure_face.ci4.png'
mkdir tex
mv figure_face.ci4.png tex
alike real figure.bdl later.obj -q
real later.obj -o alone/ -q
ls alone
for file in alone/*; do cmp "$file" "$private/1/${file#alone/}"; done
