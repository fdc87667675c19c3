# Beside the input, with its images; the line on standard output tells what was written.
mkdir models
lines models/a.toy "toy 1" "triangles 1234" "image eye 4" "image skin 16" "scale 8"
run models/a.toy --to toyout
show models/a.toyout models/eye.png
tree
