#!/usr/bin/env bash
# A game as docs/building-with-make.md says, in a fresh folder: the page's own Makefile, with stand-ins for libdragon's rules,
# compiler and tools. What is made first, again, and after each kind of change, and what is in the ROM then.
#
#     project.sh PROGRAM SOURCE-FOLDER
set -eu
. "$2/tests/n64/rules/tree.sh"
program=$1
export N64_INST=$tree/n64 PATH=$tree/bin:$PATH PROGRAM=$program
mkdir -p game/assets/rooms bin n64/bin n64/include
touch n64/include/t3d.mk

# Stand-ins. A ROM is a list of what went into it.
cat >n64/include/n64.mk <<'END2'
BUILD_DIR ?= .
N64_BINDIR = $(N64_INST)/bin
N64_INCLUDEDIR = $(N64_INST)/include
N64_MKDFS = $(N64_BINDIR)/mkdfs
%.z64: $(BUILD_DIR)/%.elf
	$(N64_BINDIR)/n64tool $@ $^
%.dfs:
	$(N64_MKDFS) $@ $(<D)
$(BUILD_DIR)/%.elf:
	$(N64_BINDIR)/gcc $@ $^
$(BUILD_DIR)/%.o: %.c
	@mkdir -p $(@D)
	$(N64_BINDIR)/gcc $@ $<
END2
for tool in gcc n64tool; do
    printf '#!/bin/sh\necho %s >>"$LOG"\nto=$1\nshift\ncat "$@" >"$to"\n' $tool >n64/bin/$tool
