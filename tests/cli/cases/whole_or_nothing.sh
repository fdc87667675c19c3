# If one file of a model cannot be written, none is; what was there before stays as it was.
lines a.toy "toy 1" "triangles 1" "image eye 2" "image ear 2"
echo before >a.toyout
mkdir ear.png
run a.toy --to toyout
show a.toyout
tree
rmdir ear.png
run a.toy --to toyout --output-dir new/deep --set toyout.texture-dir=new/deep/missing/still
run a.toy --to toyout --output-dir a.toy/sub
run a.toy --to toyout --output-dir new
tree
