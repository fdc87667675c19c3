# Nothing that the run reads is ever written over: what lies beside models, --companion, --materials, by any path, in any process.
keep() { cp "$1" "$private/kept"; }
kept() { cmp "$1" "$private/kept" && tree | tr '\n' ' ' && echo; }
lines a.toy "toy 1" "triangles 1" "scale 1" "image eye 2" "companion eye.png"
lines b.toy "toy 1" "triangles 2" "scale 1"
lines b.alien "alien 1" "triangles 1" "scale 1" "image eye 2" "companion eye.png"
echo mine >eye.png
keep eye.png
run a.toy --to toyout
kept eye.png
run b.toy a.toy --to toyout -j 2
rm b.toyout
run b.alien --to toyout
run a.toy --to toyout --only-if-changed
run textures a.toy -o .
run b.toy a.toy --to toyout -j 2 --output-dir out --report eye.png -MF x/../eye.png
run b.toy a.toy --to toyout -j 2 --output-dir out --report eye.png -q
run a.toy --to toyout --output-dir out -MF ./eye.png -q
kept eye.png
rm -r out

echo "--- links"
mkdir links
ln -s ../eye.png links/eye.png
run a.toy --to toyout --output-dir links
rm links/eye.png
ln eye.png links/eye.png
run b.toy a.toy --to toyout --output-dir links/ -j 2
rm -r links
ln -s . same
run a.toy --to toyout --output-dir same
rm same
mkdir far
mv eye.png far
ln -s far/eye.png eye.png
run a.toy --to toyout --output-dir far
kept far/eye.png
rm -r far eye.png

echo "--- what is only looked at, and what this run has written itself, is not what it reads"
mkdir walked
lines walked/c.toy "toy 1" "triangles 3" "scale 1" "image eye 2"
run -r walked --to toyout -q
rm walked/c.toyout
run -r walked --to toyout -q
lines walked/d.toy "toy 1" "triangles 2" "scale 1" "image eye 2" "companion eye.png"
rm walked/eye.png
run walked/c.toy walked/d.toy --to toyout -q
rm walked/eye.png
run walked/c.toy walked/d.toy --to toyout -q -j 2
run walked/d.toy walked/c.toy --to toyout
rm -r walked

echo "--- --companion, --materials"
fixtures=$cases/../../../fixtures
cp "$fixtures/figure.bdl" "$fixtures/figure.bck" .
echo '{"version": 1, "rules": []}' >rules.json
keep rules.json
run a.toy --to toyout --companion rules.json -o rules.json
real figure.bdl --to t3dm --materials rules.json -o ./rules.json
real figure.bdl figure.bdl --to t3dm --materials ././rules.json -o out/ -MF rules.json -j 2 -q
ln -s rules.json rules.d
real figure.bdl --materials rules.json -o rules.t3dm -MD -q
kept rules.json
rm -r out rules*

echo "--- actors of The Thousand-Year Door; T3DM and its streams"
cp "$fixtures/ttyd_paper" "$fixtures/ttyd_bank-" .
keep ttyd_bank-
real ttyd_paper --to t3dm -o ttyd_bank-
real ttyd_paper --to t3dm -o paper.t3dm --report ttyd_bank- -q
kept ttyd_bank-
rm ttyd* paper*
real figure.bdl figure.bck -o figure.t3dm -q
rm figure.b*
stream=$(echo *.sdata)
keep "$stream"
real dump figure.t3dm -o "$stream"
real figure.t3dm -o again/ --report "$stream" -q
real figure.t3dm b.toy -o again/ -MF "$stream" -q -j 2 2>&1 | grep "^! $stream"
cmp "$stream" "$private/kept"
