# Rules about materials: what each does, which were good for nothing, what is wrong with a file of them.
fixtures=$cases/../../../fixtures
cp "$fixtures/figure.bdl" "$fixtures/materials.json" .
material() { real dump "$1" | grep "^material \"$2\"" | grep -v -e '" color' -e ' hash '; }
real figure.bdl -o by.t3dm --materials materials.json --report by.json
real figure.bdl -v -o by.t3dm --materials materials.json 2>&1 | grep 'materials.json:'
for name in jersey wood face hair brass anchor glow; do material by.t3dm $name; done
tree
sed -n '/"materials": {/,/^  }/p' by.json | grep -A4 '"rules\[[07]\]"'

# A T3DM file that is written again takes rules too.
real figure.bdl -q -o plain.t3dm
lines again.json '{"version": 1, "rules": [' \
    '  {"material": "jersey", "set": {"combiner": "(TEX0,0,ENV,0),(0,0,0,1)", "env": "#808080", "cull": "none"}},' \
    '  {"texture": "*wood*", "set": {"texture": {"wrap-s": "clamp", "reference": 9}, "filter": "point"}}' ']}'
real plain.t3dm -o again.t3dm --materials again.json
for name in jersey wood; do material again.t3dm $name; done
lines again.json '{"version": 1, "rules": [{"set": {"texture": {"format": "i4"}}}]}'
real plain.t3dm -o never.t3dm --materials again.json

# Rules that nothing is about are told once, for all models together.
cp figure.bdl other.bdl
lines unused.json '{"version": 1, "rules": [' '  {"model": "other", "set": {"fog": "on"}},' \
    '  {"material": "nobody", "set": {"fog": "off"}}' ']}'
real figure.bdl other.bdl -o out/ --materials unused.json 2>&1 | grep unused.json
real figure.bdl other.bdl -q -o out/ --materials unused.json --report unused.txt
echo "exit $?"
real figure.bdl --strict -q -o strict.t3dm --materials unused.json | grep -v bytes
# Weights for triangles are used by what they speak about, also where none is to go; misspelt ones are told.
lines weights.json '{"version": 1, "rules": [' '  {"node": "*", "set": {"simplify": 2}},' '  {"mesh": "nobody", "set": {"simplify": 2}}]}'
for triangles in "" "--triangles 50%"; do
    # shellcheck disable=SC2086
    real figure.bdl -o out/ --materials weights.json --effort fast $triangles 2>&1 | grep weights.json
done

# compare converts by them too.
lines loud.json '{"version": 1, "rules": [{"material": "*", "set": {"combiner": "(0,0,0,PRIM),(0,0,0,1)", "prim": "#FF00FF"}}]}'
real compare figure.bdl -q --min-ssim 0.9 | grep 'in all' | sed 's, SSIM.*,,'
real compare figure.bdl -q --min-ssim 0.9 --materials loud.json | tail -n 1
real compare figure.bdl other.bdl --materials loud.json

# What cannot be, and what is wrong.
lines wrong.json '{"version": 1, "rules": [{"set": {"prim": "red"}}]}'
real figure.bdl other.bdl --materials wrong.json -o never --report wrong.txt
grep -e '"exit"' -e '"errors"' -e '"code"' -e '"file"' wrong.txt
lines wrong.json '{"version": 1, "rules": [{"material": "jersey", "set": {"texture0": {"size": [24, 32]}}}]}'
real figure.bdl --materials wrong.json -o never.t3dm
lines wrong.json '{"version": 1, "rules": [{"material": "cloth", "set": {"combiner": "(TEX0,0,SHADE,0),(0,0,0,1)"}}]}'
real figure.bdl --materials wrong.json -o never.t3dm
: >wrong.json
real figure.bdl --materials wrong.json -o never.t3dm
real figure.bdl --materials missing.json -o never.t3dm
real figure.bdl --materials . -o never.t3dm
real figure.bdl --materials - -o never.t3dm
real info figure.bdl --materials materials.json
lines a.toy "toy 1" "triangles 3"
run a.toy --to toyout --materials materials.json
ls never* 2>&1
