/*
 * j3d_mat3.c: MAT3 and its older form MAT2, the materials (docs/formats/j3d.md, "MAT3").
 *
 * A material is an entry full of indices into tables that all materials share. Only what the counts of the
 * entry cover is meant; indices behind them may be stale and then simply fall back to the defaults of the
 * engine. Codes are cut to what the hardware knows, so that whoever reads the scene may use them as they are.
 */
#include "formats/j3d/j3d_mat3.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "formats/j3d/j3d.h"
#include "formats/j3d/j3d_mat3_tables.h"
#include "formats/j3d/j3d_mat3_tev.h"
#include "formats/j3d/j3d_names.h"
#include "formats/j3d/j3d_tables.h"
#include "machine/gx/gx_summary.h"

enum { POST_MATRIX_COUNT = 20, LIGHT_COUNT = 8 };

/* -------------------------------------------------------------------------------------- counts and pixels */

static uint8_t count_of(fy_mat3_reader *r, fy_mat3_table table, uint32_t at, uint32_t most, const char *id,
                        const char *what) {
    const uint8_t *b = fy_mat3_record8(r, table, at);
    return b ? fy_mat3_code(r, b, most + 1, (uint8_t)most, id, what) : 0;
}

static void read_counts(fy_mat3_reader *r) {
    ferry_gx_material *gx = r->gx;
    const uint8_t *b;
    gx->mode = (uint8_t)fy_mat3_entry_u8(r, 0);
    gx->cull = FERRY_GX_CULL_BACK;
    b = fy_mat3_record8(r, FY_MAT3_CULL_MODES, 1);
    if (b && ferry_be32(b) <= FERRY_GX_CULL_ALL)
        gx->cull = b[3];
    else if (b)
        ferry_say_at(&r->window, (uint64_t)(b - r->window.data), FERRY_WARNING, "j3d.cull-mode",
                     "unknown cull mode %u; used 2 (back)", ferry_be32(b));
    gx->channel_count =
        count_of(r, FY_MAT3_CHANNEL_COUNTS, 2, 2, "j3d.material-counts", "number of channels");
    gx->texgen_count = count_of(r, FY_MAT3_TEXGEN_COUNTS, 3, FERRY_GX_MAX_TEXGENS, "j3d.material-counts",
                                "number of texgens");
    gx->stage_count = count_of(r, FY_MAT3_STAGE_COUNTS, 4, FERRY_GX_MAX_STAGES, "j3d.material-counts",
                               "number of TEV stages");
    if (gx->stage_count == 0) gx->stage_count = 1;
    b = fy_mat3_record8(r, FY_MAT3_Z_LOCATIONS, 5);
    gx->z_location = b && *b ? 1 : 0;
    b = fy_mat3_record8(r, FY_MAT3_DITHERS, 7);
    gx->dither = !b || *b ? 1 : 0;
}

static void read_pixel(fy_mat3_reader *r) {
    ferry_gx_material *gx = r->gx;
    const uint8_t *b = fy_mat3_record8(r, FY_MAT3_Z_MODES, 6);
    gx->z_test = !b || b[0] ? 1 : 0;
    gx->z_compare = b ? fy_mat3_code(r, b + 1, 8, FERRY_GX_LEQUAL, "j3d.depth-compare", "depth comparison")
                      : FERRY_GX_LEQUAL;
    gx->z_write = !b || b[2] ? 1 : 0;
    b = fy_mat3_record16(r, FY_MAT3_ALPHA_COMPARES, r->version->alpha_compare);
    gx->alpha_compare0 =
        b ? fy_mat3_code(r, b, 8, FERRY_GX_ALWAYS, "j3d.alpha-compare", "alpha comparison") : FERRY_GX_ALWAYS;
    gx->alpha_ref0 = b ? b[1] : 0;
    gx->alpha_op =
        b ? fy_mat3_code(r, b + 2, 4, FERRY_GX_AND, "j3d.alpha-compare", "alpha operator") : FERRY_GX_AND;
    gx->alpha_compare1 =
        b ? fy_mat3_code(r, b + 3, 8, FERRY_GX_ALWAYS, "j3d.alpha-compare", "alpha comparison")
          : FERRY_GX_ALWAYS;
    gx->alpha_ref1 = b ? b[4] : 0;
    b = fy_mat3_record16(r, FY_MAT3_BLENDS, r->version->blend);
    gx->blend_mode =
        b ? fy_mat3_code(r, b, 4, FERRY_GX_BLEND_NONE, "j3d.blend-mode", "blend mode") : FERRY_GX_BLEND_BLEND;
    gx->blend_src = b ? fy_mat3_code(r, b + 1, 8, FERRY_GX_FACTOR_SRC_ALPHA, "j3d.blend-mode", "blend factor")
                      : FERRY_GX_FACTOR_SRC_ALPHA;
    gx->blend_dst =
        b ? fy_mat3_code(r, b + 2, 8, FERRY_GX_FACTOR_INV_SRC_ALPHA, "j3d.blend-mode", "blend factor")
          : FERRY_GX_FACTOR_INV_SRC_ALPHA;
    gx->blend_logic = b ? fy_mat3_code(r, b + 3, 16, 5, "j3d.blend-mode", "logic operation") : 5;
}