done
cat >>n64/bin/gcc <<'END2'
case "$to" in *.o) echo "$to: $(sed -n 's/^#include "\(.*\)"$/\1/p' "$1")" >"${to%.o}.d";; esac
END2
printf '#!/bin/sh\necho "mkdfs $2" >>"$LOG"\ncd "$2" && find . -type f -exec cksum {} + | sort -k 3 >"$OLDPWD/$1"\n' >n64/bin/mkdfs
printf '#!/bin/sh\necho "$1" >>"$LOG"\nexec "$PROGRAM" "$@"\n' >bin/ferry64
chmod +x bin/* n64/bin/*

cd game
printf '#include "game.h"\nint main(void) { return 0; }\n' >main.c
touch game.h
cp "$fixtures/figure.bdl" assets/link.bdl
cp "$fixtures/figure.bck" assets/walk.bck
cp "$fixtures/figure.bck" assets/run.bck
cp "$fixtures/maya.bdl" assets/rooms/hall.bdl
cp "$fixtures/ttyd_paper" assets/paper
cp "$fixtures/ttyd_bank-" assets/
echo '{"version": 1, "rules": [{"material": "*", "set": {"cull": "none"}}]}' >assets/hall.json
awk '/^```make$/ { on = 1; next } /^```$/ { exit } on' "$source/docs/building-with-make.md" |
    sed "s,/usr/local/share/ferry64,$source," >Makefile
sed -i 's,^models = .*,& filesystem/paper.t3dm,' Makefile

rom="mkdfs filesystem;n64tool"
plays() { expect grep -q 'link\.1\.sdata' game.z64; expect grep -a -q 'walk' filesystem/link.t3dm; }

build "first" assets/link.bdl assets/paper assets/rooms/hall.bdl gcc gcc "$rom"
plays
expect grep -q ' \./rooms/hall\.t3dm' game.z64
build "again"
plays
later assets/link.bdl
build "a model, nothing of it changes" assets/link.bdl
build "again"
later game.h
build "a header" gcc gcc n64tool
build "again"

# Bytes of a picture, which its sprite alone has.
later assets/ttyd_bank-
cp filesystem/paper.t3dm before
printf '\252\273\314\335' | dd of=assets/ttyd_bank- bs=1 seek=4500 conv=notrunc 2>/dev/null
build "a texture alone" assets/paper "$rom"
expect cmp before filesystem/paper.t3dm
build "again"

later assets/run.bck
printf '\021' | dd of=assets/run.bck bs=1 seek=1525 conv=notrunc 2>/dev/null
build "a clip" assets/link.bdl "$rom"
build "again"
sed -i 's,--bvh,--merge-objects,' Makefile
build "flags of one model" assets/rooms/hall.bdl "$rom"
build "again"
sed -i 's, assets/run.bck,,' Makefile
build "one clip less" assets/link.bdl "$rom"
expect [ ! -e filesystem/link.1.sdata ]
build "again"
later assets/link.bdl
goal="build/ferry64/link.stamp" build "a stamp makes nothing"
build "the model that it stands for" assets/link.bdl
expect grep -q 'link\.0\.sdata' game.z64
rm filesystem/*.sprite
build "sprites that are gone" assets/link.bdl assets/paper "$rom"

build "again"

# A file that was looked for in vain and is there again, older than what was made without it.
mv assets/ttyd_bank- ..
build "a bank that is gone" assets/paper "$rom"
build "again"
touch -d "2 hours ago" ../ttyd_bank-
mv ../ttyd_bank- assets
build "an old bank" assets/paper "$rom"
build "again"

# Sprites that a model has no more, but for one that another model has.
sed -i 's,^\$(BUILD_DIR)/game.dfs,filesystem/link.t3dm: FERRY64_FLAGS += --texture-format rgba16\n&,' Makefile
echo filesystem/link_jersey.ci4.sprite >>build/ferry64/paper.files
build "other sprites" assets/link.bdl "$rom"
expect [ "$(cd filesystem && echo link_*.ci?.sprite)" = link_jersey.ci4.sprite ]
expect [ "$(grep -c 'link_.*\.rgba16\.sprite' game.z64)" -gt 2 ]
build "again"
sed -i '/--texture-format/d' Makefile
build "the first ones" assets/link.bdl "$rom"
expect [ -z "$(find filesystem -name 'link_*.rgba16.sprite')" ]

# A model that is called like a further file of another, which is whole.
cp "$fixtures/figure.bdl" assets/rooms/hall.1.bmd
sed -i 's,^models = .*,& filesystem/rooms/hall.1.t3dm,' Makefile
build "hall.1" assets/rooms/hall.1.bmd "$rom"
expect grep -q ' \./rooms/hall\.1\.t3dm' game.z64
build "again"
later assets/rooms/hall.bdl
build "hall" assets/rooms/hall.bdl
build "again"
rm -f assets/rooms/hall.1.bmd filesystem/rooms/hall.1*
sed -i 's, filesystem/rooms/hall.1.t3dm,,' Makefile

# Interrupted while models are packed: nothing says that what was to be is there.
printf '#!/bin/sh\nexit 1\n' >"$N64_INST/bin/mkasset"
chmod +x "$N64_INST/bin/mkasset"
if make FERRY64_COMPRESS=1 filesystem/link.t3dm >/dev/null 2>&1; then echo "packed by nobody"; failed=1; fi
expect [ ! -e build/ferry64/link.files ]
expect [ ! -e build/ferry64/link.done ]
printf '#!/bin/sh\necho "mkasset $5" >>"$LOG"\n' >"$N64_INST/bin/mkasset"
goal="filesystem/link.t3dm FERRY64_COMPRESS=1" build "packed" assets/link.bdl "mkasset filesystem/link.t3dm"
build "not packed" assets/link.bdl

# An older libdragon, a newer one: the sprites are those that it reads.
version() { od -An -t u1 -j "$((8 + $1))" -N 4 filesystem/link_jersey.ci4.sprite; }
expect [ "$(version 512)" = "$(printf ' %3d' 0 128 0 6)" ]
echo '#define SPRITE_FLAGS_EXT 0x80' >"$N64_INST/include/sprite.h"
build "an older libdragon" assets/link.bdl assets/paper assets/rooms/hall.bdl "$rom"
expect [ "$(version 512)" = "$(printf ' %3d' 0 124 0 4)" ]
echo '#define SPRITE_FLAGS_NODATA 0x40' >>"$N64_INST/include/sprite.h"
build "a newer one" assets/link.bdl assets/paper assets/rooms/hall.bdl "$rom"
expect [ "$(version 512)" = "$(printf ' %3d' 0 128 0 6)" ]

# glTF whose pictures lie below assets/: every sprite that the model names is there.
if "$program" formats | grep -q '^gltf  *read'; then
    "$program" "$fixtures/maya.bdl" -o assets/crate.gltf -q
    goal=filesystem/crate.t3dm build "glTF" assets/crate.gltf
    sprites=$(grep -a -o 'rom:/[A-Za-z0-9_./]*sprite' filesystem/crate.t3dm)
    expect [ -n "$sprites" ]
    for path in $sprites; do expect [ -e "filesystem/${path#rom:/}" ]; done
fi
# A model of two files: the ROM has both.
if "$program" formats | grep -q '^obj  *read'; then
    grid 258 >assets/stage.obj
    sed -i 's,^models = .*,& filesystem/stage.t3dm,' Makefile
    build "two files" assets/stage.obj "$rom"
    for n in "" .1; do expect grep -q " \./stage$n\.t3dm" game.z64; done
    build "again"
    cp game.z64 before
    sed -i 's/^v 257 257 0$/v 257 257 9/' assets/stage.obj # its last corner: one of the files changes
    later assets/stage.obj
    build "a change of one of them" assets/stage.obj "$rom"
    expect [ "$(grep -c -x -F -f before game.z64)" = "$(($(wc -l <game.z64) - 1))" ]
    build "again"
    # Another one that is called like its second file.
    grid 3 >assets/stage.1.obj
    sed -i 's,^models = .*,& filesystem/stage.1.t3dm,' Makefile
    if make >out 2>&1; then echo "two models in one file"; failed=1; fi
    expect grep -q '^filesystem/stage.1.t3dm: made of assets/stage.1.obj and of assets/stage.obj: rename one of them' out
    mv assets/stage.1.obj assets/stair.obj
    sed -i 's,filesystem/stage.1.t3dm,filesystem/stair.t3dm,' Makefile
    build "another name" assets/stage.obj assets/stair.obj "$rom"
    "$program" assets/stage.obj -o ../stage.t3dm -q 2>/dev/null
    expect cmp ../stage.1.t3dm filesystem/stage.1.t3dm
    build "again"
    rm assets/stage.obj assets/stair.obj
    sed -i 's, filesystem/stair.t3dm,,' Makefile
    sed -i 's, filesystem/stage.t3dm,,' Makefile
    rm filesystem/sta*
fi
goal=clean build "clean"
expect [ ! -e build ]
expect [ ! -e game.z64 ]
build "after clean" assets/link.bdl assets/paper assets/rooms/hall.bdl gcc gcc "$rom"
exit $failed
