#!/bin/sh
# Builds ferry64 in every way that matters and runs all tests. Installs what is missing with apt, and says so.
# FERRY_SAMPLES=FOLDER also runs over all files of a folder. `./test.sh machines` instead compares what builds for other machines make with
# what the build for this one makes. The last line is "N passed, N failed", and ", N skipped" if any was.
set -u
cd "$(dirname "$0")"
. scripts/setup.sh
. scripts/machines.sh

passed=0 failed=0 skipped=0

case ${1:-} in
'' | machines) ;;
*)
    say "no stage is called $1; there is: machines"
    exit 2
    ;;
esac

fail() {
    failed=$((failed + 1))
    say "FAILED: $*"
}

# sum PASSED FAILED SKIPPED
sum() {
    printf '%s passed, %s failed' "$1" "$2"
    [ "$3" -eq 0 ] || printf ', %s skipped' "$3"
    echo
}

# One test more than there are processors: some of them wait for clocks, pipes and children.
beside=$((jobs + 1))

# Adds up what ctest says: "95% tests passed, 2 tests failed out of 40", where those that were skipped count as passed; each of them has
# a line "3/40 Test #3: name ...***Skipped". run_tests PRESET TITLE [CTEST-ARGUMENT...]
run_tests() {
    tests_preset=$1 tests_title=$2
    shift 2
    ctest --test-dir "build/$tests_preset" --output-on-failure --parallel "$beside" "$@" >"build/$tests_preset.log" 2>&1
    status=$?
    total=$(sed -n 's/^[0-9]*% tests passed, .* out of \([0-9]*\)$/\1/p' "build/$tests_preset.log")
    bad=$(sed -n 's/^[0-9]*% tests passed, \([0-9]*\) tests* failed out of .*/\1/p' "build/$tests_preset.log")
    left=$(grep -c '^ *[0-9]*/[0-9]* Test .*\*\*\*Skipped ' "build/$tests_preset.log")
    if [ -z "$total" ] || [ "$total" -eq 0 ]; then
        cat "build/$tests_preset.log"
        fail "$tests_title: no test ran"
        return
    fi
    good=$((total - bad - left))
    passed=$((passed + good)) failed=$((failed + bad)) skipped=$((skipped + left))
    [ $status -eq 0 ] || cat "build/$tests_preset.log"
    say "$tests_title: $(sum "$good" "$bad" "$left")"
    sed -n 's/^.* Test *#[0-9]*: \([^ ]*\) .*\*\*\*Skipped .*/   skipped: \1/p' "build/$tests_preset.log"
}

finish() {
    sum "$passed" "$failed" "$skipped"
    [ "$failed" -eq 0 ]
    exit
}

want_build
want_lib check check.h check "unit tests"
if [ "${1:-}" = machines ]; then
    want_machines
    install_missing
    stage_machines
    finish
fi
want bash bash "program tests"
want python3 python3 "tests of the JSON"
want_python jsonschema python3-jsonschema "tests of the JSON"
want clang clang "the second compiler, and the fuzz targets"
want node nodejs "the glTF validator, three.js"
want npm npm "the glTF validator, three.js"
want zsh zsh "completions"
want fish fish "completions"
want groff groff "the man page"
install_missing
find_python
want_if_there clang-format-14 clang-format-14 "the format of the sources"
want_node_packages

# Whether clang can link with sanitizers: their runtime is a package of its own on some systems.
clang_sanitizes() {
    mkdir -p build
    echo 'int main(void) { return 0; }' >build/probe.c
    clang -fsanitize=address,undefined build/probe.c -o build/probe 2>/dev/null
}
if ! clang_sanitizes; then
    missing=" libclang-rt-$(clang -dumpversion | cut -d. -f1)-dev"
    say "missing: clang's sanitizers, from the package$missing"
    install_missing
fi

# stage PRESET TITLE [CMAKE-ARGUMENT...]
stage() {
    stage_preset=$1 stage_title=$2
    shift 2
    say "$stage_title (build/$stage_preset)"
    if configure "$stage_preset" "$@" && build "$stage_preset"; then
        run_tests "$stage_preset" "$stage_title"
    else
        fail "$stage_title: it does not build"
    fi
}

stage ci "gcc, optimised, warnings are errors"
stage asan "clang, warnings are errors, AddressSanitizer and UndefinedBehaviorSanitizer, fuzz targets"

# Every file must be converted or refused with a message; anything else is a fault of ours.
run_sample() {
    timeout 120 build/asan/ferry64 "$1" --output-dir "$samples_out" >/dev/null 2>"$samples_out.err"
    case $? in
    0) converted=$((converted + 1)) ;;
    1)
        refused=$((refused + 1))
        grep -q 'error: ' "$samples_out.err" || { fail "$1: exit 1 without a message"; return; }
        ;;
    *)
        cat "$samples_out.err"
        fail "$1: neither converted nor refused"
        return
        ;;
    esac
    passed=$((passed + 1))
}

# How similar a model and its conversion look. Below 0.8 a loss has to say why.
compare_sample() {
    timeout 120 build/ci/ferry64 compare "$1" >"$samples_out.txt" 2>"$samples_out.err"
    case $? in
    0) ;;
    1) return ;; # no model, or several of them
    *)
        cat "$samples_out.err"
        fail "$1: neither compared nor refused"
        return
        ;;
    esac
    ssim=$(sed -n 's/^ *in all *SSIM \([0-9.]*\).*/\1/p' "$samples_out.txt")
    say "similarity $ssim  $1"
    if awk "BEGIN { exit !($ssim < 0.8) }" && ! grep -q 'loss: ' "$samples_out.err"; then
        fail "$1: a similarity of $ssim, and no loss explains it"
        return
    fi
    passed=$((passed + 1))
}

if [ -n "${FERRY_SAMPLES:-}" ]; then
    say "the files in $FERRY_SAMPLES"
    converted=0 refused=0 samples_out=build/samples
    find "$FERRY_SAMPLES" -type f | sort >build/samples.list
    while IFS= read -r file; do
        rm -rf "$samples_out"
        run_sample "$file"
        compare_sample "$file"
    done <build/samples.list
    rm -rf "$samples_out" "$samples_out.txt" "$samples_out.err"
    say "$converted converted, $refused refused"
fi

finish
