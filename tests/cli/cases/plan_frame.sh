# --frame: a frame's time spread over models; plans, and conversions that obey them (--plan).
fixtures=$cases/../../../fixtures
cp "$fixtures/numbers.glb" "$fixtures/nbt3.bmd" .
frame() { real plan nbt3.bmd numbers.glb --effort fast --shares 50% "$@"; }
# Behind the tables: the choice, and the commands for it.
choice() { real plan nbt3.bmd numbers.glb --effort fast --shares 50% "$@" 2>&1 | sed '1,/^ *in % of the height/d'; }
alike frame --frame 0.12ms --count nbt3=2 --weight 'num*=.5' -o written.json
choice --frame 75% --bvh --set gltf.extras=ignore
real plan numbers.glb --effort fast --shares 50% --frame 0.2ms | grep '^1 model'
real plan numbers.glb --effort fast --shares 50% --frame 100% | tail -n 1 # all that it takes now: it stays as it is
real plan numbers.glb --effort fast --shares 50% --frame 0.01ms 2>&1 | grep '1 model'
real plan numbers.glb --effort fast --shares 50% --frame 0.01ms -o none.json --json >over.json
ls none.json
grep -E '"(verdict|reason)"' over.json
# What the plan says is what conversions that obey it cost: twice the first, and the others.
mkdir old
cp numbers.glb "old/it's a.glb"
real plan nbt3.bmd numbers.glb "old/it's a.glb" --effort fast --shares 50% --frame 0.18ms --count '*=1,nbt3.bmd=2' -o plan.json | tail -n 1
cp numbers.glb ./-dash.glb
real plan --effort fast --shares 50% --frame 0.08ms -- -dash.glb | tail -n 1
real plan --effort fast --shares 50% --frame 0.08ms -o dash.json -- -dash.glb | tail -n 1
stdin=numbers.glb real plan --effort fast --shares 50% --frame 0.08ms - | tail -n 1
cp "$fixtures/drift.bmd" "$fixtures/drift.btk" .
real plan --effort fast --shares 50% --frame 1ms drift.bmd drift.btk | tail -n 1
rm ./-dash.glb dash.json drift.*
grep -E '^    "(milliseconds|taken)"|^      "(input|count|triangles|taken)"|"verdict"' plan.json
for model in numbers.glb nbt3.bmd old/*.glb; do real cost "$model" --plan plan.json --effort fast -q --json | sed -n 's/^    "milliseconds": //p'; done |
    awk '{ sum += (NR == 2 ? 2 : 1) * $1 } END { printf "%.6f\n", sum }'
real cost -r . --plan plan.json --effort fast -q | grep objects | tail -n 1
mv "old/it's a.glb" "old/a b.glb"
sed "s/it's a/a b/" plan.json >other.json
real convert numbers.glb "old/a b.glb" --plan other.json --effort fast -q -MF d --output-dir out
cat d
# Seen from another folder; one that the plan does not know; one of two.
cp numbers.glb new.glb
(cd old && real cost ../numbers.glb --plan ../plan.json --effort fast -q | grep objects)
(cd old && real cost "a b.glb" --plan ../other.json --effort fast -q | grep objects)
real cost new.glb --plan plan.json --effort fast --budget tris=999 --fit | grep objects
printf '{"frame": {}, "models": [{"input": "a/x.glb", "triangles": 3}, {"input": "b/x.glb", "triangles": null}]}' >two.json
cp numbers.glb x.glb
real convert x.glb --plan two.json -q
mkdir b
cp x.glb b
real convert b/x.glb --plan two.json -q -o b.t3dm
# Broken plans.
for text in '{' '[]' '{"models": 3}' '{"models": [], "frame": null}' '{"models": [{}]}' '{"models": [{"input": "x", "triangles": 0}]}' '{"models": [{"input": "x", "triangles": "3"}]}' '{"models": [], "models": []}'; do
    printf '%s' "$text" >broken.json
    real convert x.glb --plan broken.json
done
real cost x.glb --plan missing.json
# Wrong command lines.
for time in "" 16.6 0ms -1ms 1e9ms 0% ms 5s "1 ms"; do real plan x.glb --frame "$time"; done
for count in "" x x= =2 x=0 x=1.5 x=10000 y=2 x=2, 'x=2,[=1' "x=2 "; do real plan x.glb --frame 1ms --count "$count"; done
for weight in "" x=0 x=-1 x=1001 x=nan z=1; do real plan x.glb --frame 1ms --weight "$weight"; done
for lone in "--count x=2" "--weight x=2" "-o plan.json"; do
    # shellcheck disable=SC2086
    real plan x.glb $lone
done
real plan x.glb --frame 1ms -o -
for verb in cost "convert -o a.t3dm"; do effect real "--plan plan.json" $verb nbt3.bmd --effort fast; done
real convert x.glb --plan plan.json --triangles 5
real convert x.glb --plan -
real convert x.glb --plan ""
real cost x.glb --plan ""
# A plan that cannot be written is no plan to convert by.
real plan numbers.glb --effort fast --shares 50% --frame 10ms -o /dev/full -q | tail -n 2
