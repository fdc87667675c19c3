# --frame: a frame's time spread over models; plans, and conversions that obey them (--plan).
fixtures=$cases/../../../fixtures
cp "$fixtures/billboards.bmd" "$fixtures/twice.bmd" .
frame() { real plan twice.bmd billboards.bmd --effort fast --shares 50% "$@"; }
# Behind the tables: the choice, and the commands for it.
choice() { real plan twice.bmd billboards.bmd --effort fast --shares 50% "$@" 2>&1 | sed '1,/^ *in % of the height/d'; }
alike frame --frame 0.28ms --count twice=2 --weight 'bill*=.5' -o written.json
choice --frame 75% --bvh --set gltf.extras=ignore
real plan billboards.bmd --effort fast --shares 50% --frame 0.2ms | grep '^1 model'
real plan billboards.bmd --effort fast --shares 50% --frame 100% | tail -n 1 # all that it takes now: it stays as it is
real plan billboards.bmd --effort fast --shares 50% --frame 0.01ms 2>&1 | grep '1 model'
real plan billboards.bmd --effort fast --shares 50% --frame 0.01ms -o none.json --json >over.json
ls none.json
grep -E '"(verdict|reason)"' over.json
# What the plan says is what conversions that obey it cost: twice the first, and the others.
mkdir old
cp billboards.bmd "old/it's a.bmd"
real plan twice.bmd billboards.bmd "old/it's a.bmd" --effort fast --shares 50% --frame 0.3ms --count '*=1,twice.bmd=2' -o plan.json | tail -n 1
cp billboards.bmd ./-dash.bmd
real plan --effort fast --shares 50% --frame 0.08ms -- -dash.bmd | tail -n 1
real plan --effort fast --shares 50% --frame 0.08ms -o dash.json -- -dash.bmd | tail -n 1
stdin=billboards.bmd real plan --effort fast --shares 50% --frame 0.08ms - | tail -n 1
cp "$fixtures/rigid.bmd" "$fixtures/rigid.bck" .
real plan --effort fast --shares 50% --frame 1ms rigid.bmd rigid.bck | tail -n 1
rm ./-dash.bmd dash.json rigid.*
grep -E '^    "(milliseconds|taken)"|^      "(input|count|triangles|taken)"|"verdict"' plan.json
for model in *.bmd old/*.bmd; do real cost "$model" --plan plan.json --effort fast -q --json | sed -n 's/^    "milliseconds": //p'; done |
    awk '{ sum += (NR == 2 ? 2 : 1) * $1 } END { printf "%.6f\n", sum }'
real cost -r . --plan plan.json --effort fast -q | grep objects | tail -n 1
mv "old/it's a.bmd" "old/a b.bmd"
sed "s/it's a/a b/" plan.json >other.json
real convert billboards.bmd "old/a b.bmd" --plan other.json --effort fast -q -MF d --output-dir out
cat d
# Seen from another folder; one that the plan does not know; one of two.
cp billboards.bmd new.bmd
(cd old && real cost ../billboards.bmd --plan ../plan.json --effort fast -q | grep objects)
(cd old && real cost "a b.bmd" --plan ../other.json --effort fast -q | grep objects)
real cost new.bmd --plan plan.json --effort fast --budget tris=999 --fit | grep objects
printf '{"frame": {}, "models": [{"input": "a/x.bmd", "triangles": 3}, {"input": "b/x.bmd", "triangles": null}]}' >two.json
cp billboards.bmd x.bmd
real convert x.bmd --plan two.json -q
mkdir b
cp x.bmd b
real convert b/x.bmd --plan two.json -q -o b.t3dm
# Broken plans.
for text in '{' '[]' '{"models": 3}' '{"models": [], "frame": null}' '{"models": [{}]}' '{"models": [{"input": "x", "triangles": 0}]}' '{"models": [{"input": "x", "triangles": "3"}]}' '{"models": [], "models": []}'; do
    printf '%s' "$text" >broken.json
    real convert x.bmd --plan broken.json
done
real cost x.bmd --plan missing.json
# Wrong command lines.
for time in "" 16.6 0ms -1ms 1e9ms 0% ms 5s "1 ms"; do real plan x.bmd --frame "$time"; done
for count in "" x x= =2 x=0 x=1.5 x=10000 y=2 x=2, 'x=2,[=1' "x=2 "; do real plan x.bmd --frame 1ms --count "$count"; done
for weight in "" x=0 x=-1 x=1001 x=nan z=1; do real plan x.bmd --frame 1ms --weight "$weight"; done
for lone in "--count x=2" "--weight x=2" "-o plan.json"; do
    # shellcheck disable=SC2086
    real plan x.bmd $lone
done
real plan x.bmd --frame 1ms -o -
for verb in cost "convert -o a.t3dm"; do effect real "--plan plan.json" $verb twice.bmd --effort fast; done
real convert x.bmd --plan plan.json --triangles 5
real convert x.bmd --plan -
real convert x.bmd --plan ""
real cost x.bmd --plan ""
# A plan that cannot be written is no plan to convert by.
real plan billboards.bmd --effort fast --shares 50% --frame 10ms -o /dev/full -q | tail -n 2
