# Several models are several outputs, each with its own scale, or all with one: the smallest that any of them would choose.
lines a.toy "toy 1" "triangles 1" "scale 64"
lines b.toy "toy 1" "triangles 2" "scale 16"
lines c.toy "toy 1" "triangles 3" "scale 32"
run --to toyout a.toy b.toy c.toy --set toyout.scale=shared
show a.toyout c.toyout
run --to toyout -q a.toy b.toy
run --to toyout --set toyout.scale=5 a.toy b.toy
show a.toyout
run --to toyout --set toyout.scale=auto a.toy c.toy
show a.toyout
run a.toy b.toy -o x.toyout
run a.toy b.toy -o x/ --to toyout
run a.toy missing.toy b.toy -o x --to toyout --set toyout.scale=shared
mkdir near far && cp a.toy b.toy near && cp c.toy far
run near/a.toy ./near/../near/b.toy far/c.toy --output-dir apart --to toyout --set toyout.scale=shared:folder
rm -r near far apart
tree
# Models of which nothing is drawn are counted, whoever works on them.
fixtures=$cases/../../../fixtures
cp "$fixtures/maya.bdl" "$fixtures/rigid.bmd" .
lines none.json '{"version": 1, "rules": [{"model": "rigid*", "material": "*", "set": {"draw": false}}]}'
real convert maya.bdl rigid.bmd --output-dir drawn --materials none.json 2>&1 | tail -n 1
real convert maya.bdl rigid.bmd --output-dir drawn --materials none.json -j 2 2>&1 | tail -n 1
real convert rigid.bmd --output-dir drawn --materials none.json | grep 'nothing is drawn'
real check drawn/rigid.t3dm
