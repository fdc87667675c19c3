lines a.toy "toy 1" "triangles 1"
cp a.toy my.model.toy
(echo "toyzip 1"; cat a.toy) >b.toy.toyzip
echo hello >note
pack c.toypack readme.txt=note model/inner.toy=a.toy
mkdir there
run --to toyout a.toy my.model.toy b.toy.toyzip c.toypack
run --to toyout "c.toypack#model/inner.toy"
run a.toy -o there --to toyout
run a.toy -o new/ --to toyout
run a.toy --output-dir deep/er/still --to toyout
run a.toy -o nowhere/a.toyout
run a.toy -o there/other.toyout
run a.toy -o plain --to toyout
tree
