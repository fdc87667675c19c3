# With --strict a loss or a repair is exit 3, and nothing of that model is written.
lines clean.toy "toy 1" "triangles 1" "note fine"
lines lossy.toy "toy 1" "triangles 1" "loss of colour" "image eye 2"
lines odd.toy "toy 1" "triangles 1" "warning odd" "image eye 2"
lines bad.toy "toy 1" "error broken"
run --strict --to toyout clean.toy
run --strict --to toyout lossy.toy clean.toy
run --strict --to toyout odd.toy
run --strict --to toyout odd.toy bad.toy
run --strict info odd.toy
run --strict textures lossy.toy
run info lossy.toy
tree
