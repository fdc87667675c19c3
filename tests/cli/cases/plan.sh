# What models cost and look like with fewer triangles: tables, JSON, wrong input. (Figures: plan_figures.sh.)
fixtures=$cases/../../../fixtures
cp "$fixtures/billboards.bmd" "$fixtures/skinned.bmd" "$fixtures/numbers.glb" "$fixtures/rigid.bmd" "$fixtures/rigid.bck" "$fixtures/materials.json" .
real plan billboards.bmd --shares 50% --json >"$private/half.json"
grep '"percent"' "$private/half.json"
# What is lost is told with -v and in the report only; what fails, always.
real plan numbers.glb --shares 50% --report report.json
grep -E '"(exit|status|losses)"' report.json
real plan missing.bmd billboards.bmd --shares 50%
real plan missing.bmd --json
real plan numbers.glb --shares 50% --strict
mkdir folder
cp billboards.bmd folder
real plan -r folder --shares 25%
# Options of conversions.
real plan rigid.bmd rigid.bck --shares 50% --companion . --to t3dm --set t3dm.bvh=no --texture-format ci4 --max-texture 16 --toon smooth --second-draws no --texture-pieces no --anim 'rigid*' --anim-rate 60 --anim-error 1 --base-scale 8 --grid model --blend-joints 1 --bake-morphs 1 --merge-objects --bvh --effort fast --memory-limit 500M --unpack-limit 9 -q --color never
real plan billboards.bmd --no-anims --materials materials.json --shares 50% -v 2>/dev/null | head -n 2
# Wrong command lines.
for shares in "" 50 0% 100% 50%,60% 50%,100 50%, none 9%,8%,7%,6%,5%,4%,3%,2%,1%,0.5%; do real plan skinned.bmd --shares "$shares"; done
real plan skinned.bmd --triangles 50%
real plan skinned.bmd --set simplify.triangles=50%
real plan skinned.bmd --to obj
real plan
