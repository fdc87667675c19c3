/*
 * fixtures_gltf.c: numbers.glb, which has of what glTF's buffers may hold one of each: quantised and
 * interleaved positions, normalized normals, coordinates and colours, sparse accessors, a strip, five
 * influences of two sets, morph targets that do not rest at 0, cubic splines of moves and turns, steps, a
 * hidden node, a texture by its transform.
 */
#include "builders/fixtures_gltf.h"
#include "builders/gltf_builder.h"

/* s16 x, y, z of 1/1024, a normal of s8, coordinates of u16: 16 bytes a vertex. */
static const int16_t places[6][3] = {{0, 0, 0},       {1024, 0, 128},   {0, 1024, 256},
                                     {1024, 1280, 0}, {128, 2048, -64}, {896, 2304, 32}};
static const int8_t normals[6][3] = {{0, 0, 127},   {45, 0, 119},  {0, 45, 119},
                                     {-45, 0, 119}, {0, -45, 119}, {90, 0, 90}};
static const uint16_t uvs[6][2] = {{0, 65535},     {65535, 65535}, {0, 32768},
                                   {65535, 30000}, {4096, 0},      {61440, 0}};

static uint32_t put_vertices(gb_file *f) {
    uint8_t bytes[6 * 16] = {0};
    for (int v = 0; v < 6; v++) {
        gb_order(bytes + 16 * v, places[v], 6, GB_S16);
        gb_order(bytes + 16 * v + 8, normals[v], 3, GB_S8);
        gb_order(bytes + 16 * v + 12, uvs[v], 4, GB_U16);
    }
    return gb_view(f, bytes, sizeof bytes, 16);
}

static void put_skinned(gb_file *f) {
    static const uint8_t colors[6][3] = {{255, 0, 0},   {0, 255, 0},    {0, 0, 255},
                                         {128, 64, 32}, {16, 128, 240}, {255, 255, 255}};
    static const uint8_t joints[2][6][4] = {{{0}, {0}, {0, 1}, {0, 1, 2, 3}, {3}, {2, 3}},
                                            {{0}, {0}, {0}, {4}, {0}, {0}}};
    static const uint16_t weights[2][6][4] = {
        {{65535}, {65535}, {32768, 32767}, {13107, 13107, 13107, 13107}, {65535}, {16384, 49151}},
        {{0}, {0}, {0}, {13107}, {0}, {0}}};
    static const uint8_t strip[] = {0, 1, 2, 3, 4, 5};
    uint32_t view = put_vertices(f);
    gb_accessor(f, "{'bufferView':%u,'componentType':5122,'count':6,'type':'VEC3'}", view);
    gb_accessor(
        f, "{'bufferView':%u,'byteOffset':8,'componentType':5120,'normalized':true,'count':6,'type':'VEC3'}",
        view);
    gb_accessor(
        f, "{'bufferView':%u,'byteOffset':12,'componentType':5123,'normalized':true,'count':6,'type':'VEC2'}",
        view);
    GB_NUMBERS(f, colors, GB_U8, 6, "VEC3", ",'normalized':true");
    for (int set = 0; set < 2; set++) {
        GB_NUMBERS(f, joints[set], GB_U8, 6, "VEC4", "");
        GB_NUMBERS(f, weights[set], GB_U16, 6, "VEC4", ",'normalized':true");
    }
    GB_NUMBERS(f, strip, GB_U8, 6, "SCALAR", "");
}

/* Binds count in the quantised places: 1/1024 of a unit. */
static uint32_t put_binds(gb_file *f) {
    float binds[5][16] = {{0}};
    for (int j = 0; j < 5; j++) {
        for (int k = 0; k < 3; k++) binds[j][5 * k] = 1 / 1024.0F;
        binds[j][13] = -0.5F * (float)j;
        binds[j][15] = 1;
    }
    return GB_NUMBERS(f, binds, GB_FLOAT, 5, "MAT4", "");
}

/* A triangle whose third corner is elsewhere, and two targets, one of them sparse. */
static void put_morphed(gb_file *f, uint32_t at[3]) {
    static const float corners[] = {0, 0, 0, 2, 0, 0, 0, 0, 0}, third[] = {0, 3, 1},
                       lift[] = {0, 0, 4, 0, 0, 2, 0, 0, 0}, pull[] = {1, -1, 0.5F};
    static const uint8_t two[] = {2}, one[] = {1};
    uint32_t base = gb_view_of(f, corners, sizeof corners, GB_FLOAT), place = gb_view_of(f, two, sizeof two, GB_U8),
             value = gb_view_of(f, third, sizeof third, GB_FLOAT), from = gb_view_of(f, one, sizeof one, GB_U8),
             by = gb_view_of(f, pull, sizeof pull, GB_FLOAT);
    at[0] = gb_accessor(f,
                        "{'bufferView':%u,'componentType':5126,'count':3,'type':'VEC3','sparse':{'count':1,'"
                        "indices':{'bufferView':%u,"
                        "'componentType':5121},'values':{'bufferView':%u}}}",
                        base, place, value);
    at[1] = GB_NUMBERS(f, lift, GB_FLOAT, 3, "VEC3", "");
    at[2] = gb_accessor(f,
                        "{'componentType':5126,'count':3,'type':'VEC3','sparse':{'count':1,'indices':{'"
                        "bufferView':%u,'componentType':5121},"
                        "'values':{'bufferView':%u}}}",
                        from, by);
}

