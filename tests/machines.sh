#!/bin/sh
# machines.sh FIXTURES WORK HERE THERE...: what the program HERE and the one that the command THERE... runs (for another machine, by an
# emulator) make of the fixtures: files, standard output, messages and exit status must be the same, byte by byte.
set -u
fixtures=$1 work=$2 here=$3
shift 3

layouts="V4 V3 V2 V1 L11 L10 L9 L8 L7 L6 L5 L4 L3 L2 L1 L0"

# The arguments of one run a line. Every model becomes a T3DM, the layouts and settings in turn, and one other thing.
runs() {
    n=0
    for model in $(cd "$fixtures" && ls -d -- *.bmd *.bdl moving.arc one.arc *.t3dm ttyd_layers ttyd_paper); do
        # shellcheck disable=SC2086
        set -- $layouts
        shift $((n % 16))
        case $((n % 3)) in
        0) settings="--sprites both --bvh" ;;
        1) settings="--merge-objects --blend-joints 2" ;;
        2) settings="--texture-format ci4,ci8 --max-texture 16 --bake-morphs 3" ;;
        esac
        echo "convert $fixtures/$model -v -o out/model.t3dm --to t3dm:$1 $settings"
        case $((n % 8)) in
        0 | 4) echo "convert $fixtures/$model -o out/model.glb" ;;
        1) echo "convert $fixtures/$model -o out/model.fbx" ;;
        2) echo "convert $fixtures/$model -o out/model.dae" ;;
        3) echo "render $fixtures/$model -o out/model.png --size 96x72" ;;
        5) echo "dump $fixtures/$model --json" ;;
        6) echo "compare $fixtures/$model --json --size 48x48" ;;
        7) echo "convert $fixtures/$model -o out/model.obj" ;;
        esac
        n=$((n + 1))
    done
    echo "dump $fixtures/figure.bdl"
    echo "info $fixtures/figure.bdl --json"
    echo "cost $fixtures/figure.t3dm --json"
    echo "textures $fixtures/textures.bmd --output-dir out"
    echo "unpack $fixtures/two.szs --output-dir out"
    echo "dump $fixtures/detailed.sprite"
    echo "render $fixtures/figure.t3dm -o out/model.png --size 96x72 --look console"
}

# run FOLDER ARGUMENTS COMMAND...: the sums of all that comes of it.
run() {
    folder=$1 arguments=$2
    shift 2
    rm -rf "$folder"
    mkdir -p "$folder/out"
    (
        cd "$folder" || exit
        # shellcheck disable=SC2086
        timeout 300 "$@" $arguments >stdout 2>stderr </dev/null
        echo "exit status $?" >status
        find . -type f | LC_ALL=C sort | xargs sha256sum
    )
}

mkdir -p "$work"
runs >"$work.runs"
same=0 differ=0
while IFS= read -r arguments; do
    run "$work/here" "$arguments" "$here" >"$work.here"
    run "$work/there" "$arguments" "$@" >"$work.there"
    if ! grep -qx 'exit status 0' "$work/here/status"; then
        differ=$((differ + 1))
        echo "FAILED on this machine: $arguments: $(cat "$work/here/status" "$work/here/stderr")"
    elif cmp -s "$work.here" "$work.there"; then
        same=$((same + 1))
    else
        differ=$((differ + 1))
        echo "DIFFERS: $arguments"
        diff "$work.here" "$work.there" | sed -n 's/^\([<>]\) [0-9a-f]*  /    \1 /p'
        [ "$differ" -gt 3 ] || diff "$work/here/stderr" "$work/there/stderr"
    fi
done <"$work.runs"
echo "$same runs are the same, $differ differ"
[ "$differ" -eq 0 ] && [ "$same" -ge 100 ]