static void read_fog(fy_mat3_reader *r) {
    const uint8_t *b = fy_mat3_record16(r, FY_MAT3_FOGS, r->version->fog);
    ferry_gx_fog *fog = &r->gx->fog;
    if (!b) return;
    fog->present = true;
    fog->type = fy_mat3_code(r, b, 16, 0, "j3d.fog-type", "fog type");
    fog->range_adjust = b[1] ? 1 : 0;
    fog->center = ferry_be16(b + 2);
    fog->start = fy_mat3_number(r, b + 4);
    fog->end = fy_mat3_number(r, b + 8);
    fog->near_plane = fy_mat3_number(r, b + 12);
    fog->far_plane = fy_mat3_number(r, b + 16);
    fog->color = fy_mat3_color(b + 20);
    for (size_t k = 0; k < 10; k++) fog->adjust[k] = ferry_be16(b + 24 + 2 * k);
}

static void read_nbt_scale(fy_mat3_reader *r) {
    r->used = false; /* bump mapping only, and never switched on: not worth a complaint */
    const uint8_t *b = fy_mat3_record16(r, FY_MAT3_NBT_SCALES, r->version->nbt_scale);
    r->used = true;
    for (uint32_t k = 0; k < 3; k++) r->gx->nbt_scale[k] = 1;
    if (!b) return;
    r->gx->nbt_scale_enabled = b[0] == 1;
    fy_mat3_numbers(r, b + 4, 3, r->gx->nbt_scale);
}

/* ------------------------------------------------------------------------------------ channels and lights */

static ferry_gx_channel read_channel(fy_mat3_reader *r, const uint8_t *b) {
    if (!b)
        return (ferry_gx_channel){.diffuse = FERRY_GX_DIFFUSE_CLAMP,
                                  .attenuation = FERRY_GX_ATTENUATION_NONE};
    return (ferry_gx_channel){
        .lit = b[0] ? 1 : 0,
        .material_source = fy_mat3_code(r, b + 1, 2, FERRY_GX_SOURCE_REGISTER, "j3d.channel-control",
                                        "material colour source"),
        .light_mask = b[2],
        .diffuse =
            fy_mat3_code(r, b + 3, 3, FERRY_GX_DIFFUSE_CLAMP, "j3d.channel-control", "diffuse function"),
        .attenuation = fy_mat3_code(r, b + 4, 3, FERRY_GX_ATTENUATION_NONE, "j3d.channel-control",
                                    "attenuation function"),
        .ambient_source = b[5] == FY_MAT3_NONE8
                              ? FERRY_GX_SOURCE_REGISTER
                              : fy_mat3_code(r, b + 5, 2, FERRY_GX_SOURCE_REGISTER, "j3d.channel-control",
                                             "ambient colour source"),
    };
}

static void read_channels(fy_mat3_reader *r) {
    ferry_gx_material *gx = r->gx;
    const fy_mat3_version *v = r->version;
    for (uint32_t k = 0; k < 4; k++) {
        r->used = k / 2 < gx->channel_count;
        gx->channels[k] = read_channel(r, fy_mat3_record16(r, FY_MAT3_CHANNELS, v->channels + 2 * k));
    }
    for (uint32_t k = 0; k < 2; k++) {
        r->used = k < gx->channel_count;
        const uint8_t *b = fy_mat3_record16(r, FY_MAT3_MATERIAL_COLORS, v->material_colors + 2 * k);
        gx->material_colors[k] = b ? fy_mat3_color(b) : (ferry_gx_color){255, 255, 255, 255};
        b = v->ambient_colors ? fy_mat3_record16(r, FY_MAT3_AMBIENT_COLORS, v->ambient_colors + 2 * k) : NULL;
        gx->ambient_colors[k] = b ? fy_mat3_color(b) : (ferry_gx_color){50, 50, 50, 50};
    }
    r->used = true;
}

