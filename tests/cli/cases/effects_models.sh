# What options do that are about models.
fixtures=$cases/../../../fixtures
for name in maya.bdl maya.bck figure.bdl figure.bck rigid.bmd skinned.bmd skinned.bca textures.bmd materials.bdl stage.bmd figure.t3dm ttyd_paper \
    ttyd_bank- layout-V3.t3dm gallery-mixes.bdl gallery-pairs.bdl gallery-steps.bdl mural.bmd; do
    cp "$fixtures/$name" .
done
lines rules.json '{"version": 1, "rules": [{"material": "*", "set": {"draw": false}}]}'
# effects "OPTION ..." ARGUMENT...: each of the words by itself.
effects() {
    local options=$1 option
    shift
    for option in $options; do effect real "$option" "$@"; done
}
moving="--anim=x --no-anims --anim-rate=60"
effects "$moving --anim-error=50" convert maya.bdl maya.bck -o x.t3dm
effects "--texture-format=i4 --max-texture=8" convert textures.bmd -o x.t3dm
effects "--merge-objects --bvh" convert figure.bdl -o x.t3dm
effects "--grid=model" convert stage.bmd -o x.t3dm
effects "--blend-joints=none" convert skinned.bmd skinned.bca -o x.t3dm
effects "--bake-morphs=2" convert ttyd_paper -o x.t3dm
effects "--effort=fast" convert gallery-mixes.bdl -o x.t3dm
effects "--second-draws=no" convert gallery-pairs.bdl -o x.t3dm
effects "--texture-pieces=no" convert mural.bmd -o x.t3dm
effects "--toon=ramp --toon=smooth" convert gallery-steps.bdl -o x.t3dm
effects "$moving --set=clips.rate=60" info maya.bdl maya.bck
effects "--texture-format=i4 --max-texture=8" info figure.bdl
effects "$moving --set=clips.rate=60" dump maya.bdl maya.bck --at maya:0.2
effects "$moving --set=clips.rate=60" render maya.bdl maya.bck --at maya:0.2 -o x.png --size 64x48
effects "--yaw=5 --pitch=60 --distance=900 --background=none --light=0,1,0 --ambient=200 --wireframe --bones" \
    render figure.bdl -o x.png --size 64x48
effects "--set=gx.cmpr-weights=pc" textures figure.bdl
effects "--fog" render materials.bdl -o x.png --size 320x240 --distance 20000
effects "--look=console" render figure.t3dm -o x.png --size 64x48
effects "$moving --set=clips.rate=60 --anim-error=50" compare maya.bdl maya.bck --at maya:0.2 --size 32x32
effects "--materials=rules.json --light=0,1,0 --ambient=200 --look=console --views=six --base-scale=1 --size=48x32 --max-texture=8 --texture-format=i4" \
    compare figure.bdl --size 32x32
effects "--grid=model" compare stage.bmd --size 32x32 -v
effects "--blend-joints=none" compare skinned.bmd skinned.bca --at skinned:0.3 --size 32x32
effects "--bake-morphs=1" compare ttyd_paper --at walk:0.3 --size 32x32
effects "--merge-objects --sprites=sprite --sprites=both" compare figure.bdl --size 32x32 -v
effects "--effort=fast" compare gallery-mixes.bdl --size 32x32
real compare figure.bdl --effort=slow
effects "--second-draws=no" compare gallery-pairs.bdl --size 32x32
effects "--texture-pieces=no" compare mural.bmd --size 32x32
real compare figure.bdl --second-draws=yes
real compare figure.bdl --texture-pieces=yes
effects "--toon=smooth" compare gallery-steps.bdl --size 32x32
real compare figure.bdl --toon=rough
real convert maya.bdl maya.bck -q -o slow.t3dm
effects "$moving --set=clips.rate=60 --tolerance=0.01" diff maya.bdl maya.bck slow.t3dm
effects "--to=t3dm:V3" cost layout-V3.t3dm
effects "$moving --anim-error=50" cost maya.bdl maya.bck
effects "--base-scale=1 --texture-format=i4 --max-texture=8 --materials=rules.json --merge-objects --bvh --set=t3dm.layout=V3" cost figure.bdl
effects "--grid=model" cost stage.bmd
effects "--blend-joints=none" cost skinned.bmd skinned.bca
effects "--bake-morphs=2" cost ttyd_paper
effects "--effort=fast" cost gallery-mixes.bdl
effects "--second-draws=no" cost gallery-pairs.bdl
effects "--texture-pieces=no" cost mural.bmd
effects "--toon=smooth" cost gallery-steps.bdl
