# Names that steer terminals, end lines or run commands: shown as \xNN wherever they go, and refused where a rule would hold them.
esc=$'\033' csi=$'\302\233' rlo=$'\342\200\256'
raw() { LC_ALL=C grep -n -a -P '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80\xae' "$@" && echo "^ raw"; }
name="a${esc}[31m${csi}b${rlo}c"
lines "$name.toy" "toy 1" "triangles 1" "warning odd"
run info "$name.toy"
run convert "$name.toy" --report report.json
"$toy" dump "$name.toy" --summary >dump.txt
"$toy" info "$name.toy" --json >info.json
run convert "missing$name" --color always
run convert "$name.toy" --to "$name"
run convert "$name.toy" --set "$name=1" -v
raw report.json dump.txt info.json
lines two$'\n'lines.toy "toy 1" "triangles 1"
run info two$'\n'lines.toy
# A picture and a file whose names would begin a rule or a recipe of their own.
lines plain.toy "toy 1" "triangles 1"
for bad in $'x\nSHELL=touch' 'x;touch y' $'x\ty'; do
    mkdir -p out
    lines "$bad.toy" "toy 1" "triangles 1"
    run convert "$bad.toy" -o out/ -MD
    run convert "$bad.toy" -o out/ -MF out.d --depfile-style make
    run convert plain.toy -o out/ -MF out.d -MT "$bad"
done
for only_make in 'a|b' 'a*b' '\#b'; do
    lines "$only_make.toy" "toy 1" "triangles 1"
    run convert "$only_make.toy" -o out/ -MD
    run convert "$only_make.toy" -o out/ -MD --depfile-style make -q
done
rm -r out ./*.toy
# What the library reads: JSON beside its mistake, and paths of textures.
printf '{"asset": {"version": "2.0"}, \033]0;x\007 }' >near.gltf
real info near.gltf
cp "$cases/../../../fixtures/figure.bdl" .
real convert figure.bdl -q
sed $'s,rom:/fig,rom:/\033[m,' figure.t3dm >bad.t3dm
rm figure_*
real check bad.t3dm | sort -u
real info bad.t3dm >info.txt
real dump bad.t3dm --summary >dump.txt
real info bad.t3dm --json >info.json
raw info.txt dump.txt info.json
