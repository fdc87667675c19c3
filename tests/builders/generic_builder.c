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

bool generic_sidecar(void *user, const char *name, ferry_bytes *bytes) {
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
                       "\"nodes\":[{\"name\":\"Square\",\"mesh\":0,\"translation\":[1,2,3],\"scale\":[2,3,"
                       "4]}],"
                       "\"meshes\":[{\"name\":\"Plane\",\"primitives\":[{\"attributes\":{\"POSITION\":0,"
                       "\"NORMAL\":1,"
                       "\"TEXCOORD_0\":2},\"indices\":3,\"material\":0}]}],");
    generic_say(files, "\"materials\":[{\"name\":\"Painted\","
                       "\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.5,1,1,1],"
                       "\"baseColorTexture\":{\"index\":0}},\"alphaMode\":\"MASK\",\"alphaCutoff\":0.25,"
                       "\"doubleSided\":true}],"
                       "\"textures\":[{\"source\":0,\"sampler\":0}],"
                       "\"images\":[{\"uri\":\"my%%20square.png\"}],"
                       "\"samplers\":[{\"wrapS\":33648,\"wrapT\":33071}],");
    generic_say(files, "\"accessors\":["
                       "{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"min\":[-1,"
                       "-1,0],\"max\":[1,1,0]},"
                       "{\"bufferView\":0,\"byteOffset\":48,\"componentType\":5126,\"count\":4,"
                       "\"type\":\"VEC3\"},"
                       "{\"bufferView\":0,\"byteOffset\":96,\"componentType\":5126,\"count\":4,"
                       "\"type\":\"VEC2\"},"
                       "{\"bufferView\":1,\"componentType\":5123,\"count\":6,\"type\":\"SCALAR\"}],"
                       "\"bufferViews\":[{\"buffer\":0,\"byteLength\":128},{\"buffer\":0,\"byteOffset\":128,"
                       "\"byteLength\":12}],"
                       "\"buffers\":[{\"uri\":\"square.bin\",\"byteLength\":140}]}");
    generic_open(files, "square.bin");
    generic_put(files, numbers, sizeof numbers);
    generic_put(files, corners, sizeof corners);
    generic_picture(files, "my square.png");
}

/* ------------------------------------------------------------------------------------------------- figure */

/* A buffer of glTF's, and the text of the accessors that lie in it. */
typedef struct buffer {
    uint8_t bytes[4096];
    size_t size;
    char views[4096], accessors[4096];
    uint32_t count;
} buffer;

enum { BYTE = 5121, SHORT = 5123, FLOAT = 5126 };

static void say(char *text, const char *format, ...) FERRY_PRINTF(2, 3);
static void say(char *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text + strlen(text), 4096 - strlen(text), format, arguments);
    va_end(arguments);
    ck_assert_int_ge(length, 0);
}

/* Returns the accessor's number. */
static uint32_t put(buffer *b, const void *data, size_t size, int component, uint32_t count,
                    const char *type) {
    ck_assert_uint_le(b->size + size + 4, sizeof b->bytes);
    say(b->views, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}", b->count ? "," : "", b->size,
        size);
    say(b->accessors, "%s{\"bufferView\":%u,\"componentType\":%d,\"count\":%u,\"type\":\"%s\"}",
        b->count ? "," : "", b->count, component, count, type);
    memcpy(b->bytes + b->size, data, size);
    b->size = (b->size + size + 3) / 4 * 4;
    return b->count++;
}

#define PUT(b, array, component, count, type) put(b, array, sizeof array, component, count, type)

static const float figure_positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0, 1, 2, 0};
static const float figure_uvs[2][12] = {{0, 1, 1, 1, 0, .5f, 1, .5f, 0, 0, 1, 0},
                                        {0, 0, .25f, 0, 0, .5f, .25f, .5f, 0, 1, .25f, 1}};
static const float figure_colors[] = {1, 0, 0, 1, 0,   .5f, 0,   1, 0, 0, .25f, .5f,
                                      1, 1, 1, 1, .5f, .5f, .5f, 1, 0, 0, 0,    0};
