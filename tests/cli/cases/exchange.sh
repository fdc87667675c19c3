# FBX and COLLADA by the ending of -o or by --to, with its pictures.
fixtures=$cases/../../../fixtures
cp "$fixtures/figure.bdl" "$fixtures/figure.bck" "$fixtures/skinned.bmd" "$fixtures/skinned.blk" "$fixtures/billboards.bmd" "$fixtures/palettes.bmd" .
real figure.bdl figure.bck -o figure.fbx -v 2>&1 | sed 's/[0-9,]* bytes/N bytes/'
real figure.bdl figure.bck --to fbx --output-dir one -q
cmp figure.fbx one/figure.fbx && echo same
real figure.bdl --to fbx --output-dir two --set gltf.images=embed -q
tree
real compare figure.bdl figure.fbx | grep 'in all'
# As text.
real skinned.bmd -o skinned.fbx --set fbx.encoding=ascii --set gltf.scale=0.5 -q
head -n 14 skinned.fbx
grep UnitScaleFactor skinned.fbx
# What it leaves out.
real billboards.bmd palettes.bmd --to fbx --output-dir three | sed 's/[0-9,]* bytes/N bytes/'
real figure.bdl -o x.fbx --set fbx.encoding=xml
real figure.bdl -o x.fbx --set gltf.scale=1000000000000000000000000000000000000000
real figure.bdl -o x.fbx --materials rules.json
real figure.bdl -o figure.fbx -MD -q && cat figure.d
# COLLADA.
real figure.bdl figure.bck -o four/figure.dae -v 2>&1 | sed 's/[0-9,]* bytes/N bytes/'
mkdir four
real figure.bdl figure.bck -o four/figure.dae -q
head -n 12 four/figure.dae
real compare figure.bdl four/figure.dae | grep 'in all'
cp "$fixtures/skinned.bls" .
real skinned.bmd skinned.bls skinned.blk --to dae --output-dir four --set gltf.scale=0.5 | sed 's/[0-9,]* bytes/N bytes/'
grep '<unit' four/skinned.dae
