#!/bin/sh
# The rules of docs/architecture.md that a look at the sources can keep.
set -u
export LC_ALL=C # several times as fast
cd "$(dirname "$0")/.."
failed=0

# forbid PATTERN WHAT PATH...
forbid() {
    pattern=$1 what=$2
    shift 2
    if grep -rnE --include='*.c' --include='*.h' "$pattern" "$@" | grep -vE ':[0-9]+: *(/\*|\*)'; then # not in comments
        echo "$what"
        failed=$((failed + 1))
    fi
}

forbid '\b(fopen|freopen|opendir|mmap|creat|unlink|rename)\(' "the library must not touch the disk" src/core src/machine src/view src/shade src/formats src/render
forbid '\b(sinf?|cosf?|tanf?|asinf?|acosf?|atanf?|atan2f?|powf?|expf?|exp2f?|logf?|log2f?|log10f?|roundf?|lroundf?|cbrtf?|hypotf?)\(' \
    "only sqrt, floor, fabs may come from libm: use core/base/maths.h" src/core src/machine src/view src/shade src/formats src/render
forbid '\b(rand|srand|time|localtime|gmtime)\(' "the same input must give the same output" src/core src/machine src/view src/shade src/formats src/render
forbid '\b(system|popen|exec[lv]p?e?|posix_spawnp?|socket|connect|bind|getaddrinfo)\(' "nothing is started, and nobody is called" src
forbid '\bdlopen\(' "libraries are loaded by core/base/late_library.c" $(find src -name '*.[ch]' ! -name 'late_library.c')
forbid '\b(TODO|FIXME|XXX)\b' "no promises in the sources" src tests --exclude=architecture.sh

# Readers name the place of what they complain of: ferry_say_at(), ferry_refuse() and what stands on them (tests/builders/places.c).
# Left out: what knows no bytes (a note about a scene) and what assimp gives no place for.
forbid '\bferry_say(_measured)?\(' "readers say where in the file: ferry_say_at()" src/formats/j3d src/formats/ttyd src/formats/packing \
    src/formats/gx src/formats/pictures src/core/image/pictures src/formats/assimp src/formats/gltf/json src/formats/gltf/read \
    src/formats/gltf/fast64 src/formats/t3dm/read src/formats/sprite/sprite_read.c \
    --exclude=gltf_fast64_scene.c --exclude=assimp_import.c --exclude=assimp_places.c

# What files say reaches a terminal by src/cli/print/print.c alone; help, page and completions are the program's own words.
printers=$(grep -rlE --include='*.c' '\b(v?f?printf|f?puts|f?putc|putchar)\(' src/cli | grep -vE '/(print|help|man|completion)\.c$')
if [ -n "$printers" ]; then
    grep -HnE '\b(v?f?printf|f?puts|f?putc|putchar)\(' $printers
    echo "lines leave the program by cli_print(), which shows what would steer a terminal"
    failed=$((failed + 1))
fi

# ------------------------------------------------------------------------------------------------------------- rooms
# A room may include itself and the rooms above it in tests/rooms.txt. Of the formats, only these may be included by others:
shared='formats/packing formats/gx formats/sprite formats/pictures formats/export'

sources=$(find src -name '*.[ch]' | LC_ALL=C sort)

# shellcheck disable=SC2086
if ! awk -v shared="$shared" '
    function folder(path) { sub(/\/?[^\/]*$/, "", path); return path }
    function format_of(room, part) { split(room, part, "/"); return part[1] == "formats" ? part[2] : "" }
    BEGIN {
        while ((getline line < "tests/rooms.txt") > 0) { split(line, word, " "); rank[word[1]] = ++count }
        n = split(shared, word, " "); for (i = 1; i <= n; i++) is_shared[word[i]] = 1
    }
    /^#include "/ {
        split($0, word, "\""); room = folder(substr(FILENAME, 5)); other = folder(word[2])
        if (other == "" || other == room) next
        if (!(room in rank) || !(other in rank)) { why = "a room that tests/rooms.txt does not name" }
        else if (rank[other] > rank[room]) { why = "rooms include only what stands above them in tests/rooms.txt" }
        else if (format_of(room) != "" && format_of(other) != "" && format_of(room) != format_of(other) && \
                 !(other in is_shared)) { why = "formats include only shared rooms of other formats" }
        else next
        print FILENAME ":" FNR ": " $0 ": " why; failed = 1
    }
    END { exit failed }' $sources; then
    failed=$((failed + 1))
fi

# No circle of files, inside of a room neither: a .c and its header are one.
# shellcheck disable=SC2086
if ! awk '/^#include "/ { split($0, word, "\""); to = word[2]; from = substr(FILENAME, 5); sub(/\.[ch]$/, "", from); sub(/\.h$/, "", to)
         if (from != to) print from, to }' $sources | tsort >/dev/null; then
    echo "files must not include each other in a circle"
    failed=$((failed + 1))
fi

