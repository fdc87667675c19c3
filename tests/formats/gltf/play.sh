#!/bin/sh
# Clips of fixtures in three.js against ferry64's own poses: play.sh PROGRAM FIXTURES.
# Exit 77 (skipped) without node or its package three, which test.sh installs below build/node.
set -u
program=$1 fixtures=$2 here=$(cd "$(dirname "$0")" && pwd)
modules=$here/../../../build/node/node_modules
command -v node >/dev/null 2>&1 && [ -d "$modules/three" ] || { echo "no three"; exit 77; }

folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
bad=0
while read -r model animation; do
    node "$here/play.mjs" "$modules" "$program" "$fixtures" "$folder/x.glb" "$model" ${animation:+"$animation"} || bad=1
done <<END
figure.bdl figure.bck
skinned.bmd skinned.bca
maya.bdl maya.bck
ttyd_paper
END
exit $bad
