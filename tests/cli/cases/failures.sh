# A failed input is exit 1; the others are done; messages keep the order of the inputs; nothing of the failed one is written.
lines a.toy "toy 1" "triangles 1" "loss of colour"
lines bad.toy "toy 1" "triangles 1" "error it is broken"
lines b.toy "toy 1" "triangles 2" "warning something is odd"
echo "who knows" >odd.xyz
: >empty.toy
mkdir folder.toy
run --to toyout a.toy bad.toy odd.xyz empty.toy folder.toy missing.toy b.toy
run bad.toy -o kept.toyout
run a.toy odd.xyz -o one.toyout
tree
echo before >kept.toyout
run bad.toy -o kept.toyout
show kept.toyout
