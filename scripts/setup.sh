# setup.sh: what demo.sh and test.sh share. Finds out what the machine lacks and installs it with apt.
# Read by `.`; POSIX sh.

say() {
    printf '== %s\n' "$*"
}

# want COMMAND PACKAGE [WHY]: adds the package unless the command is there.
want() {
    command -v "$1" >/dev/null 2>&1 && return
    missing="$missing $2"
    say "missing: $1 ($3), from the package $2"
}

# want_lib PKG-CONFIG-NAME HEADER PACKAGE WHY
want_lib() {
    if command -v pkg-config >/dev/null 2>&1 && pkg-config --exists "$1"; then return; fi
    missing="$missing $3"
    say "missing: $1 ($4), from the package $3"
}

# want_python MODULE PACKAGE WHY
want_python() {
    python3 -c "import $1" >/dev/null 2>&1 && return
    missing="$missing $2"
    say "missing: Python's $1 ($3), from the package $2"
}

# Where python3 is a script that looks for an interpreter at each start, as pyenv's is, puts that one's folder first in PATH: the search
# takes ten times as long as the start itself. Elsewhere nothing changes.
find_python() {
    [ "$(head -c 2 "$(command -v python3)" 2>/dev/null)" = '#!' ] || return 0
    python_folder=$(python3 -c 'import os, sys; print(os.path.dirname(sys.executable))' 2>/dev/null) || return 0
    [ ! -x "$python_folder/python3" ] || PATH=$python_folder:$PATH
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1; then
        sudo "$@"
    else
        say "installing needs root or sudo. As root: apt-get install$missing"
        exit 1
    fi
}

install_missing() {
    [ -n "$missing" ] || return 0
    if ! command -v apt-get >/dev/null 2>&1; then
        say "this system has no apt-get; install these yourself (names as on Debian):$missing"
        exit 1
    fi
    say "installing with apt-get:$missing"
    mkdir -p build
    as_root apt-get update -qq || { say "apt-get update failed"; exit 1; }
    # shellcheck disable=SC2086
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends --no-remove $missing >build/apt.log 2>&1 || {
        cat build/apt.log
        say "apt-get install failed:$missing"
        exit 1
    }
    missing=
}

# want_if_there COMMAND PACKAGE WHY: installs a package that not every system has; without it something is skipped.
want_if_there() {
    command -v "$1" >/dev/null 2>&1 && return
    say "missing: $1 ($3), from the package $2"
    command -v apt-get >/dev/null 2>&1 || return 0
    mkdir -p build
    (missing=" $2"; install_missing) || say "there is no $2: $3 is skipped"
}

# What every build needs.
want_build() {
    want cc gcc "the C compiler"
    want cmake cmake "the build system"
    want pkg-config pkg-config "finds libraries"
    command -v ninja >/dev/null 2>&1 || want make make "runs the build"
    [ -e /usr/include/stdio.h ] || { missing="$missing libc6-dev"; say "missing: the C library's headers, from the package libc6-dev"; }
    want_lib zlib zlib.h zlib1g-dev "gzip"
    want_lib libpng png.h libpng-dev "textures as PNG"
    want_lib jansson jansson.h libjansson-dev "JSON"
    want_lib assimp assimp/cimport.h libassimp-dev "glTF, FBX, OBJ and other generic formats"
    want_lib libjpeg jpeglib.h libjpeg-dev "textures as JPEG"
    want_lib stb stb/stb_image.h libstb-dev "textures as TGA, BMP, GIF"
    want_lib libtiff-4 tiffio.h libtiff-dev "textures as TIFF"
    want_lib libwebp webp/decode.h libwebp-dev "textures as WebP"
}

# The validator of glTF files, and a program that plays them, below build/node. Without the network their tests are skipped.
want_node_packages() {
    [ -d build/node/node_modules/gltf-validator ] && [ -d build/node/node_modules/three ] && return
    say "missing: the packages gltf-validator and three, from npm into build/node"
    mkdir -p build/node
    npm install --prefix build/node --no-save --no-audit --no-fund gltf-validator@2.0.0-dev.3.10 three@0.187.0 >build/npm.log 2>&1 || {
        cat build/npm.log
        say "npm install failed: the tests of what other programs make of glTF files are skipped"
    }
}

# configure PRESET [ARGUMENT...]; build PRESET [TARGET...]
configure() {
    preset=$1
    shift
    if [ -f "build/$preset/CMakeCache.txt" ]; then
        cmake --preset "$preset" "$@" >"build/$preset.log" 2>&1
    else
        mkdir -p build
        command -v ninja >/dev/null 2>&1 && set -- -G Ninja "$@"
        cmake --preset "$preset" "$@" >"build/$preset.log" 2>&1
    fi || { cat "build/$preset.log"; return 1; }
}

build() {
    preset=$1
    shift
    [ $# -eq 0 ] || set -- --target "$@"
    cmake --build "build/$preset" --parallel "$jobs" "$@" >"build/$preset.log" 2>&1 || {
        grep -v '^\[' "build/$preset.log" | tail -n 60
        return 1
    }
}

missing=
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
