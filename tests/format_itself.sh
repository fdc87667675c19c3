#!/bin/sh
# format.sh notices what it forbids and nothing else: it is run on a small tree, changed by one file each time.
set -u
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d) && trap 'rm -rf "$tree"' EXIT INT TERM
mkdir "$tree/src"
cp "$here/../.clang-format" "$tree"
failed=0

# expect STATUS WHAT FILE TEXT: the tree with this file
expect() {
    printf "$4\n" >"$tree/$3"
    sh "$here/format.sh" "$tree" >"$tree/out" 2>&1
    status=$?
    [ $status -eq "$1" ] || {
        cat "$tree/out"
        echo "$2: expected exit status $1, found $status"
        failed=1
    }
    rm "$tree/$3"
}

word=$(printf '%0120d' 0)           # one of 120 columns
words=$(printf '%.0sword ' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24)end

echo 'int one;' >"$tree/src/one.c"
sh "$here/format.sh" "$tree" >"$tree/out" 2>&1
formatted=$? # 77 where clang-format 14 is missing: then lines are looked at, nothing else
[ $formatted -eq 0 ] || [ $formatted -eq 77 ] || { cat "$tree/out"; echo "a good tree fails"; failed=1; }

expect 1 "a long comment" src/two.c "/* $words */"
expect $formatted "a long address" src/two.c "/*\n * https://example.org/$word\n */"
expect $formatted "a table" src/two.c "/* clang-format off */\nint two; // $words\n/* clang-format on */"
expect 1 "what follows a table" src/two.c "/* clang-format off */\n/* clang-format on */\n/* $words */"
if [ $formatted -eq 0 ]; then
    expect 1 "a line with two blanks" src/two.c "int  two ;"
    expect 1 "an indentation of two" src/two.h "int two(void) {\n  return 2;\n}"
fi
[ $failed -eq 0 ] || exit 1
[ $formatted -eq 0 ] || { echo "there is no clang-format 14 here: lines only"; exit 77; }
