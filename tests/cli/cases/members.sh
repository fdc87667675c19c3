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
