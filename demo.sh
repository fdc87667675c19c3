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
say "what is in $model"
"$ferry64" info "$model"

say "converting it into out/"
rm -rf out
mkdir out
status=0
"$ferry64" "$model" --output-dir out --report out/report.json >build/demo.made 2>build/demo.said || status=$?
echo "made:"
sed 's/^/  /' build/demo.made
if [ -s build/demo.said ]; then
    echo "losses and warnings:"
    sed 's/^/  /' build/demo.said
else
    echo "losses: none"
fi
[ $status -eq 0 ] || exit $status
say "everything is in $(pwd)/out; out/report.json holds the messages as data"
