/*
 * fbx_write.c: a prepared scene as FBX 7.4: what stands around its objects, and how they hang together
 * (docs/formats/fbx.md).
 */
#include "formats/fbx/fbx_write.h"

#include <inttypes.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "formats/export/export.h"
#include "formats/export/export_left_out.h"
#include "formats/export/export_scene.h"
#include "formats/export/export_scene_state.h"
#include "formats/fbx/fbx_clips.h"
#include "formats/fbx/fbx_materials.h"
#include "formats/fbx/fbx_models.h"
#include "formats/fbx/fbx_objects.h"
#include "formats/fbx/fbx_out.h"
#include "formats/fbx/fbx_skins.h"

/* --------------------------------------------------------------------------------------------------- head */

/* A file states when it was made, in words and hashed with the foot of the file: this is the time that
 * Blender writes. */
static const char CREATION_TIME[] = "1970-01-01 10:00:00:000";
static const uint8_t FILE_ID[16] = {0x28, 0xb3, 0x2a, 0xeb, 0xb6, 0x24, 0xcc, 0xc2,
                                    0xbf, 0xc8, 0xb0, 0x2a, 0xa9, 0x2b, 0xfc, 0xf1};

static void put_time_stamp(fy_fbx_out *o) {
    static const struct {
        const char *name;
        int32_t value;
    } parts[] = {{"Version", 1000}, {"Year", 1970}, {"Month", 1},  {"Day", 1},
                 {"Hour", 10},      {"Minute", 0},  {"Second", 0}, {"Millisecond", 0}};
    fy_fbx_open(o, "CreationTimeStamp");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        fy_fbx_put_i32(o, parts[i].name, parts[i].value);
    fy_fbx_close(o);
}

static void put_head(fy_fbx *f) {
    fy_fbx_out *o = &f->o;
    const char *creator = ferry_job_format(f->x.e.job, "ferry64 %s", ferry_version());
    fy_fbx_open(o, "FBXHeaderExtension");
    fy_fbx_put_i32(o, "FBXHeaderVersion", 1003);
    fy_fbx_put_i32(o, "FBXVersion", FY_FBX_VERSION);
    if (!o->text) fy_fbx_put_i32(o, "EncryptionType", 0);
    put_time_stamp(o);
    fy_fbx_put_string(o, "Creator", creator);
    fy_fbx_close(o);
    if (!o->text) {
        fy_fbx_open(o, "FileId");
        fy_fbx_bytes(o, (ferry_bytes){FILE_ID, sizeof FILE_ID});
        fy_fbx_close(o);
    }
    fy_fbx_put_string(o, "CreationTime", CREATION_TIME);
    fy_fbx_put_string(o, "Creator", creator);
}

/* The number that stands for so many frames a second; 14: another one. */
static int32_t time_mode(double rate) {
    static const struct {
        double rate;
        int32_t mode;
    } modes[] = {{24, 11}, {25, 10}, {30, 6}, {48, 5}, {50, 4}, {60, 3}, {100, 2}, {120, 1}};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (modes[i].rate == rate) return modes[i].mode;
    return 14;
}

static void put_settings(fy_fbx *f) {
    static const struct {
        const char *name;
        int32_t value;
    } axes[] = {{"UpAxis", 1},    {"UpAxisSign", 1},    {"FrontAxis", 2},      {"FrontAxisSign", 1},
                {"CoordAxis", 0}, {"CoordAxisSign", 1}, {"OriginalUpAxis", 1}, {"OriginalUpAxisSign", 1}};
    fy_fbx_out *o = &f->o;
    const ferry_clip_list *clips = &f->x.e.scene->clips;
    double rate = clips->count ? clips->data[0].rate : 60;
    fy_fbx_open(o, "GlobalSettings");
    fy_fbx_put_i32(o, "Version", 1000);
    fy_fbx_open(o, "Properties70");
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++)
        fy_fbx_property_int(o, axes[i].name, "int", axes[i].value);
    fy_fbx_property_number(o, "UnitScaleFactor", "double", "", f->x.unit * 100); /* centimetres */
    fy_fbx_property_number(o, "OriginalUnitScaleFactor", "double", "", f->x.unit * 100);
    fy_fbx_property_int(o, "TimeMode", "enum", time_mode(rate));
    fy_fbx_property_number(o, "CustomFrameRate", "double", "", time_mode(rate) == 14 ? rate : -1);
    fy_fbx_close(o);
    fy_fbx_close(o);
}

static void put_documents(fy_fbx *f) {
    fy_fbx_out *o = &f->o;
    fy_fbx_open(o, "Documents");
    fy_fbx_put_i32(o, "Count", 1);
    fy_fbx_open(o, "Document");
    fy_fbx_i64(o, fy_fbx_number(f));
    fy_fbx_string(o, "");
    fy_fbx_string(o, "Scene");
    fy_fbx_put_i64(o, "RootNode", 0);
    fy_fbx_close(o);
    fy_fbx_close(o);
    fy_fbx_open(o, "References");
    fy_fbx_inside(o);
    fy_fbx_close(o);
}

/* -------------------------------------------------------------------------------------------- definitions */

/* How many objects there are is known when they are written: until then zeros stand there. `places`: of each
 * kind, then of all. */
