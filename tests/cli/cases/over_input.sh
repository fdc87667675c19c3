# No input is ever written over, whatever name leads to it.
lines a.toy "toy 1" "triangles 1" "image eye 2"
lines b.toy "toy 1" "triangles 2"
cp a.toy before
ln -s a.toy link.toyout
ln a.toy hard.toyout
run a.toy -o a.toy --to toyout
run a.toy -o ./x/../a.toy --to toyout
run a.toy -o link.toyout
run a.toy -o hard.toyout
run a.toy b.toy --to toyout -o .
cp a.toy eye.png
run a.toy eye.png --to toyout
cmp eye.png before
run a.toy --to toyout --report a.toy
ln -s a.toy link
run a.toy --to toyout --report link
run a.toy --to toyout -MF link -q
rm link
cmp a.toy before
tree
