# Every image becomes one PNG of its own, whatever the names are.
lines a.toy "toy 1" "image eye 4" "image Eye 2" "image ../up 2" "image eye 1" "image .hidden 2" "image a b\\x83 2"
lines none.toy "toy 1" "triangles 1"
run textures a.toy | sed 's/png  [0-9]* bytes/png  N bytes/' # the size is zlib's affair
run textures a.toy -o pictures --levels -q
run textures none.toy
tree
head -c 8 pictures/eye.png | od -An -tx1
