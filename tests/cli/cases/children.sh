# What passes through a foreign library is worked on in a process of its own: its end is the end of one model.
lines good.toy "toy 1" "triangles 1" "scale 1"
lines fine.alien "alien 1" "triangles 2" "image eye 2" "note nothing special" "loss a loss" "scale 2"
lines crash.alien "alien 1" "signal 5"
lines abort.alien "alien 1" "signal 6"
lines leave.alien "alien 1" "exit 0"
lines babble.alien "alien 1" "babble hello, is anybody there, or there?"
run --to toyout --output-dir out fine.alien
run --to toyout -v -o out/x.toyout fine.alien
echo "--- the rest goes on"
run --to toyout --set toyout.scale=shared --output-dir out good.toy crash.alien fine.alien abort.alien leave.alien babble.alien good.toy --report report.json
sed -n '/"status": "failed"/,/}/p' report.json | head -n 14
tree
echo "--- every verb"
for verb in info dump check textures unpack render cost "compare good.toy" "compare --json"; do
    run $verb crash.alien
done
run cost --json crash.alien
run info --json crash.alien fine.alien -q | grep -E 'input|triangles'
echo "--- what a child says is not believed"
lines size.alien "alien 1" "frame 1 18446744073709551615 x" "exit 0"
lines kind.alien "alien 1" "frame 3 2 xy" "exit 0"
lines short.alien "alien 1" "frame 2 4 xxxx" "exit 0"
lines store.alien "alien 1" "frame 1 30 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" "exit 0"
lines long.alien "alien 1" "frame 2 2 xxxxxxx" "exit 0"
lines over.alien "alien 1" "frame 2 28 #0#0#20abcd" "exit 0"
run info size.alien kind.alien short.alien store.alien long.alien over.alien -j 2
echo "--- limits"
lines spin.alien "alien 1" "spin"
lines sleepy.alien "alien 1" "wait 60000"
run info --deadline 0.1 spin.alien sleepy.alien fine.alien -j 3 -q
lines asks.alien "alien 1" "processor" "triangles 1"
run info asks.alien -q | grep -E 'seconds'
run info --deadline 5 asks.alien -q | grep -E 'seconds'
echo "--- what joins a model goes to its child with it"
lines red.toymat "toymat 1" "material red"
run info fine.alien red.toymat good.toy -j 2 | head -n 40
