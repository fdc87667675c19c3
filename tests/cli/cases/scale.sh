# Base scales: each model's own, one for a run, one a folder; what would lose too much is refused; far and tiny models.
# Two shapes of three triangles each, one beside the other.
buffer=AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAACAPwAAgD8AAIA+AAAAQAAAgD8AAAA/AABAQAAAAAAAAAAAAACAQAAAAAAAAAAAAABAQAAAgD8AAAAAAACAQAAAgD8AAIA+AACgQAAAgD8AAAA/AAABAAIAAQADAAIAAQAEAAMABQAGAAcABgAIAAcABgAJAAgA
model() { # FILE SCALE X: so large, so far off
    mkdir -p "$(dirname "$1")"
    lines "$1" '{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],' \
        '"nodes": [{"name": "Sign", "mesh": 0, "scale": ['"$2, $2, $2"'], "translation": ['"$3"', 0, 0]}],' \
        '"meshes": [{"name": "Squares", "primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],' \
        '"accessors": [{"bufferView": 0, "componentType": 5126, "count": 10, "type": "VEC3", "min": [0, 0, 0], "max": [5, 1, 0.5]},' \
        '{"bufferView": 1, "componentType": 5123, "count": 18, "type": "SCALAR"}],' \
        '"bufferViews": [{"buffer": 0, "byteLength": 120}, {"buffer": 0, "byteOffset": 120, "byteLength": 36}],' \
        '"buffers": [{"byteLength": 156, "uri": "data:application/octet-stream;base64,'"$buffer"'"}]}'
}
model game/a/stage.gltf 4000 0
model game/a/coin.gltf 0.1 0
model game/a/house.gltf 400 0
model game/b/coin.gltf 0.1 0
model game/b/pot.gltf 0.5 0
# Each its own.
real convert -r game --output-dir out
real check out/a/coin.t3dm out/a/stage.t3dm
rm -r out
# Light asks for less than fits; where a rule switches it off, what fits is taken.
fixtures=$cases/../../../fixtures
cp "$fixtures/gallery-lit.bdl" lit.bdl
lines dark.json '{"version": 1, "rules": [{"set": {"lit": false}}]}'
real convert lit.bdl -v --output-dir lit 2>&1 | grep 'base.scale'
real convert lit.bdl -v --output-dir lit --materials dark.json 2>&1 | grep 'base.scale'
rm -r lit
# One for all: the coins would be nothing, and nothing of them is written.
real convert -r game --output-dir out --base-scale shared
tree | grep 't3dm$'
rm -r out
# One a folder; in two processes at once the same.
real convert -r game --output-dir out --base-scale shared:folder --report one.json
real convert -r game --output-dir out2 --base-scale shared:folder -q -j 2 --report two.json
diff -r out out2 && diff <(sed 's/out2/out/' two.json) one.json && echo same
rm -r out out2
# A number that is too coarse, and what is named instead.
real convert game/b/coin.gltf -q -o coin.t3dm --base-scale 1
real convert game/b/coin.gltf -o coin.t3dm --base-scale 16
real compare game/b/coin.gltf --base-scale 1
# So far off that positions leave it one step; at its own scale the conversion is the same picture.
model far.gltf 0.0001 4
real convert far.gltf
real dump far.t3dm | grep '^node'
real check far.t3dm
real compare far.gltf -q --views six
real compare far.gltf -q --views six --base-scale shared
# Without bones there is no help.
real convert far.gltf -o baked.t3dm --set t3dm.skeleton=never
# A house in a wide sea: what surrounds it is stored coarser, on bones; or one grid for all.
cp "$fixtures/stage.bmd" .
real convert stage.bmd -o far.t3dm -v | grep -e 'bones' -e 'base.scale'
real check far.t3dm
real cost far.t3dm
real convert stage.bmd -o one.t3dm -v --grid model | grep 'base.scale'
real convert stage.bmd -o one.t3dm --grid house
