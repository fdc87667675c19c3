# Every way to write an option; options after inputs; -- ends them; a verb's name as a file.
lines a.toy "toy 1" "triangles 3" "note a note"
run a.toy --to toyout -o one.toyout
run -otwo.toyout a.toy
run --to=toyout --output=three.toyout a.toy
run a.toy -qotwo.toyout
run -v a.toy -o one.toyout
cp a.toy ./-odd.toy
run --to toyout -- -odd.toy
cp a.toy info
run --to toyout -- info
run convert info --to toyout
tree
