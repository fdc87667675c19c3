# assimp, libtiff, libjpeg and libwebp are loaded when the first file needs them. Where they cannot be, only such files fail.
if ldd "$program" | grep -qE 'libassimp|libtiff|libjpeg|libwebp'; then skip "linked, not loaded"; fi
mkdir broken
for version in 4 5 6 7; do touch broken/libassimp.so.$version broken/libtiff.so.$version; done
lines square.obj "mtllib square.mtl" "v -1 -1 0" "v 1 -1 0" "v 1 1 0" "v -1 1 0" "vt 0 0" "vt 1 0" "vt 1 1" "vt 0 1" "usemtl Painted" "f 1/1 2/2 3/3 4/4"
lines square.mtl "newmtl Painted" "Kd 1 1 1" "map_Kd square.tif"
printf 'II*\0' >square.tif
missing() { LD_LIBRARY_PATH=$PWD/broken real "$@" 2>&1 | sed "s,$PWD/,," | sed -E 's/\.so\.[0-9]+/.so/'; }
missing square.obj -o square.t3dm
missing info "$cases/../../../fixtures/billboards.bmd" | grep -c triangles
rm broken/libassimp*
missing info square.obj | grep -E '!|triangles'
missing square.obj -o square.t3dm --strict -q
real info square.obj | grep -E '!|triangles'
# glTF, so that assimp, which may need them as well, has no part in it
rm broken/*
for name in libjpeg.so.8 libjpeg.so.62 libwebp.so.6 libwebp.so.7; do touch broken/$name; done
printf '\377\330\377\340' >square.jpg
printf 'RIFF\4\0\0\0WEBP' >square.webp
for kind in jpg webp; do
    lines square-$kind.gltf '{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],' \
        '"meshes":[{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1},"material":0}]}],' \
        '"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],"textures":[{"source":0}],' \
        "\"images\":[{\"uri\":\"square.$kind\"}]," \
        '"accessors":[{"count":3,"type":"VEC3","componentType":5126},{"count":3,"type":"VEC2","componentType":5126}]}'
    missing info square-$kind.gltf | grep -E '!|triangles|texture'
    real info square-$kind.gltf | grep -E '!|triangles'
done
rm broken/*
tree
