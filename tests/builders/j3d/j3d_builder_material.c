/* j3d_builder_material.c: MAT3, MAT2, TEX1 and BTI of the J3D builder; docs/formats/j3d.md and
 * gx_textures.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builders/gx_encoder.h"
#include "j3d_builder_inside.h"

/* ------------------------------------------------------------------------------------------------- tables */

/* The tables of MAT3, in the order of its header. */
enum {
    T_ENTRIES,
    T_REMAP,
    T_NAMES,
    T_INDIRECT,
    T_CULL,
    T_MATERIAL_COLORS,
    T_CHANNEL_COUNTS,
    T_CHANNELS,
    T_AMBIENT_COLORS,
    T_LIGHTS,
    T_TEXGEN_COUNTS,
    T_TEXGENS,
    T_POST_TEXGENS,
    T_MATRICES,
    T_POST_MATRICES,
    T_TEXTURES,
    T_ORDERS,
    T_REGISTERS,
    T_KONST,
    T_STAGE_COUNTS,
    T_STAGES,
    T_SWAP_MODES,
    T_SWAP_TABLES,
    T_FOG,
    T_ALPHA_COMPARE,
    T_BLEND,
    T_Z_MODES,
    T_Z_LOCATIONS,
    T_DITHER,
    T_NBT_SCALE,
    T_COUNT,
};

static const char *const table_names[T_COUNT] = {
    "entries",        "remap",        "names",         "indirect",    "cull",          "material_colors",
    "channel_counts", "channels",     "ambient",       "lights",      "texgen_counts", "texgens",
    "post_texgens",   "matrices",     "post_matrices", "textures",    "orders",        "registers",
    "konst",          "stage_counts", "stages",        "swap_modes",  "swap_tables",   "fog",
    "alpha_compare",  "blend",        "z_modes",       "z_locations", "dither",        "nbt_scale",
};

static const uint32_t record_sizes[T_COUNT] = {
    [T_CULL] = 4,          [T_MATERIAL_COLORS] = 4,  [T_CHANNEL_COUNTS] = 1,
    [T_CHANNELS] = 8,      [T_AMBIENT_COLORS] = 4,   [T_LIGHTS] = 0x34,
    [T_TEXGEN_COUNTS] = 1, [T_TEXGENS] = 4,          [T_POST_TEXGENS] = 4,
    [T_MATRICES] = 0x64,   [T_POST_MATRICES] = 0x64, [T_TEXTURES] = 2,
    [T_ORDERS] = 4,        [T_REGISTERS] = 8,        [T_KONST] = 4,
    [T_STAGE_COUNTS] = 1,  [T_STAGES] = 0x14,        [T_SWAP_MODES] = 4,
    [T_SWAP_TABLES] = 4,   [T_FOG] = 0x2C,           [T_ALPHA_COMPARE] = 8,
    [T_BLEND] = 4,         [T_Z_MODES] = 4,          [T_Z_LOCATIONS] = 1,
    [T_DITHER] = 1,        [T_NBT_SCALE] = 0x10,
};

/* Tables that version 2 does not have. */
static bool only_in_version3(int table) {
    return table == T_INDIRECT || table == T_AMBIENT_COLORS || table == T_LIGHTS;
}

typedef struct table_set {
    jb_file tables[T_COUNT]; /* the records of each, as bytes */
    bool decoys;
} table_set;

/* The number of the record at the end of `record` in its table; equal records are stored once. */
static uint32_t store(table_set *set, int table, jb_file *record) {
    jb_file *to = &set->tables[table];
    uint32_t size = record_sizes[table], index = set->decoys ? 1 : 0;
    if (record->size != size) jb_abort("a record of the wrong size");
    if (set->decoys && to->size == 0)
        for (uint32_t i = 0; i < size; i++) jb_put8(to, 0);
    for (; index < to->size / size; index++)
        if (memcmp(to->data + index * size, record->data, size) == 0) break;
    if (index == to->size / size) jb_put(to, record->data, size);
    record->size = 0;
    return index;
}

