#!/bin/sh
# The game of docs/animations.md compiles, as C and as C++, with the model of libdragon and Tiny3D that lies here.
# Arguments: the C compiler, the C++ compiler ("": none, that part is left out).
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Blocks of C: the first is a game, the others stand in a function.
awk -v to="$work" '/^```c$/ { n++; on = 1; next } /^```$/ { on = 0 } on { print > (to "/" n) }' docs/animations.md
{
    cat "$work/1"
    for block in "$work"/[2-9]; do
        printf 'void block%s(T3DModel *model, T3DSkeleton skeleton, Ferry64Tracks tracks, Ferry64Player player, T3DAnim walk);\n' "${block##*/}"
        printf 'void block%s(T3DModel *model, T3DSkeleton skeleton, Ferry64Tracks tracks, Ferry64Player player, T3DAnim walk) {\n' "${block##*/}"
        printf '(void)model; (void)skeleton; (void)tracks; (void)player; (void)walk;\n'
        cat "$block"
        printf '}\n'
    done
} >"$work/example.c"
grep -q block3 "$work/example.c"
cp "$work/example.c" "$work/example.cpp"

flags="-Wall -Wextra -Werror -fsyntax-only -isystem tests/n64 -In64"
$1 -std=c11 $flags "$work/example.c"
[ -z "$2" ] || "$2" -std=c++17 $flags "$work/example.cpp"