/* Lights come from the program; those in the file are kept because they are there. */
static bool read_lights(fy_mat3_reader *r) {
    ferry_gx_light lights[LIGHT_COUNT];
    uint32_t count = 0;
    r->used = false;
    for (uint32_t k = 0; r->version->lights && k < LIGHT_COUNT; k++) {
        const uint8_t *b = fy_mat3_record16(r, FY_MAT3_LIGHTS, r->version->lights + 2 * k);
        if (!b) continue;
        ferry_gx_light *light = &lights[count++];
        fy_mat3_numbers(r, b, 3, light->position);
        fy_mat3_numbers(r, b + 12, 3, light->direction);
        light->color = fy_mat3_color(b + 24);
        fy_mat3_numbers(r, b + 28, 3, light->angle_attenuation);
        fy_mat3_numbers(r, b + 40, 3, light->distance_attenuation);
    }
    r->used = true;
    if (count == 0) return true;
    ferry_gx_light *kept = ferry_scene_new(r->j3d->scene, ferry_gx_light, count);
    if (!kept) return false;
    memcpy(kept, lights, count * sizeof *lights);
    r->gx->lights = kept;
    r->gx->light_count = count;
    return true;
}

/* ------------------------------------------------------------------------------------ texture coordinates */

static void read_texgens(fy_mat3_reader *r) {
    ferry_gx_material *gx = r->gx;
    for (uint32_t k = 0; k < FERRY_GX_MAX_TEXGENS; k++) {
        r->used = k < gx->texgen_count;
        const uint8_t *b = fy_mat3_record16(r, FY_MAT3_TEXGENS, r->version->texgens + 2 * k);
        gx->texgens[k] = (ferry_gx_texgen){FERRY_GX_TEXGEN_2X4, FERRY_GX_TG_TEX0, FERRY_GX_IDENTITY};
        if (b)
            gx->texgens[k] = (ferry_gx_texgen){
                fy_mat3_code(r, b, FERRY_GX_TEXGEN_COLOR + 1, FERRY_GX_TEXGEN_2X4, "j3d.texgen",
                             "texgen type"),
                fy_mat3_code(r, b + 1, FERRY_GX_TG_COLOR1 + 1, FERRY_GX_TG_TEX0, "j3d.texgen",
                             "texgen source"),
                fy_mat3_code(r, b + 2, FERRY_GX_IDENTITY + 1, FERRY_GX_IDENTITY, "j3d.texgen",
                             "texgen matrix"),
            };
        r->used = false;
        b = fy_mat3_record16(r, FY_MAT3_POST_TEXGENS, r->version->post_texgens + 2 * k);
        gx->post_texgens[k] =
            b ? (ferry_gx_texgen){b[0], b[1], b[2]} : (ferry_gx_texgen){0, 0, FY_MAT3_NONE8};
    }
    r->used = true;
}

static void read_matrix(fy_mat3_reader *r, const uint8_t *b, ferry_gx_texture_matrix *matrix) {
    static const uint8_t limit = 12;
    uint8_t mode = b[1] & 0x7f;
    matrix->present = true;
    matrix->projection = fy_mat3_code(r, b, 2, 1, "j3d.texture-matrix", "texture projection");
    matrix->mode = mode < limit ? mode : 0;
    if (mode >= limit && r->used)
        ferry_say_at(&r->window, (uint64_t)(b + 1 - r->window.data), FERRY_WARNING, "j3d.texture-matrix",
                     "unknown texture matrix mode %u; used 0", mode);
    matrix->maya = b[1] >> 7;
    fy_mat3_numbers(r, b + 0x04, 3, matrix->center);
    fy_mat3_numbers(r, b + 0x10, 2, matrix->scale);
    matrix->rotation = (int16_t)ferry_be16(b + 0x18);
    fy_mat3_numbers(r, b + 0x1c, 2, matrix->translate);
    fy_mat3_numbers(r, b + 0x24, 16, &matrix->effect[0][0]);
}

static bool names_matrix(const ferry_gx_material *gx, uint32_t k) {
    for (uint32_t t = 0; t < gx->texgen_count; t++)
        if (gx->texgens[t].matrix == 30 + 3 * k) return true;
    return false;
}

static bool read_post_matrices(fy_mat3_reader *r) {
    ferry_gx_texture_matrix *kept = NULL;
    r->used = false;
    for (uint32_t k = 0; k < POST_MATRIX_COUNT; k++) {
        const uint8_t *b = fy_mat3_record16(r, FY_MAT3_POST_MATRICES, r->version->post_matrices + 2 * k);
        if (!b) continue;
        if (!kept) kept = ferry_scene_new(r->j3d->scene, ferry_gx_texture_matrix, POST_MATRIX_COUNT);
        if (!kept) return false;
        read_matrix(r, b, &kept[k]);
    }
    r->used = true;
    r->gx->post_matrices = kept;
    r->gx->post_matrix_count = kept ? POST_MATRIX_COUNT : 0;
    return true;
}

static void read_matrices(fy_mat3_reader *r) {
    for (uint32_t k = 0; k < FERRY_GX_MAX_MATRICES; k++) {
        r->used = names_matrix(r->gx, k);
        const uint8_t *b = fy_mat3_record16(r, FY_MAT3_MATRICES, r->version->matrices + 2 * k);
        if (b) read_matrix(r, b, &r->gx->matrices[k]);
    }
    r->used = true;
}

