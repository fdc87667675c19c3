#!/bin/sh
# arithmetic.sh COMPILER: src/core/base/maths.h compiles with the project's own flags and refuses, in plain words, flags under which outputs
# would differ from those of other machines.
set -u
cd "$(dirname "$0")/../../.." || exit
compiler=$1
flags="-std=c11 -fsyntax-only -Isrc -x c src/core/base/maths.c"
failed=0

# refused WORDS FLAG...
refused() {
    words=$1
    shift
    # shellcheck disable=SC2086
    if said=$("$compiler" $flags "$@" 2>&1); then
        echo "$*: compiles"
        failed=1
    elif ! echo "$said" | grep -q "$words"; then
        echo "$*: expected '$words', found:"
        echo "$said"
        failed=1
    fi
}

refused "reorder arithmetic" -ffast-math

# The 80 bits of x86's older registers, which clang takes only without SSE; strict C11 on s390x.
tried=0
for wide in "-mfpmath=387" "-m32 -mno-sse" "-fexcess-precision=standard"; do
    # shellcheck disable=SC2086
    if printf '#include <float.h>\n#include <stdio.h>\n_Static_assert(FLT_EVAL_METHOD != 0, "");' | "$compiler" -std=c11 -fsyntax-only $wide -x c - 2>/dev/null; then
        refused "more precisely than their types" $wide
        tried=1
    fi
done
[ $failed -eq 0 ] || exit 1
[ $tried -eq 1 ] || { echo "this compiler has nothing wider to refuse"; exit 77; }
