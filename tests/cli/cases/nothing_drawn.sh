# Models of which nothing is drawn are a loss with its reason, and counted, whatever they become.
# model NAME POSITIONS NODE: one triangle as glTF.
model() {
    cat >"$1.gltf" <<END
{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "extensionsUsed": ["KHR_node_visibility"],
 "nodes": [{"name": "leaf", "mesh": 0 $3}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
 "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,$2"}], "bufferViews": [{"buffer": 0, "byteLength": 36}],
 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}]}
END
}
# (0, 0, 0) (1, 0, 0) (0, 1, 0); and three times zero
corners=AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA
model seen $corners ""
model hidden $corners ', "extensions": {"KHR_node_visibility": {"visible": false}}'
model flat "$(printf 'A%.0s' $(seq 48))" ""
for to in t3dm glb gltf fbx dae obj; do
    real convert seen.gltf hidden.gltf flat.gltf --output-dir out --to $to --report report.json 2>&1 | grep -e 'nothing' -e inputs
    grep '"code": "output.empty"' report.json | wc -l
done
