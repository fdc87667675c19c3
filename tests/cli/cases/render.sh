# Pictures of models: where they go, how they are asked for, what is refused.
fixtures=$cases/../../../fixtures
sizes() { sed 's/  [0-9,]* bytes/  N bytes/'; } # zlib's affair
size_of() { head -c 24 "$1" | tail -c 8 | od -An -tx1; }
cp "$fixtures/figure.bdl" "$fixtures/billboards.bmd" .
real render figure.bdl | sizes
real render figure.bdl billboards.bmd --size 40x30 --output-dir pictures | sizes
size_of pictures/billboards.png
real render figure.bdl --size 20x30 --turntable 4 -o strip.png -q
size_of strip.png
real render figure.bdl billboards.bmd missing.bmd --sheet --size 50x40 -o sheet.png | sizes
size_of sheet.png
real render figure.bdl --size 16x16 --background none --light 0,0,1 --yaw -40.5 --pitch 90 --distance 300 --wireframe --bones --fog -o - >streamed
sed 1d streamed | head -c 8 | od -An -tx1
real convert figure.bdl -q
real render figure.t3dm --size 64x48 -o clean.png | sizes
real render figure.t3dm --look console -o console.png | sizes
size_of console.png
real render figure.bdl --look sharp
rm figure_*.png figure.t3dm
real render figure.bdl billboards.bmd -o one.png
real render figure.bdl -o missing/one.png
real render figure.bdl --sheet
real render figure.bdl --size 640
real render figure.bdl --size 5000x10
real render figure.bdl --yaw left
real render figure.bdl --distance 0
real render figure.bdl --background 12345
real render figure.bdl --light 0,0
real render figure.bdl --light 0,0,0
real render figure.bdl --turntable 0
real render figure.bdl --turntable 30
real info figure.bdl --sheet
real render
tree
# As large as a side may be, and a pixel more.
real render figure.bdl --size 4096x1 -o wide.png -q
real render figure.bdl --size 1x4096 -o high.png -q
real render figure.bdl --size 4097x1 -o wide.png -q
rm wide.png high.png
# Same picture on every run, and with a report.
real render figure.bdl --size 64x64 -o again.png -q --report report.json
real render figure.bdl --size 64x64 -o twice.png -q
cmp again.png twice.png && echo same
grep -e status -e '"name"' report.json
lines a.toy "toy 1" "triangles 2" "warning odd"
run render a.toy --strict -o strict.png
