# The limits of docs/security.md that need no bomb: each at its edge, where the last thing that is allowed passes.
echo "--- the input: as large as the memory limit, and a byte more"
lines a.toy "toy 1" "triangles 1"
cp a.toy large.toy
truncate -s 1000000 large.toy
run info large.toy -q --memory-limit 1000000 
truncate -s 1000001 large.toy
run info large.toy -q --memory-limit 1000000
stdin=large.toy run info - -q --memory-limit 1000000
echo "--- layers of packing"
cp a.toy packed
for layer in 1 2 3 4 5; do
    { echo "toyzip 1"; cat packed; } >more
    mv more packed
    run info packed -q 2>&1 | grep -E 'triangles|!|exit'
done
echo "--- nested files"
{ echo "toypack 1"; awk 'BEGIN { for (i = 1; i < 131072; i++) print "file x" i " 0" }'; } >many.toypack
run info many.toypack -q 2>&1 | grep -cE 'nested'
echo "file one 0" >>many.toypack
run info many.toypack -q
echo "--- folders on the command line"
deep=$(printf 'd/%.0s' {1..64})
mkdir -p "$deep"
cp a.toy "$deep"
run info -q --recursive d | grep -E 'triangles|!'
mkdir -p "${deep}d"
cp a.toy "${deep}d"
run info -q --recursive d 2>&1 | sed -E 's,(d/)+d?,d/...,'
echo "--- pictures"
printf '%s' '{"asset": {"version": "2.0"}, "images": [{"uri": "side.png"}], "textures": [{"source": 0}], "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]}' >side.gltf
for side in 16384 16385; do
    python3 -c "
import struct, zlib
header = b'IHDR' + struct.pack('>IIBBBBB', $side, 1, 8, 6, 0, 0, 0)
open('side.png', 'wb').write(b'\x89PNG\r\n\x1a\n' + struct.pack('>I', 13) + header + struct.pack('>I', zlib.crc32(header)))"
    real info side.gltf 2>&1 | grep '^!'
done
echo "--- folders below a model's, in which its pictures are looked for"
printf '%s' '{"asset": {"version": "2.0"}, "images": [{"uri": "else/deep.png"}], "textures": [{"source": 0}], "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]}' >search.gltf
python3 -c "
import struct, zlib
def chunk(kind, data): return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
open('deep.png', 'wb').write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 1, 1, 8, 6, 0, 0, 0)) +
    chunk(b'IDAT', zlib.compress(bytes(5))) + chunk(b'IEND', b''))"
below=$(printf 'p/%.0s' {1..15})
mkdir -p "${below}p"
mv deep.png "$below"
real info search.gltf 2>&1 | grep -E '^!|textures'
mv "${below}deep.png" "${below}p"
real info search.gltf 2>&1 | grep -E '^!|textures'
echo "--- entries of these folders: the last one that is looked at, and the next"
mkdir -p crowd/p
python3 -c "
import os
# One more name costs less than one more file, and a file has less than 65,000 of them.
for i in range(4): open('%d.png' % i, 'w').close()
for i in range(65600): os.link('%d.png' % (i % 4), 'crowd/p/%05d.png' % i)
for i in range(4): os.remove('%d.png' % i)"
# Entries are looked at as the folder lists them: those of crowd before p, then those of p, dots included.
touch crowd/search.gltf
before=$(ls -Ua1 crowd | grep -nx p | cut -d: -f1)
for number in 65536 65537; do
    name=$(ls -Ua1 crowd/p | sed -n $((number - before))p)
    printf '%s' '{"asset": {"version": "2.0"}, "images": [{"uri": "else/'"$name"'"}], "textures": [{"source": 0}], "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]}' >crowd/search.gltf
    real info crowd/search.gltf 2>&1 | grep -E '^!' | sed "s/$name/NAME/"
done
rm -r crowd
