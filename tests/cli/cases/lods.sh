# Levels of detail (--lods, --lods-as, --lod): as objects of one file and as files; what each verb makes of them; wrong values.
fixtures=$cases/../../../fixtures
cp "$fixtures/billboards.bmd" "$fixtures/figure.bdl" "$fixtures/rigid.bmd" "$fixtures/rigid.bck" "$fixtures/stage.bmd" .
# One file: a note for each level, objects by their names.
real convert stage.bmd --lods 50%,25%,40 -v -o a.t3dm 2>&1 | grep -E 'triangles left|component'
real check a.t3dm
real info a.t3dm | grep -E 'draws|triangles|levels'
real info a.t3dm --json | grep -A1 lod_triangles
real dump a.t3dm --summary | grep -E '^draw.* lod '
real cost a.t3dm | grep -oE 'level . *[^ ]*|state.*'
real cost a.t3dm --json | grep -E '"lods|"lod"' | sort | uniq -c
# Budgets are of the finest level, all that is drawn at once.
real cost a.t3dm --budget tris=390 2>&1 | grep -E 'above|exit'
real cost a.t3dm --budget tris=389 2>&1 | grep -E 'above|exit'
mkdir again
# The same again, bit for bit; and written again it keeps them.
real convert stage.bmd --lods 50%,25%,40 -q -o again/a.t3dm
cmp a.t3dm again/a.t3dm && echo same
real convert a.t3dm -q -o again/b.t3dm
real info again/b.t3dm | grep levels
rm -r again
# A level by itself; the first one, below.
real compare stage.bmd --lods 50%,25%,40 --lod 3 --views six --effort fast -q | grep -c SSIM
rm -f ./*.png
# Files: they share pictures, and are levels when they are read together.
real convert rigid.bmd rigid.bck --lods 50%,25% --lods-as files -q -o b.t3dm
tree
real check b.t3dm b.lod1.t3dm b.lod2.t3dm
real cost stage.bmd --lods 50%,25% --lods-as files -q | grep -oE '(stage.*|level .): [0-9]+ objects? *[0-9,]*'
# With a target for the finest one, levels are parts of that.
real convert stage.bmd --triangles 200 --lods 50%,25% -v -o c.t3dm 2>&1 | grep -E 'triangles left'
# What verbs take.
rm -f ./*.t3dm ./*.png ./*.sdata
effect real "--lods 50%" compare stage.bmd
for verb in cost "convert -o a.t3dm"; do effect real "--lods 50%" $verb billboards.bmd; done
for verb in cost "convert -o a.t3dm"; do effect real "--lods-as files" $verb billboards.bmd --lods 50%; done
effect real "--set simplify.levels=20" convert billboards.bmd -o a.t3dm
effect real "--set t3dm.lods=files" convert billboards.bmd -o a.t3dm --lods 50%
effect real "--lod 1" compare billboards.bmd --lods 50%
real convert billboards.bmd --lods 50% -q -o a.t3dm
effect real "--lod 1" render a.t3dm -o a.png
# A level that is not there.
real render a.t3dm --lod 2 -o b.png
real render figure.bdl --lod 1 -o b.png
real render a.t3dm --lod 10 -o b.png
real render a.t3dm --lod ""
real compare figure.bdl --lod x
# glTF: nodes outside of the scene, which those of the finest level name.
real convert stage.bmd --lods 50%,25% -q -o d.gltf
grep -o MSFT_lod d.gltf | sort | uniq -c
python3 - <<'END'
import json
file = json.load(open('d.gltf'))
nodes, seen = file['nodes'], set(file['scenes'][0]['nodes'])
for node in nodes: seen |= set(node.get('children', []))
def triangles(node): return sum(file['accessors'][p['indices']]['count'] // 3 for p in file['meshes'][node['mesh']]['primitives'])
levels = [[node] + [nodes[i] for i in node['extensions']['MSFT_lod']['ids']] for node in nodes if 'extensions' in node]
print('triangles by level:', *[sum(triangles(level[k]) for level in levels) for k in range(3)])
print('in the scene:', *[sum(nodes.index(level[k]) in seen for level in levels) for k in range(3)])
print(*sorted(node['name'] for node in levels[0]))
END
rm -f d*
# Levels of levels; targets without.
real convert a.t3dm --lods 50% -o b.t3dm
real convert a.t3dm --triangles 50% -o b.t3dm
real convert figure.bdl --lods 50% -o b.obj
real convert billboards.bmd --lods 50% --to t3dm:L0 -o b.t3dm
real convert figure.bdl --lods 50%,1500 -o b.t3dm
ls b.*
# Wrong values.
for value in 0% 100% 50%,60% 50%,50% 300,300 50%, ,50% abc "" 50%,25%,12%,6%,5%,4%,3%,2%,1%,0.5%; do
    real convert figure.bdl --lods "$value" -o b.t3dm
done
for verb in compare cost; do real $verb figure.bdl --lods 0; done
for verb in convert cost; do real $verb figure.bdl --lods-as levels; done
for verb in convert cost; do real $verb figure.bdl --lods-as ""; done
for verb in compare cost; do real $verb figure.bdl --lods ""; done
real convert figure.bdl --set simplify.levels=5%,6%
real convert figure.bdl --set t3dm.lods=one
real convert figure.bdl --lods-as files
real cost figure.bdl --lods-as objects
real cost a.t3dm --lods-as files -q | grep -oE 'level .: [0-9]+ objects?'
