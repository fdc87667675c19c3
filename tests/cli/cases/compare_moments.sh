# --at with several moments: each is told, and the mean.
fixtures=$cases/../../../fixtures
numbers() { sed 's/0\.[0-9][0-9]*\b/0.N/g; s/  *[0-9.,]*[0-9]\( pixels\)/ N\1/; s/colour error  *[0-9.]*/colour error N/'; }
cp "$fixtures"/{maya.bdl,maya.bck,rigid.bck,figure.bdl,figure.bck,figure.btk} .
small="--size 64x48 -q --views six"
real compare maya.bdl maya.bck rigid.bck $small --at '*:rest,0,50%,100%' | sed 's/SSIM.*//; /materials/,$d'
real compare maya.bdl maya.bck rigid.bck $small --at 'm*:0.2..1/3,1.2,rest,100%..0/2' | sed 's/SSIM.*//; /materials/,$d'
# The numbers are those of each moment by itself, and their mean.
for at in 0 0.5 1; do real compare maya.bdl maya.bck $small --at maya:$at | sed -n 's/^  in all *SSIM \([0-9.]*\).*/\1/p'; done >alone
real compare maya.bdl maya.bck $small --at maya:0,0.5,1 | sed -n '/materials/,$d; s/.* SSIM \([0-9.]*\).*/\1/p' >together
head -n 3 together | cmp - alone && echo same
awk 'NR < 4 { sum += $1 } END { d = sum / 3 - $1; print (d * d < 1e-8 ? "mean" : "not the mean") }' together
# A moment counts once.
cp "$fixtures"/ttyd_paper "$fixtures"/ttyd_bank- .
real compare ttyd_paper $small --at 'pose:rest,0%..100%/5,0' | sed 's/SSIM.*//; /materials/,$d'
real compare maya.bdl maya.bck $small --at 'maya:0.5,0..1/3,0.5' | sed 's/SSIM.*//; /materials/,$d'
# What has one name plays together.
real compare figure.bdl figure.bck figure.btk $small --at '*:0.4' | grep -v -e materials -e ' of the pixels' | numbers
real compare figure.bdl figure.bck figure.btk $small --at '*:0.4' >all
real compare figure.bdl figure.bck figure.btk $small --at figure:0.4 | tail -n +3 | cmp - <(tail -n +3 all) && echo same
# The least is for the mean; the picture is of the worst moment.
real compare maya.bdl rigid.bck $small --at 'rigid:0,0.5' --min-ssim 1 -o worst.png >below
numbers <below | grep -v -e materials -e ' of the pixels' | tail -n 3
head -c 24 worst.png | tail -c 8 | od -An -tx1
real compare maya.bdl rigid.bck $small --at 'rigid:rest,0.5' --json | grep -e '"at"' -e '"moments"' -A 2 -e '"clip"' -e '"seconds"' | numbers
# From nearby, too: at each moment where the model is then; the mean of them.
real compare maya.bdl maya.bck --size 64x48 -q --at maya:0,0.5,1 --views all | sed 's/SSIM.*//; /materials/,$d'
for at in 0 0.5 1; do real compare maya.bdl maya.bck --size 64x48 -q --at maya:$at --views near | sed -n 's/^  near *SSIM \([0-9.]*\).*/\1/p'; done >alone
real compare maya.bdl maya.bck --size 64x48 -q --at maya:0,0.5,1 | sed -n 's/.* near *SSIM \([0-9.]*\).*/\1/p' >together
head -n 3 together | cmp - alone && echo same
awk 'NR < 4 { sum += $1 } END { d = sum / 3 - $1; print (d * d < 1e-8 ? "mean" : "not the mean") }' together
# What is wrong.
for at in walk: walk:, :1 walk:1..2 walk:1../3 walk:..2/3 walk:1..2/0 walk:1..2/5000 walk:1/2 walk:-1 walk:5%% walk:resting walk:1..2/3x; do
    real compare maya.bdl maya.bck --at "$at"
done
real compare maya.bdl maya.bck --at 'may:rest,1'
real compare maya.bdl maya.bck --at 'maya:0..1/4000,0..1/97' $small
real render maya.bdl maya.bck --at 'maya:0,1'
real dump maya.bdl maya.bck --at 'maya:50%,60%'
