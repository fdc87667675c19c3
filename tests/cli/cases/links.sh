# A link stays a link: what it points to is replaced. Devices and pipes are written as they are.
lines a.toy "toy 1" "triangles 1"
mkdir real
echo before >real/file
ln -s real/file a.toyout
run a.toy --to toyout
show real/file
run a.toy -o /dev/null --to toyout
ls -l /dev/null | cut -c 1
mkfifo pipe
timeout 20 cat pipe >copy &
run a.toy -o pipe --to toyout
wait
show copy
tree
(umask 027; run a.toy -o masked.toyout)
stat -c %a masked.toyout
