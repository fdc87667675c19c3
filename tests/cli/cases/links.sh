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
echo "--- a link to what is not there yet"
ln -s real/new fresh.toyout
ln -s fresh.toyout chain.toyout
run a.toy -o chain.toyout
show real/new
ln -s missing/new lost.toyout
run a.toy -o lost.toyout
tree
echo "--- devices and pipes take the model alone"
lines b.toy "toy 1" "triangles 1" "image eye 2"
run b.toy -o /dev/null --to toyout
run b.toy -o /dev/null --to toyout --textures pictures
run b.toy -o /dev/null --to toyout -MD
run b.toy -o /dev/null --to toyout -MF b.d -MT stamp
show b.d
ls /dev/*eye* 2>/dev/null
timeout 20 cat pipe >copy &
run b.toy -o pipe --to toyout
wait
show copy
run b.toy -o /dev/stdout --to toyout
run dump a.toy -o /dev/stdout | head -n 2
tree
echo "--- permissions of what is replaced stay, and what is write-protected is not replaced"
rm pipe *.toyout
run a.toy --to toyout -q
chmod 600 a.toyout
run a.toy --to toyout -q
stat -c %a a.toyout
echo mine >b.toyout
chmod 444 b.toyout
run b.toy --to toyout --textures pictures -q
show b.toyout
chmod 444 a.toyout
run a.toy --to toyout --only-if-changed
stat -c %a a.toyout
echo "--- links in a circle lead to no place, and stay"
ln -s circle.toyout circle.toyout
run a.toy --to toyout -o circle.toyout
readlink circle.toyout
