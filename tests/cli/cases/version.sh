real --version
real info --version
