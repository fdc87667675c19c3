/*
 * j3d_anim_materials.c: TTK1 (btk), TPT1 (btp), TRK1 (brk), PAK1 (bpk), PAF1 (bpa): what moves in materials,
 * which they find by name (docs/formats/j3d.md, "Material animations").
 */
#include "formats/j3d/anim/j3d_anim_materials.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "formats/j3d/anim/j3d_anim_tracks.h"
#include "formats/j3d/j3d.h"
#include "formats/j3d/j3d_names.h"
#include "formats/j3d/j3d_tables.h"

/* ----------------------------------------------------------------------------------------- by their names */

/* The materials that an animation names, entry by entry. */
typedef struct entries {
    fy_j3d_names names;
    fy_j3d_named *materials; /* of the scene, sorted */
    uint32_t count, missing, have;
    const char *missed; /* the first material that the scene does not have, */
    uint32_t missed_at; /* and its number */
} entries;

static bool open_entries(fy_j3d_anim *anim, entries *e, uint64_t names_field, uint32_t count) {
    *e = (entries){.count = count, .missed = "", .have = anim->scene->materials.count};
    e->names = fy_j3d_names_open(&anim->chunk, names_field, count);
    e->materials = fy_j3d_sort_materials(anim->job, anim->scene, 0);
    return e->materials;
}

/* Nothing is there to be animated: a material of that name is made up. Entries of one name follow each
 * other. */
static bool make_up(fy_j3d_anim *anim, const char *name, fy_j3d_named *made) {
    ferry_material_list *list = &anim->scene->materials;
    if (!list->count || strcmp(list->data[list->count - 1].name, name) != 0) {
        ferry_material *material = ferry_append(anim->scene, list, ferry_material);
        if (!material) return false;
        *material = (ferry_material){.name = name, .base_color = {1, 1, 1, 1}, .base_texture = FERRY_NONE};
    }
    *made = (fy_j3d_named){name, list->count - 1};
    return true;
}

/* The materials of entry `number`: `*count` of them from `*found` on. All of one name move, where the engine
 * only takes the first. */
static bool find_entry(fy_j3d_anim *anim, entries *e, uint32_t number, fy_j3d_named *made,
                       const fy_j3d_named **found, uint32_t *count) {
    const char *name = fy_j3d_name(&e->names, anim->scene, number, "material");
    fy_j3d_enter(anim, "entry", number);
    *count = 1;
    *found = made;
    if (anim->alone) return make_up(anim, name, made);
    *found = fy_j3d_find_named(e->materials, e->have, name);
    *count = 0;
    while (*found && *found + *count < e->materials + e->have && strcmp((*found)[*count].name, name) == 0)
        ++*count;
    if (!*found && !e->missing++) {
        e->missed = name;
        e->missed_at = number;
    }
    return true;
}

static void close_entries(const entries *e) {
    if (!e->missing) return;
    ferry_say_at(&e->names.window, fy_j3d_name_place(&e->names, e->missed_at), FERRY_WARNING,
                 "j3d.anim-material-missing",
                 "%u of its %u entries name none of the model's %u materials (\"%s\"); left out", e->missing,
                 e->count, e->have, e->missed);
}

/* Names as the files have them, not as the scene does. */
static fy_j3d_named *sort_source_names(ferry_job *job, const ferry_scene *scene) {
    fy_j3d_named *list = fy_j3d_sort_materials(job, scene, 0);
    size_t size;
    for (uint32_t k = 0; list && k < scene->materials.count; k++)
        list[k].name = ferry_text_bytes(job, list[k].name, &size);
    if (list) fy_j3d_sort_named(list, scene->materials.count);
    return list;
}

/* How many names are in the table, those of one material in a row counted once, and how many of them are
 * those of materials. Quiet. */
