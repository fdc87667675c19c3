# A model of too many vertices for one file becomes several: they look like it together, cost what they cost together, and do not go to
# standard output.
awk 'BEGIN {
    n = 258
    for (y = 0; y < n; y++) for (x = 0; x < n; x++) print "v", x, y, 0
    for (y = 1; y < n; y += 2) for (x = 1; x < n; x++) { a = (y - 1) * n + x; print "f", a, a + 1, a + n + 1, a + n }
}' >big.obj
real big.obj --output-dir out -q
ls out
real check out/*.t3dm
real compare big.obj -q --size 96x72 | grep 'in all'
real compare big.obj out/big.t3dm -q --size 96x72 | grep 'in all'
real cost big.obj -q
real cost big.obj -q --json --budget tris=66306 | grep -e '"name": "big' -e '"bytes"' -e verdict
cat out/*.t3dm | wc -c
real big.obj --output-dir out2 --budget tris=66305 -q
real big.obj -o - --textures pictures -q
ls
