real --version
real info --version
# Whatever else is said.
real --version --size 10x10