/* ------------------------------------------------------------------------------------------------ records */

static void put_rgba(jb_file *to, ferry_gx_color c) {
    jb_put8(to, c.r), jb_put8(to, c.g), jb_put8(to, c.b), jb_put8(to, c.a);
}

static void put_bytes(jb_file *to, uint32_t count, const uint8_t *values) {
    for (uint32_t i = 0; i < count; i++) jb_put8(to, values[i]);
}

static void put_singles(jb_file *to, uint32_t count, const float *values) {
    for (uint32_t i = 0; i < count; i++) jb_putf(to, (double)values[i]);
}

static void put_channel(jb_file *to, const ferry_gx_channel *c) {
    put_bytes(to, 6,
              (const uint8_t[]){c->lit, c->material_source, c->light_mask, c->diffuse, c->attenuation,
                                c->ambient_source});
    jb_put16(to, 0xFFFF);
}

static void put_light(jb_file *to, const ferry_gx_light *light) {
    put_singles(to, 3, light->position);
    put_singles(to, 3, light->direction);
    put_rgba(to, light->color);
    put_singles(to, 3, light->angle_attenuation);
    put_singles(to, 3, light->distance_attenuation);
}

static void put_matrix(jb_file *to, const ferry_gx_texture_matrix *m) {
    jb_put8(to, m->projection);
    jb_put8(to, (uint32_t)m->mode | (m->maya ? 0x80 : 0));
    jb_put16(to, 0xFFFF);
    put_singles(to, 3, m->center);
    put_singles(to, 2, m->scale);
    jb_put16(to, (uint16_t)m->rotation);
    jb_put16(to, 0xFFFF);
    put_singles(to, 2, m->translate);
    put_singles(to, 16, &m->effect[0][0]);
}

static void put_stage(jb_file *to, const ferry_gx_stage *stage) {
    const ferry_gx_combine *c = &stage->color, *a = &stage->alpha;
    put_bytes(
        to, 10,
        (const uint8_t[]){0xFF, c->a, c->b, c->c, c->d, c->op, c->bias, c->scale, c->clamp, c->destination});
    put_bytes(
        to, 10,
        (const uint8_t[]){a->a, a->b, a->c, a->d, a->op, a->bias, a->scale, a->clamp, a->destination, 0xFF});
}

static void put_fog(jb_file *to, const ferry_gx_fog *fog) {
    jb_put8(to, fog->type);
    jb_put8(to, fog->range_adjust);
    jb_put16(to, fog->center);
    put_singles(to, 4, (const float[]){fog->start, fog->end, fog->near_plane, fog->far_plane});
    put_rgba(to, fog->color);
    for (int i = 0; i < 10; i++) jb_put16(to, fog->adjust[i]);
}

/* ------------------------------------------------------------------------------------------ entries */

typedef struct entry_writer {
    table_set *set;
    jb_file *out;   /* the entry */
    jb_file record; /* scratch */
    const ferry_gx_material *gx;
    uint32_t absent;
} entry_writer;

static void index8(entry_writer *w, int table, bool present) {
    uint32_t index = present ? store(w->set, table, &w->record) : 0xFF;
    w->record.size = 0;
    jb_put8(w->out, index);
}

static void index16(entry_writer *w, int table, bool present) {
    uint32_t index = present ? store(w->set, table, &w->record) : 0xFFFF;
    w->record.size = 0;
    jb_put16(w->out, index);
}

static bool has(const entry_writer *w, uint32_t item) {
    return !(w->absent & item);
}

