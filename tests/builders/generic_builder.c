/* generic_builder.c: see generic_builder.h. */
#include "generic_builder.h"

#include <stdio.h>
#include <stdlib.h>

#include "helpers.h"

void generic_open(generic_files *files, const char *name) {
    ck_assert_uint_lt(files->count, GENERIC_FILES);
    files->names[files->count++] = name;
}

void generic_put(generic_files *files, const void *bytes, size_t size) {
    uint32_t at = files->count - 1;
    files->data[at] = realloc(files->data[at], files->sizes[at] + size + 1);
    ck_assert_ptr_nonnull(files->data[at]);
    if (size) memcpy(files->data[at] + files->sizes[at], bytes, size);
    files->sizes[at] += size;
    files->data[at][files->sizes[at]] = 0;
}

void generic_say(generic_files *files, const char *format, ...) {
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ck_assert_int_lt(length, (int)sizeof text);
    generic_put(files, text, (size_t)length);
}

void generic_free(generic_files *files) {
    for (uint32_t i = 0; i < files->count; i++) free(files->data[i]);
    *files = (generic_files){0};
}

bool generic_companion(void *user, const char *name, ferry_bytes *bytes) {
    generic_files *files = user;
    files->asked++;
    for (uint32_t i = 1; i < files->count; i++) {
        if (strcmp(files->names[i], name) != 0) continue;
        *bytes = (ferry_bytes){(const uint8_t *)files->data[i], files->sizes[i]};
        return true;
    }
    return false;
}

void generic_picture(generic_files *files, const char *name) {
    static uint8_t rgba[16] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 128};
    ferry_picture picture = {.width = 2, .height = 2, .rgba = rgba};
    ferry_job *job = fy_test_job();
    ferry_bytes png;
    ck_assert(ferry_picture_png(job, &picture, &png));
    generic_open(files, name);
    generic_put(files, png.data, png.size);
    ferry_close(job);
}

void generic_obj(generic_files *files) {
    generic_open(files, "square.obj");
    generic_say(files, "# a square\nmtllib square.mtl\no Square\n"
                       "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\n"
                       "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvn 0 0 1\n"
                       "usemtl Painted\nf 1/1/1 2/2/1 3/3/1 4/4/1\n");
    generic_open(files, "square.mtl");
    generic_say(files, "newmtl Painted\nKd 1 1 1\nd 1\nillum 2\nmap_Kd tex/square.png\n");
    generic_picture(files, "tex/square.png");
}

void generic_gltf(generic_files *files) {
    static const float numbers[] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0, /* positions */
                                    0,  0,  1, 0, 0,  1, 0, 0, 1, 0,  0, 1, /* normals */
                                    0,  1,  1, 1, 1,  0, 0, 0};             /* texture coordinates, v down */
    static const uint8_t corners[] = {0, 0, 1, 0, 2, 0, 0, 0, 2, 0, 3, 0};
    generic_open(files, "square.gltf");
    generic_say(files, "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
                       "\"nodes\":[{\"name\":\"Square\",\"mesh\":0,\"translation\":[1,2,3],\"scale\":[2,3,4]}],"
                       "\"meshes\":[{\"name\":\"Plane\",\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1,"
                       "\"TEXCOORD_0\":2},\"indices\":3,\"material\":0}]}],");
    generic_say(files, "\"materials\":[{\"name\":\"Painted\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.5,1,1,1],"
                       "\"baseColorTexture\":{\"index\":0}},\"alphaMode\":\"MASK\",\"alphaCutoff\":0.25,\"doubleSided\":true}],"
                       "\"textures\":[{\"source\":0,\"sampler\":0}],\"images\":[{\"uri\":\"my%%20square.png\"}],"
                       "\"samplers\":[{\"wrapS\":33648,\"wrapT\":33071}],");
    generic_say(files, "\"accessors\":["
                       "{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"min\":[-1,-1,0],\"max\":[1,1,0]},"
                       "{\"bufferView\":0,\"byteOffset\":48,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"
                       "{\"bufferView\":0,\"byteOffset\":96,\"componentType\":5126,\"count\":4,\"type\":\"VEC2\"},"
                       "{\"bufferView\":1,\"componentType\":5123,\"count\":6,\"type\":\"SCALAR\"}],"
                       "\"bufferViews\":[{\"buffer\":0,\"byteLength\":128},{\"buffer\":0,\"byteOffset\":128,\"byteLength\":12}],"
                       "\"buffers\":[{\"uri\":\"square.bin\",\"byteLength\":140}]}");
    generic_open(files, "square.bin");
    generic_put(files, numbers, sizeof numbers);
    generic_put(files, corners, sizeof corners);
    generic_picture(files, "my square.png");
}
