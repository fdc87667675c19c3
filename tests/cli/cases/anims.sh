# Animations: behind the model, beside it in its archive, in an archive of their own; chosen, dropped, told and shown.
fixtures=$cases/../../../fixtures
cp "$fixtures/maya.bdl" "$fixtures/maya.bck" "$fixtures/skinned.bca" "$fixtures/moving.arc" "$fixtures/anims.szs" "$fixtures/crowd.arc" .
cp "$fixtures/rigid.bck" "run's.bck"
tell() { real info "$@" | sed -n '/^\$/p;/^!/p;/^exit/p;/  animations/,/^$/{/^!/!p}'; }
tell maya.bdl maya.bck "run's.bck"
tell maya.bdl skinned.bca
tell maya.bck
tell moving.arc -v
tell moving.arc#bdl/maya.bdl
tell crowd.arc#bdl/maya.bdl
tell crowd.arc#bmd/rigid.bmd
tell crowd.arc#bmd/rigid.bmd --anim 'b*'
tell crowd.arc#bmd/rigid.bmd --anim '*' -v
# The table of an archive names what no model uses; not where only some of it was asked for.
real info crowd.arc
real info crowd.arc --no-anims | grep -c 'no model uses'
real info 'crowd.arc#bck' | grep -c 'no model uses'
real info crowd.arc --json | grep -A 7 -e '"name": "bck/' | grep -e name -e fits -e used_by
cp crowd.arc 'odd#crowd.arc'
real info 'odd#crowd.arc' | grep -A 1 'no model uses'
tell maya.bdl anims.szs -v
tell maya.bdl anims.szs --anim 'walk*'
tell maya.bdl anims.szs --anim 'walk-2.bck'
tell maya.bdl anims.szs --anim 'jump'
tell maya.bdl anims.szs --anim walk-2 --anim 'r*.bck'
tell maya.bdl anims.szs --anim 'walk,jump,'
tell maya.bdl anims.szs --anim ,
tell maya.bdl anims.szs --anim '[w'
tell maya.bdl anims.szs --no-anims
tell maya.bdl maya.bck --anim-rate 60
tell maya.bdl maya.bck --anim-rate 50
real info anims.szs
tell maya.bdl "anims.szs#b/walk.bck"
real info maya.bdl maya.bck --json | sed -n '/animations/,/\]/p'
real dump maya.bdl maya.bck --at maya:0.5
real dump maya.bdl maya.bck --at maya:0.5 --json | head -n 12
real dump maya.bdl maya.bck --at may:0.5
real dump maya.bdl maya.bck --at maya
real dump maya.bdl maya.bck --at maya:-1
real dump moving.arc --anim walk --at '*.bck:1' -q
real dump moving.arc --anim walk --at '*.bck:75%' -q
# Of several clips a percentage is of the longest: "wave" lasts .833 s, "walk" .667 s.
for when in 60% 0.5 0.4; do real dump "$fixtures/ttyd_paper" --at "w*:$when" -q 2>/dev/null | tail -n +2 >"$private/at-$when"; done
cmp "$private/at-60%" "$private/at-0.5" && echo "of the longest"
cmp -s "$private/at-60%" "$private/at-0.4" || echo "and not of the first"
real render maya.bdl maya.bck --at maya:0.5 --turntable 3 --size 40x30 -o posed.png
real render maya.bdl --size 40x30 -o rest.png
cmp -s posed.png rest.png || echo "another picture"
cp "$fixtures"/figure.{bdl,btk,btp,brk,bpk,bpa,bva} .
tell figure.bdl figure.btk figure.btp figure.brk figure.bpk figure.bpa figure.bva
tell maya.bdl figure.btp figure.bva
mkdir with without
real convert maya.bdl maya.bck -q -o with/a.t3dm
real convert maya.bdl maya.bck -o with/a.t3dm 2>&1 | grep animation
real convert maya.bdl maya.bck -q --no-anims -o without/a.t3dm
( cd with && ls )
( cd without && ls )
real check with/a.t3dm
real convert figure.bdl figure.btk figure.brk -o none.t3dm 2>&1 | grep animation
cp "$fixtures"/skinned.{bmd,bls,blk,bla} .
tell skinned.bmd skinned.bla skinned.blk skinned.bls
gone() { real convert "$@" -v -o gone.t3dm 2>&1 | grep -e '^\$' -e 'clip\['; }
gone figure.bdl figure.brk figure.bpk figure.bpa
gone figure.bdl figure.btk figure.btp
# Streams are called after the file that is written: another model's beside it stays what it is. Same name, same bytes.
mkdir names
real convert maya.bdl maya.bck -q -o names/m.t3dm
real convert maya.bdl "run's.bck" -q -o names/other.t3dm
cp -r names before
real convert names/m.t3dm -q -o names/third.t3dm
( cd names && ls )
cmp names/m.0.sdata before/m.0.sdata && cmp names/m.0.sdata names/third.0.sdata && echo "streams as they were"
grep -a -o 'rom:/third.[0-9a-z.]*' names/third.t3dm
real check names/third.t3dm
mkdir again thrice
real convert names/m.t3dm -q -o again/m.t3dm
real convert again/m.t3dm -q -o thrice/m.t3dm
cmp again/m.t3dm thrice/m.t3dm && echo "same"
cmp names/m.0.sdata again/m.0.sdata && grep -a -c 'rom:/m.0.sdata' again/m.t3dm
real convert names/m.t3dm -q -o again/m.t3dm --set t3dm.stream-ext=t3ds
real info again/m.t3dm | grep -A 2 '  animations'
( cd again && ls )
# A name that only begins alike, with a clip that is made anew.
real convert names/m.t3dm maya.bck -q -o again/m.0.t3dm
( cd again && ls )
# Beside the model, wherever textures go; from standard output to where textures go.
mkdir -p game/filesystem/models
real convert maya.bdl maya.bck -q -o game/filesystem/models/m.t3dm --textures png --rom-root png
real convert maya.bdl maya.bck -q -o game/filesystem/models/n.t3dm --textures game/filesystem/skins
real convert maya.bdl maya.bck -q -o - --textures streamed >/dev/null
grep -a -o -h 'rom:/[a-z/]*[mn].0.sdata' game/filesystem/models/*.t3dm
# Written again in another folder of a game, they are called by where they are now; elsewhere they keep their folder.
real convert game/filesystem/models/m.t3dm -q -o game/filesystem/moved.t3dm
grep -a -o 'rom:/moved.0.sdata' game/filesystem/moved.t3dm
real check game/filesystem/moved.t3dm
mkdir game/filesystem/more
real convert game/filesystem/models/m.t3dm -q -o game/filesystem/more/m.t3dm
grep -a -o 'rom:/more/m.0.sdata' game/filesystem/more/m.t3dm
real convert game/filesystem/models/m.t3dm -q -o loose.t3dm
grep -a -o 'rom:/models/loose.0.sdata' loose.t3dm
rm -r game/filesystem/moved* game/filesystem/more loose*
ls game/filesystem/models game/filesystem/skins png streamed | sed 's/\.[a-z0-9]*\.png/.FORMAT.png/'
# A stream that is not there is advice.
rm again/*
cp names/m.t3dm again
real check again/m.t3dm
"$program" check - <names/m.t3dm
