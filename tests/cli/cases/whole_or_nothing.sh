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
echo "--- what was replaced before a later file failed is there again"
mkdir pictures
lines b.toy "toy 1" "image a 4" "image a.png/lid 4" "image z 4"
echo before >pictures/z.png
run b.toy --to toyout --output-dir . --textures pictures
show pictures/z.png
find pictures -type f | sort
echo "--- so it is on a disk without hard links"
export TOY_NO_LINKS=1
run b.toy --to toyout --output-dir . --textures pictures
show pictures/z.png
find pictures -type f | sort
rm -r pictures
echo before >new/eye.png
run a.toy --to toyout --output-dir new
find new -type f | sort
unset TOY_NO_LINKS