static bool count_names(fy_j3d_anim *anim, const ferry_scene *scene, uint64_t field, ferry_fit *fit) {
    const ferry_window *w = &anim->chunk;
    uint64_t table = ferry_be32(w->data + field);
    if (!table) return true;
    if (!ferry_window_holds(w, table, 1, 4) ||
        !ferry_window_holds(w, table + 4, ferry_be16(w->data + table), 4))
        return false;
    fy_j3d_named *list = sort_source_names(anim->job, scene);
    uint32_t count = ferry_be16(w->data + table);
    const char *last = NULL;
    for (uint32_t k = 0; list && k < count; k++) {
        uint64_t at = table + ferry_be16(w->data + table + 4 + 4 * (size_t)k + 2);
        if (at >= w->size || !memchr(w->data + at, 0, w->size - (size_t)at) || !ferry_tick(anim->job))
            return false;
        const char *name = (const char *)w->data + at;
        if (last && strcmp(last, name) == 0) continue;
        last = name;
        fit->names++;
        fit->known += fy_j3d_find_named(list, scene->materials.count, name) != NULL;
    }
    return list;
}

/* All its materials are the model's: single names ("lambert2") are in many models. */
static bool names_fit(fy_j3d_anim *anim, const ferry_scene *scene, uint64_t field, uint64_t other_field,
                      ferry_fit *fit) {
    ferry_mark mark = ferry_job_mark(anim->job);
    bool known =
        count_names(anim, scene, field, fit) && (!other_field || count_names(anim, scene, other_field, fit));
    ferry_job_release(anim->job, mark);
    return known && fit->names && fit->names == fit->known;
}

/* --------------------------------------------------------------------------------------- texture matrices */

enum { MATRIX_RECORD = 0x36, CENTER_RECORD = 12 };

/* Where the five tracks stand that are used of nine. */
typedef struct matrix_track {
    uint32_t at, numbers; /* scales, rotations, translations */
    ferry_matrix_channel channel;
} matrix_track;

static const matrix_track matrix_tracks[] = {
    {0, 0, FERRY_MATRIX_SCALE_S},      {18, 0, FERRY_MATRIX_SCALE_T},     {42, 1, FERRY_MATRIX_ROTATION},
    {12, 2, FERRY_MATRIX_TRANSLATE_S}, {30, 2, FERRY_MATRIX_TRANSLATE_T},
};

typedef struct matrix_tables {
    uint64_t tracks;
    const uint8_t *slots, *centers;
    fy_j3d_numbers numbers[3];
} matrix_tables;

static bool open_matrices(fy_j3d_anim *anim, uint32_t count, matrix_tables *t) {
    static const char *const what[] = {"scales", "rotations", "translations"};
    double turn = fy_j3d_angle_unit(anim);
    t->slots = fy_j3d_table(&anim->chunk, "texture matrix numbers", 0x20, count, 1);
    t->centers = fy_j3d_table(&anim->chunk, "centres", 0x24, count, CENTER_RECORD);
    if (!t->slots || !t->centers || !fy_j3d_table(&anim->chunk, "tracks", 0x14, count, MATRIX_RECORD))
        return false;
    t->tracks = ferry_u32_at(&anim->chunk, 0x14);
    for (uint32_t k = 0; k < 3; k++) {
        t->numbers[k] = (fy_j3d_numbers){.count = ferry_u16_at(&anim->chunk, 0x0E + 2 * k),
                                         .size = k == 1 ? 2 : 4,
                                         .unit = k == 1 ? turn : 1,
                                         .what = what[k]};
        if (!fy_j3d_numbers_open(anim, &t->numbers[k], 0x28 + 4 * k)) return false;
    }
    return true;
}

/* The centre and the convention of the animation stand in for those of the model. */
static bool add_convention(fy_j3d_anim *anim, const matrix_tables *t, uint32_t entry, fy_j3d_aim aim) {
    for (uint32_t k = 0; k < 2; k++) {
        double center = (double)ferry_bef32(t->centers + CENTER_RECORD * (size_t)entry + 4 * k);
        aim.channel = k ? FERRY_MATRIX_CENTER_T : FERRY_MATRIX_CENTER_S;
        if (!fy_finite(center)) {
            ferry_say_at(&anim->place, t->tracks + MATRIX_RECORD * (uint64_t)entry, FERRY_WARNING,
                         "j3d.track-not-finite", "the rotation centre is not a finite number; left out");
            return true;
        }
        if (!fy_j3d_add_constant(anim, center, aim)) return false;
    }
    aim.channel = FERRY_MATRIX_MAYA; /* anything but 1 is garbage of the exporter */
    return fy_j3d_add_constant(anim, ferry_u32_at(&anim->chunk, 0x5C) == 1, aim);
}

