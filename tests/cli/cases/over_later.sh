# What a later model of the run reads is not written over by an earlier one, and the same happens with one job and with two.
model() { lines "$1" "${1##*.} 1" "triangles 1" "scale 1" "${@:2}"; }
model a.toy "image eye 2"
model b.toy "companion eye.png"
model late.alien "wait 300" "companion eye.png"
model c.toy "triangles 2"
echo mine >eye.png
alike run a.toy b.toy --to toyout
alike run a.toy late.alien c.toy --to toyout
mkdir x
alike run ./x/../a.toy x/../b.toy --to toyout -o x/..
rmdir x
alike run b.toy a.toy --to toyout
alike run textures a.toy late.alien -o .
alike run c.toy b.toy --to toyout -q

echo "--- what is not there when the run begins is not there for any of its models"
rm eye.png
alike run a.toy b.toy late.alien --to toyout -v
echo mine >eye.png

echo "--- other verbs"
model d.toy "companion a.txt" "companion a.png"
echo mine >a.txt
echo mine >a.png
alike run dump a.toy d.toy -o .
alike run render a.toy d.toy -o . --size 8x8
pack all.toypack a.toy=a.toy d.toy=d.toy
mkdir all
mv a.png all
lines d.toy "toy 1" "triangles 1" "companion all/a.png"
pack all.toypack a.toy=a.toy d.toy=d.toy
run compare all.toypack -o . --to t3dm -q >/dev/null 2>&1
run compare all.toypack -o . --to t3dm -q | grep -v SSIM
cat all/a.png
rm -r all* a.txt d.toy

echo "--- links, --companion"
mkdir out far
ln -s ../eye.png out/eye.png
alike run a.toy b.toy --to toyout -o out/
rm -r out
mkdir models
mv ./*.* models
ln -s models out
alike run models/a.toy models/b.toy --to toyout -o out/
mv models/* .
rm -r out models
mv eye.png far
alike run a.toy b.toy --to toyout -o far
alike run a.toy b.toy --to toyout -o far --companion far
alike run a.toy b.toy --to toyout -o far --companion far/eye.png
mkfifo pipe
(printf 'mine' >pipe &) 2>/dev/null
run b.toy late.alien --to toyout --companion pipe -v
mv far/eye.png .
rm -r far pipe ./*.toyout

echo "--- a model is read once where nothing it reads can be written to, and twice where it can"
export TOY_LOG=$private/reads
model e.toy "companion eye.png" "log e" "image mouth 1"
for options in "-o out/" "-o new/folder/" "-o ./"; do
    mkdir -p in
    cp a.toy e.toy eye.png in
    run in/a.toy in/e.toy --to toyout -q $options
    cat "$TOY_LOG"
    rm "$TOY_LOG"
    (cd in && run a.toy e.toy --to toyout -q $options)
    cat "$TOY_LOG"
    rm -r "$TOY_LOG" in
done

echo "--- a model that changes between the look and its turn is refused what it did not ask for"
model f.toy "log companion eye.png"
TOY_LOG=f.toy run a.toy f.toy --to toyout
