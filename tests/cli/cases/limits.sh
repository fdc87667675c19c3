lines a.toy "toy 1" "triangles 100000"
run info a.toy --memory-limit 100K
run info a.toy --memory-limit 10
run info a.toy --memory-limit 64m -q | head -n 2
stdin=a.toy run info - --memory-limit 10
# What archives give is bounded by what they are: members that share bytes (test_packing), layers; --unpack-limit moves it.
head -c 1250000 /dev/zero >zeros
for i in 1 2 3 4 5 6 7; do cp zeros "z$i"; done
pack many.toypack z1=z1 z2=z2 z3=z3 z4=z4 z5=z5 z6=z6 z7=z7
for i in 1 2 3 4; do cp many.toypack "m$i"; done
pack nested.toypack m1=m1 m2=m2 m3=m3 m4=m4
run info nested.toypack --unpack-limit 1
run convert nested.toypack --unpack-limit 1 -q
run unpack nested.toypack --unpack-limit 0 --list
run unpack nested.toypack --unpack-limit some --list
run info nested.toypack
for verb in check compare cost dump render textures; do run $verb nested.toypack --unpack-limit 1 -q; done
run diff nested.toypack nested.toypack --unpack-limit 1 -q
# What options take as a size or as seconds.
lines a.toy "toy 1" "triangles 1"
run info a.toy -q --memory-limit 064M | tail -n 1
for size in 0 64X 64MM M; do run info a.toy -q --memory-limit $size 2>&1 | grep '!'; done
run info a.toy -q --deadline 1e3 | tail -n 1
for seconds in 5x 0 -1 nan inf ""; do run info a.toy -q --deadline "$seconds" 2>&1 | grep '!'; done
