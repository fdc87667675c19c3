# How alike two models look: numbers, the least, the picture, what is refused.
fixtures=$cases/../../../fixtures
sizes() { sed 's/  [0-9,]* bytes/  N bytes/'; }                     # zlib's affair
shape() { sed 's/0\.[0-9]*\b/0.N/g; s/  *[0-9.,]*[0-9]\( pixels\)/ N\1/; s/colour error  *[0-9.]*/colour error N/'; }
size_of() { head -c 24 "$1" | tail -c 8 | od -An -tx1; }
cp "$fixtures/figure.bdl" "$fixtures/skinned.bmd" "$fixtures/rigid.bmd" "$fixtures/table.bmt" .
real compare rigid.bmd rigid.bmd
real compare rigid.bmd rigid.bmd --json
real compare rigid.bmd rigid.bmd table.bmt -q | grep 'in all' | shape # the table puts other materials on
# Written and read back with its textures, or in memory: the same numbers.
real convert figure.bdl -q
real compare figure.bdl figure.t3dm --min-ssim 0.98 -v | grep -v -e ' of the pixels' -e materials -e 'more; --json' | shape
real compare figure.bdl figure.t3dm -q | tail -n +3 >written
real compare figure.bdl -q | tail -n +3 | cmp - written && echo same
# A wrong scale is taken as said.
real compare figure.bdl figure.t3dm --base-scale 12 -v --min-ssim 0.9 2>&1 | grep -o -e 'the second model is 12 times' -e 'is below'
# A T3DM file against itself written again: with the textures beside it, on both sides, in folders of the console, too.
real compare figure.t3dm -q | grep 'in all'
real convert figure.bdl -q -o apart/figure.t3dm --textures apart/skins
real compare apart/figure.t3dm --min-ssim 1 -q | grep 'in all'
rm -r figure_*.png figure.t3dm apart
real compare figure.bdl -q --base-scale 7 -o sheet.png | grep 'in all' | shape
size_of sheet.png
real compare figure.bdl -q --size 40x30 --ambient file --light 0,0,1 --look console -o - >streamed
sed 1d streamed | head -c 8 | od -An -tx1
real compare figure.bdl -q --size 80x60 -o one.png >one
real compare figure.bdl -q --size 80x60 -o two.png | sed s/two.png/one.png/g >two
cmp one two && cmp one.png two.png && echo same
# All models of one archive, each with its conversion.
real compare "$fixtures/two.szs" -q | grep 'in all' | shape
# At a moment of an animation: both sides move, in memory or written.
cp "$fixtures/figure.bck" .
real compare figure.bdl figure.bck --at figure:0.4 --min-ssim 0.97 -q >posed
head -n 1 posed
real compare figure.bdl figure.bck --at figure:0.4 -q --json | grep -e '"at"' -e verdict
real convert figure.bdl figure.bck -q
real compare figure.bdl figure.bck figure.t3dm --at figure:0.4 --min-ssim 0.97 -q | tail -n +3 >written
tail -n +3 posed | cmp - written && echo same
real compare figure.bdl figure.t3dm --at figure:0.4 -q
real compare figure.t3dm -q --size 40x30 | grep 'in all' | shape # its stream is written from the scene that is gone by then
real render figure.t3dm --at figure:0.4 --turntable 3 --size 40x30 -q -o strip.png
size_of strip.png
real compare figure.bdl --at figure -q
# Nothing is left of the animation.
real compare figure.bdl figure.bck --set t3dm.skeleton=never --at figure:0.4 | grep -e at.rest -e rest.pose -e 'in all' -e 'in total' | shape
rm figure_*.png figure.t3dm figure.0.sdata figure.bck
# Below the minimum: told, and the picture is written all the same.
real compare figure.bdl rigid.bmd --min-ssim 0.9 --size 40x30 -q -o below.png >below
grep -e error: -e exit below | shape
real compare figure.bdl rigid.bmd --min-ssim 0.9 -q --json --report report.json | grep -e '"a"' -e '"b"' -e verdict
grep -e status -e '"verdict"' -e '"code"' -e '"exit"' report.json
# From where: the figures are the same alone and together, and each decides where it is the only one.
for views in six near all; do
    real compare rigid.bmd skinned.bmd -q --size 96x72 --views $views >$views
    real compare rigid.bmd skinned.bmd -q --size 96x72 --views $views -o $views.png >/dev/null
    size_of $views.png
done
cmp <(grep -e 'in all' all) <(grep -e 'in all' six) && cmp <(grep -e ' near ' all) <(grep -e ' near ' near) && echo same
grep -c -e '^  near' six near all
real compare rigid.bmd skinned.bmd -q --size 96x72 --views near --json | grep -e '"kind"' -e '"views": \[\]' -e '"name": "near' -e '"ssim": null'
real compare rigid.bmd skinned.bmd -q --size 96x72 --views six --json | grep -e '"near"'
for views in six near; do
    real compare rigid.bmd skinned.bmd -q --size 96x72 --views $views --min-ssim 1 | grep -e error: -e exit | sed 's/0\.[0-9]*/0.N/g'
done
real compare figure.bdl --views far
# Whose error it is: other materials on the same shape; and parts that only one of them has.
real compare rigid.bmd rigid.bmd table.bmt -q --size 96x72 --views six | sed -n '/materials/,$p' | sed 's/[0-9][0-9.]*/N/g; s/  *N/ N/g'
real compare rigid.bmd rigid.bmd table.bmt -q --size 96x72 --views six --json | sed -n '/"materials"/,/^  \]/p' | sed 's/[0-9]*\.[0-9]*/N/; s/\(pixels": \).*/\1N,/' | head -n 12
# What was told while converting stands beside what is seen.
real compare figure.bdl -q --size 96x72 --views six --json | grep -c '"told": [0-9]'
real compare figure.bdl -q --size 96x72 --views six --json | grep -m 1 -A 1 '"told": [0-9]' | sed 's/[0-9][0-9.]*/N/g'
# What cannot be compared.
real compare figure.bdl missing.bmd --json
real compare nothing.bmd missing.bmd
real compare missing.bmd
echo '{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{}]}' >empty.gltf
real compare empty.gltf -q # nothing is to be seen of either
real compare empty.gltf -q --min-ssim 1 --json | grep -e '"ssim": [^n]' -e verdict -e reason
head -c 1000 figure.bdl >cut.bdl
real compare figure.bdl cut.bdl --min-ssim 0.5 -o never.png | shape
real compare figure.bdl rigid.bmd -q -o missing/sheet.png --views six | grep -v -e ' of the pixels' -e materials -e 'more; --json' | shape
real compare figure.bdl rigid.bmd cut.bdl
real compare figure.bdl rigid.bmd --to t3dm
real compare figure.bdl rigid.bmd --base-scale shared
real compare figure.bdl rigid.bmd --sprites both
real compare figure.bdl --min-ssim much
real compare figure.bdl --min-ssim 1.5
real compare figure.bdl --ambient 256
real compare figure.bdl --ambient dark
real compare figure.bdl --json -o -
cp figure.bdl bare
real compare bare -o bare -q --views six | grep -v -e ' of the pixels' -e materials -e 'more; --json' | shape
real compare
real render figure.bdl --min-ssim 1
rm -f six near all six.png near.png all.png skinned.bmd
lines a.toy "toy 1" "triangles 2" "warning odd"
run compare a.toy a.toy --strict -o strict.png
ls
