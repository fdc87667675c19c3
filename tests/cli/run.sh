#!/usr/bin/env bash
# Runs program tests: each CASE.sh in a folder of its own; what it did must equal CASE.txt.
#
#     run.sh TOY-PROGRAM PROGRAM SOURCE-FOLDER [CASE...]
#
# In a case, `run ARGUMENT...` runs the program with the toy formats (toy.c) and `real ARGUMENT...` the one that is installed;
# both note the command, its standard output, its standard error (lines begin with "! ") and an exit status other than 0.
# `show FILE...` notes files, `tree` all files of the folder. FERRY_UPDATE=1 rewrites CASE.txt: review the difference.
set -u
export LC_ALL=C LANGUAGE= MallocNanoZone=0
toy=$1 program=$2 cases=$3
shift 3
umask 022

note_run() {
    local name=$1 status
    shift
    printf '$'
    printf ' %s' "$name" "$@"
    printf '\n'
    timeout -k 1 60 "$binary" "$@" >"$private/stdout" 2>"$private/stderr" <"${stdin:-/dev/null}"
    status=$?
    cat "$private/stdout"
    sed 's/^/! /' "$private/stderr"
    [ $status -eq 0 ] || echo "exit $status"
    return $status
}
run() { binary=$toy note_run ferry64 "$@"; }
real() { binary=$program note_run ferry64 "$@"; }
show() {
    local file
    for file; do
        echo "--- $file"
        cat "$file"
    done
}
tree() { find . -mindepth 1 -printf '%P %y\n' | sed 's/ f$//; s/ d$/\//; s/ l$/@/; s/ p$/|/' | sort; }
# A file of the given lines.
lines() {
    local file=$1
    shift
    printf '%s\n' "$@" >"$file"
}
# pack ARCHIVE FILE=SOURCE...
pack() {
    local archive=$1 pair
    shift
    echo "toypack 1" >"$archive"
    for pair; do
        printf 'file %s %s\n' "${pair%%=*}" "$(wc -c <"${pair#*=}")" >>"$archive"
        cat "${pair#*=}" >>"$archive"
    done
}

run_case() {
    local case=$1 status
    private=$(mktemp -d) || exit 1
    mkdir "$private/work"
    (cd "$private/work" && . "$cases/$case.sh") >"$private/text" 2>&1 </dev/null
    if [ -n "${FERRY_UPDATE:-}" ]; then
        cp "$private/text" "$cases/$case.txt"
        status=0
    else
        diff -u --label "$case.txt, expected" --label "$case.txt, found" "$cases/$case.txt" "$private/text"
        status=$?
    fi
    rm -rf "$private"
    return $status
}

[ $# -gt 0 ] || set -- $(cd "$cases" && printf "%s\n" *.sh | sed "s/.sh$//")
failed=0
for case; do
    run_case "$case" || { echo "$case: FAILED"; failed=1; }
done
exit $failed
