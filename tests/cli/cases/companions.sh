# Pictures that models call by names of other people's disks; what lies above the model's folder, by --companion FOLDER.
picture=$cases/../../../fixtures/pictures/figure-behind.png
place() { mkdir -p "${1%/*}" && cp "$picture" "$1"; }
square() {
    mkdir -p "$1"
    lines "$1/square.obj" "mtllib SQUARE.MTL" "o Square" "v -1 -1 0" "v 1 -1 0" "v 1 1 0" "v -1 1 0" "vt 0 0" "vt 1 0" "vt 1 1" "vt 0 1" \
        "usemtl a" "f 1/1 2/2 3/3" "usemtl b" "f 1/1 3/3 4/4"
    lines "$1/square.mtl" "newmtl a" "map_Kd $2" "newmtl b" "map_Kd $3"
}
tell() { real info "$@" 2>&1 | grep -E 'RGBA  1|warning|error|loss|note'; }
place model/tex/Wall.PNG
place model/tex/old/wall.png
place model/my\ floor.png
square model 'C:\art\TEX\wall.png' 'tex\\Wall.PNG'
tell model/square.obj
square model 'my%20floor.png' 'D:\a\Old\WALL.png'
tell model/square.obj -v
square model 'Wall.tga' 'nowhere/my floor'
tell model/square.obj -v
echo "--- so deep that nobody looks, which is said"
place deep/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/wall.png
square deep wall.png wall.png
tell deep/square.obj
mv deep/1/2 deep/2
tell deep/square.obj
echo "--- above the model's folder"
place assets/textures/brick.png
place assets/textures/far/brick.png
place elsewhere/brick.png
square assets/models '../textures/far/brick.png' 'brick.png'
tell assets/models/square.obj
tell assets/models/square.obj --companion assets
tell assets/models/square.obj --companion assets/textures/far
tell assets/models/square.obj --companion ./assets/models/../../elsewhere/
real assets/models/square.obj --companion assets -o square.t3dm -q -MD
show square.d
(cd assets/models && real square.obj --companion .. -o square.t3dm -q -MD && show square.d)
echo "--- not out of that folder"
ln -s ../../elsewhere assets/textures/out
square assets/models '../textures/out/brick.png' '../../elsewhere/brick.png'
rm -r assets/textures/*.png assets/textures/far
tell assets/models/square.obj --companion assets
echo "--- nor into one whose name only begins like it"
place plain-of-others/private.png
square plain 'beside/private.png' 'beside/private.png'
ln -s ../plain-of-others plain/beside
tell plain/square.obj
tell plain/square.obj --companion plain-of-others
echo "--- nor into one whose name is as long"
place other/private.png
square plane 'beside/private.png' 'beside/private.png'
ln -s ../other plane/beside
tell plane/square.obj
tell plane/square.obj --companion other
echo "--- nor out of the folder of --companion"
mkdir given
ln -s ../elsewhere given/out
square assets/models 'out/brick.png' 'out/brick.png'
tell assets/models/square.obj --companion given
