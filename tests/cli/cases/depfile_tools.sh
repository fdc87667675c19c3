# Odd names in depfiles, read by make, and by ninja where it is installed: nothing to do again, until a source changes.
for name in plain 'two words' 'a#b' 'a$b' 'a%b' 'a:b' 'a|b' 'a=b' 'é' 'back\slash' "it's" 'a[1]' '\#b'; do
    mkdir work
    cd work || exit
    lines "$name.toy" "toy 1" "triangles 1" "scale 1"
    lines "$name.toymat" "toymat 1" "material joins"
    lines Makefile 'stamp:; @"$$TOY" "$$NAME.toy" "$$NAME.toymat" -o "$$NAME.toyout" -q -MF stamp.d -MT stamp --depfile-style make && touch stamp' \
        '-include stamp.d'
    lines targets 'stamp:; @"$$TOY" "$$NAME.toy" -o "$$NAME.toyout" -q -MF stamp.d --depfile-style make && touch stamp' '-include stamp.d'
    export TOY=$toy NAME=$name
    touch -d "1 hour ago" -- *
    make -s || echo "$name: not made"
    make -q || echo "$name: made again"
    touch -d "30 minutes ago" stamp
    touch "$name.toymat"
    make -q && echo "$name: not made when a source changed"
    rm "$name.toymat"
    make -n >log 2>&1 || cat log
    rm stamp.d stamp
    make -s -f targets && make -q -f targets || echo "$name: as a target"
    case $name in "a|b" | "it's" | '\#b') known= ;; *) known=yes ;; esac # what ninja 1.11 cannot read, however it is written
    if [ -n "$known" ] && command -v ninja >/dev/null; then
        rm -f stamp*
        lines "$name.toymat" "toymat 1" "material joins"
        touch -d "1 hour ago" -- *
        lines build.ninja 'rule model' '  command = "$$TOY" "$$NAME.toy" "$$NAME.toymat" -o "$$NAME.toyout" -q -MF stamp.d -MT stamp && touch stamp' \
            '  depfile = stamp.d' '  deps = gcc' 'build stamp: model'
        ninja --quiet
        ninja | grep -q 'no work' || echo "$name: ninja makes it again"
        touch "$name.toymat"
        ninja -n | grep -q 'no work' && echo "$name: ninja does not make it when a source changed"
    fi
    cd ..
    rm -r work
done
echo done
