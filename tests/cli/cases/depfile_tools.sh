# Odd names in depfiles, read by make, and by ninja where it is installed: nothing to do again, until a source changes. A few are built
# with in earnest, one of each way to protect a name and one beyond ASCII; the tools only say what they would do with all others, below.
for name in plain 'two words' 'a$b' 'a|b' 'a=b' 'é'; do
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
    if [ "$name" != "a|b" ] && # which ninja 1.11 cannot read, however it is written
        command -v ninja >/dev/null; then
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

# Every printable character of ASCII but most letters and digits, which are all alike, in the middle of a
# name, at its start, at its end, behind a backslash. What can be written, the tools read: exactly the rules
# of those files that change are worked on, and all rules when all files are gone. One command writes all
# rules of a kind, one of a tool reads them.
mkdir all
cd all || exit
names=() number=0
for code in $(seq 32 126); do
    printf -v letter "\\$(printf %o "$code")"
    case $letter in / | [B-MO-Yb-mo-y1-8]) continue ;; esac
    names+=("a${letter}b")
    case $letter in [A-Za-z0-9]) continue ;; esac
    [ "$letter" = . ] || names+=("${letter}c" "c${letter}")
    names+=("d\\${letter}e" "f${letter}g${letter}h")
done
names+=("a[x]c" "axc" "b*d" "bxd" "(e)" "a(e)" ".IGNORE" "~root" "two of them" "a := b" "a;touch x")
inputs=("${!names[@]}")
inputs=("${inputs[@]/%/.toy}")
for number in "${!names[@]}"; do lines "$number.toy" "toy 1" "triangles 1" "companion ${names[number]}" "scale 1"; done
held() { # STYLE: writes the depfiles; prints the names that are refused
    rm -rf out
    [ -z "${2:-}" ] || rm -f -- "${names[@]/#/./}"
    held=()
    "$toy" "${inputs[@]}" --to toyout -o out/ -q -MD --depfile-style "$1" 2>&1 |
        sed 's/: error: [^`]* with /: with /; s/, or do.*//'
    for number in "${!names[@]}"; do [ ! -e "out/$number.d" ] || held+=("$number"); done
}
worked_on() { # TOOL: the numbers of the rules that it would work on
    case $1 in
    make) make -n all 2>&1 ;;
    ninja) ninja -n -v 2>&1 ;;
    esac | sed '/no work to do/d; /^make: Nothing to be done/d; s/^.*out.//; s/\.toyout$//' | sort -n | tr '\n' ' '
}
each() { # TOOL: changes the files whose numbers have a bit, for each bit: no two files have the same ones
    local found wanted bit changed
    touch -d "1 hour ago" -- ./*
    touch -d "30 minutes ago" out/*.toyout
    [ "$1" = make ] || ninja --quiet
    found=$(worked_on "$1")
    [ -z "$found" ] || echo "$1 begins with $found"
    for bit in 1 2 4 8 16 32 64 128; do
        wanted= changed=()
        for number in "${held[@]}"; do
            [ $((number & bit)) -ne 0 ] || continue
            wanted="$wanted$number "
            changed+=("./${names[number]}")
        done
        touch -- "${changed[@]}"
        found=$(worked_on "$1")
        [ "$found" = "$wanted" ] || printf '%s\n' "$1, $bit: wanted $wanted" "found $found"
        if [ -n "${2:-}" ]; then rm -- "${changed[@]}"; else touch -d "1 hour ago" -- "${changed[@]}"; fi
    done
}
all_of_them() { [ "$(worked_on "$1")" = "$(printf '%s ' "${held[@]}")" ] || worked_on "$1"; }
echo "--- make"
printf '%s\n' 'all: $(OUTPUTS)' 'out/%.toyout: ; : $@' 'include out/*.d' >Makefile
touch -- "${names[@]/#/./}"
held make
export OUTPUTS
OUTPUTS=$(printf 'out/%s.toyout ' "${held[@]}")
each make
rm -- "${names[@]/#/./}"
all_of_them make
echo "--- make, files that are not there"
held make gone
OUTPUTS=$(printf 'out/%s.toyout ' "${held[@]}")
each make gone
echo "--- make, targets"
rm -rf out
rm -f -- "${names[@]/#/./}"
touch -d "1 hour ago" 0.toy
printf '%s\n' 'include $(RULES)' '%:: ; : $@' >Makefile
would_make() { make -n "$@" 2>&1 | sed -n 's/^: //p'; }
goals=()
for number in "${!names[@]}"; do
    name=${names[number]}
    "$toy" 0.toy --to toyout -o out/ -q -MF "$number.d" -MT "$name" --depfile-style make 2>/dev/null || continue
    : >"./$name"
    case $name in
    *=*) # no goal, but a variable: it is the first target of its rule
        [ -z "$(would_make RULES="$number.d")" ] || echo "$name"
        [ "$(would_make RULES="$number.d" -W 0.toy)" = "$name" ] || echo "$name: not seen"
        ;;
    *) goals+=("$name") ;;
    esac
done
would_make RULES='*.d' -- "${goals[@]}"
diff <(printf '%s\n' "${goals[@]}") <(would_make RULES='*.d' -W 0.toy -- "${goals[@]}")
rm -f ./*.d
echo "--- ninja"
touch -d "1 hour ago" 0.toy
touch -- "${names[@]/#/./}"
held ninja
if command -v ninja >/dev/null; then
    for deps in "" "  deps = gcc"; do
        {
            echo 'rule model'
            echo '  command = cp out/$number.d out/$number.copy && touch out/$number.toyout'
            printf '%s\n' '  depfile = out/$number.copy' "$deps"
        } >build.ninja
        for number in "${held[@]}"; do printf '%s\n' "build out/$number.toyout: model" "  number = $number" >>build.ninja; done
        each ninja
        touch -d "next hour" -- "${names[@]/#/./}"
        all_of_them ninja
        rm -f .ninja* out/*.copy
    done
fi
cd ..
rm -r all
echo done
