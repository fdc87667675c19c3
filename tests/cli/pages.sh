#!/usr/bin/env bash
# Man page and completions: their readers find no fault in them, as far as they are installed here; bash completes.
#
#     pages.sh PROGRAM
set -u
program=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failed=0
fail() {
    echo "$*"
    failed=1
}

"$program" help --man >"$tree/ferry64.1" || fail "no man page"
for name in $("$program" convert --help | sed -n 's/^.*--\([a-z-]*\).*$/\1/p' | sort -u); do
    sed 's/\\-/-/g' "$tree/ferry64.1" | grep -q -- "--$name" || fail "the man page leaves out --$name"
done
# What an option takes stands behind it.
"$program" convert --help | sed -n 's/^.*--\([a-z-]*\) \([A-Z][A-Z,:=.0-9]*\) .*$/\1 \2/p' | sort -u >"$tree/arguments"
[ "$(wc -l <"$tree/arguments")" -gt 5 ] || fail "convert --help has no options with arguments"
while read -r name argument; do
    sed 's/\\-/-/g' "$tree/ferry64.1" | grep -qF -- "--$name\fR \fI$argument" || fail "the man page leaves out --$name $argument"
done <"$tree/arguments"
awk '/^\.[IP]P$/ { if (open) exit 1; open = 1; next } open && /^\.[IPSTH]+/ { exit 1 } { open = 0 }' "$tree/ferry64.1" ||
    fail "the man page has a paragraph without text"
if command -v groff >/dev/null; then
    text=$(groff -man -ww -Tutf8 -z "$tree/ferry64.1" 2>&1)
    [ -z "$text" ] || fail "groff: $text"
fi
if command -v mandoc >/dev/null; then
    mandoc -T lint -W error "$tree/ferry64.1" || fail "mandoc"
fi
for shell in bash zsh fish; do
    "$program" help --completion $shell >"$tree/$shell" || fail "no completions for $shell"
    command -v $shell >/dev/null || continue
    text=$($shell -n "$tree/$shell" 2>&1) || fail "$shell: $text"
done

# zsh completes files, folders and words by what an option takes, and nothing where it takes a number.
for line in "'--companion\[.*:FILE|FOLDER:_files'" "'--output\[.*:PATH:_files'" "'--output-dir\[.*:FOLDER:_files -/'" "'--to\[.*:FORMAT:(.*t3dm.*)'" "'--jobs\[.*:'"; do
    grep -q -- "^ *$line " "$tree/zsh" || fail "zsh: no option $line"
done

grep -q -e ' -l companion -r -F ' "$tree/fish" || fail "fish: --companion completes no files"

. "$tree/bash"
compopt() { changed="$*"; }
# complete EXPECTED WORD...: the last word is the one to complete.
completes() {
    local expected=$1
    shift
    COMP_WORDS=(ferry64 "$@") COMP_CWORD=$# changed=
    _ferry64
    [ "${COMPREPLY[*]}" = "$expected" ] || fail "ferry64 $*: expected [$expected], got [${COMPREPLY[*]}]"
}
cd "$tree"
mkdir folder
completes "info" inf
completes "--companion --color" info --co
completes "always" info x.bdl --color al
completes "never" x.bdl --color = n
completes "t3dm" x.bdl --to t3
completes "folder" x.bdl --output-dir f
completes "" x.bdl --companion f
[ -z "$changed" ] || fail "bash completes no files behind --companion"
completes "" x.bdl --max-texture f
[ "$changed" = "+o default" ] || fail "bash completes files behind --max-texture"
completes "i4 ia4 i8 ia8 ia16" x.bdl --texture-format i
completes "" x.bdl -o f
completes "" x.bdl -o -
completes "-q" info -q
completes "check" help ch
completes "--json --help --version" formats --
exit $failed