static bool add_matrix(fy_j3d_anim *anim, const matrix_tables *t, uint32_t entry, uint32_t material) {
    fy_j3d_aim aim = {.target = FERRY_TARGET_TEXTURE_MATRIX, .object = material, .slot = t->slots[entry]};
    for (size_t k = 0; k < sizeof matrix_tracks / sizeof *matrix_tracks; k++) {
        const matrix_track *from = &matrix_tracks[k];
        aim.channel = from->channel;
        if (!fy_j3d_add_keys(anim, t->tracks + MATRIX_RECORD * (uint64_t)entry + from->at,
                             &t->numbers[from->numbers], from->numbers ? 0 : 1, aim))
            return false;
    }
    return add_convention(anim, t, entry, aim);
}

static bool read_matrices(fy_j3d_anim *anim) {
    uint32_t count = ferry_u16_at(&anim->chunk, 0x0C) / 3, run;
    matrix_tables t;
    entries e;
    const fy_j3d_named *found;
    fy_j3d_named made;
    fy_j3d_read_length(anim, 0x0A);
    if (!open_matrices(anim, count, &t) || !open_entries(anim, &e, 0x1C, count)) return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!find_entry(anim, &e, i, &made, &found, &run)) return false;
        if (t.slots[i] >= FERRY_GX_MAX_MATRICES) {
            ferry_say_at(&anim->place, ferry_u32_at(&anim->chunk, 0x20) + i, FERRY_WARNING,
                         "j3d.anim-slot-range", "texture matrix %u is out of range (%d); left out",
                         t.slots[i], FERRY_GX_MAX_MATRICES);
            continue;
        }
        for (uint32_t k = 0; k < run; k++)
            if (!add_matrix(anim, &t, i, found[k].index)) return false;
    }
    close_entries(&e);
    return true;
}

static bool maps_fit(fy_j3d_anim *anim, const ferry_scene *scene, ferry_fit *fit) {
    return names_fit(anim, scene, 0x1C, 0, fit);
}

const fy_j3d_anim_kind fy_j3d_texture_matrices = {
    .kind = "btk1", .tag = "TTK1", .head = 0x60, .read = read_matrices, .matches = maps_fit};

/* ---------------------------------------------------------------------------------------- texture numbers */

enum { NUMBER_RECORD = 8 };

/* Behind no model textures are made up, as many as it wants. */
static bool make_up_textures(fy_j3d_anim *anim, const fy_j3d_numbers *numbers) {
    uint32_t most = 0;
    for (uint32_t k = 0; k < numbers->count; k++) {
        uint32_t value = ferry_be16(numbers->data + 2 * (size_t)k);
        if (value >= most) most = value + 1;
    }
    while (anim->alone && anim->scene->textures.count < most) {
        ferry_texture *texture = ferry_append(anim->scene, &anim->scene->textures, ferry_texture);
        if (!texture) return false;
        texture->name = ferry_scene_format(anim->scene, "texture%u", anim->scene->textures.count - 1);
        texture->path = "";
        texture->image = FERRY_NONE;
    }
    return true;
}

/* Whether the model has all textures that the track shows; what lies outside the table is told elsewhere. */
static bool textures_there(fy_j3d_anim *anim, uint64_t at, const fy_j3d_numbers *numbers) {
    uint32_t count = fy_j3d_shown_frames(anim, ferry_u16_at(&anim->chunk, at)),
             first = ferry_u16_at(&anim->chunk, at + 2);
    for (uint64_t k = first; k < (uint64_t)first + count && k < numbers->count; k++) {
        uint32_t value = ferry_be16(numbers->data + 2 * k);
        if (value < anim->scene->textures.count) continue;
        ferry_say_at(&anim->place, at, FERRY_WARNING, "j3d.anim-texture-range",
                     "references texture %u, but the model has %u; left out", value,
                     anim->scene->textures.count);
        return false;
    }
    return true;
}

