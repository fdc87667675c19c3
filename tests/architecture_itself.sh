#!/bin/sh
# tests/architecture.sh notices what it forbids: it is run on a copy of the sources, and once more when that has a fault of each kind,
# which must be named, and be as many as there are. Circles of files are planted by themselves, since other faults make some, too.
set -u
cd "$(dirname "$0")/.."
copy=$(mktemp -d) && trap 'rm -rf "$copy"' EXIT INT TERM
mkdir "$copy/docs"
cp -R src n64 tests "$copy" && cp docs/architecture.md "$copy/docs"
failed=0

# expect RULES WHAT: so many rules are broken, and the output has each line of the file `lines`, which begins anew.
expect() {
    (cd "$copy" && sh tests/architecture.sh) >"$copy/out" 2>&1
    status=$?
    broken=$(sed -n 's/^broken rules: //p' "$copy/out")
    if [ "${broken:-0}" -ne "$1" ] || [ "$status" -ne "$(($1 > 0))" ]; then
        cat "$copy/out"
        echo "$2: expected $1 broken rules, found ${broken:-0}, and exit status $status"
        failed=1
    fi
    while IFS= read -r line; do
        grep -q -- "$line" "$copy/out" || { echo "$2: not told: $line"; failed=1; }
    done <"$copy/lines"
    : >"$copy/lines"
}

# plant FILE TEXT LINE...: the text at the end of the file makes lines that are like each LINE.
plant() {
    printf '%s\n' "$2" >>"$copy/$1"
    shift 2
    printf '%s\n' "$@" >>"$copy/lines"
}

: >"$copy/lines"
expect 0 "the sources as they are"

cp "$copy/src/core/base/arena.h" "$copy/kept"
plant src/core/base/arena.h '#include "core/base/job.h"' 'tsort: core/base/job' '^files must not include each other'
expect 1 "two files that include each other"
cp "$copy/kept" "$copy/src/core/base/arena.h"

# Includes (which make circles, too): of a format by core, of another format, of another format's writer, of a room below.
include() { plant "$1" "#include \"$2\"" "^$1:.*\"$2\".*: $3"; }
above='rooms include only what stands above'
include src/core/base/arena.c formats/t3dm/t3dm.h "$above"
include src/formats/j3d/j3d_read.c formats/ttyd/ttyd.h '[a-z]* include only'
include src/formats/fbx/fbx_write.c formats/gltf/write/gltf_write.h '[a-z]* include only'
include src/formats/t3dm/pose/t3dm_hull.c formats/t3dm/write/t3dm_write.h "$above"

# Declarations and rooms.
plant src/core/base/arena.h 'bool fy_order_add(void);' 'fy_order_add is defined in src/core/base/order' '^a shared function is declared'
plant src/ferry64.h '
FERRY_API void ferry_untold(void);' '^public functions need a comment'
plant tests/rooms.txt 'core/attic            what nobody knows' 'lacks these lines of tests/rooms.txt: core/attic'
for folder in core view cli; do
    mkdir "$copy/tests/$folder/attic"
    echo "^tests/$folder/attic tests no folder of src" >>"$copy/lines"
done
plant tests/core/test_attic.c '#include "core/base/arena.h"' '^tests/core/test_attic.c: tests core/base, below' '^a suite stands in the folder'
for i in $(seq 41); do : >"$copy/tests/bench/extra_$i.txt"; done
echo '^folders of more than 40 files: .* tests/bench$' >>"$copy/lines"

# Comments.
plant src/core/base/arena.h '/* As attic.c has it. */' 'there is no attic\.c' '^comments name files that exist'
plant src/core/base/arena.h '/* Text
 */' '^src/core/base/arena.h:[0-9]*$' '^a comment that begins with text'

# Calls.
call() { plant "$1" "static void call(void) { $2; }" "^$1:.*$2" "^$3"; }
call src/core/base/arena.c 'system("ls")' 'nothing is started'
call src/core/base/arena.c 'dlopen("x", 0)' 'libraries are loaded by'
call src/core/base/arena.c 'fopen("x", "r")' 'the library must not touch the disk'
call src/core/base/arena.c 'sinf(1)' 'only sqrt, floor, fabs may come from libm'
call src/core/base/arena.c 'rand()' 'the same input must give the same output'
call src/core/base/arena.c 'TODO()' 'no promises in the sources'
call src/formats/j3d/j3d_read.c 'ferry_say(0)' 'readers say where in the file'
call src/cli/run.c 'puts("x")' 'lines leave the program by cli_print'
expect 20 "a fault of each kind"
exit $failed
