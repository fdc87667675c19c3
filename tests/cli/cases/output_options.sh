# Options of what is written: for which formats they hold, and outputs that cannot be meant.
fixtures=$cases/../../../fixtures
cp "$fixtures/figure.bdl" "$fixtures/figure.bck" .
echo "--- pictures in a folder of their own, and the error of animations"
for format in fbx dae; do
    real figure.bdl figure.bck -o $format/figure.$format --textures tx/$format --anim-error 1 -q
    grep -ao '\.\./tx/[a-z/_.]*\.png' $format/figure.$format | sort -u
    real info $format/figure.$format --companion tx/$format | grep -c 'not found'
    real figure.bdl figure.bck -o $format/closer.$format --textures tx/$format --anim-error 0.001 -q
    cmp -s $format/figure.$format $format/closer.$format || echo differs
done
tree
echo "--- without effect"
for format in glb fbx dae obj; do
    for option in --blend-joints=2 --rom-root=. --bvh --sprites=png; do real figure.bdl -o x.$format $option; done
done
real figure.bdl -o x.obj --bake-morphs 2
real figure.bdl -o x.glb --bake-morphs 2 -q
echo "--- animations of none"
real figure.bdl -o x.t3dm --anim nosuch
echo "--- rules for a model that is no file"
real figure.bdl -o - -MD
real figure.bdl -o - -MF x.d
real figure.bdl -o - -MF x.d -MT stamp -q 2>&1 > x.bytes
head -n 3 x.d
echo "--- a picture under a model's ending"
real render figure.bdl -o x.t3dm
real render figure.bdl -o x.glb --sheet
echo "--- pictures of another kind"
real render figure.bdl -o x.JPG
real compare figure.bdl -o x.tga
real compare figure.bdl -o x.t3dm
echo "--- rules and no file"
real figure.bdl -o x.t3dm -MF -
echo "--- a format by its ending"
real figure.bdl --from bmd
real figure.bdl --from DDS
echo "--- one thing twice"
real figure.bdl -o a.t3dm -o b.t3dm
real figure.bdl --output-dir a --output-dir=b
echo "--- lines of a model stand together"
cp figure.bdl second.bdl
"$program" figure.bdl second.bdl --to glb --output-dir q 2>&1 | sed 's/[0-9,]* bytes/N bytes/'
real check q/figure.glb
real check dae/figure.dae
