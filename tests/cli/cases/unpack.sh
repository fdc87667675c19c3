lines a.toy "toy 1" "triangles 1"
echo hello >note
pack c.toypack readme.txt=note bdl/a.toy=a.toy
(echo "toyzip 1"; cat c.toypack) >c.toypack.toyzip
(echo "toyzip 1"; cat note) >plain.txt.toyzip
pack evil.toypack ../a.txt=note
pack absolute.toypack /tmp/a.txt=note
pack dots.toypack a/./b=note
pack twice.toypack a=note a=a.toy
run unpack c.toypack --list
run unpack c.toypack
show c/readme.txt
run unpack c.toypack.toyzip -o out
run unpack plain.txt.toyzip --output-dir out
mkdir -p in && cp plain.txt.toyzip in
run unpack in/plain.txt.toyzip -o near
run unpack "$PWD/in/plain.txt.toyzip" -o far | sed "s|$PWD|/home|"
run unpack "c.toypack#bdl/a.toy" -o -
(cd in && cp ../c.toypack . && cp c.toypack bare && run unpack "c.toypack#bdl/a.toy" && run unpack 'c.toypack#*' && run unpack ./bare)
run unpack c.toypack -o -
run unpack "c.toypack#nothing"
run unpack evil.toypack
run unpack absolute.toypack
run unpack dots.toypack
run unpack twice.toypack
(cat c.toypack; echo "loss something") >lossy.toypack
run unpack lossy.toypack --strict
run unpack missing
tree
echo "--- a whole folder"
mkdir -p game/deep bare
cp c.toypack note a.toy game
cp c.toypack game/deep/c.toyzip # not what its ending says
cp plain.txt.toyzip game/deep
(echo "toyzip 1"; cat note) >game/c.toyzip
cp a.toy bare
run unpack -r game --list
run unpack -r game --output-dir all -q
find all -type f | sort
run unpack -r bare
