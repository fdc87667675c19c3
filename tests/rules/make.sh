#!/usr/bin/env bash
# n64/ferry64.mk on a small tree: what is built first, again, and after each kind of change.
#
#     make.sh PROGRAM SOURCE-FOLDER
set -eu
program=$1 source=$2
fixtures=$source/fixtures
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cd "$tree"
mkdir -p assets/rooms bin
cp "$fixtures/maya.bdl" assets/
cp "$fixtures/figure.bdl" assets/rooms/hall.bdl
cp "$fixtures/figure.bck" assets/walk.bck
cp "$fixtures/ttyd_paper" assets/paper
cp "$fixtures/ttyd_bank-" assets/
cp "$fixtures/materials.bdl" assets/ruled.bmd
echo '{"version": 1, "rules": [{"material": "*", "set": {"cull": "none"}}]}' >assets/ruled.json
cat >bin/ferry64 <<'END'
#!/bin/sh
echo "$1" >>log
exec "$PROGRAM" "$@"
END
cat >bin/mkasset <<'END'
#!/bin/sh
# -c LEVEL -o FOLDER FILE: stands for libdragon's, which packs a file in place.
echo "mkasset $*" >>log
printf 'packed' >>"$5"
END
chmod +x bin/*
cat >Makefile <<END
BUILD_DIR = build
N64_BINDIR = bin
all: build/game.dfs
include $source/n64/ferry64.mk
FERRY64 = bin/ferry64
models = filesystem/maya.t3dm filesystem/rooms/hall.t3dm filesystem/paper.t3dm filesystem/ruled.t3dm
filesystem/rooms/hall.t3dm: FERRY64_WITH = assets/walk.bck
filesystem/ruled.t3dm: FERRY64_FLAGS += --materials assets/ruled.json
build/game.dfs: \$(models)
	@echo dfs >>log
	@touch \$@
# A rule of the project for one ending wins.
filesystem/%.t3dm: assets/%.toy
	@echo "own \$<" >>log
	@touch \$@
END
export PROGRAM=$program
failed=0

# build WHAT EXPECTED...: what make ran, in any order.
build() {
    local what=$1 text
    shift
    : >log
    make -j2 ${target-} >out 2>&1 || { echo "$what: make failed"; cat out; failed=1; return; }
    text=$(sort log | tr '\n' ' ')
    [ "$text" = "$*${*:+ }" ] || { echo "$what: expected [$*], ran [$text]"; cat out; failed=1; }
}
# These files are younger than all others.
later() {
    find . -exec touch -h -d "1 hour ago" {} +
    touch "$@"
}

build "first" assets/maya.bdl assets/paper assets/rooms/hall.bdl assets/ruled.bmd dfs
ls filesystem/rooms/*.sprite filesystem/rooms/hall*.sdata >/dev/null || failed=1
for path in $(cd filesystem && grep -a -h -o 'rom:/[A-Za-z0-9_./]*' *.t3dm rooms/*.t3dm | sort -u); do
    [ -e "filesystem/${path#rom:/}" ] || { echo "missing: $path"; failed=1; }
done
build "again"
later assets/walk.bck
build "an animation, nothing of it changes" assets/rooms/hall.bdl
build "again"
later assets/ttyd_bank-
build "a texture bank" assets/paper
echo '{"version": 1, "rules": [{"material": "*", "set": {"cull": "back"}}]}' >assets/ruled.json
later assets/ruled.json
build "rules that change something" assets/ruled.bmd dfs
build "again"
rm assets/ttyd_bank-
build "a bank that is gone" assets/paper dfs
build "again"
cp "$fixtures/ttyd_bank-" assets/
later assets/ttyd_bank-
build "a bank that is there again" assets/paper dfs
build "again"
rm filesystem/maya.t3dm
build "an output that is gone" assets/maya.bdl dfs
build "again"
echo >assets/own.toy
target=filesystem/own.t3dm build "a rule of the project" "own assets/own.toy"
rm -rf build filesystem
target="filesystem/maya.t3dm FERRY64_COMPRESS=2" build "mkasset" assets/maya.bdl "mkasset -c 2 -o filesystem/ filesystem/maya.t3dm"
exit $failed
