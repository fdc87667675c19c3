# Standard output that cannot be written is a failure, as is any other file.
lines a.toy "toy 1" "triangles 1"
"$toy" --help >/dev/full
echo "exit $?"
"$toy" a.toy -o - --to toyout -q >/dev/full
echo "exit $?"
run a.toy -o /dev/full --to toyout
# A limit for files ends no run: nothing is left behind.
lines large.toy "toy 1" "triangles 900" "image eye 64"
(ulimit -f 1; run large.toy -o large.toyout; run dump large.toy -o large.txt)
tree
