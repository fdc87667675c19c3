# Layouts of T3DM: any can be written, from any model; what one cannot hold is told.
fixtures=$cases/../../../fixtures
cp "$fixtures/figure.bdl" "$fixtures/materials.bdl" .
cp "$fixtures/layout-V4.t3dm" new.t3dm
cp "$fixtures/layout-L5.t3dm" old.t3dm
for layout in L0 L5 L9 V2; do
    real materials.bdl --to t3dm:$layout -o $layout.t3dm
    real check --from t3dm:$layout $layout.t3dm -q
    real info $layout.t3dm --from t3dm:$layout 2>&1 | grep layout
done
real materials.bdl --set t3dm.layout=V3 -o set.t3dm -q && real info set.t3dm | grep layout
# Up and down again; without a layout it becomes the newest.
real old.t3dm -o up.t3dm
real info up.t3dm 2>&1 | grep layout
real new.t3dm --to t3dm:L5 -o down.t3dm
real new.t3dm --to t3dm:L2 -o down.t3dm -q --strict
real compare new.t3dm --to t3dm:L11 --min-ssim 0.999 | grep "in all"
real compare old.t3dm --from t3dm:L5 --min-ssim 0.999 | grep "in all"
real dump new.t3dm --after tidy --to t3dm:L9 -q | grep -e '^scene' -e ' parent '
real figure.bdl --to t3dm:L2 --set t3dm.skeleton=always -q -o x.t3dm
# What does not exist.
real new.t3dm --to t3dm:L12 -o x.t3dm
real new.t3dm --to t3dm: -o x.t3dm
real new.t3dm --to t3dn:L2 -o x.t3dm
real new.t3dm --to bti:L2 -o x.t3dm
real new.t3dm --set t3dm.layout=V5 -o x.t3dm
lines a.toy "toy 1" "triangles 1" "scale 64"
run --to toyout:V1 a.toy
tree
