# Help goes to standard output and names every verb and option; without arguments it goes to standard error.
run --help
run convert --help
run info --help
run help dump
run help unpack
run textures -h
run formats --help
run help nonsense
run help info dump
run
run help --completion tcsh
run help --man dump
run help --man --completion bash
run info --man
# No line is too long for a terminal of 80 columns; without arguments there are twelve lines at most.
for verb in --help convert info dump unpack textures render compare diff check cost plan formats help; do
    "$toy" help ${verb#--help} | awk -v verb="$verb" 'length > 80 { print verb ": " $0 }'
done
"$toy" 2>&1 | awk 'length > 80 || NR > 12'
