# - is standard input, and standard output unless -o names a file.
lines a.toy "toy 1" "triangles 1" "image eye 2"
lines plain.toy "toy 1" "triangles 2"
pack c.toypack model/inner.toy=a.toy x.txt=plain.toy
stdin=plain.toy run - --to toyout
stdin=a.toy run - --to toyout
stdin=a.toy run - --to toyout --strict
stdin=a.toy run - --to toyout --textures pictures
stdin=a.toy run - -o named.toyout
stdin=a.toy run - --output-dir out --to toyout
stdin=c.toypack run "-#model/inner.toy" --output-dir out --to toyout
run a.toy -o - --to toyout -q
run a.toy plain.toy -o - --to toyout
stdin=plain.toy run a.toy - --to toyout
stdin=/dev/null run - --to toyout
stdin=a.toy run info -
stdin=plain.toy run dump - -o - | grep -e '^[$!]' -e ' triangle '
run a.toy -o - --to toyout --report -
# A pipe can be read only once, and is.
mkfifo pipe.toy
cat a.toy >pipe.toy &
run pipe.toy -o piped.toyout
cat c.toypack >pipe.toy &
run info "pipe.toy#x.txt" | head -n 3
wait
rm pipe.toy
tree
