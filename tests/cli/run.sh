#!/usr/bin/env bash
# Runs program tests: each CASE.sh in a folder of its own; what it did must equal CASE.txt.
#
#     run.sh TOY-PROGRAM PROGRAM SOURCE-FOLDER [CASE...]
#
# In a case, `run ARGUMENT...` runs the program with the toy formats (toy.c) and `real ARGUMENT...` the one that is installed;
# both note the command, its standard output, its standard error (lines begin with "! ") and an exit status other than 0.
# `effect run|real OPTIONS ARGUMENT...` runs the command in a copy of the folder, and again with the options (one word, between blanks)
# behind it, and notes what they change: the streams, the exit status, files.
# `alike run|real ARGUMENT...` runs the command with one job and with two, each in a copy of the folder, notes the first and what it
# wrote, and complains where they differ.
# `show FILE...` notes files, `tree` all files of the folder. `skip WHY` ends a case that cannot run here: exit 77 if no other fails.
# FERRY_UPDATE=1 rewrites CASE.txt: review the difference.
#
# To look for leaks takes a sanitized program as long as all else that a short command does: each fourth `run` or `real` does so, the
# first included; effects look at none.
set -u
export LC_ALL=C LANGUAGE= MallocNanoZone=0
toy=$1 program=$2 cases=$3
shift 3
umask 022
without_leaks=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0

