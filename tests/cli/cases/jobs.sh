# Whatever -j says, text, files and the report are the same, in the order of the inputs.
mkdir in
for i in 1 2 3 4 5 6 7 8 9; do
    lines in/m$i.toy "toy 1" "triangles $i" "image eye$i 2" "loss loss of $i" "scale $i"
done
lines in/m4.toy "toy 1" "error this one is broken"
mkfifo in/pipe
lines in/m6.toy "toy 1" "warning odd" "triangles 6" "scale 6"
first=
for jobs in 1 2 7 0; do
    rm -rf out
    "$toy" --to toyout --set toyout.scale=shared --output-dir out in/m?.toy -j $jobs --report report.json >stdout 2>stderr
    echo "exit $?" >>stdout
    cat out/*.toyout out/*.png >files
    cat stdout stderr report.json files >all
    [ "$first" ] || { first=all.1; cp all all.1; cat stderr stdout; }
    cmp all all.1 && echo "-j $jobs: the same"
done
for verb in info dump check textures unpack "info --json" "cost --json" "cost" "render --output-dir png --size 8x8"; do
    "$toy" $verb in/m?.toy --report r1.json >one 2>one.err
    echo "exit $?" >>one
    "$toy" $verb in/m?.toy --report r2.json -j 3 >more 2>more.err
    echo "exit $?" >>more
    cmp one more && cmp one.err more.err && cmp r1.json r2.json && echo "$verb: the same"
done
"$toy" render in/m?.toy --sheet -o one.png --size 20x20 -q 2>/dev/null
"$toy" render in/m?.toy --sheet -o two.png --size 20x20 -q -j 4 2>/dev/null
cmp one.png two.png && echo "a sheet: the same"
run in/m1.toy --to toyout -j
run in/m1.toy --to toyout -j x
run in/m1.toy --to toyout -j -1
run compare in/m1.toy in/m2.toy -j 2
