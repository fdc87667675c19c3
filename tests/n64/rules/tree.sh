# tree.sh: what the tests of rules begin with; $2 of them is the source folder. A fresh folder, gone at the end; `failed` is 1 once
# something was not as expected. What make runs writes a line each to $LOG.
source=$2
fixtures=$source/fixtures
failed=0
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cd "$tree"
export LOG=$tree/log

# build WHAT EXPECTED...: what make ran for $goal, in any order.
build() {
    local what=$1 text
    shift
    : >"$LOG"
    make -j2 ${goal-} >out 2>&1 || { echo "$what: make failed"; cat out; failed=1; return; }
    text=$(sort "$LOG" | tr '\n' ';')
    [ "$text" = "$([ $# = 0 ] || printf '%s;' "$@")" ] || { echo "$what: expected [$*], ran [$text]"; cat out; failed=1; }
}
expect() {
    "$@" || { echo "not so: $*"; failed=1; }
}
# All else is older than these files.
later() {
    find . -exec touch -h -d "1 hour ago" {} +
    touch "$@"
}
# grid NUMBER: an OBJ file of NUMBER x NUMBER vertices, in strips; of 258 x 258 two T3DM files are made.
grid() {
    awk -v n="$1" 'BEGIN {
        for (y = 0; y < n; y++) for (x = 0; x < n; x++) print "v", x, y, 0
        for (y = 1; y < n; y += 2) for (x = 1; x < n; x++) { a = (y - 1) * n + x; print "f", a, a + 1, a + n + 1, a + n }
    }'
}
