# What models cost: tables, JSON, budgets. T3DM files as they lie there, others as they would be written.
fixtures=$cases/../../../fixtures
cp "$fixtures/layout-L0.t3dm" old.t3dm
cp "$fixtures/layout-V4.t3dm" new.t3dm
cp "$fixtures/skinned.bmd" "$fixtures/rigid.bmd" .
real cost new.t3dm
real cost old.t3dm skinned.bmd -q
real cost old.t3dm --to t3dm -q | sed -n 2p
real cost new.t3dm --bvh -q | grep layout
real cost new.t3dm --json
real cost skinned.bmd -q --json | grep -e '"converted"' -e '"verdict"' -e '"reason"'
# The conversion is the one that `convert` makes; nothing is written.
real convert skinned.bmd -q -o written.t3dm
real cost written.t3dm | tail -n +3 >as_written
real cost skinned.bmd -q | tail -n +3 | cmp - as_written && echo same
rm written.t3dm *.png
tree
# Budgets.
real cost new.t3dm old.t3dm --budget tris=17,verts=1K,rdram=4K,rsp=5000 -q
real cost new.t3dm old.t3dm --budget tris=17,rdram=4K -q --json | grep -e '"over"' -e '"tris"' -e '"verdict"' -e '"reason"'
real cost new.t3dm --budget tris=17 -q --json | grep -e '"over"' -e '"verdict"' -e '"reason"'
real convert skinned.bmd --budget tris=29,bytes=1K -q --report report.json
grep -e '"exit"' -e '"status"' -e '"verdict"' -e '"reason"' -e '"code"' report.json
real convert skinned.bmd rigid.bmd --budget tris=29 -q
ls
real convert skinned.bmd --budget tris=30,rsp=9950 -q
# Wrong command lines.
real cost new.t3dm --budget polys=3
real cost new.t3dm --budget tris
real cost new.t3dm --budget tris=,verts=3
real cost new.t3dm --budget tris=3x
real cost new.t3dm --budget 'tris=3 '
real cost new.t3dm --budget 'tris=3 ,verts=3'
real cost new.t3dm --budget tris=99999999999999999999
real cost new.t3dm --budget tris=3,tris=4
real cost new.t3dm --budget tris=3,
real info new.t3dm --budget tris=3
run cost new.t3dm --to toyout
# What cannot be measured.
real cost missing.t3dm new.t3dm --json | grep -e '"input"' -e '"verdict"' -e '"reason"'
head -c 600 new.t3dm >cut.t3dm
real cost cut.t3dm
# What the tracks header makes the CPU do; models without tracks have no such line.
cp "$fixtures"/figure.bdl "$fixtures"/figure.btk .
real cost figure.bdl figure.btk -q | grep CPU
real cost figure.bdl figure.btk -q --json | grep -A 4 '"cpu"' | head -n 5
real cost figure.bdl -q | grep CPU
real cost figure.bdl -q --json | grep '"cpu"' | sort -u
# A budget of memory knows what it does not know.
sed 's/bark\.ci4\.sprite/bark.xx4.sprite/' "$fixtures"/layout-V4.t3dm >unknown.t3dm
real cost unknown.t3dm --budget rdram=1M 2>&1 | grep 'excludes'
real cost unknown.t3dm --budget tris=1000 2>&1 | grep -c 'excludes'
echo "--- a model within its budget is converted once"
lines seen.toy "toy 1" "log read" "triangles 4"
TOY_LOG=$PWD/reads run cost seen.toy --budget tris=100 -q >shown
TOY_LOG=$PWD/reads run convert seen.toy --budget tris=100 -o seen.t3dm -q
cat reads
