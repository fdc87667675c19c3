/* fixtures_packed.c: fixtures that are no plain J3D file: archives, textures on their own, T3DM files of all layouts. */
#include <stdlib.h>
#include <string.h>

#include "fixtures.h"
#include "fixtures_gltf.h"
#include "fixtures_ttyd.h"
#include "j3d_anim_builder.h"
#include "j3d_builder_inside.h"
#include "packing_builder.h"
#include "sprite_builder.h"
#include "t3dm_layouts.h"

/* An animation; behind "half of " only half of it. */
static jb_file built_anim(const char *name) {
    bool half = strncmp(name, "half of ", 8) == 0;
    ja_anim *anim = ja_fixture(name + (half ? 8 : 0));
    jb_file file = ja_build(anim);
    if (half) file.size /= 2;
    free(anim);
    return file;
}

static jb_file built(const char *name) {
    if (strstr(name, ".bc")) return built_anim(name);
    const fixture *from = fixture_find(name);
    jb_model *model = from->make();
    jb_file file = jb_build(model, from->kind);
    jb_model_free(model);
    return file;
}

static jb_file packed(const char *const *names, const char *const *paths, uint32_t count, bool compress) {
    ferry_options options = {.size = sizeof options};
    ferry_job *job = ferry_open(&options);
    build_member members[6];
    jb_file files[6], result = {0};
    if (!job || count > 6) jb_abort("an archive that cannot be made");
    for (uint32_t i = 0; i < count; i++) {
        files[i] = built(names[i]);
        members[i] = (build_member){paths[i], {files[i].data, files[i].size}};
    }
    ferry_bytes archive = build_rarc(job, "fixtures", members, count);
    if (compress) archive = build_yaz0(job, archive);
    jb_put(&result, archive.data, archive.size);
    for (uint32_t i = 0; i < count; i++) jb_file_free(&files[i]);
    ferry_close(job);
    return result;
}

static jb_file make_two(const made_file *self) {
    (void)self;
    return packed((const char *const[]){"rigid.bmd", "skinned.bmd"},
                  (const char *const[]){"bmd/rigid.bmd", "bmd/skinned.bmd"}, 2, true);
}

/* A model among animations: one that fits, a broken one, one that does not fit. */
static jb_file make_moving(const made_file *self) {
    (void)self;
    return packed((const char *const[]){"half of maya.bck", "maya.bck", "maya.bdl", "figure.bck"},
                  (const char *const[]){"bck/broken.bck", "bck/walk.bck", "bdl/maya.bdl", "bck/other.bck"}, 4, false);
}

/* Two models of as many joints, an animation called after each, and one that fits both. */
static jb_file make_crowd(const made_file *self) {
    (void)self;
    return packed((const char *const[]){"maya.bdl", "rigid.bmd", "maya.bck", "rigid.bck", "softimage.bck"},
                  (const char *const[]){"bdl/maya.bdl", "bmd/rigid.bmd", "bck/maya.bck", "bck/rigid.bck", "bck/both.bck"},
                  5, false);
}

/* Animations alone, two of them of one name. */
static jb_file make_anims(const made_file *self) {
    (void)self;
    return packed((const char *const[]){"maya.bck", "softimage.bck", "figure.bck"},
                  (const char *const[]){"a/walk.bck", "b/walk.bck", "b/run.bck"}, 3, true);
}

static jb_file make_one(const made_file *self) {
    (void)self;
    return packed((const char *const[]){"table.bmt", "maya.bdl"},
                  (const char *const[]){"bmt/table.bmt", "bdl/maya.bdl"}, 2, false);
}

static jb_file make_bti(const made_file *self) {
    (void)self;
    jb_model *model = fixture_find("palettes.bmd")->make();
    jb_file file = jb_build_bti(model, 2);
    jb_model_free(model);
    return file;
}

/* Three levels of four bits, a palette whose entries all differ, a detail picture. */
static jb_file make_sprite(const made_file *self) {
    (void)self;
    ferry_options options = {.size = sizeof options};
    ferry_job *job = ferry_open(&options);
    uint8_t *texels = odd_picture(16, 16, 1, 3);
    build_sprite sprite = {.version = 6, .level_count = 3, .flags = 0x38, .palette_count = 16};
    if (!job) jb_abort("a sprite that cannot be made");
    for (uint32_t i = 0; i < 3; i++)
        sprite.levels[i] = (build_level){8, 16u >> i, 12u >> i, texels + 100 * i, 96u >> 2 * i};
    for (uint32_t i = 0; i < 16; i++) sprite.palette[i] = (uint16_t)(0x1234 + 0x1111 * i);
    sprite.detail = (build_level){17, 8, 4, texels + 300, 32};
    ferry_bytes bytes = build_sprite_file(job, &sprite);
    jb_file result = {0};
    jb_put(&result, bytes.data, bytes.size);
    ferry_close(job);
    free(texels);
    return result;
}

