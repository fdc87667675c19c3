# A model of too many vertices for one file becomes several: one of them is not what it looks like, nor what it costs.
awk 'BEGIN {
    n = 258
    for (y = 0; y < n; y++) for (x = 0; x < n; x++) print "v", x, y, 0
    for (y = 1; y < n; y++) for (x = 1; x < n; x++) { a = (y - 1) * n + x; print "f", a, a + 1, a + n + 1, a + n }
}' >big.obj
real big.obj --output-dir out -q
ls out
real check out/*.t3dm
real compare big.obj -q
real cost big.obj -q
real big.obj --output-dir out2 --budget tris=1000000 -q
ls