static void put_definitions(fy_fbx *f, size_t places[FY_FBX_KINDS + 1]) {
    fy_fbx_out *o = &f->o;
    fy_fbx_open(o, "Definitions");
    fy_fbx_put_i32(o, "Version", 100);
    places[FY_FBX_KINDS] = fy_fbx_put_later(o, "Count");
    fy_fbx_open(o, "ObjectType");
    fy_fbx_string(o, "GlobalSettings");
    fy_fbx_put_i32(o, "Count", 1);
    fy_fbx_close(o);
    for (int k = 0; k < FY_FBX_KINDS; k++) {
        fy_fbx_open(o, "ObjectType");
        fy_fbx_string(o, fy_fbx_kind_name((fy_fbx_kind)k));
        places[k] = fy_fbx_put_later(o, "Count");
        fy_fbx_close(o);
    }
    fy_fbx_close(o);
}

static void fill_definitions(fy_fbx *f, const size_t places[FY_FBX_KINDS + 1]) {
    uint32_t all = 1;
    for (int k = 0; k < FY_FBX_KINDS; k++) {
        fy_fbx_fill(&f->o, places[k], f->counts[k]);
        all += f->counts[k];
    }
    fy_fbx_fill(&f->o, places[FY_FBX_KINDS], all);
}

/* -------------------------------------------------------------------------------------------- connections */

static bool put_links(fy_fbx *f) {
    fy_fbx_out *o = &f->o;
    fy_fbx_open(o, "Connections");
    fy_fbx_inside(o);
    for (uint32_t i = 0; i < f->link_count; i++) {
        const fy_fbx_link *link = &f->links[i];
        fy_fbx_open(o, "C");
        fy_fbx_string(o, link->property ? "OP" : "OO");
        fy_fbx_i64(o, link->from);
        fy_fbx_i64(o, link->to);
        if (link->property) fy_fbx_string(o, link->property);
        fy_fbx_close(o);
        if (!ferry_tick(f->x.e.job)) return false;
    }
    fy_fbx_close(o);
    return !o->out.bad;
}

/* ---------------------------------------------------------------------------------------------- the whole */

static bool put_objects(fy_fbx *f) {
    fy_fbx_open(&f->o, "Objects");
    fy_fbx_inside(&f->o);
    bool done = fy_fbx_put_models(f) && fy_fbx_put_skins(f) && fy_fbx_put_materials(f) && fy_fbx_put_clips(f);
    fy_fbx_close(&f->o);
    return done;
}

static void report_written(const fy_fbx *f, size_t size) {
    const fy_export_scene *x = &f->x;
    ferry_job *job = x->e.job;
    uint32_t shifted = 0;
    for (uint32_t m = 0; m < x->e.scene->morphs.count; m++)
        shifted += x->e.scene->morphs.data[m].shifts != NULL;
    fy_export_tell(x, x->unlit, "fbx.unlit", "unlit materials, which the format lights");
    fy_export_tell(x, x->sided, "fbx.double-sided",
                   "double-sided materials, which the format does not store");
    fy_export_tell(x, f->unbound, "fbx.bind-matrix",
                   "singular bind matrices, replaced by the joint's rest matrix");
    fy_export_tell(x, shifted, "fbx.uv-morphs",
                   "morphs of texture coordinates, left out: the format stores positions and normals "
                   "only");
    if (f->hidden)
        ferry_say(job, FERRY_NOTE, "fbx.hidden", x->e.file, "",
                  "draws hidden at rest, but visible in programs without visibility support: %" PRIu32,
                  f->hidden);
    ferry_say(job, FERRY_NOTE, "fbx.written", x->e.file, "",
              "%" PRIu32 " models, %" PRIu32 " meshes, %" PRIu32 " materials, %" PRIu32 " deformers, %" PRIu32
              " animations, %zu bytes",
              f->counts[FY_FBX_MODEL], x->model_count, f->counts[FY_FBX_MATERIAL], f->counts[FY_FBX_DEFORMER],
              f->counts[FY_FBX_STACK], size);
}

static bool write_all(fy_fbx *f, ferry_file_list *files) {
    size_t places[FY_FBX_KINDS + 1];
    if (!fy_export_scene_open(&f->x)) return false;
    f->x.embeds = ferry_setting_is(f->x.e.job, "gltf.images", "embed");
    fy_fbx_begin(&f->o);
    put_head(f);
    put_settings(f);
    put_documents(f);
    put_definitions(f, places);
    if (!put_objects(f) || !put_links(f) || !fy_fbx_end(&f->o)) return false;
    fill_definitions(f, places);
    size_t size = f->o.out.size;
    if (!fy_export_scene_finish(&f->x, &f->o.out, files)) return false;
    report_written(f, size);
    return fy_export_report_empty(&f->x.e, false) && !ferry_failed(f->x.e.job);
}

bool fy_fbx_write(ferry_job *job, const ferry_scene *scene, const char *name, ferry_file_list *files) {
    ferry_mark mark = ferry_job_mark(job);
    fy_fbx f = {.x = {.e = fy_export_of(job, scene, name)}, .last_id = 1000000};
    f.o = (fy_fbx_out){.out = ferry_out_open(job, name),
                       .text = ferry_setting_is(job, "fbx.encoding", "ascii")};
    bool done = write_all(&f, files);
    if (!done) fy_export_is_sound(&f.x.e); /* tells what stopped it */
    fy_job_drop(job, f.links);
    fy_job_drop(job, f.channels);
    ferry_job_release(job, mark);
    return done;
}
