#!/usr/bin/env bash
# Installs a build into a folder of its own and builds consumer/ against it, in all the ways the README names.
#
#     install_test.sh BUILD-FOLDER SOURCE-FOLDER COMPILER CMAKE
set -eu
build=$1 source=$2 compiler=$3 cmake=$4
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
generator=$(sed -n 's/^CMAKE_GENERATOR:INTERNAL=//p' "$build/CMakeCache.txt")

expect_refusal() {
    local text
    text=$("$@")
    [ "$text" = "nothing: error: the file is empty" ] || { echo "$*: $text"; exit 1; }
}

"$cmake" --install "$build" --prefix "$tree/first" >"$tree/log"
mv "$tree/first" "$tree/usr" # nothing in it may know where it was installed
[ "$("$tree/usr/bin/ferry64" --version)" = "ferry64 0.1.0" ]
[ -s "$tree/usr/share/ferry64/schema/dump.json" ]
for page in man/man1/ferry64.1 bash-completion/completions/ferry64 zsh/site-functions/_ferry64 fish/vendor_completions.d/ferry64.fish \
    ferry64/n64/ferry64.mk; do
    [ -s "$tree/usr/share/$page" ] || { echo "not installed: $page"; exit 1; }
done

# The headers serve C++ too, where the compiler speaks it.
if echo 'int main() {}' | "$compiler" -x c++ -fsyntax-only - 2>/dev/null; then
    for header in "$tree"/usr/include/*.h; do
        echo "#include <$(basename "$header")>" | "$compiler" -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Wconversion \
            -Wshadow -Werror -I"$tree/usr/include" -fsyntax-only -
    done
fi

"$cmake" -S "$here/consumer" -B "$tree/found" -G "$generator" -DCMAKE_C_COMPILER="$compiler" \
    -DCMAKE_PREFIX_PATH="$tree/usr" >>"$tree/log"
"$cmake" --build "$tree/found" >>"$tree/log"
expect_refusal "$tree/found/consumer"
expect_refusal "$tree/found/consumer_shared"
if [ -e "$tree/found/consumer_cxx" ]; then expect_refusal "$tree/found/consumer_cxx"; fi

pc=$(dirname "$(find "$tree/usr" -name ferry64.pc)")
export PKG_CONFIG_PATH="$pc${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
lib=$(dirname "$(find "$tree/usr" -name libferry64.a)")
"$compiler" "$here/consumer/consumer.c" -o "$tree/shared" $(pkg-config --cflags --libs ferry64)
LD_LIBRARY_PATH="$lib" expect_refusal "$tree/shared"
if command -v c++ >/dev/null; then
    c++ -std=c++11 "$here/consumer/consumer.cpp" -o "$tree/shared_cxx" $(pkg-config --cflags --libs ferry64)
    LD_LIBRARY_PATH="$lib" expect_refusal "$tree/shared_cxx"
fi
rm "$lib"/libferry64.so*
"$compiler" "$here/consumer/consumer.c" -o "$tree/static" $(pkg-config --cflags --libs --static ferry64)
expect_refusal "$tree/static"

# As a subdirectory all of the library is compiled. What the build has compiled with the same command is taken from there.
cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }
type=$(cached CMAKE_BUILD_TYPE)
flags=CMAKE_C_FLAGS_$(printf %s "$type" | tr '[:lower:]' '[:upper:]')
cat >"$tree/launcher" <<END
#!/bin/sh
# The last arguments are: -o OBJECT -c SOURCE.
for word; do
    [ "\$before" != -o ] || object=\$word
    before=\$word
done
if [ -L "\$object" ]; then : >"\$object.d"; else exec "\$@"; fi
END
chmod +x "$tree/launcher"
"$cmake" -S "$here/consumer" -B "$tree/sub" -G "$generator" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE="$type" \
    "-D$flags=$(cached "$flags")" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DCMAKE_C_COMPILER_LAUNCHER="$tree/launcher" \
    -DFERRY_SOURCE="$source" >>"$tree/log"
python3 "$here/same_commands.py" "$build" "$tree/sub"
"$cmake" --build "$tree/sub" --target consumer >>"$tree/log"
expect_refusal "$tree/sub/consumer"
