#!/bin/sh
# tests/architecture.sh notices what it forbids: it is run on a copy of the sources, changed by one line each time.
set -u
cd "$(dirname "$0")/.."
copy=$(mktemp -d) && trap 'rm -rf "$copy"' EXIT INT TERM
mkdir "$copy/docs"
cp -R src n64 tests "$copy" && cp docs/architecture.md "$copy/docs"
failed=0

# expect passes|fails WHAT
expect() {
    result=passes
    (cd "$copy" && sh tests/architecture.sh) >"$copy/out" 2>&1 || result=fails
    [ "$result" = "$1" ] || {
        cat "$copy/out"
        echo "$2: expected that it $1"
        failed=1
    }
}

# breaks FILE LINE WHAT: with this line at its end
breaks() {
    cp "$copy/$1" "$copy/kept"
    printf '%s\n' "$2" >>"$copy/$1"
    expect fails "$3"
    cp "$copy/kept" "$copy/$1"
}

expect passes "the sources as they are"
breaks src/core/base/arena.c '#include "formats/t3dm/t3dm.h"' "core that includes a format"
breaks src/formats/j3d/j3d_read.c '#include "formats/ttyd/ttyd.h"' "a format that includes another"
breaks src/formats/fbx/fbx_write.c '#include "formats/gltf/write/gltf_write.h"' "a writer that includes another format's"
breaks src/formats/t3dm/pose/t3dm_hull.c '#include "formats/t3dm/write/t3dm_write.h"' "a room that includes one below it"
breaks src/core/base/arena.h '#include "core/base/job.h"' "two files that include each other"
breaks src/core/base/arena.h 'bool fy_order_add(void);' "a function that another file's header declares"
breaks tests/rooms.txt 'core/attic            what nobody knows' "a room that the page does not tell of"
breaks src/core/base/arena.h '/* As attic.c has it. */' "a comment that names a file that is not there"
breaks src/core/base/arena.h '/* Text
 */' "a comment whose end stands alone"
breaks src/core/base/arena.c 'static void start(void) { system("ls"); }' "a source that starts another program"
breaks src/core/base/arena.c 'static void load(void) { dlopen("x", 0); }' "a source that loads a library by itself"
mkdir "$copy/tests/core/attic"
expect fails "a folder of suites that mirrors none of sources"
rmdir "$copy/tests/core/attic"
for i in $(seq 41); do : >"$copy/tests/bench/extra_$i.txt"; done
expect fails "a folder of more than 40 files"
rm "$copy"/tests/bench/extra_*
expect passes "the sources as they were"
exit $failed