static bool add_number(fy_j3d_anim *anim, uint64_t at, const fy_j3d_numbers *numbers, uint32_t material) {
    uint32_t count = ferry_u16_at(&anim->chunk, at), slot = ferry_u8_at(&anim->chunk, at + 4);
    fy_j3d_aim aim = {.target = FERRY_TARGET_TEXTURE, .object = material, .slot = slot};
    if (slot >= FERRY_GX_MAX_MAPS) {
        ferry_say_at(&anim->place, at + 4, FERRY_WARNING, "j3d.anim-slot-range",
                     "texture slot %u is out of range (%d); left out", slot, FERRY_GX_MAX_MAPS);
        return true;
    }
    if (count == 0 || !textures_there(anim, at, numbers)) return true;
    return fy_j3d_add_frames(anim, at, count, ferry_u16_at(&anim->chunk, at + 2), numbers, 0, aim);
}

static bool read_numbers(fy_j3d_anim *anim) {
    uint32_t count = ferry_u16_at(&anim->chunk, 0x0C), run;
    fy_j3d_numbers numbers = {.count = ferry_u16_at(&anim->chunk, 0x0E),
                              .size = 2,
                              .whole = true,
                              .unit = 1,
                              .what = "texture numbers"};
    entries e;
    const fy_j3d_named *found;
    fy_j3d_named made;
    fy_j3d_read_length(anim, 0x0A);
    if (!fy_j3d_table(&anim->chunk, "tracks", 0x10, count, NUMBER_RECORD) ||
        !fy_j3d_numbers_open(anim, &numbers, 0x14) || !make_up_textures(anim, &numbers) ||
        !open_entries(anim, &e, 0x1C, count))
        return false;
    uint64_t at = ferry_u32_at(&anim->chunk, 0x10);
    for (uint32_t i = 0; i < count; i++, at += NUMBER_RECORD) {
        if (!find_entry(anim, &e, i, &made, &found, &run)) return false;
        for (uint32_t k = 0; k < run; k++)
            if (!add_number(anim, at, &numbers, found[k].index)) return false;
    }
    close_entries(&e);
    return true;
}

const fy_j3d_anim_kind fy_j3d_texture_numbers = {
    .kind = "btp1", .tag = "TPT1", .head = 0x20, .read = read_numbers, .matches = maps_fit};

/* ------------------------------------------------------------------------------------------------ colours */

/* A table of entries whose tracks are red, green, blue and alpha. */
typedef struct colors {
    ferry_target target;
    bool frames;           /* else keys */
    uint32_t stride, slot; /* of a record; where the register's number stands in it, 0: none */
    uint32_t slots;        /* registers that can be animated */
    uint32_t count, counts, tracks, names, values; /* fields of the head */
    uint32_t size;                                 /* bytes of a number */
} colors;

static bool add_color(fy_j3d_anim *anim, const colors *c, uint64_t at, const fy_j3d_numbers numbers[4],
                      uint32_t material) {
    fy_j3d_aim aim = {.target = c->target,
                      .object = material,
                      .slot = c->slot ? ferry_u8_at(&anim->chunk, at + c->slot) : 0};
    if (aim.slot >= c->slots) {
        if (aim.slot > 3) /* 3 is CPREV: taken, and without effect */
            ferry_say_at(&anim->place, at + c->slot, FERRY_WARNING, "j3d.anim-slot-range",
                         "register %u is out of range (%u); left out", aim.slot, c->slots);
        return true;
    }
    for (aim.channel = 0; aim.channel < 4; aim.channel++) {
        const fy_j3d_numbers *from = &numbers[aim.channel];
        uint64_t track = at + (c->frames ? 4 : 6) * aim.channel;
        if (!(c->frames ? fy_j3d_add_frames(anim, track, ferry_u16_at(&anim->chunk, track),
                                            ferry_u16_at(&anim->chunk, track + 2), from, 0, aim)
                        : fy_j3d_add_keys(anim, track, from, 0, aim)))
            return false;
    }
    return true;
}

