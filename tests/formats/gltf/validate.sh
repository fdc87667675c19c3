#!/bin/sh
# Every model of the fixtures as .glb and .gltf before the Khronos validator: validate.sh PROGRAM FIXTURES.
# Exit 77 (skipped) without node or its package gltf-validator, which test.sh installs below build/node.
set -u
program=$1 fixtures=$2 here=$(cd "$(dirname "$0")" && pwd)
NODE_PATH=$here/../../../build/node/node_modules:${NODE_PATH:-}
export NODE_PATH
command -v node >/dev/null 2>&1 && node -e 'require("gltf-validator")' 2>/dev/null || { echo "no gltf-validator"; exit 77; }

folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
number=0
for file in "$fixtures"/*.bmd "$fixtures"/*.bdl "$fixtures"/*.t3dm "$fixtures"/moving.arc "$fixtures"/ttyd_paper; do
    number=$((number + 1))
    "$program" "$file" -q -o "$folder/$number.glb" && "$program" "$file" -q -o "$folder/$number.gltf" || exit 1
done
# Animations of joints, and of shapes; levels of detail.
(
    cd "$fixtures" || exit 1
    "$program" figure.bdl figure.bck -q -o "$folder/joints.glb" &&
        "$program" skinned.bmd skinned.bls skinned.blk -q -o "$folder/shapes.glb" &&
        "$program" figure.bdl figure.bck figure.bva --lods 50%,25%,5 -q -o "$folder/levels.glb" &&
        "$program" rigid.bmd --lods 50% -q -o "$folder/rigid.glb"
) || exit 1
[ $number -gt 30 ] || { echo "only $number models"; exit 1; }
node "$here/validate.js" "$folder"/*.glb "$folder"/*.gltf
