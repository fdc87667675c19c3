#!/usr/bin/env bash
# n64/ferry64.mk on a small tree: what is built first, again, and after each kind of change.
#
#     make.sh PROGRAM SOURCE-FOLDER
set -eu
. "$2/tests/n64/rules/tree.sh"
export PROGRAM=$1
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
echo "$1" >>"$LOG"
exec "$PROGRAM" "$@"
END
cat >bin/mkasset <<'END'
#!/bin/sh
# -c LEVEL -o FOLDER FILE: stands for libdragon's, which packs a file in place.
echo "mkasset $*" >>"$LOG"
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
	@echo dfs >>"\$\$LOG"
	@touch \$@
# A rule of the project for one ending wins.
filesystem/%.t3dm: assets/%.toy
	@echo "own \$<" >>"\$\$LOG"
	@touch \$@
END

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
ln -s missing build/ferry64/gone.files # as a list that another job removes while this one looks for lists
build "rules that change something" assets/ruled.bmd dfs
expect test -z "$(grep missing out || grep gone out)"
rm build/ferry64/gone.files
build "again"
rm assets/ttyd_bank-
build "a bank that is gone" assets/paper dfs
build "again"
cp "$fixtures/ttyd_bank-" assets/
later assets/ttyd_bank-
build "a bank that is there again" assets/paper dfs
build "again"
mv assets/ruled.bmd assets/ruled.bdl
build "a model under another ending" assets/ruled.bdl
build "again"
cp "$fixtures/figure.bdl" assets/ruled.glb
build "an ending behind that one"
mv assets/ruled.bdl assets/ruled.bmd
build "back again" assets/ruled.bmd
touch -d '2001-01-01' assets/ruled.bmd
cp -p assets/ruled.bmd assets/ruled.bdl
build "an ending before, however old" assets/ruled.bdl
build "again"
rm assets/ruled.bdl assets/ruled.glb
build "back again" assets/ruled.bmd
cp assets/maya.bdl "assets/the maya.bdl"
PATH=$PWD/bin:$PATH make "filesystem/the maya.t3dm" >log 2>&1 && { echo "a blank in a name"; failed=1; }
grep -q 'the maya.stamp: make cannot build models with blanks' log || { echo "a blank in a name:"; cat log; failed=1; }
rm "assets/the maya.bdl"
rm filesystem/maya.t3dm
build "an output that is gone" assets/maya.bdl dfs
build "again"
echo >assets/own.toy
goal=filesystem/own.t3dm build "a rule of the project" "own assets/own.toy"
rm -rf build filesystem
goal="filesystem/maya.t3dm FERRY64_COMPRESS=2" build "mkasset" assets/maya.bdl "mkasset -c 2 -o filesystem/ filesystem/maya.t3dm"

# A model of two files: named or not, both are made, packed and made again; of a smaller one the second is gone.
if "$PROGRAM" formats | grep -q '^obj  *read'; then
    two="filesystem/stage.t3dm filesystem/stage.1.t3dm"
    grid 258 >assets/stage.obj
    goal=filesystem/stage.1.t3dm build "the second file alone" assets/stage.obj
    goal=$two build "both" # nothing is to be done
    "$PROGRAM" assets/stage.obj -o other.t3dm -q 2>/dev/null
    for n in "" .1; do expect cmp other$n.t3dm filesystem/stage$n.t3dm; done
    rm filesystem/stage.1.t3dm
    goal=filesystem/stage.t3dm build "the second is gone" assets/stage.obj
    expect [ -e filesystem/stage.1.t3dm ]
    goal="filesystem/stage.t3dm FERRY64_COMPRESS=2" build "mkasset for both" assets/stage.obj \
        "mkasset -c 2 -o filesystem/ filesystem/stage.1.t3dm" "mkasset -c 2 -o filesystem/ filesystem/stage.t3dm"
    grid 3 >assets/stage.obj
    later assets/stage.obj
    goal=filesystem/stage.t3dm build "a smaller model" assets/stage.obj
    expect [ ! -e filesystem/stage.1.t3dm ]
    if make filesystem/stage.1.t3dm >out 2>&1; then echo "made of a small model: stage.1.t3dm"; failed=1; fi
fi
exit $failed
