# What tells two models apart: nothing and exit 0, or lines and exit 1.
fixtures=$cases/../../../fixtures
cp "$fixtures"/{skinned.bmd,maya.bdl,maya.bck,rigid.bck,figure.bdl,one.arc,crowd.arc,moving.arc} .
real diff skinned.bmd skinned.bmd
real diff one.arc maya.bdl
real diff crowd.arc#bdl/maya.bdl maya.bdl
stdin=maya.bdl real diff - maya.bdl
real figure.bdl -q -o a.t3dm
real figure.bdl -q -o b.t3dm --max-texture 16 --set t3dm.depth-write=always
real diff a.t3dm b.t3dm | grep -e draw -e jersey | grep -v -e modes -e hash
real diff a.t3dm b.t3dm -q
real diff figure.bdl a.t3dm --tolerance 0.001 | grep -e scene -e jersey -e shape0
real figure.bdl -q -o a.t3dm --base-scale 16
real diff a.t3dm b.t3dm --tolerance 0.01 | grep -e scene -e position -e node
# What joins a model stands behind it.
real diff maya.bdl maya.bck maya.bdl maya.bck
real diff moving.arc maya.bdl -q --anim walk
real diff maya.bdl maya.bck maya.bdl
real diff maya.bdl maya.bck maya.bdl maya.bck --at maya:0.5
real diff maya.bck rigid.bck | head -n 3
# As JSON, and in the report.
real diff a.t3dm b.t3dm --json --tolerance 0.01 | sed '/^    },$/,/^  \],$/{/^  \],$/!d}; s/[0-9]* changed/N changed/; s/"changed": [0-9]*/"changed": N/'
real diff maya.bdl maya.bdl --json --report report.json | tail -n 9
grep -e '"status"' -e '"verdict"' -e '"reason"' -e '"exit"' report.json
# What cannot be compared is an error, not a difference.
real diff maya.bdl missing.bdl
real diff maya.bdl missing.bdl --json | grep -e verdict -e reason -e '"a"' -e '"b"'
real diff crowd.arc maya.bdl
real diff maya.bdl maya.bck maya.bdl --at maya:0.5
real diff maya.bdl
real diff maya.bdl maya.bdl maya.bdl
real diff - -
real diff a.t3dm b.t3dm --tolerance -1
real diff a.t3dm b.t3dm --tolerance 1%
real diff a.t3dm b.t3dm -o x
real compare a.t3dm b.t3dm --tolerance 1
