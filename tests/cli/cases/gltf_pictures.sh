# Pictures of glTF and OBJ beside the model or in a folder of their own, also as the model names it; options that have another
# meaning here, or none.
fixtures=$cases/../../../fixtures
cp "$fixtures/figure.bdl" "$fixtures/figure.bck" .
mkdir seven
real figure.bdl -o seven/a.gltf --textures tex/deep -q
real figure.bdl -o seven/b.glb --textures seven/pictures --set gltf.texture-names=plain -q
real figure.bdl -o seven/c.obj --textures . -q
tree | grep -e '^tex' -e seven -e '^c_'
grep -h -o '"uri": "[^"]*face[^"]*"' seven/a.gltf
grep -h -a -o '"uri":"[^"]*face[^"]*"' seven/b.glb
grep map_Kd seven/c.mtl | head -n 1
real figure.bdl -o x.glb --textures tex --set gltf.images=embed
real figure.bdl figure.bck --anim-error 5 -v -o x.glb 2>&1 | grep 'sampled error'
real figure.bdl -o x.glb --max-texture 16
real figure.bdl -o x.obj --texture-format i4
real compare figure.bdl --to glb --sprites both
