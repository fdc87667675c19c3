#!/bin/sh
# Builds ferry64 and converts the repository's own demo model. Installs what is missing with apt, and says so.
set -eu
cd "$(dirname "$0")"
. scripts/setup.sh

want_build
install_missing

say "building (build/release)"
configure release -DFERRY_TESTS=OFF
build release
ferry64=build/release/ferry64

model=fixtures/figure.bdl
say "what $model holds"
"$ferry64" info "$model"

say "converting it into out/"
rm -rf out
status=0
"$ferry64" "$model" --output-dir out --report out.json.tmp >out.txt.tmp 2>out.lost.tmp || status=$?
mv out.json.tmp out/report.json 2>/dev/null || true
echo "made:"
sed 's/^/  /' out.txt.tmp
if [ -s out.lost.tmp ]; then
    echo "lost or said:"
    sed 's/^/  /' out.lost.tmp
else
    echo "lost: nothing"
fi
rm -f out.txt.tmp out.lost.tmp
[ $status -eq 0 ] || exit $status
say "all of it lies in $(pwd)/out; out/report.json says the same as data"
