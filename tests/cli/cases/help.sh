# Help goes to standard output and names every verb and option; without arguments it goes to standard error.
run --help
run convert --help
run info --help
run help dump
run help unpack
run textures -h
run formats --help
run help nonsense
run help rendre
run help info dump
run
run help --completion tcsh
run help --man dump
run help --man --completion bash
run info --man
# No line is too long for a terminal of 80 columns; --help takes 40 lines at most, and twelve without arguments.
for verb in --help convert info dump unpack textures render compare diff check cost plan formats help; do
    "$toy" help ${verb#--help} | awk -v verb="$verb" 'length > 80 { print verb ": " $0 }'
done
"$toy" --help | awk 'NR > 40'
"$toy" 2>&1 | awk 'length > 80 || NR > 12'
# Each verb that takes inputs begins with examples, of one line each.
for verb in convert info dump unpack textures render compare diff check cost plan; do
    "$toy" help $verb | awk -v verb="$verb" 'NR == 5 && !/^  ferry64 / || NR < 9 && /^   / { print verb ": " $0 }'
done
# Each option is told once: among the everyday ones, or below its subject.
for verb in convert info dump unpack textures render compare diff check cost plan formats help; do
    "$toy" help $verb | awk -v verb="$verb" '/^ +-/ && index($0, "-") < 8 { sub(/^ +(-[A-Za-z]+, )?/, ""); if (told[$1]++) print verb ": " $1 }'
done
# What one verb says about an option stands in no other verb's help.
for verb in convert info dump unpack textures render compare diff check cost plan; do
    "$toy" help $verb | sed -n '/^Everyday/,/^Inputs:/p' | grep '`' | grep -vE '`(ferry64 |plan --frame)' | sed "s/^/$verb: /"
done
# The first examples work as they are printed, where there is no folder yet; the pages of help begin with the same.
cp "$cases/../../../fixtures/figure.bdl" link.bdl
"$toy" 2>&1 | sed -nE 's/^  ferry64 (.*link\.(bdl|t3dm)( [^ ]+)*)   .*/\1/p' | sed 's/ *$//' >commands
while read -r words; do real $words | sed '/^! .*: loss: /d; /^filesystem.link_/d; s/  [0-9].*//'; done <commands
"$toy" --help | grep -F -m 1 "  ferry64 $(head -n 1 commands) "
"$toy" help convert | grep -F -m 1 "  ferry64 $(head -n 1 commands) "
