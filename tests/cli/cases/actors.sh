# Actors of The Thousand-Year Door: their texture bank lies beside them, or is named, or is missed.
fixtures=$cases/../../../fixtures
mkdir a elsewhere
cp "$fixtures/ttyd_paper" a/
cp "$fixtures/ttyd_bank-" elsewhere/renamed.tpl
tell() { real info "$@" | sed -n '/^\$/p;/^!/p;/^exit/p;/  textures/,/^$/{/^!/!p}'; }
tell a/ttyd_paper
tell a/ttyd_paper --companion elsewhere/renamed.tpl
tell a/ttyd_paper --companion elsewhere/nothing.tpl
tell a/ttyd_paper --companion a/ttyd_paper
cp "$fixtures/ttyd_bank-" a/
tell a/ttyd_paper
tell a/ttyd_paper --companion elsewhere/renamed.tpl
real dump a/ttyd_paper --at blink:0.3 | grep -E '^!|torso|hip'
real info a/ttyd_paper --set ttyd.texture-shift=sideways
real -o paper.t3dm a/ttyd_paper -q
real check paper.t3dm
