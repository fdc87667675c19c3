#!/usr/bin/env bash
# The examples of README.md and ferry64.h, as they stand there, compile without a warning and do what they say.
#
#     examples.sh SOURCE-FOLDER COMPILER SHARED-LIBRARY
set -eu
source=$1 compiler=$2 library=$3
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

# try NAME: the text on standard input as the body of a function.
try() {
    {
        cat <<'END'
#include <ferry64.h>
static unsigned stored;
static void store(const char *name, ferry_bytes bytes) {
    stored += name[0] != 0 && bytes.size > 0;
}
static void example(ferry_bytes bytes) {
END
        cat
        cat <<'END'
}
static unsigned char model[1 << 20];
int main(int argc, char **argv) {
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file) return 2;
    ferry_bytes bytes = {model, fread(model, 1, sizeof model, file)};
    fclose(file);
    example(bytes);
    return stored > 1 ? 0 : 1;
}
END
    } >"$tree/$1.c"
    grep -q ferry_save "$tree/$1.c" || { echo "$1: no example found"; exit 1; }
    "$compiler" -std=c11 -Wall -Wextra -Werror -I"$source/src" "$tree/$1.c" -o "$tree/$1" "$library"
    LD_LIBRARY_PATH=$(dirname "$library") "$tree/$1" "$source/fixtures/figure.bdl" 2>/dev/null || { echo "$1: the example stores no model and textures"; exit 1; }
}
sed -n '/^## The library/,/^## /p' "$source/README.md" | sed -n '/^```c$/,/^```$/p' | grep -v '^```' | try readme
sed -n '/Twelve lines/,/^ \* Conventions/p' "$source/src/ferry64.h" | sed -n 's/^ \*     //p' | try header