static jb_file make_packed_sprite(const made_file *self) {
    ferry_options options = {.size = sizeof options};
    ferry_job *job = ferry_open(&options);
    jb_file plain = make_sprite(self), result = {0};
    if (!job) jb_abort("a sprite that cannot be packed");
    ferry_bytes packed_bytes = build_dca(job, (ferry_bytes){plain.data, plain.size});
    jb_put(&result, packed_bytes.data, packed_bytes.size);
    jb_file_free(&plain);
    ferry_close(job);
    return result;
}

static jb_file make_layout(const made_file *self) {
    ferry_options options = {.size = sizeof options};
    ferry_job *job = ferry_open(&options);
    jb_file result = {0};
    if (!job) jb_abort("a T3DM file that cannot be made");
    ferry_bytes bytes = build_t3dm(job, (build_layout){.layout = self->value});
    jb_put(&result, bytes.data, bytes.size);
    ferry_close(job);
    return result;
}

static jb_file make_tracks(const made_file *self) {
    ferry_options options = {.size = sizeof options};
    ferry_job *job = ferry_open(&options);
    jb_file result = {0};
    if (!job) jb_abort("a T3DM file that cannot be made");
    ferry_bytes bytes = build_t3dm(job, (build_layout){.layout = self->value, .tracks = true});
    jb_put(&result, bytes.data, bytes.size);
    ferry_close(job);
    return result;
}

static jb_file make_numbers(const made_file *self) {
    (void)self;
    return fixture_glb();
}

const made_file made_files[] = {
    {.name = "two.szs", .make = make_two},
    {.name = "one.arc", .make = make_one},
    {.name = "painted.bti", .make = make_bti},
    {.name = "detailed.sprite", .make = make_sprite},
    {.name = "packed.sprite", .make = make_packed_sprite},
    {.name = "layout-L0.t3dm", .make = make_layout, .value = BUILD_L0},
    {.name = "layout-L1.t3dm", .make = make_layout, .value = BUILD_L1},
    {.name = "layout-L2.t3dm", .make = make_layout, .value = BUILD_L2},
    {.name = "layout-L3.t3dm", .make = make_layout, .value = BUILD_L3},
    {.name = "layout-L4.t3dm", .make = make_layout, .value = BUILD_L4},
    {.name = "layout-L5.t3dm", .make = make_layout, .value = BUILD_L5},
    {.name = "layout-L6.t3dm", .make = make_layout, .value = BUILD_L6},
    {.name = "layout-L7.t3dm", .make = make_layout, .value = BUILD_L7},
    {.name = "layout-L8.t3dm", .make = make_layout, .value = BUILD_L8},
    {.name = "layout-L9.t3dm", .make = make_layout, .value = BUILD_L9},
    {.name = "layout-L10.t3dm", .make = make_layout, .value = BUILD_L10},
    {.name = "layout-L11.t3dm", .make = make_layout, .value = BUILD_L11},
    {.name = "layout-V1.t3dm", .make = make_layout, .value = BUILD_V1},
    {.name = "layout-V2.t3dm", .make = make_layout, .value = BUILD_V2},
    {.name = "layout-V3.t3dm", .make = make_layout, .value = BUILD_V3},
    {.name = "layout-V4.t3dm", .make = make_layout, .value = BUILD_V4},
    {.name = "tracks.t3dm", .make = make_tracks, .value = BUILD_V4},
    {.name = "rigid.bck", .make = make_anim},
    {.name = "softimage.bck", .make = make_anim},
    {.name = "maya.bck", .make = make_anim},
    {.name = "skinned.bca", .make = make_anim},
    {.name = "figure.bck", .make = make_anim},
    {.name = "figure.btk", .make = make_anim},
    {.name = "figure.btp", .make = make_anim},
    {.name = "figure.brk", .make = make_anim},
    {.name = "figure.bpk", .make = make_anim},
    {.name = "figure.bpa", .make = make_anim},
    {.name = "figure.bva", .make = make_anim},
    {.name = "skinned.bls", .make = make_shapes},
    {.name = "skinned.blk", .make = make_anim},
    {.name = "skinned.bla", .make = make_anim},
    {.name = "skinned.bxk", .make = make_anim},
    {.name = "skinned.bxa", .make = make_anim},
    {.name = "moving.arc", .make = make_moving},
    {.name = "crowd.arc", .make = make_crowd},
    {.name = "anims.szs", .make = make_anims},
    {.name = "ttyd_paper", .make = make_actor},
    {.name = "ttyd_layers", .make = make_layers},
    {.name = "ttyd_bank-", .make = make_bank},
    {.name = "numbers.glb", .make = make_numbers},
};

const uint32_t made_file_count = sizeof made_files / sizeof *made_files;
