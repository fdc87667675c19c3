# A wrong command line is exit 2, says what is wrong, and does nothing.
lines a.toy "toy 1" "triangles 3"
run --ouptut x a.toy
run --frobnicate a.toy
run -x a.toy
run -qx a.toy
# The help that it names is the verb's, which may stand behind the option.
run info -x a.toy
run -x -q render a.toy
run --strict=yes a.toy
run a.toy -o
run a.toy --to
run info -o x a.toy
run dump --list a.toy
run inof a.toy
run glb a.toy
run draw a.toy
run info
run
run formats a.toy
run -q -v a.toy
run -o x --output-dir y a.toy
run --from tyo a.toy
run --to nonsense a.toy
run --to toy a.toy
run -o a.xyz a.toy
run -o "" a.toy
run --output-dir= a.toy
run --memory-limit lots a.toy
run --memory-limit 0 a.toy
run --memory-limit 99999999999G a.toy
run --deadline -1 a.toy
run dump --to toyout a.toy
run dump --after nonsense --to toyout a.toy | sed 's/known: .*/known: .../'
run - - --to toyout
run textures a.toy -o -
run dump a.toy a.toy -o x
tree
for option in --companion --textures --rom-root --anim; do run a.toy "$option="; done
run render a.toy --pitch steep
run info a.toy --anim walk --no-anims
run info a.toy --no-anims --set clips.names=walk
run info a.toy --set clips.use=no --anim walk
run check a.toy -o x
run a.toy ""
run unpack a.toy --set gx.cmpr-weights=pc
run dump a.toy -o b.toyout
run dump a.toy -o b.toyout --json
echo "what a user keeps" >b.bdl
real plan b.bdl --frame 10ms -o b.bdl
real render b.bdl -o b.bdl
run a.toy --to toyout -MF b.toyout
real b.bdl --report b.bdl
real b.bdl -o x.t3dm -MF b.bdl
cat b.bdl
real b.bdl -o b.t3dm --to glb
run a.toy -o c.toy --to toyout
real plan b.bdl --frame 10ms -o plans/
mkdir plans
real plan b.bdl --frame 10ms -o plans
run info a.toy --companion nowhere
