# What each setting does, and that it refuses what is none of its values; settings that are any text refuse nothing.
fixtures=$cases/../../../fixtures
for name in maya.bdl maya.bck figure.bdl order.bmd rigid.bmd rigid.bck skinned.bmd skinned.bca textures.bmd ttyd_paper ttyd_bank- ttyd_layers gallery-mixes.bdl gallery-pairs.bdl gallery-steps.bdl stage.bmd mural.bmd drift.bmd drift.btk panes.bmd; do
    cp "$fixtures/$name" .
done
# sets "KEY=VALUE ..." ARGUMENT...: each of them by itself, then with a value that is wrong.
sets() {
    local settings=$1 setting
    shift
    for setting in $settings; do
        effect real "--set $setting" "$@"
        case ${setting%%=*} in
        t3dm.texture-dir | t3dm.rom-dir | t3dm.stream-dir | gltf.texture-dir | gltf.texture-uri-prefix | clips.names) ;;
        *) real "$@" --set "${setting%%=*}=nonsense" ;;
        esac
    done
}
sets "gx.cmpr-weights=pc t3dm.sprites=both t3dm.texture-format=i4 t3dm.max-texture=8 t3dm.texture-names=plain t3dm.texture-dir=pics" \
    convert figure.bdl -o x.t3dm -q
sets "t3dm.texture-dither=ordered" convert figure.bdl -o x.t3dm -q --texture-format i4
sets "sprite.version=4 sprite.mipmaps=on" convert figure.bdl -o x.t3dm -q --sprites sprite
sets "t3dm.layout=V3 t3dm.base-scale=2 t3dm.merge-objects=yes t3dm.bvh=yes t3dm.depth-write=always" \
    convert figure.bdl -o x.t3dm -q
sets "t3dm.grid=model" convert stage.bmd -o x.t3dm -q
sets "t3dm.skeleton=never" convert skinned.bmd -o x.t3dm -q
sets "t3dm.rom-dir=deep" convert figure.bdl -o - -q --textures pics
sets "t3dm.anim-error=50 t3dm.aabb=rest t3dm.stream-ext=t3ds t3dm.stream-dir=streams clips.use=no clips.names=x clips.rate=60" \
    convert maya.bdl maya.bck -o x.t3dm -q
sets "rigid.joint=heaviest rigid.fit=bind rigid.rest-error=any rigid.blend-joints=none" convert skinned.bmd skinned.bca -o x.t3dm -q
sets "t3dm.covered=drop t3dm.covered=keep" convert order.bmd -o x.t3dm -q
sets "t3dm.coplanar=keep t3dm.depth-bias=3" convert ttyd_layers -o x.t3dm -q
sets "t3dm.triangle-order=free" convert panes.bmd -o x.t3dm -q
sets "t3dm.tracks=no poses.max=2" convert ttyd_paper -o x.t3dm -q
sets "poses.visibility=tracks" convert ttyd_paper -o x.t3dm -q --bake-morphs 2
sets "ttyd.texture-shift=down ttyd.step-slopes=linear ttyd.scale-compensate=sibling dump.data=no" dump ttyd_paper
sets "gltf.scale=2 gltf.images=beside" convert figure.bdl -o x.glb -q
sets "gltf.texture-dir=pics gltf.texture-uri-prefix=pics gltf.texture-names=plain" convert figure.bdl -o x.gltf -q
sets "gltf.anim-error=50" convert maya.bdl maya.bck -o x.glb -q
sets "t3dm.composite-textures=no t3dm.effort=fast" convert gallery-mixes.bdl -o x.t3dm -q
sets "t3dm.films=no" convert drift.bmd drift.btk -o x.t3dm -q
sets "t3dm.second-draws=no t3dm.second-draw-gain=1" convert gallery-pairs.bdl -o x.t3dm -q
sets "t3dm.texture-pieces=no" convert mural.bmd -o x.t3dm -q
sets "t3dm.toon=smooth" convert gallery-steps.bdl -o x.t3dm -q
sets "gltf.animation-pointer=no gltf.visibility=scale" convert ttyd_paper -o x.glb -q
