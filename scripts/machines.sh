# machines.sh: the stage of test.sh that only `./test.sh machines` runs: the same bytes on s390x, whose byte order is the console's, and on
# x86 of 32 bits, with Debian's cross compilers and qemu. Read by `.` from test.sh.

machines_folder=$PWD/build/machines lists_are_new=

want_machines() {
    want qemu-s390x qemu-user "runs programs for other machines"
    want s390x-linux-gnu-gcc gcc-s390x-linux-gnu "compiles for s390x"
    want i686-linux-gnu-gcc gcc-i686-linux-gnu "compiles for x86 of 32 bits"
    [ -e /usr/s390x-linux-gnu/include/stdio.h ] || missing="$missing libc6-dev-s390x-cross"
    [ -e /usr/i686-linux-gnu/include/stdio.h ] || missing="$missing libc6-dev-i386-cross"
}

# apt-get with lists and a cache of its own: the system stays without foreign packages.
foreign_apt() {
    apt=$machines_folder/apt
    mkdir -p "$apt/lists/partial" "$apt/archives/partial"
    apt-get -qq -o APT::Architecture=s390x -o APT::Architectures::=s390x -o APT::Architectures::=i386 -o Acquire::Languages=none \
        -o Dir::State::Lists="$apt/lists" -o Dir::Cache="$apt" -o APT::Sandbox::User="$(id -un)" "$@"
}

# unpack_libraries MACHINE: what a build for it links against. cmake/machine.cmake looks there.
unpack_libraries() {
    folder=$machines_folder/$1
    [ -e "$folder/complete" ] && return
    say "missing: libraries for $1, by apt-get into build/machines/$1"
    rm -rf "$folder"
    mkdir -p "$folder"
    [ "$lists_are_new" ] || foreign_apt update 2>"$folder.log" || say "apt-get update: not all lists came; see build/machines/$1.log"
    lists_are_new=yes
    (cd "$folder" && foreign_apt download "zlib1g-dev:$1" "libpng-dev:$1" "libjansson-dev:$1" "check:$1" "libsubunit-dev:$1") || return
    for package in "$folder"/*.deb; do
        dpkg-deb -x "$package" "$folder" || return
        rm "$package"
    done
    touch "$folder/complete"
}

# stage_machine NAME TITLE: the goldens, the makers of the fixtures, maths, the game's header, and tests/machines.sh.
stage_machine() {
    say "$2 (build/$1)"
    if unpack_libraries "$1" && configure "$1" && build "$1" ferry64 test_core test_fixtures test_golden test_n64_files test_n64_tracks; then
        run_tests "$1" "$2" -R '^(arithmetic|core|fixtures|golden|n64_files|n64_tracks|machines)$'
        sed -n 's/^\([0-9]* runs are the same, .*\)/== \1/p' "build/$1/Testing/Temporary/LastTest.log"
    else
        fail "$2: it does not build"
    fi
}

stage_machines() {
    say "this machine, to compare with (build/ci)"
    if configure ci && build ci ferry64; then
        stage_machine s390x "s390x"
        stage_machine i386 "x86 of 32 bits"
    else
        fail "this machine: it does not build"
    fi
}
