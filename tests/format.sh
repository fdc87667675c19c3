#!/bin/sh
# format.sh [FOLDER]: the C sources of a tree are exactly what clang-format 14 makes of them, and no line is longer than 110 columns
# (lines.py). Debian 12 and Ubuntu 24.04 both have clang-format-14; other versions format differently. Without it: exit 77.
set -u
here=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$here/..}" || exit 1
failed=0

python3 "$here/lines.py" . || failed=1

formatter=
for name in clang-format-14 clang-format; do
    "$name" --version 2>/dev/null | grep -q 'version 14\.' && formatter=$name && break
done
if [ -n "$formatter" ]; then
    folders=
    for folder in src n64 tests fixtures; do [ ! -d "$folder" ] || folders="$folders $folder"; done
    # shellcheck disable=SC2086
    if ! find $folders -name '*.[ch]' | LC_ALL=C sort | xargs "$formatter" --style=file --dry-run -Werror --ferror-limit=1; then
        echo "these files are not formatted: $formatter -i FILE"
        failed=1
    fi
elif [ $failed -eq 0 ]; then
    echo "there is no clang-format 14 here"
    exit 77
fi
exit $failed
