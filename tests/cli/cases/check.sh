# T3DM files against the rules of the runtime: findings on standard output, errors end with exit 1, advice does not.
fixtures=$cases/../../../fixtures
cp "$fixtures/layout-L0.t3dm" old.t3dm
cp "$fixtures/layout-L8.t3dm" sound.t3dm
cp "$fixtures/layout-V4.t3dm" advice.t3dm
cp "$fixtures/rigid.bmd" .
real check sound.t3dm advice.t3dm
real check advice.t3dm missing.t3dm --json | grep -v -e offset -e path -e times
# The reason is the first file with an error; without one, that there is none.
real check sound.t3dm old.t3dm missing.t3dm --json -q | grep -e verdict -e reason
real check sound.t3dm --json -q | grep -e verdict -e reason
real check advice.t3dm --strict
real check old.t3dm sound.t3dm
real check old.t3dm advice.t3dm -q
real check sound.t3dm --from t3dm:V4
real check sound.t3dm --from t3dm:L9
real check rigid.bmd
real check missing.t3dm
head -c 600 sound.t3dm >cut.t3dm
real check cut.t3dm
real check old.t3dm --report report.json -q
grep -e '"status"' -e '"code"' -e '"exit"' report.json
# Sprites of several files with one hash: rom:/bark.ci4.sprite becomes two that share it. The same path is no finding.
sed 's|bark.ci4|bcrk.ai4|' advice.t3dm >one.t3dm
real check one.t3dm one.t3dm advice.t3dm | grep -v streams
real check one.t3dm advice.t3dm -j 2 --strict | grep 'the hash of'
real check one.t3dm advice.t3dm -q
real check one.t3dm advice.t3dm --json | grep -e '"advice"' -e 'the hash of' -e paths
# What the converter writes has no errors.
real convert rigid.bmd -q
real check rigid.t3dm