# What a variable can do takes no process: many machines need a millisecond and more to start one.
# The text of a file, in $text; fails if it has a zero byte, which no variable holds.
text_of() {
    text=
    ! IFS= read -r -d '' text <"$1"
}
print_file() {
    local text
    if [ -f "$1" ] && [ -r "$1" ] && text_of "$1"; then printf %s "$text"; else cat "$1"; fi
}
# The lines of a file, each behind "! ".
print_complaints() {
    local text end=
    if text_of "$1"; then
        [ "${text%$'\n'}" = "$text" ] || end=$'\n'
        text=${text%$'\n'}
        printf %s "! ${text//$'\n'/$'\n! '}$end"
    else
        sed 's/^/! /' "$1"
    fi
}
# Runs a command for at most a minute: tells its number to the one who ends it then (watch), and when it has ended.
limited() {
    local status
    (echo $BASHPID >&8 && exec "$@" 8>&-)
    status=$?
    echo >&8
    return $status
}
watch() {
    local line number= status
    while :; do
        read -r -t 60 line
        status=$?
        if [ $status -eq 0 ]; then
            number=$line
        elif [ $status -le 128 ]; then
            return # the case has ended
        elif [ -n "$number" ]; then
            kill "$number"
            read -r -t 1 line || kill -9 "$number"
            number=
        fi
    done
}
note_run() {
    local name=$1 status
    shift
    printf '$'
    printf ' %s' "$name" "$@"
    printf '\n'
    local commands=0 asan=${ASAN_OPTIONS:-}
    read -r commands 2>/dev/null <"$private/commands" || commands=0
    echo $((commands + 1)) >"$private/commands" # in a file: many commands run in subshells
    ((commands % 4 == 0)) || asan=$without_leaks
    ASAN_OPTIONS=$asan limited "$binary" "$@" >"$private/stdout" 2>"$private/stderr" <"${stdin:-/dev/null}"
    status=$?
    [ ! -s "$private/stdout" ] || print_file "$private/stdout"
    [ ! -s "$private/stderr" ] || print_complaints "$private/stderr"
    [ $status -eq 0 ] || echo "exit $status"
    return $status
}
run() { binary=$toy note_run ferry64 "$@"; }
real() { binary=$program note_run ferry64 "$@"; }
# The command's streams, its status and its files, in $private/NAME.
outcome() {
    local name=$1 from=$PWD
    shift
    if [ -e "$private/$name" ]; then rm -rf "${private:?}/$name/files"; else mkdir "$private/$name"; fi
    cp -r . "$private/$name/files"
    cd "$private/$name/files" || exit
    ASAN_OPTIONS=$without_leaks limited "$binary" "$@" >../stdout 2>../stderr </dev/null
    echo $? >../exit
    cd .. && sums >"$private/$name.sums"
    cd "$from" || exit
}
# Sets `found` to all that is in the folder, links not followed, names with a dot included.
find_all() {
    shopt -s dotglob globstar nullglob
    found=(**)
    shopt -u dotglob globstar nullglob
}
# Puts a name into `list`, in order; once only.
put() {
    local at=${#list[@]} name
    for name in "${list[@]}"; do
        [ "$name" != "$1" ] || return
    done
    while ((at > 0)) && [[ ${list[at - 1]} > $1 ]]; do
        list[at]=${list[at - 1]}
        ((at--))
    done
    list[at]=$1
}
# Checksums and names of all files of the folder; and the names, in order, that stand in one of two such lists with another sum than
# in the other, or alone: in `list`. All at once: processes for each file would take longer than most commands.
sums() {
    local file found files=()
    find_all
    for file in "${found[@]}"; do
        [ ! -f "$file" ] || [ -L "$file" ] || files+=("./$file")
    done
    [ ${#files[@]} -eq 0 ] || cksum "${files[@]}"
}
differing() {
    local -A seen=()
    local file line
    for file; do
        while IFS= read -r line; do seen[$line]+=x; done <"$file"
    done
    list=()
    for line in "${!seen[@]}"; do
        [ "${seen[$line]}" != x ] || put "${line#* * ./}"
    done
}
effect() {
    local options=$2 status changes= file list
    binary=$program
    [ "$1" = real ] || binary=$toy
    shift 2
    if [ "${baseline:-}" != "$binary $*" ]; then
        outcome without "$@"
        baseline="$binary $*"
    fi
    # shellcheck disable=SC2086
    outcome with "$@" $options
    read -r status <"$private/with/exit"
    printf '$ ferry64 %s %s\n' "$*" "$options"
    [ "$status" -ne 2 ] || [ ! -s "$private/with/stderr" ] || print_complaints "$private/with/stderr"
    [ "$status" -eq 0 ] || echo "exit $status"
    differing "$private/without.sums" "$private/with.sums"
    for file in "${list[@]}"; do changes="$changes ${file#files/}"; done
    echo "changes:${changes:- nothing}"
}
alike() {
    local kind=$1 jobs file list
    shift
    rm -rf "${private:?}"/[12]
    sums >"$private/before.sums"
    for jobs in 1 2; do
        cp -r . "$private/$jobs"
        (cd "$private/$jobs" && "$kind" "$@" -j $jobs) | sed 's/ -j [12]$//' >"$private/log$jobs"
    done
    cat "$private/log1"
    (cd "$private/1" && sums) >"$private/after.sums"
    differing "$private/before.sums" "$private/after.sums"
    for file in "${list[@]}"; do
        [ ! -e "$private/1/$file" ] || echo "written: $file"
    done
    cmp "$private/log1" "$private/log2" && diff -r "$private/1" "$private/2"
}
show() {
    local file
    for file; do
        echo "--- $file"
        print_file "$file"
    done
}
tree() {
    local file found list=()
    find_all
    for file in "${found[@]}"; do
        if [ -L "$file" ]; then
            put "$file@"
        elif [ -d "$file" ]; then
            put "$file/"
        elif [ -p "$file" ]; then
            put "$file|"
        else
            put "$file"
        fi
    done
    [ ${#list[@]} -eq 0 ] || printf '%s\n' "${list[@]}"
}
skip() {
    echo "skipped: $*" >"$private/skipped"
    exit 77
}
# A case that needs a pseudo-terminal begins with this: script(1) has to be there, and a terminal to be had. FERRY_NO_TERMINAL=1
# behaves as if there were none.
needs_terminal() {
    [ -z "${FERRY_NO_TERMINAL:-}" ] && [ "$(script -qec 'test -t 1 && echo a terminal' /dev/null 2>/dev/null | tr -d '\r')" = "a terminal" ] ||
        skip "no pseudo-terminal"
}
# A file of the given lines.
lines() {
    local file=$1
    shift
    printf '%s\n' "$@" >"$file"
}
# pack ARCHIVE FILE=SOURCE...
pack() {
    local archive=$1 pair bytes
    shift
    echo "toypack 1" >"$archive"
    for pair; do
        if IFS= read -r -d '' bytes <"${pair#*=}"; then # it has a zero byte, which no variable holds
            printf 'file %s %s\n' "${pair%%=*}" "$(wc -c <"${pair#*=}")"
            cat "${pair#*=}"
        else
            printf 'file %s %s\n%s' "${pair%%=*}" ${#bytes} "$bytes"
        fi
    done >>"$archive"
}

run_case() {
    local case=$1 status
    private=$(mktemp -d) || exit 1
    mkdir "$private/work"
    exec 8> >(watch >/dev/null 2>&1) # here: in the case, `wait` would wait for it
    (cd "$private/work" && . "$cases/$case.sh") >"$private/text" 2>&1 </dev/null
    exec 8>&-
    if [ -e "$private/skipped" ]; then
        cat "$private/skipped"
        status=77
    elif [ -n "${FERRY_UPDATE:-}" ]; then
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
failed=0 skipped=0
for case; do
    run_case "$case"
    case $? in
    0) ;;
    77) skipped=77 ;;
    *)
        echo "$case: FAILED"
        failed=1
        ;;
    esac
done
[ $failed -eq 0 ] && exit $skipped
exit 1