static void put_small_indices(entry_writer *w) {
    const ferry_gx_material *gx = w->gx;
    jb_put8(w->out, gx->mode);
    jb_put32(&w->record, gx->cull);
    index8(w, T_CULL, has(w, JB_NO_CULL));
    jb_put8(&w->record, gx->channel_count);
    index8(w, T_CHANNEL_COUNTS, has(w, JB_NO_CHANNEL_COUNT));
    jb_put8(&w->record, gx->texgen_count);
    index8(w, T_TEXGEN_COUNTS, has(w, JB_NO_TEXGEN_COUNT));
    jb_put8(&w->record, gx->stage_count);
    index8(w, T_STAGE_COUNTS, has(w, JB_NO_STAGE_COUNT));
    jb_put8(&w->record, gx->z_location);
    index8(w, T_Z_LOCATIONS, has(w, JB_NO_Z_LOCATION));
    put_bytes(&w->record, 4, (const uint8_t[]){gx->z_test, gx->z_compare, gx->z_write, 0xFF});
    index8(w, T_Z_MODES, has(w, JB_NO_Z_MODE));
    jb_put8(&w->record, gx->dither);
    index8(w, T_DITHER, has(w, JB_NO_DITHER));
}

static void put_color_indices(entry_writer *w, bool version2) {
    const ferry_gx_material *gx = w->gx;
    for (int i = 0; i < 2; i++) {
        put_rgba(&w->record, gx->material_colors[i]);
        index16(w, T_MATERIAL_COLORS, has(w, JB_NO_MATERIAL_COLORS));
    }
    for (int i = 0; i < 4; i++) {
        put_channel(&w->record, &gx->channels[i]);
        index16(w, T_CHANNELS, has(w, JB_NO_CHANNELS));
    }
    if (version2) return;
    for (int i = 0; i < 2; i++) {
        put_rgba(&w->record, gx->ambient_colors[i]);
        index16(w, T_AMBIENT_COLORS, has(w, JB_NO_AMBIENT_COLORS));
    }
    for (uint32_t i = 0; i < 8; i++) {
        if (i < gx->light_count) put_light(&w->record, &gx->lights[i]);
        index16(w, T_LIGHTS, i < gx->light_count);
    }
}

static void put_texgen(jb_file *to, const ferry_gx_texgen *texgen) {
    put_bytes(to, 4, (const uint8_t[]){texgen->type, texgen->source, texgen->matrix, 0xFF});
}

static void put_texture_indices(entry_writer *w) {
    const ferry_gx_material *gx = w->gx;
    for (uint32_t i = 0; i < 8; i++) {
        put_texgen(&w->record, &gx->texgens[i]);
        index16(w, T_TEXGENS, has(w, JB_NO_TEXGENS) && i < gx->texgen_count);
    }
    for (uint32_t i = 0; i < 8; i++) {
        put_texgen(&w->record, &gx->post_texgens[i]);
        index16(w, T_POST_TEXGENS, gx->post_texgens[i].matrix != 0xFF);
    }
    for (uint32_t i = 0; i < 10; i++) {
        put_matrix(&w->record, &gx->matrices[i]);
        index16(w, T_MATRICES, gx->matrices[i].present);
    }
    for (uint32_t i = 0; i < 20; i++) {
        if (i < gx->post_matrix_count) put_matrix(&w->record, &gx->post_matrices[i]);
        index16(w, T_POST_MATRICES, i < gx->post_matrix_count);
    }
    for (uint32_t i = 0; i < 8; i++) {
        jb_put16(&w->record, gx->textures[i]);
        index16(w, T_TEXTURES, gx->textures[i] != UINT32_MAX);
    }
}

