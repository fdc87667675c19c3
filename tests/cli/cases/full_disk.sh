# Standard output that cannot be written is a failure, as is any other file.
lines a.toy "toy 1" "triangles 1"
"$toy" --help >/dev/full
echo "exit $?"
"$toy" a.toy -o - --to toyout -q >/dev/full
echo "exit $?"
run a.toy -o /dev/full --to toyout
