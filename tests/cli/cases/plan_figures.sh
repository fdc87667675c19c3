# What `plan` says is what `convert`, `cost` and `compare` say; all shares; one job and two. (Options and messages: plan.sh.)
fixtures=$cases/../../../fixtures
cp "$fixtures/billboards.bmd" "$fixtures/numbers.glb" .
real plan billboards.bmd
alike real plan numbers.glb billboards.bmd --shares 50%
# Each row is what `convert --triangles` makes.
real plan billboards.bmd --shares 50% --json >"$private/half.json"
grep -A 30 '"percent": 50' "$private/half.json" | grep -E '"(ssim|bytes|cycles)"'
grep '"percent"' "$private/half.json"
# How far the surface moved, in percent: as the note says.
grep -A 30 '"percent": 50' "$private/half.json" | grep -E -m 2 '"(mean|worst)"' | awk '{ printf "%s %.4g\n", $1, $2 }'
real convert billboards.bmd --triangles 50% -v -o a.t3dm 2>&1 | grep 'triangles left'
rm -f a*
real cost billboards.bmd --triangles 50% -q --json | grep -E '"(bytes|cycles)"' | tail -n 2
real compare billboards.bmd --triangles 50% -q --views six --json | grep '^  "ssim"'
tree
