/* fixtures_packed.c: fixtures that are no plain J3D file: archives, and textures on their own. */
#include <stdlib.h>
#include <string.h>

#include "fixtures.h"
#include "j3d_builder_inside.h"
#include "packing_builder.h"

static jb_file built(const char *name) {
    const fixture *from = fixture_find(name);
    jb_model *model = from->make();
    jb_file file = jb_build(model, from->kind);
    jb_model_free(model);
    return file;
}

static jb_file packed(const char *const *names, const char *const *paths, uint32_t count, bool compress) {
    ferry_options options = {.size = sizeof options};
    ferry_job *job = ferry_open(&options);
    build_member members[4];
    jb_file files[4], result = {0};
    if (!job || count > 4) jb_abort("an archive that cannot be made");
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

const made_file made_files[] = {
    {.name = "two.szs", .make = make_two},
    {.name = "one.arc", .make = make_one},
    {.name = "painted.bti", .make = make_bti},
};

const uint32_t made_file_count = sizeof made_files / sizeof *made_files;
