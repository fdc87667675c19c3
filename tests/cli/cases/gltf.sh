# glTF by the ending of -o or by --to, in one file or with files beside it.
fixtures=$cases/../../../fixtures
cp "$fixtures/figure.bdl" "$fixtures/rigid.bmd" .
real figure.bdl -o figure.glb -v 2>&1 | sed 's/[0-9,]* bytes/N bytes/'
real figure.bdl --to glb --output-dir one -q
cmp figure.glb one/figure.glb && echo same
real figure.bdl --to gltf --output-dir 'two and more' -q
real figure.bdl -o three/figure.gltf --set gltf.images=embed -q
mkdir three
real figure.bdl -o three/figure.gltf --set gltf.images=embed -q
tree
grep -o '"uri": "[^"]*"' 'two and more/figure.gltf' three/figure.gltf | sort
real rigid.bmd --to gltf -o - -q | sed 1d | tr -d '\n ' | grep -o '"asset":{[^}]*}'
real figure.bdl -o x.glb --set gltf.scale=0
real figure.bdl -o x.glb --set gltf.scale=1000000000000000000000000000000000000000
real figure.bdl -o x.glb --set gltf.images=no
real figure.bdl -o x.glb --materials rules.json
real compare figure.bdl --to glb --views six
# OBJ, with its materials and pictures.
real figure.bdl -o four/ --to obj -q
tree | grep four
real compare figure.bdl four/figure.obj | grep 'in all'
cat four/figure.mtl | head -n 5
# What it leaves out of pictures and of billboards is told.
cp "$fixtures/billboards.bmd" "$fixtures/palettes.bmd" .
real billboards.bmd palettes.bmd --to glb --output-dir four | sed 's/[0-9,]* bytes/N bytes/'
# What animations drive that most programs do not play is told, and chosen.
cp "$fixtures/figure.btk" "$fixtures/figure.bva" "$fixtures/ttyd_layers" .
mkdir five six
real figure.bdl figure.btk figure.bva -o five/figure.glb 2>&1 | sed 's/[0-9,]* bytes/N bytes/'
real figure.bdl figure.bva --set gltf.animation-pointer=no -o six/figure.glb 2>&1 | sed 's/[0-9,]* bytes/N bytes/'
real ttyd_layers --set gltf.visibility=extension --set gltf.animation-pointer=no -o six/layers.glb 2>&1 | sed 's/[0-9,]* bytes/N bytes/'
real ttyd_layers --set gltf.visibility=scale -o six/layers.glb 2>&1 | sed 's/[0-9,]* bytes/N bytes/'

cp "$fixtures/figure.bdl" own.bdl
real own.bdl -q -o own.glb
effect real "--set gltf.extras=ignore" dump own.glb
real dump own.glb --set gltf.extras=maybe
