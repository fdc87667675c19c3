#!/bin/sh
# The game of docs/animations.md and the one at the header's head compile, as C and as C++, with the model of libdragon and
# Tiny3D that lies here.
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

# The header's: statements, of which a reflow must not hide one behind a comment.
sed -n '/\*\//q; s/^ \*     //p' n64/ferry64_tracks.h >"$work/head"
calls=$(sed 's,//.*,,' "$work/head" | grep -o 'ferry64_[a-z_]*(' | tr -d '\n')
wanted='ferry64_tracks_open(ferry64_player_open(ferry64_play(ferry64_update(ferry64_draw(ferry64_player_close(ferry64_tracks_close('
[ "$calls" = "$wanted" ] || { echo "the header's example calls $calls, not $wanted"; exit 1; }
{
    printf 'void head(T3DModel *model, T3DSkeleton skeleton, float deltaTime);\n'
    printf 'void head(T3DModel *model, T3DSkeleton skeleton, float deltaTime) {\nenum { FB_COUNT = 3 };\n'
    cat "$work/head"
    printf '}\n'
} >>"$work/example.c"
# The header of levels of detail: its examples, and both headers in one program.
grep -q 'ferry64_lod_open(&lod, model);' n64/ferry64_lod.h
{
    printf '#include <ferry64_lod.h>\n'
    printf 'void levels(T3DModel *model, T3DSkeleton skeleton, Ferry64Tracks tracks, Ferry64Player player);\n'
    printf 'void levels(T3DModel *model, T3DSkeleton skeleton, Ferry64Tracks tracks, Ferry64Player player) {\n'
    printf 'float height = 1, distance = 2, fov = 1;\n'
    sed -n '/\*\//q; s/^ \*     //p' n64/ferry64_lod.h
    printf '}\n'
} >>"$work/example.c"
cp "$work/example.c" "$work/example.cpp"

flags="-Wall -Wextra -Werror -fsyntax-only -isystem tests/n64 -In64"
$1 -std=c11 $flags "$work/example.c"
[ -z "$2" ] || "$2" -std=c++17 $flags "$work/example.cpp"