static void put_tev_indices(entry_writer *w) {
    const ferry_gx_material *gx = w->gx;
    for (int i = 0; i < 4; i++) {
        put_rgba(&w->record, gx->konst[i]);
        index16(w, T_KONST, has(w, JB_NO_KONST));
    }
    for (int i = 0; i < 16; i++)
        jb_put8(w->out, has(w, JB_NO_KONST_SELECTORS) ? gx->stages[i].konst_color : 0xFF);
    for (int i = 0; i < 16; i++)
        jb_put8(w->out, has(w, JB_NO_KONST_SELECTORS) ? gx->stages[i].konst_alpha : 0xFF);
    for (int i = 0; i < 16; i++) {
        const ferry_gx_stage *stage = &gx->stages[i];
        put_bytes(&w->record, 4, (const uint8_t[]){stage->texgen, stage->map, stage->channel, 0xFF});
        index16(w, T_ORDERS, has(w, JB_NO_ORDERS) && i < gx->stage_count);
    }
    for (int i = 0; i < 4; i++) {
        const ferry_gx_color_s16 *c = &gx->registers[i];
        jb_put16(&w->record, (uint16_t)c->r), jb_put16(&w->record, (uint16_t)c->g);
        jb_put16(&w->record, (uint16_t)c->b), jb_put16(&w->record, (uint16_t)c->a);
        index16(w, T_REGISTERS, has(w, JB_NO_REGISTERS));
    }
    for (int i = 0; i < 16; i++) {
        put_stage(&w->record, &gx->stages[i]);
        index16(w, T_STAGES, has(w, JB_NO_STAGES) && i < gx->stage_count);
    }
    for (int i = 0; i < 16; i++) {
        put_bytes(&w->record, 4,
                  (const uint8_t[]){gx->stages[i].ras_swap, gx->stages[i].tex_swap, 0xFF, 0xFF});
        index16(w, T_SWAP_MODES, has(w, JB_NO_SWAP_MODES) && i < gx->stage_count);
    }
    for (int i = 0; i < 4; i++) {
        put_bytes(&w->record, 4, gx->swap_tables[i]);
        index16(w, T_SWAP_TABLES, has(w, JB_NO_SWAP_TABLES));
    }
}

static void put_pixel_indices(entry_writer *w) {
    const ferry_gx_material *gx = w->gx;
    for (int i = 0; i < 12; i++)
        jb_put16(w->out, 0x5A5A); /* never read: the exporter's uninitialised memory */
    put_fog(&w->record, &gx->fog);
    index16(w, T_FOG, gx->fog.present);
    put_bytes(&w->record, 8,
              (const uint8_t[]){gx->alpha_compare0, gx->alpha_ref0, gx->alpha_op, gx->alpha_compare1,
                                gx->alpha_ref1, 0xFF, 0xFF, 0xFF});
    index16(w, T_ALPHA_COMPARE, has(w, JB_NO_ALPHA_COMPARE));
    put_bytes(&w->record, 4,
              (const uint8_t[]){gx->blend_mode, gx->blend_src, gx->blend_dst, gx->blend_logic});
    index16(w, T_BLEND, has(w, JB_NO_BLEND));
    jb_put8(&w->record, gx->nbt_scale_enabled);
    put_bytes(&w->record, 3, (const uint8_t[]){0xFF, 0xFF, 0xFF});
    put_singles(&w->record, 3, gx->nbt_scale);
    index16(w, T_NBT_SCALE, has(w, JB_NO_NBT_SCALE));
}

static void put_entry(table_set *set, jb_file *out, const jb_material *material, bool version2) {
    entry_writer w = {.set = set, .out = out, .gx = &material->gx, .absent = material->absent};
    size_t start = out->size;
    put_small_indices(&w);
    put_color_indices(&w, version2);
    put_texture_indices(&w);
    put_tev_indices(&w);
    put_pixel_indices(&w);
    jb_file_free(&w.record);
    if (out->size - start != (version2 ? 0x138u : 0x14Cu)) jb_abort("a material entry of the wrong size");
}

/* ---------------------------------------------------------------------------------------------- indirect */