/* ---------------------------------------------------------------------------------------------- materials */

static bool read_gx(fy_mat3_reader *r, uint32_t material) {
    r->used = true;
    read_counts(r);
    read_pixel(r);
    read_fog(r);
    read_nbt_scale(r);
    read_channels(r);
    read_texgens(r);
    read_matrices(r);
    fy_mat3_read_tev(r);
    fy_mat3_read_indirect(r, material);
    fy_mat3_read_textures(r);
    return ferry_window_ok(&r->window) && read_lights(r) && read_post_matrices(r);
}

static void read_offsets(fy_mat3_reader *r, ferry_window *block) {
    for (uint32_t t = 0; t < FY_MAT3_TABLES; t++)
        if (fy_mat3_has_table(r->version, (fy_mat3_table)t))
            r->offsets[t] = ferry_u32_at(block, fy_mat3_field_of(r, (fy_mat3_table)t));
    r->has_indirect = fy_mat3_indirect_present(r);
}

/* Material i uses entry remap[i]. */
static bool find_entry(fy_mat3_reader *r, uint32_t material, uint32_t *entry) {
    uint64_t named;
    *entry = fy_j3d_record(&r->remap, material, &named);
    return fy_j3d_locate(&r->window, fy_mat3_table_names[FY_MAT3_ENTRIES],
                         fy_mat3_field_of(r, FY_MAT3_ENTRIES), (uint64_t)r->version->size * *entry,
                         r->version->size, named, &r->entry);
}

/* Materials of one entry share their state, as long as nothing in it goes by the material. */
static bool read_state(fy_mat3_reader *r, uint32_t material, const ferry_gx_material **shared,
                       uint32_t entries, const ferry_gx_material **state) {
    uint32_t entry;
    if (!find_entry(r, material, &entry)) return false;
    bool share = !r->has_indirect && entry < entries;
    if (share && shared[entry]) {
        *state = shared[entry];
        return true;
    }
    r->gx = ferry_scene_new(r->j3d->scene, ferry_gx_material, 1);
    if (!r->gx || !read_gx(r, material)) return false;
    *state = r->gx;
    if (share) shared[entry] = r->gx;
    return true;
}

static bool read_all(fy_mat3_reader *r, ferry_window *block, uint32_t count) {
    ferry_scene *scene = r->j3d->scene;
    fy_j3d_names names = fy_j3d_names_open(block, fy_mat3_field_of(r, FY_MAT3_NAMES), count);
    uint64_t room = block->size > r->offsets[FY_MAT3_ENTRIES] ? block->size - r->offsets[FY_MAT3_ENTRIES] : 0;
    uint32_t entries = room / r->version->size < 0x10000 ? (uint32_t)(room / r->version->size) : 0x10000;
    const ferry_gx_material **shared =
        ferry_new(r->j3d->job, const ferry_gx_material *, entries ? entries : 1);
    if (!shared) return false;
    for (uint32_t i = 0; i < count; i++) {
        const ferry_gx_material *state;
        r->window = ferry_window_part(block, "material", i);
        if (!read_state(r, i, shared, entries, &state)) return false;
        ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
        if (!material || !ferry_tick(r->j3d->job)) return false;
        material->name = fy_j3d_name(&names, scene, i, "material");
        material->gx = state;
        fy_gx_summarise(material);
    }
    return true;
}

bool fy_j3d_read_materials(fy_j3d *j3d) {
    fy_j3d_chunk which = j3d->has[FY_J3D_MAT3] ? FY_J3D_MAT3 : FY_J3D_MAT2;
    if (!j3d->has[which]) return true;
    ferry_window *block = &j3d->chunk[which];
    fy_mat3_reader r = {.j3d = j3d,
                        .version = which == FY_J3D_MAT3 ? &fy_mat3_versions[0] : &fy_mat3_versions[1]};
    uint32_t count = ferry_u16_at(block, 8);
    if (!ferry_window_ok(block)) return false;
    if (count == 0) return true;
    read_offsets(&r, block);
    if (!ferry_window_ok(block)) return false;
    if (r.offsets[FY_MAT3_ENTRIES] == 0) {
        ferry_say_at(block, fy_mat3_field_of(&r, FY_MAT3_ENTRIES), FERRY_WARNING, "j3d.no-material-entries",
                     "the table of material entries is missing; there are no materials");
        return true;
    }
    if (!fy_j3d_read_remap(block, fy_mat3_field_of(&r, FY_MAT3_REMAP), count, &r.remap)) return false;
    ferry_mark mark = ferry_job_mark(j3d->job);
    if (!read_all(&r, block, count)) return false;
    ferry_job_release(j3d->job, mark);
    return true;
}
