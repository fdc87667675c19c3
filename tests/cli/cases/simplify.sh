# Fewer triangles (--triangles, --error): counts, shares, errors that bound them; what is said, and what cannot be.
fixtures=$cases/../../../fixtures
cp "$fixtures/figure.bdl" "$fixtures/stage.bmd" "$fixtures/numbers.glb" "$fixtures/rigid.bmd" "$fixtures/sets.bmd" .
# What was done is a note; the file has so many triangles.
real convert stage.bmd --triangles 25% -v -o a.t3dm 2>&1 | grep -E 'simplify|triangles left|component'
real convert stage.bmd --triangles 90 -v -o a.glb 2>&1 | grep 'triangles left'
real info a.glb | grep triangles
real convert rigid.bmd --error 2 -v -o b.glb 2>&1 | grep 'triangles left'
real convert rigid.bmd --triangles 10 --error 3 -v -o b.glb 2>&1 | grep 'triangle'
# The same again, bit for bit.
mkdir again
real convert stage.bmd --triangles 25% -q -o again/a.t3dm
cmp a.t3dm again/a.t3dm && echo same
rm -r again
# More than there are: nothing changes. Fewer than can be: said.
real convert numbers.glb -q -o all.glb
real convert numbers.glb --triangles 1000 -q -o more.glb
cmp all.glb more.glb && echo same
real convert numbers.glb --triangles 1 -o one.glb
# Pictures of what goes as a whole are not written: three of seven are left.
real convert figure.bdl --triangles 40 --effort fast -v -o few.t3dm 2>&1 | grep components
ls few*
# What verbs take.
rm -f ./*.t3dm ./*.glb ./*.png
for verb in "dump --after simplify --summary" compare cost; do
    effect real "--triangles 30%" $verb rigid.bmd
    effect real "--error 3" $verb rigid.bmd
done
effect real "--triangles 30%" convert rigid.bmd -o a.t3dm
effect real "--error 3" convert rigid.bmd -o a.t3dm
# Pictures show what is left beside the model, and levels, all on one sheet.
for option in "--triangles 30%" "--error 3" "--lods 50%,25%"; do
    effect real "$option" render stage.bmd --size 24x24 -o a.png
done
cp "$fixtures/numbers.glb" .
real render sets.bmd numbers.glb --triangles 4 --lods 3,2 --sheet --size 24x24 -q -o a.png 2>/dev/null
head -c 24 a.png | tail -c 8 | od -An -tx1
real render figure.bdl --triangles 30% --lods 9,5 --turntable 99 -o a.png
real render figure.bdl --triangles 101% -o b.png
real render figure.bdl --error 0 -o b.png
real render figure.bdl --lods 101% -o b.png
effect real "--set simplify.triangles=20" convert rigid.bmd -o a.t3dm
effect real "--set simplify.error=1" convert rigid.bmd -o a.t3dm
# Weights: by rules, by a painted colour set.
echo '{"version": 1, "rules": [{"node": "head", "set": {"simplify": "protect"}}, {"mesh": "none*", "set": {"simplify": 2}}]}' >rules.json
real convert figure.bdl --triangles 1800 --effort fast -q --materials rules.json -o a.t3dm
effect real "--materials rules.json" cost figure.bdl --triangles 1800 --effort fast
effect real "--set simplify.weights=color0" cost figure.bdl --triangles 1800 --effort fast
real convert figure.bdl --triangles 1800 --effort fast --set simplify.weights=color1 -o a.t3dm 2>&1 | grep colour
real convert figure.bdl --set simplify.weights=color2
# Wrong values.
for option in triangles error; do
    real convert figure.bdl --$option ""
    real convert figure.bdl --$option 0
done
real convert figure.bdl --triangles 101%
real convert figure.bdl --triangles %
real convert figure.bdl --triangles 2.5
real convert figure.bdl --set simplify.triangles=many
real convert figure.bdl --set simplify.error=-1
