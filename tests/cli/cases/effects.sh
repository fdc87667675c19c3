# What options do that all verbs have, verb by verb; coverage.py makes sure that none is left out.
fixtures=$cases/../../../fixtures
lines a.toy "toy 1" "triangles 3" "note a note" "loss a loss" "image pic 4"
cp a.toy b.toy
lines wide.toy "toy 1" "triangles 4" "note a note"
pack a.pack one.toy=a.toy two.toy=b.toy
lines b.pack "toypack 1" "note a note" "loss a loss" "file one.toy 10" "toy 1 abc"
cp "$fixtures/layout-V4.t3dm" a.t3dm
# generic VERB... INPUT...
generic() {
    local option
    for option in "--report r.json" --strict -v -q "--color always" "--memory-limit 64" "--from j3d" --help --version; do
        case "$1 $option" in
        "check -v" | "unpack --from j3d" | "diff --strict") ;; # no notes; no such option; below
        "plan -q" | "plan --color always") ;; # tells no losses: below
        *) effect run "$option" "$@" ;;
        esac
    done
}
generic convert --to toyout a.toy
generic info a.toy
generic dump a.toy
generic unpack b.pack
generic textures a.toy
generic render a.toy
generic compare a.toy b.toy
generic diff a.toy wide.toy
effect run --strict diff a.toy b.toy
run diff a.toy b.toy
generic check a.t3dm
generic cost a.toy
generic plan --shares 50% a.toy
lines warned.toy "toy 1" "triangles 3" "warning a warning"
for option in -q "--color always"; do effect run "$option" plan warned.toy --shares 50%; done
for option in --json --help --version; do effect real "$option" formats; done
for option in --man "--completion bash" --help --version; do effect real "$option" help; done
run unpack a.pack
run textures a.toy
run render a.toy --size 8x8
effect run --only-if-changed unpack a.pack
effect run --only-if-changed textures a.toy
effect run --only-if-changed render a.toy --size 8x8
