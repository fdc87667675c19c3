# The rule for make of docs/building-with-make.md, "With mksprite", as it stands there: afterwards every path a model names is a file of the ROM.
root=$cases/../../..
mkdir assets bin
ln -s "$program" bin/ferry64
cp "$root/fixtures/figure.bdl" "$root/fixtures/maya.bdl" assets/
cp "$root/fixtures/moving.arc" assets/moving.bdl # a model and its animation in one
cat >bin/mksprite <<'END'
#!/bin/sh
# [-f FORMAT] -o FOLDER FILE: stands for libdragon's, which keeps the name and changes the ending. Without -f it may choose
# another format than the name says.
format=unknown
if [ "$1" = -f ]; then format=$2; shift 2; fi
echo "$format" >"$2/$(basename "$3" .png).sprite"
END
chmod +x bin/mksprite
sed -n '/^## With mksprite/,/^## /p' "$root/docs/building-with-make.md" | sed -n '/^```make$/,/^```$/p' | grep -v '^```' >Makefile
PATH=$PWD/bin:$PATH make -s -j2 N64_MKSPRITE=mksprite filesystem/figure.t3dm filesystem/maya.t3dm filesystem/moving.t3dm >log 2>&1 || cat log
for path in $(grep -a -h -o 'rom:/[A-Za-z0-9_./]*' filesystem/*.t3dm); do
    [ -e "filesystem/${path#rom:/}" ] && echo "found" || echo "missing: $path"
done | sort | uniq -c
ls filesystem | sed 's/\.[a-z0-9]*\.sprite/.FORMAT.sprite/'
for sprite in filesystem/*.sprite; do
    name=${sprite%.sprite}
    [ "$(cat "$sprite")" = "${name##*.}" ] || echo "$sprite: made as $(cat "$sprite")"
done
