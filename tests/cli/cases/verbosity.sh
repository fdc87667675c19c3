lines a.toy "toy 1" "triangles 1" "note a note" "loss a loss" "warning a warning"
run a.toy -o a.toyout
run a.toy -o a.toyout -q
run a.toy -o a.toyout -v
lines many.toy "toy 1" "loss one" "loss two" "loss three" "loss four" "loss five"
run many.toy -o a.toyout
