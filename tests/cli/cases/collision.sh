# Two models of a run that make the same file: under one name it is told before anything is written; what else they make may
# be the same, else it is an error that names both.
mkdir one two
lines one/a.toy "toy 1" "triangles 1" "image eye 2" "scale 1"
lines one/b.toy "toy 1" "triangles 2" "image eye 2" "scale 1"
lines two/a.toy "toy 1" "triangles 3" "image ear 2" "scale 1"
lines two/c.toy "toy 1" "triangles 4" "image eye 3" "scale 1"
run --to toyout --output-dir out one/a.toy one/b.toy two/a.toy two/c.toy
run --to toyout --output-dir out one/a.toy one/b.toy two/c.toy
show out/a.toyout out/eye.png
tree
run --to toyout --output-dir out two/a.toy
run textures --output-dir pictures one/a.toy one/b.toy two/a.toy | sed 's/png  [0-9]* bytes/png  N bytes/' # the size is zlib's affair
run --to toyout one/a.toy one/a.toy
