# What is no file: a FIFO without a writer, a folder, a socket, a device. A pipe with a writer is read to its end.
lines a.toy "toy 1" "companion bank" "triangles 1" "scale 1"
mkfifo pipe bank
mkdir folder
for input in pipe pipe#inner.toy folder /dev/zero /dev/null; do
    run info $input
done
python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")'
run info socket
echo "--- what belongs to an input"
run info a.toy --companion pipe
run info a.toy --companion bank
run info a.toy
cp "$cases"/../../../fixtures/figure.bdl .
real figure.bdl -o figure.t3dm --materials pipe
mkfifo inof
run inof
echo "--- pipes that are written"
lines b.toy "toy 1" "triangles 3"
(sleep 0.3; cat b.toy >pipe) & # comes late
run info pipe
(sleep 1.2; cat b.toy; sleep 0.3; echo "image eye 2") >pipe & # is there, and slow
run info pipe
wait
run info <(cat b.toy) | sed 's|/dev/fd/[0-9]*|/dev/fd/N|g'
cat b.toy | stdin=/dev/stdin run info /dev/stdin
run info /dev/fd/9 9<b.toy
