# What textures may become: --max-texture, --texture-format, dither; what each decision costs; wrong values.
cp "$cases/../../../fixtures/figure.bdl" .
told() { real figure.bdl -v -o out.t3dm "$@" 2>&1 | grep 'texture\[' | sed 's/^out.t3dm: //'; }
told
told --max-texture 16
told --max-texture 4
told --texture-format rgba16
told --texture-format i4,ia8 --max-texture 32
told --set t3dm.texture-dither=ordered
real info figure.bdl --max-texture 16 --texture-format ci8,rgba16 | sed -n '/texture memory/,$p'
real figure.bdl -o out.t3dm --max-texture 0
real figure.bdl -o out.t3dm --max-texture big
real figure.bdl -o out.t3dm --texture-format rgba
real figure.bdl -o out.t3dm --texture-format i4,
real figure.bdl -o out.t3dm --texture-format i4,auto
real figure.bdl -o out.t3dm --texture-format ''
real figure.bdl -o out.t3dm --set t3dm.texture-dither=random
# Those of a T3DM file stay what they are.
real figure.bdl -o old.t3dm -q
real old.t3dm -o new.t3dm --max-texture 8 --texture-format ci4 --sprites sprite --set t3dm.texture-dither=ordered
real old.t3dm -o new.t3dm --max-texture auto
# Whether pictures would be sprites or PNG files loses nothing of them, so --strict goes on.
real old.t3dm -o new.t3dm --sprites sprite --strict
# What a rule says of a size goes before --max-texture, and is possible.
lines sized.json '{"version": 1, "rules": [{"material": "glow", "set": {"texture0": {"size": [32, 32]}}}]}'
told --max-texture 16 --materials sized.json
