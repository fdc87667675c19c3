# fast64's materials in glTF: sprites below assets/ are named, wherever the PNG lies beneath the model; settings.
cycle='"A":1,"B":8,"C":4,"D":7,"A_alpha":7,"B_alpha":7,"C_alpha":7,"D_alpha":6'
buffer=AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8AAIA/AACAPwAAAAAAAAAAAAABAAIA
model() {
    lines "$1" '{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "Gate", "mesh": 0}],' \
        '"meshes": [{"name": "Plane", "primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "indices": 2, "material": 0}]}],' \
        '"materials": [{"name": "bars", "extras": {"f3d_mat": {"combiner1": {'"$cycle"'}, "combiner2": {'"$cycle"'},' \
        '"rdp_settings": {"g_mdsft_cycletype": 0, "g_cull_back": 1, "g_cull_front": 0, "g_fog": 0, "g_mdsft_text_filt": 2,' \
        '"g_tex_gen": 0, "set_rendermode": 0}, "draw_layer": {"sm64": 4},' \
        '"tex0": {"tex": {"name": "bars.ci4.png"}, "S": {"low": 0, "high": 3, "mask": 2, "shift": 0},' \
        '"T": {"low": 0, "high": 3, "mask": 2, "shift": 0, "mirror": 1}}}}}],' \
        '"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},' \
        '{"bufferView": 0, "byteOffset": 36, "componentType": 5126, "count": 3, "type": "VEC2"},' \
        '{"bufferView": 1, "componentType": 5123, "count": 3, "type": "SCALAR"}],' \
        '"bufferViews": [{"buffer": 0, "byteLength": 60}, {"buffer": 0, "byteOffset": 60, "byteLength": 6}],' \
        '"buffers": [{"byteLength": 66, "uri": "data:application/octet-stream;base64,'"$buffer"'"}]}'
}
picture() {
    mkdir -p "${1%/*}"
    echo iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAKUlEQVR42g3HMQEAAAzCMIQhDGEVUVlbviSxcZGY1NZV+pmdm+yDxSF4F/IXwVmoCzoAAAAASUVORK5CYII= |
        base64 -d >"$1"
}
mkdir -p assets filesystem
model assets/gate.gltf
real assets/gate.gltf -o filesystem/gate.t3dm --base-scale 64
picture assets/textures/walls/bars.ci4.png
picture assets/textures/other/bars.ci4.png
real assets/gate.gltf -o filesystem/gate.t3dm --base-scale 64
tree
real dump filesystem/gate.t3dm | grep -e '^material' -e '^texture.* path' -e '^draw'
real check filesystem/gate.t3dm
picture assets/bars.ci4.png
real assets/gate.gltf -o filesystem/gate.t3dm --base-scale 64 -q && real dump filesystem/gate.t3dm | grep '^texture.* path'
real assets/gate.gltf -o filesystem/gate.t3dm --base-scale 64 --set fast64.asset-dir=elsewhere --textures filesystem/made
real assets/gate.gltf -o filesystem/gate.t3dm --base-scale 64 -q --set fast64.asset-dir=elsewhere --set fast64.textures=name &&
    real dump filesystem/gate.t3dm | grep '^texture.* path'
for way in plain none; do
    real assets/gate.gltf -o filesystem/gate.t3dm -q --set fast64.materials=$way && real dump filesystem/gate.t3dm | grep 'combiner'
done
real assets/gate.gltf -o filesystem/gate.t3dm --set fast64.textures=maybe
real assets/gate.gltf -o filesystem/gate.t3dm --set fast64.materials=maybe
real assets/gate.gltf -o filesystem/gate.t3dm --set fast64.transforms=maybe
sed 's/"mesh": 0}]/"mesh": 0, "translation": [2, 3, 4]}]/' assets/gate.gltf >assets/moved.gltf
effect real "--set fast64.transforms=ignore" assets/moved.gltf -o filesystem/moved.t3dm --base-scale 64
for way in auto write; do # the source is a unit wide, and so is its picture seen, whether it is named or written
    real compare assets/gate.gltf --views six --base-scale 64 --set fast64.textures=$way --min-ssim 0.9 -q >seen.txt && echo "$way: like its source"
done
mkdir assets/level # the path that it names begins above its folder
model assets/level/gate.gltf
picture assets/level/textures/bars.ci4.png
real compare assets/level/gate.gltf --views six --base-scale 64 --min-ssim 0.9 -q >seen.txt && echo "below assets: like its source"
sed 's/bars.ci4.png/door.png/' assets/gate.gltf >assets/door.gltf # a picture may be called as its model
picture assets/door.png
real compare assets/door.gltf --views six --base-scale 64 --min-ssim 0.9 -q >seen.txt && echo "called as the model: like its source"
lines assets/door.png 'version https://git-lfs.github.com/spec/v1' 'oid sha256:4d7a2146' 'size 12345'
real assets/door.gltf -o filesystem/door.t3dm --base-scale 64
cp assets/door.png door.bmd
real door.bmd -o filesystem/door.t3dm