static const uint8_t figure_joints[2][24] = {
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 2, 1, 2, 0, 0, 0, 1, 2, 0, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
static const float figure_weights[2][24] = {
    {1, 0, 0, 0, 1, 0, 0, 0, .5f, .5f, 0, 0, .25f, .25f, .125f, .125f, 1, 0, 0, 0, .5f, .5f, 0, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, .25f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
static const float figure_moves[2][18] = {{0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0},
                                          {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, -2}};
static const uint16_t figure_corners[] = {0, 1, 2, 3, 4, 5};
static const float figure_binds[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,  0, 1,
                                     1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1,
                                     1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -2, 0, 1};
static const float figure_times[] = {0, .5f, 1};
static const float figure_turns[] = {0, 0, 0, 1, 0, 0, .70710678f, .70710678f, 0, 0, 0, 1};
static const float figure_steps[] = {1, 1, 1, 2, 1, 1, 1, 1, 1};
static const float figure_shapes[] = {0, 0, 1, .5f, 0, 1};

static void say_figure(buffer *b, char *text, const char *uri) {
    generic_files picture = {0};
    uint32_t at[16], n = 0;
    generic_picture(&picture, "");
    at[n++] = PUT(b, figure_positions, FLOAT, 6, "VEC3");
    for (int k = 0; k < 2; k++) at[n++] = PUT(b, figure_uvs[k], FLOAT, 6, "VEC2");
    at[n++] = PUT(b, figure_colors, FLOAT, 6, "VEC4");
    for (int k = 0; k < 2; k++) at[n++] = PUT(b, figure_joints[k], BYTE, 6, "VEC4");
    for (int k = 0; k < 2; k++) at[n++] = PUT(b, figure_weights[k], FLOAT, 6, "VEC4");
    for (int k = 0; k < 2; k++) at[n++] = PUT(b, figure_moves[k], FLOAT, 6, "VEC3");
    uint32_t corners = PUT(b, figure_corners, SHORT, 6, "SCALAR"),
             binds = PUT(b, figure_binds, FLOAT, 3, "MAT4");
    uint32_t times = PUT(b, figure_times, FLOAT, 3, "SCALAR"), turns = PUT(b, figure_turns, FLOAT, 3, "VEC4");
    uint32_t steps = PUT(b, figure_steps, FLOAT, 3, "VEC3"),
             shapes = PUT(b, figure_shapes, FLOAT, 6, "SCALAR");
    uint32_t png = PUT(b, "", BYTE, 1, "SCALAR"); /* the view behind it is the picture's */
    memcpy(b->bytes + b->size, picture.data[0], picture.sizes[0]);
    say(b->views, ",{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}", b->size, picture.sizes[0]);
    b->size = (b->size + picture.sizes[0] + 3) / 4 * 4;
    generic_free(&picture);
    say(text, "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,1]}],\"nodes\":["
              "{\"name\":\"figure\",\"mesh\":0,\"skin\":0},{\"name\":\"arm\",\"children\":[2]},"
              "{\"name\":\"arm\",\"translation\":[0,1,0],\"children\":[3]},{\"translation\":[0,1,0]}],");
    say(text, "\"skins\":[{\"joints\":[1,2,3],\"inverseBindMatrices\":%u}],", binds);
    say(text,
        "\"meshes\":[{\"name\":\"strip\",\"weights\":[0,0],\"extras\":{\"targetNames\":[\"bulge\","
        "\"bend\"]},"
        "\"primitives\":[{\"mode\":5,\"indices\":%u,\"material\":0,\"attributes\":{\"POSITION\":%u,"
        "\"TEXCOORD_0\":%u,"
        "\"TEXCOORD_1\":%u,\"COLOR_0\":%u,\"JOINTS_0\":%u,\"JOINTS_1\":%u,\"WEIGHTS_0\":%u,"
        "\"WEIGHTS_1\":%u},"
        "\"targets\":[{\"POSITION\":%u},{\"POSITION\":%u}]}]}],",
        corners, at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], at[8], at[9]);
    say(text,
        "\"materials\":[{\"name\":\"skin\",\"alphaMode\":\"BLEND\","
        "\"extensions\":{\"KHR_materials_unlit\":{}},"
        "\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0,\"texCoord\":1,\"extensions\":{"
        "\"KHR_texture_transform\":{\"offset\":[0.5,0.25],\"rotation\":1.5707963267948966,"
        "\"scale\":[2,4]}}}}}],"
        "\"extensionsUsed\":[\"KHR_materials_unlit\",\"KHR_texture_transform\"],"
        "\"textures\":[{\"source\":0}],\"images\":[{\"name\":\"inside\",\"mimeType\":\"image/png\","
        "\"bufferView\":%u}],",
        png + 1);
    say(text,
        "\"animations\":[{\"name\":\"wave\",\"channels\":["
        "{\"sampler\":0,\"target\":{\"node\":2,\"path\":\"rotation\"}},"
        "{\"sampler\":1,\"target\":{\"node\":0,\"path\":\"weights\"}}],"
        "\"samplers\":[{\"input\":%u,\"output\":%u},{\"input\":%u,\"output\":%u}]},"
        "{\"name\":\"blink\",\"channels\":[{\"sampler\":0,\"target\":{\"node\":3,\"path\":\"scale\"}}],"
        "\"samplers\":[{\"input\":%u,\"output\":%u,\"interpolation\":\"STEP\"}]}],",
        times, turns, times, shapes, times, steps);
    say(text, "\"buffers\":[{%s%s%s\"byteLength\":%zu}],\"bufferViews\":[", *uri ? "\"uri\":\"" : "", uri,
        *uri ? "\"," : "", b->size);
}

static void make_figure(generic_files *files, bool binary) {
    buffer b = {.size = 0};
    char text[8192] = "", *whole;
    say_figure(&b, text, binary ? "" : "figure.bin");
    generic_open(files, binary ? "figure.glb" : "figure.gltf");
    if (!binary) {
        generic_say(files, "%s", text);
        generic_say(files, "%s],\"accessors\":[", b.views);
        generic_say(files, "%s]}", b.accessors);
        generic_open(files, "figure.bin");
        generic_put(files, b.bytes, b.size);
        return;
    }
    whole = malloc(strlen(text) + strlen(b.views) + strlen(b.accessors) + 64);
    ck_assert_ptr_nonnull(whole);
    sprintf(whole, "%s%s],\"accessors\":[%s]}", text, b.views, b.accessors);
    generic_put_glb(files, whole, b.bytes, b.size);
    free(whole);
}

void generic_figure_gltf(generic_files *files) {
    make_figure(files, false);
}

void generic_figure_glb(generic_files *files) {
    make_figure(files, true);
}

static void put_le32(generic_files *files, size_t value) {
    const uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                              (uint8_t)(value >> 24)};
    generic_put(files, bytes, sizeof bytes);
}

void generic_put_glb(generic_files *files, const char *json, const void *bytes, size_t size) {
    size_t text = (strlen(json) + 3) / 4 * 4, data = (size + 3) / 4 * 4;
    generic_put(files, "glTF", 4);
    put_le32(files, 2);
    put_le32(files, 12 + 8 + text + 8 + data);
    put_le32(files, text);
    generic_put(files, "JSON", 4);
    generic_put(files, json, strlen(json));
    generic_put(files, "   ", text - strlen(json));
    put_le32(files, data);
    generic_put(files, "BIN\0", 4);
    generic_put(files, bytes, size);
    generic_put(files, "\0\0\0", data - size);
}

/* ------------------------------------------------------------------------------------------ other formats */

void generic_dae(generic_files *files) {
    generic_open(files, "square.dae");
    generic_say(files, "<?xml version=\"1.0\"?>\n"
                       "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">"
                       "<asset><unit name=\"centimeter\" meter=\"0.01\"/><up_axis>Z_UP</up_axis></asset>"
                       "<library_images><image "
                       "id=\"i\"><init_from>square.png</init_from></image></library_images>");
    generic_say(files, "<library_effects><effect id=\"e\"><profile_COMMON>"
                       "<newparam sid=\"s\"><surface "
                       "type=\"2D\"><init_from>i</init_from></surface></newparam>"
                       "<newparam sid=\"t\"><sampler2D><source>s</source></sampler2D></newparam>"
                       "<technique sid=\"c\"><lambert><diffuse><texture texture=\"t\" "
                       "texcoord=\"UV0\"/></diffuse></lambert>"
                       "</technique></profile_COMMON></effect></library_effects>"
                       "<library_materials><material id=\"m\" name=\"Painted\"><instance_effect "
                       "url=\"#e\"/></material>"
                       "</library_materials>");
    generic_say(files, "<library_geometries><geometry id=\"g\" name=\"Plane\"><mesh>"
                       "<source id=\"p\"><float_array id=\"pa\" count=\"12\">-1 -1 0 1 -1 0 1 1 0 -1 1 "
                       "0</float_array>"
                       "<technique_common><accessor source=\"#pa\" count=\"4\" stride=\"3\"><param "
                       "name=\"X\" type=\"float\"/>"
                       "<param name=\"Y\" type=\"float\"/><param name=\"Z\" "
                       "type=\"float\"/></accessor></technique_common></source>"
                       "<source id=\"u\"><float_array id=\"ua\" count=\"8\">0 0 1 0 1 1 0 1</float_array>"
                       "<technique_common><accessor source=\"#ua\" count=\"4\" stride=\"2\"><param "
                       "name=\"S\" type=\"float\"/>"
                       "<param name=\"T\" type=\"float\"/></accessor></technique_common></source>"
                       "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>"
                       "<triangles count=\"2\" material=\"M\"><input semantic=\"VERTEX\" source=\"#v\" "
                       "offset=\"0\"/>"
                       "<input semantic=\"TEXCOORD\" source=\"#u\" offset=\"1\" set=\"0\"/>"
                       "<p>0 0 1 1 2 2 0 0 2 2 3 3</p></triangles></mesh></geometry></library_geometries>");
    generic_say(files, "<library_visual_scenes><visual_scene id=\"w\"><node id=\"n\" name=\"Square\">"
                       "<matrix>1 1 0 5 0 1 0 6 0 0 1 7 0 0 0 1</matrix>"
                       "<instance_geometry url=\"#g\"><bind_material><technique_common><instance_material "
                       "symbol=\"M\" target=\"#m\">"
                       "<bind_vertex_input semantic=\"UV0\" input_semantic=\"TEXCOORD\" "
                       "input_set=\"0\"/></instance_material>"
                       "</technique_common></bind_material></instance_geometry></node></visual_scene>"
                       "</library_visual_scenes>"
                       "<scene><instance_visual_scene url=\"#w\"/></scene></COLLADA>\n");
    generic_picture(files, "square.png");
}

void generic_ply(generic_files *files) {
    generic_open(files, "square.ply");
    generic_say(files, "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
                       "property float z\n"
                       "property uchar red\nproperty uchar green\nproperty uchar blue\n"
                       "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
                       "-1 -1 0 255 0 0\n1 -1 0 0 255 0\n1 1 0 0 0 255\n-1 1 0 51 51 51\n4 0 1 2 3\n");
}

void generic_stl(generic_files *files) {
    generic_open(files, "square.stl");
    generic_say(files, "solid square\nfacet normal 0 0 1\nouter loop\nvertex -1 -1 0\nvertex 1 -1 0\n"
                       "vertex 1 1 0\nendloop\nendfacet\n"
                       "facet normal 0 0 1\nouter loop\nvertex -1 -1 0\nvertex 1 1 0\nvertex -1 1 0\n"
                       "endloop\nendfacet\nendsolid square\n");
}

void generic_fbx(generic_files *files) {
    generic_open(files, "square.fbx");
    generic_say(files, "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n"
                       "\tFBXVersion: 7400\n}\n"
                       "GlobalSettings:  {\n\tVersion: 1000\n\tProperties70:  {\n"
                       "\t\tP: \"UpAxis\", \"int\", \"Integer\", \"\",2\n\t\tP: \"UpAxisSign\", \"int\", "
                       "\"Integer\", \"\",1\n"
                       "\t\tP: \"FrontAxis\", \"int\", \"Integer\", \"\",1\n\t\tP: \"FrontAxisSign\", "
                       "\"int\", \"Integer\", \"\",-1\n"
                       "\t\tP: \"CoordAxis\", \"int\", \"Integer\", \"\",0\n\t\tP: \"CoordAxisSign\", "
                       "\"int\", \"Integer\", \"\",1\n"
                       "\t\tP: \"UnitScaleFactor\", \"double\", \"Number\", \"\",2.54\n\t}\n}\n");
    generic_say(files, "Definitions:  {\n\tVersion: 100\n\tCount: 3\n}\nObjects:  {\n"
                       "\tGeometry: 1, \"Geometry::Plane\", \"Mesh\" {\n"
                       "\t\tVertices: *12 {\n\t\t\ta: -1,-1,0,1,-1,0,1,1,0,-1,1,0\n\t\t}\n"
                       "\t\tPolygonVertexIndex: *4 {\n\t\t\ta: 0,1,2,-4\n\t\t}\n\t\tGeometryVersion: 124\n"
                       "\t\tLayerElementUV: 0 {\n\t\t\tVersion: 101\n\t\t\tName: \"UV\"\n"
                       "\t\t\tMappingInformationType: \"ByPolygonVertex\"\n\t\t\tReferenceInformationType: "
                       "\"Direct\"\n"
                       "\t\t\tUV: *8 {\n\t\t\t\ta: 0,0,1,0,1,1,0,1\n\t\t\t}\n\t\t}\n"
                       "\t\tLayerElementMaterial: 0 {\n\t\t\tVersion: 101\n\t\t\tName: \"\"\n"
                       "\t\t\tMappingInformationType: \"AllSame\"\n\t\t\tReferenceInformationType: "
                       "\"IndexToDirect\"\n"
                       "\t\t\tMaterials: *1 {\n\t\t\t\ta: 0\n\t\t\t}\n\t\t}\n");
    generic_say(files, "\t\tLayer: 0 {\n\t\t\tVersion: 100\n"
                       "\t\t\tLayerElement:  {\n\t\t\t\tType: \"LayerElementUV\"\n\t\t\t\tTypedIndex: 0\n"
                       "\t\t\t}\n"
                       "\t\t\tLayerElement:  {\n\t\t\t\tType: \"LayerElementMaterial\"\n\t\t\t\tTypedIndex: "
                       "0\n\t\t\t}\n\t\t}\n\t}\n"
                       "\tModel: 2, \"Model::Square\", \"Mesh\" {\n\t\tVersion: 232\n\t\tProperties70:  {\n"
                       "\t\t\tP: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",1,2,3\n\t\t}\n\t}\n"
                       "\tMaterial: 3, \"Material::Painted\", \"\" {\n\t\tVersion: 102\n\t\tShadingModel: "
                       "\"lambert\"\n"
                       "\t\tMultiLayer: 0\n\t\tProperties70:  {\n"
                       "\t\t\tP: \"DiffuseColor\", \"Color\", \"\", \"A\",0.8,0.8,0.8\n\t\t}\n\t}\n"
                       "\tTexture: 4, \"Texture::Picture\", \"\" {\n\t\tType: \"TextureVideoClip\"\n"
                       "\t\tVersion: 202\n"
                       "\t\tTextureName: \"Texture::Picture\"\n\t\tFileName: \"C:\\work\\square.png\"\n"
                       "\t\tRelativeFilename: \"..\\work\\square.png\"\n\t\tProperties70:  {\n\t\t}\n\t}\n"
                       "}\n");
    generic_say(files, "Connections:  {\n\tC: \"OO\",2,0\n\tC: \"OO\",1,2\n\tC: \"OO\",3,2\n"
                       "\tC: \"OP\",4,3, \"DiffuseColor\"\n}\n");
    generic_picture(files, "square.png");
}
