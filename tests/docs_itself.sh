#!/bin/sh
# docs_test.py notices what it forbids and nothing else: it is run on a small tree, to which a line is added
# each time.
set -u
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d) && trap 'rm -rf "$tree"' EXIT INT TERM
failed=0
pages=docs # not written out below: docs_test.py looks for references in this file, too

mkdir -p "$tree/docs" "$tree/src/rooms/inner" "$tree/tests"
for page in README CONTRIBUTING CHANGELOG; do printf '# %s\n' $page >"$tree/$page.md"; done
printf '# Testing\n\n## Suites\n\n* `test_one`\n' >"$tree/$pages/testing.md"
echo "/* one_more.c: $pages/testing.md, \"Suites\" */" >"$tree/src/rooms/inner/one_more.c"
: >"$tree/tests/test_one.c"

# expect STATUS WHAT LINE [FILE]: with this line at the end of the file, README.md unless it is named
expect() {
    file=$tree/${4:-README.md}
    [ -e "$file" ] && cp "$file" "$tree/kept"
    printf '\n%s\n' "$3" >>"$file"
    python3 "$here/docs_test.py" "$tree" >"$tree/out" 2>&1
    status=$?
    [ $status -eq "$1" ] || {
        cat "$tree/out"
        echo "$2: expected exit status $1, found $status"
        failed=1
    }
    rm "$file"
    [ -e "$tree/kept" ] && mv "$tree/kept" "$file"
}

words=$(printf '%.0sword ' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24)end

expect 0 "a good tree" 'text'
expect 0 "a link" "[page]($pages/testing.md#suites)"
expect 1 "a link to no page" "[page]($pages/tasting.md)"
expect 1 "a link to no section" "[page]($pages/testing.md#sweets)"
expect 0 "a path" '`src/rooms/inner/one_more.c`'
expect 1 "a path to nothing" '`src/rooms/inner/one_less.c`'
expect 0 "a file" '`one_more.c`'
expect 1 "a file that is not there" '`one_less.c`'
expect 0 "a glob that begins at some folder" '`inner/one_*.c`'
expect 1 "a glob in another folder" '`rooms/one_*.c`'
expect 1 "a glob of nothing" '`inner/two_*.c`'
echo 'say(FERRY_LOSS, "t3dm.zero-area", "%u triangles " "are gone, \"%s\"");' >"$tree/src/rooms/inner/said.c"
printf '# Messages\n\n| *N triangles are ..., "N"* | `t3dm.zero-area` | gone |\n' >"$tree/$pages/messages.md"
expect 0 "a code of a message" '`t3dm.zero-area`'
expect 1 "a code that no message has" '`t3dm.no-area`'
expect 0 "a code of a group that no message has" '`walk.no-area`'
expect 1 "a long line" "$words"
expect 0 "a long row of a table" "| $words |"
expect 1 "a comment about no section" "/* $pages/testing.md, \"Sweets\" */" src/rooms/inner/one_more.c
expect 1 "a comment about no page" "/* $pages/tasting.md */" src/rooms/inner/one_more.c
expect 0 "a loss that is told" 'fy_mapping_say(m, "t3dm.zero-area", text);' src/rooms/inner/said.c
expect 1 "a loss of which nothing is told" 'fy_mapping_say(m, "t3dm.no-area", text);' src/rooms/inner/said.c
expect 1 "words that no message says" '| *N triangles are here* | |' $pages/messages.md
expect 1 "a suite of which nothing is said" '' tests/test_two.c
[ $failed -eq 0 ]