# A shared function stands in the .c of its header's name. formats/formats.c defines the list that core only declares.
# shellcheck disable=SC2086
if ! awk '
    function name_in(line) { return match(line, /(fy|cli)_[a-z0-9_]+\(/) ? substr(line, RSTART, RLENGTH - 1) : "" }
    { stem = FILENAME; sub(/\.[ch]$/, "", stem) }
    /^(static|typedef|#|enum|struct|extern)/ { next }
    /^[a-z_]/ && (name = name_in($0)) != "" {
        if (FILENAME ~ /\.h$/) { if (!(name in declared)) declared[name] = stem; where[name] = FILENAME ":" FNR }
        else defined[name] = stem
    }
    END {
        for (name in declared)
            if (name in defined && defined[name] != declared[name] && name != "fy_builtin_formats") {
                print where[name] ": " name " is defined in " defined[name] ".c"; failed = 1
            }
        exit failed
    }' $sources; then
    echo "a shared function is declared in the header of its file's name"
    failed=$((failed + 1))
fi

# An include guard is made of its file's path; a name of a type stands for one thing.
# shellcheck disable=SC2046
if ! awk '
    /^#ifndef FERRY_/ && !(FILENAME in seen) {
        seen[FILENAME] = 1; guard = toupper(substr(FILENAME, 5)); gsub(/[\/.]/, "_", guard)
        if ($2 != "FERRY_" guard) { print FILENAME ": its include guard is FERRY_" guard; failed = 1 }
    }
    /^} fy_[a-z0-9_]+;/ || /^typedef [^(]* fy_[a-z0-9_]+;/ {
        name = $NF; sub(/;.*/, "", name)
        if (name in where && where[name] != FILENAME) {
            print FILENAME ":" FNR ": " name " is also declared in " where[name]; failed = 1
        }
        where[name] = FILENAME
    }
    END { exit failed }' $(find src -mindepth 2 -name '*.h'); then
    failed=$((failed + 1))
fi

# The table of the page is the one of the check.
lacking=$(grep -vxF -f docs/architecture.md tests/rooms.txt)
[ -z "$lacking" ] || {
    echo "docs/architecture.md lacks these lines of tests/rooms.txt: $lacking"
    failed=$((failed + 1))
}

# Comments: files that they name exist (paths and quoted names are examples), and what begins with text ends with text.
find src tests n64 -name '*.[ch]' | sed 's,.*/,,' | sort -u >"${TMPDIR:-/tmp}/architecture.$$"
if grep -rnE --include='*.[ch]' '^ ?\*|/\*' src n64 | sed 's,\(:[0-9]*:\).*/\*,\1,' |
    awk -v names="${TMPDIR:-/tmp}/architecture.$$" '
        BEGIN { while ((getline name < names) > 0) known[name] = 1 }
        { rest = $0; sub(/^[^:]*:[0-9]*:/, "", rest)
          while (match(rest, /["A-Za-z0-9_.\/-]+\.[ch][^A-Za-z0-9_(]/)) {
              name = substr(rest, RSTART, RLENGTH - 1); rest = substr(rest, RSTART + RLENGTH)
              if (name !~ /\// && name ~ /^[a-z]/ && !(name in known)) { print $0 ": there is no " name; found = 1 } } }
        END { exit !found }'; then
    echo "comments name files that exist"
    failed=$((failed + 1))
fi
rm -f "${TMPDIR:-/tmp}/architecture.$$"
# shellcheck disable=SC2046
if awk '/^ *\/\* *[^ *]/ && !/\*\// { text = 1 } /\*\// { if (text && /^ *\*\/$/) { print FILENAME ":" FNR; found = 1 } text = 0 }
        END { exit !found }' $(find src n64 tests -name '*.[ch]'); then
    echo "a comment that begins with text on its first line ends with text on its last"
    failed=$((failed + 1))
fi

# A folder is seen at a glance: at most 40 files. tests/ mirrors src/. (tests/cli/cases is data.)
full=$(find src tests -type f | sed 's,/[^/]*$,,' | sort | uniq -c | awk '$1 > 40 && $2 != "tests/cli/cases"')
[ -z "$full" ] || { echo "folders of more than 40 files: $full"; failed=$((failed + 1)); }
mirrored='tests/core tests/machine tests/view tests/shade tests/formats tests/render tests/cli'
# shellcheck disable=SC2086
for folder in $(find $mirrored -type d ! -path 'tests/cli/cases*' ! -path 'tests/cli/consumer*'); do
    [ -d "src/${folder#tests/}" ] || { echo "$folder tests no folder of src"; failed=$((failed + 1)); }
done

# A suite stands in the room that it tests, not above it.
# shellcheck disable=SC2046,SC2086
if ! awk '
    function folder(path) { sub(/\/?[^\/]*$/, "", path); return path }
    function tell() { if (below != "" && !own) { print file ": tests " below ", below its folder"; failed = 1 } below = ""; own = 0 }
    FNR == 1 { tell(); file = FILENAME; room = folder(substr(FILENAME, 7)) }
    /^#include "/ {
        split($0, word, "\""); other = folder(word[2])
        if (other == room) own = 1
        else if (index(other, room "/") == 1) below = other
    }
    END { tell(); exit failed }' $(find $mirrored -name 'test_*.c'); then
    echo "a suite stands in the folder of the room that it tests"
    failed=$((failed + 1))
fi

# Every public function is told about: a comment in its paragraph of the header.
if awk -v RS= '/(^|\n)FERRY_API/ && !/\/\*/ { print FILENAME ": " $0; found = 1 } END { exit !found }' src/ferry64*.h; then
    echo "public functions need a comment: units, ownership, errors, threads"
    failed=$((failed + 1))
fi
[ $failed -eq 0 ] && exit
echo "broken rules: $failed"
exit 1
