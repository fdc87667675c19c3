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
# A bank that ends behind its head has no room for what it says it has.
printf '\000\040\257\060\000\000\000\001\000\000\000\014' >elsewhere/short.tpl
real info a/ttyd_paper --companion elsewhere/short.tpl | grep '^!'
mkdir a/ttyd_bank-
real info a/ttyd_paper | grep '^!'
rmdir a/ttyd_bank-

# Converted: strictly nothing comes of it without its bank; with a file that is given it is the same as with one beside it.
mkdir beside given nameless
real --strict -o beside/paper.t3dm a/ttyd_paper
real --strict info a/ttyd_paper | grep -E '^!|^exit'
tree
real -o given/paper.t3dm a/ttyd_paper --companion elsewhere/renamed.tpl -q
cp "$fixtures/ttyd_layers" a/
real -o layers.t3dm a/ttyd_layers --companion elsewhere/renamed.tpl | grep -E '^[$]|has no image|^exit'
real -o bare.t3dm a/ttyd_layers 2>&1 | grep "has no image"
real -o bare.glb a/ttyd_layers 2>&1 | grep "has no image"
cp a/ttyd_paper a/nameless
printf '\000' | dd of=a/nameless bs=1 seek=68 conv=notrunc 2>/dev/null
real -o nameless/paper.t3dm a/nameless -q
real -o nameless/paper.t3dm a/nameless --companion elsewhere/renamed.tpl -q
cp "$fixtures/ttyd_bank-" a/
tell a/ttyd_paper
tell a/ttyd_paper --companion elsewhere/renamed.tpl
real dump a/ttyd_paper --at blink:0.3 | grep -E '^!|torso|hip'
real info a/ttyd_paper --set ttyd.texture-shift=sideways
real -o beside/paper.t3dm a/ttyd_paper -q
diff -r beside given && diff -r beside nameless && echo "all the same"
real check beside/paper.t3dm
(cd a && real ttyd_paper -o x.t3dm -q -MD && sed -n "/sdata:/,\$p" x.d)
