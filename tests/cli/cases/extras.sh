# --budget without --fit: what a model can do without goes, what gains least first, where that is enough.
cp "$cases/../../../fixtures/gallery-steps.bdl" .
kept() { real cost gallery-steps.bdl -v --budget "$@" 2>&1 | grep -oE '(warning: second draws|error: ).*'; }
kept rsp=300K # all stay: nothing is said
kept rsp=200K
kept rsp=150K
kept rsp=100K # too little without them, too: all stay, and that is the error
# What the user says of them holds.
kept rsp=200K --set t3dm.second-draw-gain=0.02
# `convert` writes what `cost` measures.
mkdir one two
real convert gallery-steps.bdl -q --budget rsp=150K -o one/x.t3dm
real convert gallery-steps.bdl -q --set t3dm.second-draw-gain=0.2 -o two/x.t3dm
diff -r one two && echo same
# Pieces of pictures are what a model can do without, too.
cp "$cases/../../../fixtures/mural.bmd" .
pieces() { real cost mural.bmd -v "$@" 2>&1 | grep -oE '(warning: pictures|error: ).*'; }
pieces --budget uploads=20 # all stay
pieces --budget uploads=3
pieces --budget uploads=1
pieces --budget uploads=3 --texture-pieces auto
mkdir three four
real convert mural.bmd -q --budget uploads=3 -o three/x.t3dm
real convert mural.bmd -q --texture-pieces no -o four/x.t3dm
diff -r three four && echo same
# So are films.
cp "$cases/../../../fixtures/drift.bmd" "$cases/../../../fixtures/drift.btk" .
films() { real cost drift.bmd drift.btk -v "$@" 2>&1 | grep -oE '(warning: films|error: ).*'; }
films --budget rdram=20K,bytes=3K # all stay
films --budget rdram=10K
films --budget bytes=2K
films --budget bytes=400
films --budget rdram=10K --set t3dm.films=auto
mkdir five six
real convert drift.bmd drift.btk -q --budget rdram=10K -o five/x.t3dm
real convert drift.bmd drift.btk -q --set t3dm.films=no -o six/x.t3dm
diff -r five six && echo same
# So are bones between joints.
cp "$cases/../../../fixtures/skinned.bmd" "$cases/../../../fixtures/skinned.bca" .
bones() { real cost skinned.bmd skinned.bca -v "$@" 2>&1 | grep -oE '(warning: bones|error: ).*'; }
bones --budget rsp=20K # all stay
bones --budget rsp=13K
bones --budget rsp=13K --blend-joints auto
