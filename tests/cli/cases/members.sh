# archive#path picks a member; an archive with one model needs none; a file whose own name holds # wins.
lines a.toy "toy 1" "triangles 1"
lines b.toy "toy 1" "triangles 2"
echo hello >note
pack one.toypack readme.txt=note bdl/a.toy=a.toy
pack two.toypack bdl/a.toy=a.toy bdl/b.toy=b.toy readme.txt=note
pack outer.toypack in/two.toypack=two.toypack
pack none.toypack readme.txt=note
run info one.toypack
run info two.toypack
run info "two.toypack#bdl/b.toy"
run info "two.toypack#bdl/c.toy"
run info "two.toypack#readme.txt"
run info "outer.toypack#in/two.toypack/bdl/b.toy"
run info none.toypack
run info "missing.toypack#a.toy"
cp b.toy "two.toypack#bdl"
run info "two.toypack#bdl"
cp two.toypack "odd#name.toypack"
run info "odd#name.toypack#bdl/a.toy"
run --to toyout "two.toypack#bdl/a.toy" "two.toypack#bdl/b.toy"
tree
echo "--- a # of the file's own name stays in messages and reports"
fixtures=$cases/../../../fixtures
lines "bad#1.toy" "toy 1" "loss of colour"
run "bad#1.toy" -o odd/ --to toyout --report odd.json
grep -e '"file"' -e '"bad' odd.json
echo nothing >"none#2.toy"
run info "none#2.toy"
run info "odd#name.toypack#bdl/none.toy"
cp "$fixtures/rigid.bmd" "rigid#1.bmd"
real compare "rigid#1.bmd" --size 16x16 --views six -q | head -n 2
real plan "rigid#1.bmd" --shares 50% | head -n 2
real cost "rigid#1.bmd" | head -n 2
head -c 100 "$fixtures/figure.t3dm" >"cut#3.t3dm"
real check "cut#3.t3dm"
real check "cut#3.t3dm" --json | grep '"file"'
