lines a.toy "toy 1" "triangles 4877" "image eye 4" "image long-name-of-skin 16" "material body" "material eyelash"
lines empty.toy "toy 1"
(echo "toyzip 1"; cat a.toy) >b.toy.toyzip
run info a.toy empty.toy b.toy.toyzip
run info a.toy --json
run info missing.toy empty.toy --json

# Columns are as wide as what is seen of names.
lines wide.toy "toy 1" "triangles 1" "image Käse 4" "image rind 4"
run info wide.toy | grep -E 'K|rind'

# Which textures each material shows.
real info --json "$cases/../../../fixtures/figure.bdl" | grep '"textures": \['
