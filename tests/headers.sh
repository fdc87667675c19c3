#!/bin/sh
# The public headers can be included from C++, and the shared library shows nothing but the public names.
# Arguments: the C++ compiler ("": none, that part is left out) and the shared library.
set -eu
cd "$(dirname "$0")/.."
compiler=$1 library=$2

for header in src/ferry64*.h; do
    [ -n "$compiler" ] || continue
    for standard in c++11 c++17; do
        printf '#include "%s"\nint main() { return 0; }\n' "$(basename "$header")" |
            "$compiler" -std=$standard -Wall -Wextra -pedantic -Werror -Isrc -fsyntax-only -x c++ -
    done
done

foreign=$(nm -D --defined-only "$library" | awk '$NF !~ /^ferry_/ { print $NF }')
if [ -n "$foreign" ]; then
    echo "the shared library shows: $foreign"
    exit 1
fi