static void put_indirect(jb_file *to, const ferry_gx_material *gx) {
    jb_put8(to, gx->indirect_enabled);
    jb_put8(to, gx->indirect_stage_count);
    jb_put16(to, 0xFFFF);
    for (int i = 0; i < 4; i++) {
        jb_put8(to, gx->indirect_orders[i].texgen);
        jb_put8(to, gx->indirect_orders[i].map);
        jb_put16(to, 0xFFFF);
    }
    for (int i = 0; i < 3; i++) {
        put_singles(to, 6, &gx->indirect_matrices[i].m[0][0]);
        jb_put8(to, (uint8_t)gx->indirect_matrices[i].exponent);
        put_bytes(to, 3, (const uint8_t[]){0xFF, 0xFF, 0xFF});
    }
    for (int i = 0; i < 4; i++) {
        jb_put8(to, gx->indirect_orders[i].scale_s);
        jb_put8(to, gx->indirect_orders[i].scale_t);
        jb_put16(to, 0xFFFF);
    }
    for (int i = 0; i < 16; i++) {
        const ferry_gx_indirect_use *u = &gx->stages[i].indirect;
        put_bytes(to, 9,
                  (const uint8_t[]){u->stage, u->format, u->bias, u->matrix, u->wrap_s, u->wrap_t,
                                    u->add_previous, u->unmodified_lod, u->alpha_select});
        put_bytes(to, 3, (const uint8_t[]){0xFF, 0xFF, 0xFF});
    }
}

/* -------------------------------------------------------------------------------------------------- MAT3 */

/* Entries in their order in the file, and the entry number of each material. */
static void build_entries(const jb_model *model, table_set *set, bool version2, uint32_t *numbers) {
    uint32_t entries = 0, next = 0;
    for (uint32_t i = 0; i < model->material_count; i++) entries += model->materials[i].entry_of < 0;
    for (uint32_t i = 0; i < model->material_count; i++) {
        int same = model->materials[i].entry_of;
        if (same < 0) numbers[i] = model->reverse_entries ? entries - 1 - next++ : next++;
        if (same >= (int)i) jb_abort("a material can only share an earlier one's entry");
    }
    for (uint32_t i = 0; i < model->material_count; i++)
        if (model->materials[i].entry_of >= 0) numbers[i] = numbers[model->materials[i].entry_of];
    for (uint32_t place = 0; place < entries; place++)
        for (uint32_t i = 0; i < model->material_count; i++)
            if (numbers[i] == place && model->materials[i].entry_of < 0)
                put_entry(set, &set->tables[T_ENTRIES], &model->materials[i], version2);
}

static void build_tables(const jb_model *model, table_set *set, bool version2) {
    uint32_t count = model->material_count;
    uint32_t *numbers = calloc(count + 1, sizeof *numbers);
    const char **names = calloc(count + 1, sizeof *names);
    if (!numbers || !names) jb_abort("no memory");
    build_entries(model, set, version2, numbers);
    for (uint32_t i = 0; i < count; i++) {
        jb_put16(&set->tables[T_REMAP], numbers[i]);
        names[i] = model->materials[i].name;
        if (model->indirect && !version2) put_indirect(&set->tables[T_INDIRECT], &model->materials[i].gx);
    }
    jb_names(&set->tables[T_NAMES], count, names);
    free(numbers);
    free(names);
}

void jb_write_materials(jb_file *file, const jb_model *model, bool version2) {
    const char *tag = version2 ? "MAT2" : "MAT3";
    size_t start = jb_chunk_begin(file, tag);
    table_set set = {.decoys = model->decoys};
    build_tables(model, &set, version2);
    jb_put16(file, model->material_count);
    jb_put16(file, 0xFFFF);
    size_t field = file->size;
    for (int i = 0; i < T_COUNT; i++)
        if (!version2 || !only_in_version3(i)) jb_put32(file, 0);
    for (int i = 0; i < T_COUNT; i++) {
        if (version2 && only_in_version3(i)) continue;
        jb_file *table = &set.tables[i];
        if (table->size) {
            jb_offset_here(file, start, field);
            jb_mark_here(file, "%s.%s", tag, table_names[i]);
            jb_put(file, table->data, table->size);
            jb_pad_text(file, 4);
        }
        field += 4;
    }
    for (int i = 0; i < T_COUNT; i++) jb_file_free(&set.tables[i]);
    jb_chunk_end(file, start);
}

