# The main job with the demo model: one file and its textures, with paths that the console finds.
fixtures=$cases/../../../fixtures
cp "$fixtures/figure.bdl" "$fixtures/materials.bdl" .
paths() { grep -a -o 'rom:/[a-z0-9_./]*' "$1" | sed 's/\.[a-z0-9]*\.sprite/.FORMAT.sprite/' | sort -u; }
real figure.bdl -q -o filesystem/
paths filesystem/figure.t3dm
tree | sed 's/\.[a-z0-9]*\.png/.FORMAT.png/'
real figure.bdl -q --output-dir filesystem/models --textures filesystem/skins
paths filesystem/models/figure.t3dm | head -n 2
real figure.bdl -q -o - --base-scale 16 >streamed
sed 1d streamed | cmp - <("$program" figure.bdl -q -o - --base-scale 16) && echo same
real figure.bdl materials.bdl --output-dir both --base-scale shared --report report.json 2>&1 | grep -o -e 'base-scale[= ][0-9][0-9]*' | sort -u | wc -l
grep base-scale report.json | grep -v code | sort -u | wc -l
real figure.bdl --base-scale 0 -q
real figure.bdl --base-scale 1000000 -q | sed 's/error: .*/error: .../' | sort -u
real figure.bdl --base-scale many
real figure.bdl --to usd
real figure.bdl --to j3d
real figure.bdl -o figure.usd
# An ending in capitals is the same ending; dots of a name do not make texture names meet.
cp "$fixtures/rigid.bmd" level.1.BMD
cp "$fixtures/rigid.bmd" level.2.BMD
real level.1.BMD -q -o level.1.T3DM
real level.2.BMD -q
ls level*
# A tree of boxes for culling, where it is asked for.
real convert level.1.BMD -q --bvh -o tree.t3dm
real check tree.t3dm
od -An -c -j 44 -N 48 -v tree.t3dm | grep -c B
real convert level.1.BMD --set t3dm.bvh=perhaps
real convert level.1.BMD --bvh=yes
# Objects that nothing tells apart, as one.
real cost figure.bdl -q | grep objects
real cost figure.bdl -v --merge-objects 2>&1 | grep -o -e 'figure.t3dm: note: .* merged into [0-9]*' -e ' [0-9]* objects '
