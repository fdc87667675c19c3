#!/bin/sh
# The rules of docs/architecture.md that a look at the sources can keep.
set -u
cd "$(dirname "$0")/.."
failed=0

# forbid PATTERN WHAT PATH...
forbid() {
    pattern=$1 what=$2
    shift 2
    if grep -rnE --include='*.c' --include='*.h' "$pattern" "$@" | grep -vE ':[0-9]+: *(/\*|\*)'; then # not in comments
        echo "$what"
        failed=1
    fi
}

forbid '#include "(formats|render|cli)/' "core/ must not include formats/, render/ or cli/" src/core
forbid '#include "(render|cli)/' "formats/ must not include render/ or cli/" src/formats
forbid '#include "cli/' "the library must not include cli/" src/render
forbid '\b(fopen|freopen|opendir|mmap|creat|unlink|rename)\(' "the library must not touch the disk" src/core src/formats src/render
forbid '\b(sinf?|cosf?|tanf?|asinf?|acosf?|atanf?|atan2f?|powf?|expf?|exp2f?|logf?|log2f?|log10f?|roundf?|lroundf?|cbrtf?|hypotf?)\(' \
    "only sqrt, floor, fabs may come from libm: use core/base/maths.h" src/core src/formats src/render
forbid '\b(rand|srand|time|localtime|gmtime)\(' "the same input must give the same output" src/core src/formats src/render
forbid '\b(TODO|FIXME|XXX)\b' "no promises in the sources" src tests --exclude=architecture.sh

# Readers name the place of what they complain of: ferry_say_at(), ferry_refuse() and what stands on them (tests/builders/places.c).
# Left out: what knows no bytes (a note about a scene) and what assimp gives no place for.
forbid '\bferry_say(_measured)?\(' "readers say where in the file: ferry_say_at()" src/formats/j3d src/formats/ttyd src/formats/packing \
    src/formats/gx src/formats/pictures src/formats/assimp src/formats/gltf/gltf_read*.c src/formats/gltf/json/gltf_json.c \
    src/formats/gltf/gltf_fast64*.c src/formats/t3dm/t3dm_read*.c src/formats/sprite/sprite_read.c \
    --exclude=gltf_fast64_scene.c --exclude=assimp_import.c --exclude=assimp_places.c

# What files say reaches a terminal by src/cli/print/print.c alone; help, page and completions are the program's own words.
printers=$(grep -rlE --include='*.c' '\b(v?f?printf|f?puts|f?putc|putchar)\(' src/cli | grep -vE '/(print|help|man|completion)\.c$')
if [ -n "$printers" ]; then
    grep -nE '\b(v?f?printf|f?puts|f?putc|putchar)\(' $printers
    echo "lines leave the program by cli_print(), which shows what would steer a terminal"
    failed=1
fi

# Every public function is told about: a comment in its paragraph of the header.
if awk -v RS= '/(^|\n)FERRY_API/ && !/\/\*/ { print FILENAME ": " $0; found = 1 } END { exit !found }' src/ferry64*.h; then
    echo "public functions need a comment: units, ownership, errors, threads"
    failed=1
fi
exit $failed
