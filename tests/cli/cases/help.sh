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