/* -------------------------------------------------------------------------------------------------- TEX1 */

static void put_texture_header(jb_file *file, const jb_texture *t, uint32_t palette_at, uint32_t image_at) {
    jb_put8(file, t->format);
    jb_put8(file, t->hint);
    jb_put16(file, t->width);
    jb_put16(file, t->height);
    jb_put8(file, t->wrap_s);
    jb_put8(file, t->wrap_t);
    jb_put8(file, t->palette_count > 0);
    jb_put8(file, t->palette_format);
    jb_put16(file, t->palette_count);
    jb_put32(file, palette_at);
    jb_put8(file, t->level_count > 1);
    jb_put8(file, t->edge_lod);
    jb_put8(file, t->bias_clamp);
    jb_put8(file, t->anisotropy);
    jb_put8(file, t->min_filter);
    jb_put8(file, t->mag_filter);
    jb_put8(file, (uint8_t)t->min_lod);
    jb_put8(file, (uint8_t)t->max_lod);
    jb_put8(file, t->stored_levels);
    jb_put8(file, 0x77); /* uninitialised memory of the exporter */
    jb_put16(file, (uint16_t)t->lod_bias);
    jb_put32(file, image_at);
}

static void put_texture_data(jb_file *file, const jb_model *model, size_t headers, size_t (*places)[2]) {
    for (uint32_t i = 0; i < model->texture_count; i++) {
        const jb_texture *t = &model->textures[i];
        size_t header = headers + (size_t)i * 0x20;
        if (t->palette_of >= 0) {
            places[i][0] = places[t->palette_of][0];
        } else {
            places[i][0] = file->size;
            if (t->palette_count) jb_mark_here(file, "TEX1.texture[%u].palette", i);
            jb_put(file, t->palette, (size_t)t->palette_count * 2);
            jb_pad_text(file, 32);
        }
        if (t->image_of >= 0) {
            places[i][1] = places[t->image_of][1];
        } else {
            jb_mark_here(file, "TEX1.texture[%u].image", i);
            places[i][1] = file->size;
            jb_put(file, t->image, t->image_size);
            jb_pad_text(file, 32);
        }
        jb_set32(file, header + 0x0C, (uint32_t)(places[i][0] - header));
        jb_set32(file, header + 0x1C, (uint32_t)(places[i][1] - header));
    }
}

void jb_write_textures(jb_file *file, const jb_model *model) {
    size_t start = jb_chunk_begin(file, "TEX1");
    uint32_t count = model->texture_count;
    size_t(*places)[2] = calloc(count + 1, sizeof *places);
    const char **names = calloc(count + 1, sizeof *names);
    if (!places || !names) jb_abort("no memory");
    jb_put16(file, count);
    jb_put16(file, 0xFFFF);
    jb_put32(file, 0x20);
    jb_put32(file, 0);
    jb_pad_text(file, 32);
    size_t headers = file->size;
    for (uint32_t i = 0; i < count; i++) {
        jb_mark_here(file, "TEX1.texture[%u]", i);
        put_texture_header(file, &model->textures[i], 0, 0);
        names[i] = model->textures[i].name;
    }
    put_texture_data(file, model, headers, places);
    jb_offset_here(file, start, start + 0x10);
    jb_mark_here(file, "TEX1.names");
    jb_names(file, count, names);
    free(places);
    free(names);
    jb_chunk_end(file, start);
}

jb_file jb_build_bti(const jb_model *model, uint32_t texture) {
    const jb_texture *t = &model->textures[texture];
    jb_file file = {0};
    size_t palette = (size_t)t->palette_count * 2;
    put_texture_header(&file, t, 0x20, (uint32_t)(0x20 + (palette + 31) / 32 * 32));
    jb_put(&file, t->palette, palette);
    jb_pad_zero(&file, 32);
    jb_put(&file, t->image, t->image_size);
    jb_pad_zero(&file, 32);
    return file;
}