static bool read_colors(fy_j3d_anim *anim, const colors *c) {
    static const char *const what[] = {"reds", "greens", "blues", "alphas"};
    uint32_t count = ferry_u16_at(&anim->chunk, c->count), run;
    fy_j3d_numbers numbers[4];
    entries e;
    const fy_j3d_named *found;
    fy_j3d_named made;
    if (!count) return true;
    for (uint32_t k = 0; k < 4; k++) {
        numbers[k] = (fy_j3d_numbers){.count = ferry_u16_at(&anim->chunk, c->counts + 2 * k),
                                      .size = c->size,
                                      .unit = 1,
                                      .what = what[k]};
        if (!fy_j3d_numbers_open(anim, &numbers[k], c->values + 4 * k)) return false;
    }
    if (!fy_j3d_table(&anim->chunk, "tracks", c->tracks, count, c->stride) ||
        !open_entries(anim, &e, c->names, count))
        return false;
    uint64_t at = ferry_u32_at(&anim->chunk, c->tracks);
    for (uint32_t i = 0; i < count; i++, at += c->stride) {
        if (!find_entry(anim, &e, i, &made, &found, &run)) return false;
        for (uint32_t k = 0; k < run; k++)
            if (!add_color(anim, c, at, numbers, found[k].index)) return false;
    }
    close_entries(&e);
    return true;
}

static bool read_registers(fy_j3d_anim *anim) {
    static const colors registers = {.target = FERRY_TARGET_REGISTER,
                                     .stride = 0x1C,
                                     .slot = 0x18,
                                     .slots = 3,
                                     .count = 0x0C,
                                     .counts = 0x10,
                                     .tracks = 0x20,
                                     .names = 0x30,
                                     .values = 0x38,
                                     .size = 2};
    static const colors konst = {.target = FERRY_TARGET_KONST,
                                 .stride = 0x1C,
                                 .slot = 0x18,
                                 .slots = 4,
                                 .count = 0x0E,
                                 .counts = 0x18,
                                 .tracks = 0x24,
                                 .names = 0x34,
                                 .values = 0x48,
                                 .size = 2};
    fy_j3d_read_length(anim, 0x0A);
    return read_colors(anim, &registers) && read_colors(anim, &konst);
}

static bool registers_fit(fy_j3d_anim *anim, const ferry_scene *scene, ferry_fit *fit) {
    return names_fit(anim, scene, 0x30, 0x34, fit);
}

const fy_j3d_anim_kind fy_j3d_registers = {
    .kind = "brk1", .tag = "TRK1", .head = 0x58, .read = read_registers, .matches = registers_fit};

static bool read_material_colors(fy_j3d_anim *anim) {
    bool frames = anim->kind == &fy_j3d_color_frames;
    const colors c = {.target = FERRY_TARGET_MATERIAL_COLOR,
                      .frames = frames,
                      .stride = frames ? 0x10 : 0x18,
                      .slots = 1,
                      .count = 0x0E,
                      .counts = 0x10,
                      .tracks = 0x18,
                      .names = 0x20,
                      .values = 0x24,
                      .size = frames ? 1 : 2};
    fy_j3d_read_length(anim, 0x0C);
    return read_colors(anim, &c);
}

static bool material_colors_fit(fy_j3d_anim *anim, const ferry_scene *scene, ferry_fit *fit) {
    return names_fit(anim, scene, 0x20, 0, fit);
}

const fy_j3d_anim_kind fy_j3d_color_keys = {.kind = "bpk1",
                                            .tag = "PAK1",
                                            .head = 0x34,
                                            .read = read_material_colors,
                                            .matches = material_colors_fit};
const fy_j3d_anim_kind fy_j3d_color_frames = {.kind = "bpa1",
                                              .tag = "PAF1",
                                              .head = 0x34,
                                              .read = read_material_colors,
                                              .matches = material_colors_fit};
