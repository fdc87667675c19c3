lines a.toy "toy 1" "triangles 3" "scale 8"
run a.toy -o a.toyout --set toyout.scale=4
show a.toyout
run a.toy -o a.toyout --set toyout.scale=4 --set toyout.scale=2
show a.toyout
# Where a known key is near, it is named alone.
run a.toy -o a.toyout --set toyout.scael=4
run a.toy -o a.toyout --set t3dm.triangle-ordr=free --set nonsense=4 --set toyout.scael=4
run a.toy -o a.toyout --set nonsense=4 | sed 's/known: .*/known: .../'
run a.toy -o a.toyout --set toyout.scale=large
run a.toy -o a.toyout --set toyout.scale
run a.toy -o a.toyout --set =4
