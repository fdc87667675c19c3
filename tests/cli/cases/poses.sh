# Poses instead of moving vertices: how many, how they are shown, how far they are off.
fixtures=$cases/../../../fixtures
cp "$fixtures/ttyd_paper" "$fixtures/ttyd_bank-" "$fixtures/figure.bdl" .
tell() { real "$@" 2>&1 | grep -E '^\$|^exit|poses|bake'; }
tell -o paper.t3dm ttyd_paper --bake-morphs 3
real check paper.t3dm
real dump paper.t3dm --at wave:0.25 -q | grep -c 'wings.pose'
tell -o tracks.t3dm ttyd_paper --bake-morphs 3 --set poses.visibility=tracks
tell -o more.t3dm ttyd_paper --bake-morphs 12
tell -o none.t3dm figure.bdl --bake-morphs 3
tell dump ttyd_paper --to t3dm --after poses --bake-morphs 1
for wrong in 0 1.5 -1 many 70000; do real -o x.t3dm ttyd_paper --bake-morphs $wrong; done
real -o x.t3dm ttyd_paper --blend-joints 1.5
real -o x.t3dm ttyd_paper --anim-error 101
real -o x.t3dm ttyd_paper --set poses.visibility=magic
