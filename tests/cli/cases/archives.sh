# An archive is a folder: all of it, a folder in it, or what a glob matches are inputs, written below a folder called after it.
lines one.toy "toy 1" "triangles 1" "scale 4"
lines two.toy "toy 1" "triangles 2" "scale 2" "image eye 2"
lines six.toy "toy 1" "triangles 6" "scale 2"
lines bad.toy "toy 1" "nonsense"
lines red.toymat "toymat 1" "material red"
lines torn.toypack "toypack 1" "nonsense"
echo text >note
pack in.toypack deep/six.toy=six.toy note=note
mkdir d
pack d/x.toypack mario/one.toy=one.toy mario/two.toy=two.toy top.toy=six.toy red.toymat=red.toymat in.toypack=in.toypack note=note
echo "--- beside it, into a folder, several at once"
run --to toyout d/x.toypack
run --to toyout d/x.toypack --output-dir out -q
run --to toyout d/x.toypack -o out2/ -j 3 -q
diff -r out out2 && diff -r out/x d/x && echo same
run --to toyout d/x.toypack --output-dir out --textures out3 --rom-root . -MD -q
touch -d @1 out/x/top.toyout
run --to toyout d/x.toypack --output-dir out --textures out3 --rom-root . --only-if-changed -MD
show out/x/mario/two.d
stat -c %Y out/x/top.toyout
run --to toyout d/x.toypack --output-dir out -q -MF all.d
grep -c '^out/x' all.d
run --to toyout d/x.toypack -o one.toyout
stdin=d/x.toypack run --to toyout -
stdin=d/x.toypack run --to toyout - --output-dir out4
stdin=d/x.toypack run --to toyout "-#mario/one.toy"
echo
tree
rm -r out* d/x all.d
echo "--- unpacked once, and so is the one inside"
count() { sort log | uniq -c | sed 's/^ *//'; rm log; }
export TOY_LOG=$PWD/log
run --to toyout d/x.toypack --output-dir out -q && count
run --to toyout d/x.toypack --output-dir out -q -j 4 && count
run --to toyout -r d --output-dir out -q && count
run info d/x.toypack "d/x.toypack#mario/*" "d/x.toypack#top.toy" -q >/dev/null && count
head -c 100000 /dev/zero | tr '\0' x >large
mkdir far
pack far/large.toypack a.toy=one.toy b.toy=two.toy large=large
run --to toyout far/large.toypack --output-dir out -q --memory-limit 400K --set toyout.scale=1 && count
run --to toyout far/large.toypack --output-dir out -q --memory-limit 4M --set toyout.scale=1 && count
run --to toyout far/large.toypack --output-dir far/out -q --memory-limit 400K --set toyout.scale=1 && count # models are looked at first
rm -r far
unset TOY_LOG
rm -r out
echo "--- folders and globs"
run --to toyout "d/x.toypack#mario" --output-dir out -q
run --to toyout "d/x.toypack#mario/*o.toy" --output-dir out -q
run --to toyout "d/x.toypack#in.toypack/*" --output-dir out
run --to toyout "d/x.toypack#[mt]*" --output-dir out
run --to toyout "d/x.toypack#in.toypack" "d/x.toypack#mario/one.toy" --output-dir out
run --to toyout one.toy "d/x.toypack#*.toymat" --output-dir out
run --to toyout "d/x.toypack#luigi/*" "d/x.toypack#mario/one.toy" --output-dir out
run --to toyout "d/x.toypack#note*"
find out -type f | sort
rm -r out
echo "--- what is in it"
run info d/x.toypack
run info "d/x.toypack#mario/" one.toy "d/x.toypack#top*"
run info d/x.toypack --json
echo "--- other verbs"
run textures d/x.toypack --output-dir out -q
run render d/x.toypack --size 8x8 --output-dir out -q
run dump d/x.toypack --summary --output-dir out -q
run dump "d/x.toypack#mario/*" --summary --json -o out/ -q
run dump d/x.toypack -o out.txt
run dump "d/x.toypack#*top.toy" --summary
run cost d/x.toypack --json | grep -e input -e verdict
run check d/x.toypack -q
run diff d/x.toypack one.toy
run diff "d/x.toypack#*top.toy" "d/x.toypack#in.toypack/*" -q
run compare d/x.toypack one.toy
find out -type f | sort
rm -r out
echo "--- one of them cannot be read, one cannot be unpacked"
pack d/y.toypack a.toy=one.toy b.toy=bad.toy c.toypack=torn.toypack d.toy=six.toy
run --to toyout d/y.toypack --output-dir out
run --to toyout d/y.toypack --output-dir out -j 2 --report report.json -q
grep -e '"code"' -e '"status"' report.json
run info d/y.toypack
run info "d/y.toypack#c.toypack"
run info "d/y.toypack#c.toypack/a.toy"
run --to toyout d/y.toypack --strict --output-dir strict
rm -r out report.json
many=$(seq -f "%g.toypack=torn.toypack" 200)
pack d/many.toypack a.toy=one.toy b.toy=six.toy $many
run --to toyout d/many.toypack --output-dir out 2>&1 | tail -n 4
rm -r out
echo "--- names"
pack d/z.toypack a.toy=one.toy a.toi=six.toy A.toy=two.toy a.toy=six.toy a-2.toy=one.toy ../../up.toy=one.toy /abs.toy=one.toy "q?/*.toy=one.toy" "=six.toy" .=six.toy
run --to toyout d/z.toypack --output-dir out --set toyout.scale=1
run unpack "d/z.toypack#a*" -o out3
run unpack d/x.toypack#mario -o out3
run unpack "d/x.toypack#l*" -o out3
run textures d/z.toypack --output-dir out -v -j 2 | grep note
run --to toyout "d/z.toypack#a.toy~2" "d/z.toypack#a.toi" --output-dir flat --set toyout.scale=1
mkdir e
cp d/x.toypack e/x.toypack
cp in.toypack e/in.toypack
cp d/x.toypack e/X.toypack
run --to toyout -r e --output-dir all --set toyout.scale=1
find out all -type f | sort
echo "--- members that are named twice beside others of their name: the same files again"
lines one.toy "toy 1" "triangles 1" "scale 1"
lines two.toy "toy 1" "triangles 2" "scale 1"
pack twins.toypack a.toy=one.toy a.toi=two.toy
run --to toyout "twins.toypack#*" "twins.toypack#*" --output-dir out
run --to toyout twins.toypack "twins.toypack#a.toi" twins.toypack --output-dir again -j 2
mkdir twins
cp one.toy twins/a.toy
cp two.toy twins/a.toi
run --to toyout -r twins twins --output-dir walked
tree | grep -E '^(out/twins|again|walked)/.*toyout'
echo "--- joints of the models of an archive"
real info "$cases/../../../fixtures/two.szs" -q | grep -E 'rigid|skinned'