static void say_clips(gb_file *f) {
    static const float times[] = {0, 0.5F, 1.25F}, shapes[] = {0.5F, 0.25F, 1, 0, 0, 1};
    static const float moves[] = {0, 0,  0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 1, 2,
                                  0, -1, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0};
    static const float turns[] = {0, 0,    0, 0,    0, 0, 0, 1, 0.5F, 0, 0, 0,    0, 0,    0, 0, 0.6F, 0,
                                  0, 0.8F, 0, 0.5F, 0, 0, 0, 0, 0,    0, 0, 0.8F, 0, 0.6F, 0, 0, 0,    0};
    static const int8_t quarter[] = {0, 0, 0, 127, 90, 0, 0, 90, 0, 127, 0, 0};
    static const float sizes[] = {1, 1, 1, 1, 2, 1, 1, 1, 0.5F};
    uint32_t in = GB_NUMBERS(f, times, GB_FLOAT, 3, "SCALAR", ""),
             a = GB_NUMBERS(f, moves, GB_FLOAT, 9, "VEC3", ""),
             b = GB_NUMBERS(f, turns, GB_FLOAT, 9, "VEC4", ""),
             c = GB_NUMBERS(f, quarter, GB_S8, 3, "VEC4", ",'normalized':true"),
             d = GB_NUMBERS(f, sizes, GB_FLOAT, 3, "VEC3", ""),
             e = GB_NUMBERS(f, shapes, GB_FLOAT, 6, "SCALAR", "");
    gb_say(f,
           "'animations':[{'name':'bend','samplers':[{'input':%u,'output':%u,'interpolation':'CUBICSPLINE'},{"
           "'input':%u,'output':%u,'interpolation':"
           "'CUBICSPLINE'},{'input':%u,'output':%u},{'input':%u,'output':%u,'interpolation':'STEP'},{'input':"
           "%u,'output':%u}],",
           in, a, in, b, in, c, in, d, in, e);
    gb_more(f, "'channels':[{'sampler':0,'target':{'node':2,'path':'translation'}},{'sampler':1,'target':{'"
               "node':3,'path':'rotation'}},"
               "{'sampler':2,'target':{'node':4,'path':'rotation'}},{'sampler':3,'target':{'node':5,'path':'"
               "scale'}},{'sampler':4,'target':{'node':1,'path':'weights'}}]}]");
}

jb_file fixture_glb(void) {
    static gb_file f;
    uint32_t at[3];
    f = (gb_file){.size = 0};
    put_skinned(&f);
    uint32_t binds = put_binds(&f);
    put_morphed(&f, at);
    gb_say(&f, "'extensionsUsed':['KHR_mesh_quantization','KHR_texture_transform','KHR_node_visibility'],'"
               "extensionsRequired':['KHR_mesh_quantization']");
    gb_say(&f,
           "'scene':0,'scenes':[{'nodes':[0,1,2,7]}],'skins':[{'name':'spine','inverseBindMatrices':%u,'"
           "joints':[2,3,4,5,6]}]",
           binds);
    gb_say(&f, "'nodes':[{'name':'ribbon','mesh':0,'skin':0},{'name':'flag','mesh':1,'translation':[3,0,0],'"
               "rotation':[0,0.6,0,0.8],'weights':[0.5,0.25]},"
               "{'name':'a','children':[3]},{'name':'b','translation':[0,0.5,0],'children':[4]},{'name':'c','"
               "translation':[0,0.5,0],'children':[5]},"
               "{'name':'d','translation':[0,0.5,0],'children':[6]},{'name':'e','translation':[0,0.5,0]},"
               "{'name':'hidden','mesh':1,'scale':[2,1,0.5],'extensions':{'KHR_node_visibility':{'visible':"
               "false}}}]");
    gb_say(&f,
           "'meshes':[{'name':'ribbon','primitives':[{'mode':5,'indices':8,'material':0,'attributes':{'"
           "POSITION':0,'NORMAL':1,'TEXCOORD_0':2,"
           "'COLOR_0':3,'JOINTS_0':4,'WEIGHTS_0':5,'JOINTS_1':6,'WEIGHTS_1':7}}]},{'name':'flag','weights':["
           "1,0],'extras':{'targetNames':['lift','pull']},"
           "'primitives':[{'material':1,'attributes':{'POSITION':%u},'targets':[{'POSITION':%u},{'POSITION':%"
           "u}]}]}]",
           at[0], at[1], at[2]);
    gb_say(&f, "'materials':[{'name':'cloth','doubleSided':true,'pbrMetallicRoughness':{'baseColorFactor':[1,"
               "0.5,0.25,1],'metallicFactor':0}},"
               "{'name':'glass','alphaMode':'BLEND','extensions':{'KHR_materials_unlit':{}},'"
               "pbrMetallicRoughness':{'baseColorFactor':[0.25,0.5,1,0.5]}}]");
    say_clips(&f);
    ferry_bytes bytes = gb_glb(&f);
    return (jb_file){.data = (uint8_t *)(uintptr_t)bytes.data, .size = bytes.size};
}
