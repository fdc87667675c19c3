/* ttyd_builder.c: see ttyd_builder.h: descriptions and their bytes. */
#include "ttyd_builder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builders/j3d/j3d_builder_inside.h"

/* A new element of one of the actor's lists. */
#define ADD(actor, type, list)                                                                               \
    ((type *)jb_grow(&(actor)->list, &(actor)->list##_count, &(actor)->list##_capacity,                      \
                     sizeof *(actor)->list))

enum { ANY = 3 }; /* positions, normals, colours: what every subshape has */

tb_actor *tb_new(const char *name, const char *bank) {
    tb_actor *actor = calloc(1, sizeof *actor);
    if (!actor) jb_abort("no memory");
    snprintf(actor->name, sizeof actor->name, "%s", name);
    snprintf(actor->bank, sizeof actor->bank, "%s", bank);
    return actor;
}

void tb_free(tb_actor *actor) {
    for (uint32_t i = 0; i < actor->anims_count; i++) {
        free(actor->anims[i].times);
        free(actor->anims[i].changes);
    }
    for (uint32_t i = 0; i < TB_INDICES; i++) free(actor->indices[i].data);
    void *lists[] = {actor->shapes,   actor->polygons, actor->positions, actor->normals, actor->colors,
                     actor->uvs,      actor->placings, actor->samplers,  actor->records, actor->subshapes,
                     actor->switches, actor->floats,   actor->groups,    actor->anims,   actor};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) free(lists[i]);
}

/* ----------------------------------------------------------------------------------------------- geometry */

uint32_t tb_shape_add(tb_actor *actor, const char *name, uint32_t draw, uint32_t cull) {
    tb_shape *shape = ADD(actor, tb_shape, shapes);
    *shape = (tb_shape){.positions = {actor->positions_count},
                        .normals = {actor->normals_count},
                        .colors = {actor->colors_count},
                        .subshapes = {actor->subshapes_count},
                        .draw = draw,
                        .cull = cull};
    for (int k = 0; k < TB_SETS; k++) shape->uvs[k][0] = actor->uvs_count;
    snprintf(shape->name, sizeof shape->name, "%s", name);
    actor->mask |= 1u << draw;
    return actor->shapes_count - 1;
}

static tb_shape *last_shape(tb_actor *actor) {
    return &actor->shapes[actor->shapes_count - 1];
}

uint32_t tb_subshape_add(tb_actor *actor, uint32_t tev) {
    tb_subshape *subshape = ADD(actor, tb_subshape, subshapes);
    *subshape = (tb_subshape){.unknown = 1, .tev = tev, .polygons = {actor->polygons_count}};
    for (int k = 0; k < TB_SETS; k++) subshape->samplers[k] = subshape->sets[k] = TB_NONE;
    for (int k = 0; k < TB_INDICES; k++) subshape->runs[k] = actor->indices[k].count;
    last_shape(actor)->subshapes[1]++;
    return actor->subshapes_count - 1;
}

void tb_slot_add(tb_actor *actor, int32_t sampler, int8_t set) {
    tb_subshape *subshape = &actor->subshapes[actor->subshapes_count - 1];
    subshape->samplers[subshape->slots] = sampler;
    subshape->sets[subshape->slots++] = set;
}

uint32_t tb_position(tb_actor *actor, double x, double y, double z) {
    *ADD(actor, tb_vec, positions) = (tb_vec){{x, y, z}};
    return last_shape(actor)->positions[1]++;
}

uint32_t tb_normal(tb_actor *actor, double x, double y, double z) {
    double length = sqrt(x * x + y * y + z * z);
    *ADD(actor, tb_vec, normals) = (tb_vec){{x / length, y / length, z / length}};
    return last_shape(actor)->normals[1]++;
}

uint32_t tb_color(tb_actor *actor, uint32_t rgba) {
    *ADD(actor, tb_rgba, colors) =
        (tb_rgba){{(uint8_t)(rgba >> 24), (uint8_t)(rgba >> 16), (uint8_t)(rgba >> 8), (uint8_t)rgba}};
    return last_shape(actor)->colors[1]++;
}

uint32_t tb_uv(tb_actor *actor, uint32_t set, double s, double t) {
    uint32_t *range = last_shape(actor)->uvs[set];
    if (range[1] == 0) range[0] = actor->uvs_count;
    *ADD(actor, tb_vec, uvs) = (tb_vec){{s, t, 0}};
    range[1]++;
    return actor->uvs_count - 1 - range[0];
}

static void put_index(tb_index_list *list, uint32_t index) {
    *(uint32_t *)jb_grow(&list->data, &list->count, &list->capacity, sizeof *list->data) = index;
}

static bool has_stream(const tb_actor *actor, const tb_subshape *subshape, int stream) {
    if (stream < ANY) return stream == 0 || (stream == 1 ? actor->normals_count : actor->colors_count) > 0;
    for (uint32_t k = 0; k < subshape->slots; k++)
        if (subshape->sets[k] == stream - ANY) return true;
    return false;
}

void tb_fan(tb_actor *actor, uint32_t count, const tb_corner *corners) {
    tb_subshape *subshape = &actor->subshapes[actor->subshapes_count - 1];
    uint32_t first = actor->indices[0].count - subshape->runs[0];
    for (int k = 0; k < TB_INDICES; k++)
        for (uint32_t i = 0; has_stream(actor, subshape, k) && i < count; i++)
            put_index(&actor->indices[k], corners[i].index[k]);
    *ADD(actor, tb_polygon, polygons) = (tb_polygon){first, count};
    subshape->polygons[1]++;
}

/* ----------------------------------------------------------------------------------------------- textures */

uint32_t tb_record_add(tb_actor *actor, uint32_t image, uint32_t kind, const char *name) {
    tb_record *record = ADD(actor, tb_record, records);
    *record = (tb_record){.image = image, .kind = kind};
    snprintf(record->name, sizeof record->name, "%s", name);
    return actor->records_count - 1;
}

uint32_t tb_sampler_add(tb_actor *actor, int32_t record, uint32_t wraps) {
    *ADD(actor, tb_sampler, samplers) = (tb_sampler){record, wraps};
    *ADD(actor, tb_placing, placings) = (tb_placing){.scale = {1, 1}};
    return actor->samplers_count - 1;
}

/* ------------------------------------------------------------------------------------------------- groups */

uint32_t tb_group_add(tb_actor *actor, const char *name, int32_t shape, bool joint) {
    tb_group *group = ADD(actor, tb_group, groups);
    *group = (tb_group){.next = TB_NONE,
                        .child = TB_NONE,
                        .shape = shape,
                        .entry = actor->switches_count,
                        .floats = actor->floats_count,
                        .joint = joint};
    snprintf(group->name, sizeof group->name, "%s", name);
    *ADD(actor, int8_t, switches) = 1;
    for (int k = 0; k < TB_FLOATS; k++) *ADD(actor, double, floats) = k >= TB_SCALE && k < TB_TURN;
    return actor->groups_count - 1;
}

void tb_hang(tb_actor *actor, uint32_t parent, uint32_t child) {
    int32_t *place = &actor->groups[parent].child;
    while (*place != TB_NONE) place = &actor->groups[*place].next;
    *place = (int32_t)child;
}

void tb_set(tb_actor *actor, uint32_t group, uint32_t vector, double x, double y, double z) {
    double *floats = actor->floats + actor->groups[group].floats + vector;
    floats[0] = x;
    floats[1] = y;
    floats[2] = z;
}

/* --------------------------------------------------------------------------------------------- animations */

uint32_t tb_anim_add(tb_actor *actor, const char *name, bool loops, double start, double end) {
    tb_anim *anim = ADD(actor, tb_anim, anims);
    *anim = (tb_anim){.loops = loops, .start = start, .end = end, .events = 1};
    snprintf(anim->name, sizeof anim->name, "%s", name);
    return actor->anims_count - 1;
}

uint32_t tb_key(tb_actor *actor, uint32_t number, double frame) {
    tb_anim *anim = &actor->anims[number];
    *(double *)jb_grow(&anim->times, &anim->time_count, &anim->time_capacity, sizeof *anim->times) = frame;
    return anim->time_count - 1;
}

static void change(tb_actor *actor, uint32_t number, tb_change by) {
    tb_anim *anim = &actor->anims[number];
    *(tb_change *)jb_grow(&anim->changes, &anim->change_count, &anim->change_capacity,
                          sizeof *anim->changes) = by;
}

void tb_move_by(tb_actor *actor, uint32_t anim, uint32_t key, tb_kind kind, uint32_t element, double x,
                double y, double z) {
    change(actor, anim, (tb_change){.kind = kind, .key = key, .element = element, .by = {x, y, z}});
}

void tb_float_by(tb_actor *actor, uint32_t anim, uint32_t key, uint32_t group, uint32_t channel, double by,
                 int leave, int arrive) {
    change(actor, anim,
           (tb_change){.kind = TB_TRANSFORMS,
                       .key = key,
                       .element = actor->groups[group].floats + channel,
                       .by = {by},
                       .leave = leave,
                       .arrive = arrive});
}

/* -------------------------------------------------------------------------------------------------- bytes */

static void put_text(jb_file *file, const char *text, size_t size) {
    for (size_t i = 0, length = strlen(text); i < size; i++) jb_put8(file, i < length ? (uint8_t)text[i] : 0);
}

static void put_vec(jb_file *file, const tb_vec *v, int count) {
    for (int k = 0; k < count; k++) jb_putf(file, v->v[k]);
}

static void put_pairs(jb_file *file, const uint32_t *words, int count) {
    for (int k = 0; k < count; k++) jb_put32(file, words[k]);
}

static void put_shape(jb_file *file, const tb_shape *shape) {
    put_text(file, shape->name, 64);
    put_pairs(file, shape->positions, 2);
    put_pairs(file, shape->normals, 2);
    put_pairs(file, shape->colors, 2);
    for (int k = 0; k < TB_SETS; k++) put_pairs(file, shape->uvs[k], 2);
    put_pairs(file, shape->subshapes, 2);
    jb_put32(file, shape->draw);
    jb_put32(file, shape->cull);
}

static void put_subshape(jb_file *file, const tb_subshape *subshape) {
    jb_put32(file, subshape->slots);
    jb_put32(file, subshape->unknown);
    jb_put32(file, subshape->tev);
    jb_put32(file, subshape->zero);
    for (int k = 0; k < TB_SETS; k++) jb_put32(file, (uint32_t)subshape->samplers[k]);
    for (int k = 0; k < TB_SETS; k++) jb_put8(file, (uint8_t)subshape->sets[k]);
    put_pairs(file, subshape->polygons, 2);
    put_pairs(file, subshape->runs, TB_INDICES);
}

static void put_group(jb_file *file, const tb_group *group) {
    put_text(file, group->name, 64);
    jb_put32(file, (uint32_t)group->next);
    jb_put32(file, (uint32_t)group->child);
    jb_put32(file, (uint32_t)group->shape);
    jb_put32(file, group->entry);
    jb_put32(file, group->floats);
    jb_put32(file, group->joint);
}

static void put_placing(jb_file *file, const tb_placing *placing) {
    jb_put8(file, placing->image);
    for (int k = 0; k < 3; k++) jb_put8(file, 0);
    for (int k = 0; k < 2; k++) jb_putf(file, placing->shift[k]);
    for (int k = 0; k < 2; k++) jb_putf(file, placing->scale[k]);
    jb_putf(file, placing->turn);
}

static void put_record(jb_file *file, const tb_record *record) {
    jb_put32(file, 0);
    jb_put32(file, record->image);
    jb_put32(file, record->kind);
    put_text(file, record->name, 44);
    jb_put32(file, 0);
    jb_put32(file, 0);
}

/* The header's place of the next block, and its count. */
static void begin(jb_file *file, uint32_t *block, uint32_t count, const char *name) {
    jb_set32(file, 0xE8 + 4 * *block, count);
    jb_set32(file, 0x14C + 4 * *block, (uint32_t)file->size);
    jb_mark_here(file, "%s", name);
    ++*block;
}

static void put_header(jb_file *file, const tb_actor *actor) {
    jb_mark_here(file, "header");
    jb_put32(file, 0);
    put_text(file, actor->name, 64);
    put_text(file, actor->bank, 64);
    put_text(file, "Thu Jan  1 00:00:00 2004", 64);
    jb_put32(file, actor->mask);
    jb_put32(file, 40);
    jb_put32(file, 60);
    for (int k = 0; k < 6; k++) jb_putf(file, (k < 3 ? -1 : 1) * (k + 0.5));
    for (int k = 0; k < 50; k++) jb_put32(file, 0);
}

static void put_blocks(jb_file *file, const tb_actor *actor) {
    static const char *const names[TB_INDICES] = {
        "position-indices", "normal-indices", "color-indices", "uv0-indices", "uv1-indices", "uv2-indices",
        "uv3-indices",      "uv4-indices",    "uv5-indices",   "uv6-indices", "uv7-indices"};
    uint32_t block = 0;
    begin(file, &block, actor->shapes_count, "shapes");
    for (uint32_t i = 0; i < actor->shapes_count; i++) {
        jb_mark_here(file, "shape%u", i);
        put_shape(file, &actor->shapes[i]);
    }
    begin(file, &block, actor->polygons_count, "polygons");
    for (uint32_t i = 0; i < actor->polygons_count; i++) {
        jb_put32(file, actor->polygons[i].first);
        jb_put32(file, actor->polygons[i].count);
    }
    for (int k = 0; k < TB_INDICES; k++) {
        if (k == 0) begin(file, &block, actor->positions_count, "positions");
        for (uint32_t i = 0; k == 0 && i < actor->positions_count; i++)
            put_vec(file, &actor->positions[i], 3);
        if (k == 1) begin(file, &block, actor->normals_count, "normals");
        for (uint32_t i = 0; k == 1 && i < actor->normals_count; i++) put_vec(file, &actor->normals[i], 3);
        if (k == 2) begin(file, &block, actor->colors_count, "colors");
        for (uint32_t i = 0; k == 2 && i < actor->colors_count; i++) jb_put(file, actor->colors[i].v, 4);
        begin(file, &block, actor->indices[k].count, names[k]);
        put_pairs(file, actor->indices[k].data, (int)actor->indices[k].count);
    }
    begin(file, &block, actor->uvs_count, "uvs");
    for (uint32_t i = 0; i < actor->uvs_count; i++) put_vec(file, &actor->uvs[i], 2);
    begin(file, &block, actor->placings_count, "placings");
    for (uint32_t i = 0; i < actor->placings_count; i++) put_placing(file, &actor->placings[i]);
    begin(file, &block, actor->samplers_count, "samplers");
    for (uint32_t i = 0; i < actor->samplers_count; i++) {
        jb_put32(file, (uint32_t)actor->samplers[i].record);
        jb_put32(file, actor->samplers[i].wraps);
    }
    begin(file, &block, actor->records_count, "records");
    for (uint32_t i = 0; i < actor->records_count; i++) put_record(file, &actor->records[i]);
    begin(file, &block, actor->subshapes_count, "subshapes");
    for (uint32_t i = 0; i < actor->subshapes_count; i++) {
        jb_mark_here(file, "subshape%u", i);
        put_subshape(file, &actor->subshapes[i]);
    }
    begin(file, &block, actor->switches_count, "switches");
    for (uint32_t i = 0; i < actor->switches_count; i++) jb_put8(file, (uint8_t)actor->switches[i]);
    jb_pad_zero(file, 4);
    begin(file, &block, actor->floats_count, "floats");
    for (uint32_t i = 0; i < actor->floats_count; i++) jb_putf(file, actor->floats[i]);
    begin(file, &block, actor->groups_count, "groups");
    for (uint32_t i = 0; i < actor->groups_count; i++) {
        jb_mark_here(file, "group%u", i);
        put_group(file, &actor->groups[i]);
    }
    begin(file, &block, actor->anims_count, "table");
    for (uint32_t i = 0; i < actor->anims_count; i++) {
        put_text(file, actor->anims[i].name, 60);
        jb_put32(file, 0);
    }
}

/* ---------------------------------------------------------------------------------------- animation bytes */

enum { BASE, KEYS, DELTAS, EVENTS = DELTAS + TB_KINDS, TABLES };

/* One kind's table while it grows. */
typedef struct deltas {
    jb_file bytes;
    uint32_t count;
} deltas;

static int by_element(const void *a, const void *b) {
    const tb_change *x = a, *y = b;
    return x->element < y->element ? -1 : x->element > y->element;
}

/* Steps of 255 that change nothing, until the next record can reach the element: what it has to step by. */
static uint32_t bridge(deltas *to, tb_kind kind, uint32_t step) {
    static const int sizes[TB_KINDS] = {4, 4, 12, 2, 4};
    for (; step > 255; step -= 255, to->count++) {
        jb_put8(&to->bytes, 255);
        for (int k = 1; k < sizes[kind]; k++) jb_put8(&to->bytes, 0);
    }
    return step;
}

/* The most of what is left that one record can say, in sixteenths. */
static int part_of(int *left) {
    int part = *left > 127 ? 127 : *left < -128 ? -128 : *left;
    *left -= part;
    return part;
}

static int sixteenths(double value) {
    return (int)lround(value * 16);
}

/* Changes larger than a byte take several records; slopes stand in the first one, 90 degrees in all. */
static void put_change(deltas *to, const tb_change *c, uint32_t step) {
    int left[3];
    bool first = true;
    if (c->kind == TB_PLACINGS) {
        jb_put8(&to->bytes, step);
        jb_put8(&to->bytes, (uint8_t)(int)c->by[0]);
        jb_put16(&to->bytes, 0);
        jb_putf(&to->bytes, c->by[1]);
        jb_putf(&to->bytes, c->by[2]);
        to->count++;
        return;
    }
    if (c->kind == TB_SWITCHES) {
        jb_put8(&to->bytes, step);
        jb_put8(&to->bytes, (uint8_t)(int)c->by[0]);
        to->count++;
        return;
    }
    for (int k = 0; k < 3; k++) left[k] = sixteenths(c->by[k]);
    while (first || left[0] || left[1] || left[2]) {
        jb_put8(&to->bytes, first ? step : 0);
        jb_put8(&to->bytes, (uint8_t)part_of(&left[0]));
        if (c->kind == TB_TRANSFORMS) {
            jb_put8(&to->bytes, (uint8_t)(c->arrive == 90 ? 90 : first ? c->leave : 0));
            jb_put8(&to->bytes, (uint8_t)(c->arrive == 90 ? 90 : first ? c->arrive : 0));
        } else {
            jb_put8(&to->bytes, (uint8_t)part_of(&left[1]));
            jb_put8(&to->bytes, (uint8_t)part_of(&left[2]));
        }
        to->count++;
        first = false;
    }
}

/* The changes of one kind in one key frame; how many records they took. */
static uint32_t put_run(deltas *to, const tb_anim *anim, uint32_t key, tb_kind kind) {
    tb_change *list = calloc(anim->change_count + 1, sizeof *list);
    uint32_t count = 0, at = 0, before = to->count;
    if (!list) jb_abort("no memory");
    for (uint32_t i = 0; i < anim->change_count; i++)
        if (anim->changes[i].key == key && anim->changes[i].kind == kind) list[count++] = anim->changes[i];
    qsort(list, count, sizeof *list, by_element);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t step = bridge(to, kind, list[i].element - at);
        put_change(to, &list[i], step);
        at = list[i].element;
    }
    free(list);
    return to->count - before;
}

static void put_keys(jb_file *keys, deltas *kinds, const tb_anim *anim) {
    for (uint32_t key = 0; key < anim->time_count; key++) {
        jb_putf(keys, anim->times[key]);
        for (tb_kind kind = 0; kind < TB_KINDS; kind++) {
            uint32_t first = kinds[kind].count;
            jb_put32(keys, first);
            jb_put32(keys, put_run(&kinds[kind], anim, key, kind));
        }
    }
}

static void put_events(jb_file *file, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        jb_putf(file, i * 5.0);
        jb_put32(file, i);
    }
}

static void put_anim(jb_file *file, const tb_anim *anim, uint32_t number) {
    static const char *const names[TABLES] = {"bases",         "keys",           "position-deltas",
                                              "normal-deltas", "placing-deltas", "switch-deltas",
                                              "float-deltas",  "events"};
    deltas kinds[TB_KINDS] = {{{0}, 0}};
    jb_file tables[TABLES] = {{0}};
    size_t start = file->size;
    jb_put32(&tables[BASE], anim->loops);
    jb_putf(&tables[BASE], anim->start);
    jb_putf(&tables[BASE], anim->end);
    put_keys(&tables[KEYS], kinds, anim);
    put_events(&tables[EVENTS], anim->events);
    for (int k = 0; k < TB_KINDS; k++) tables[DELTAS + k] = kinds[k].bytes;
    uint32_t counts[TABLES] = {1, anim->time_count};
    for (int k = 0; k < TB_KINDS; k++) counts[DELTAS + k] = kinds[k].count;
    counts[EVENTS] = anim->events;
    jb_mark_here(file, "animation%u", number);
    jb_put32(file, 0);
    put_pairs(file, counts, TABLES);
    for (int k = 0; k < TABLES; k++) jb_put32(file, 0);
    for (int k = 0; k < 6; k++) jb_putf(file, k - 3);
    for (int k = 0; k < TABLES; k++) {
        jb_set32(file, start + 0x24 + 4 * (size_t)k, (uint32_t)(file->size - start));
        jb_mark_here(file, "%s%u", names[k], number);
        if (tables[k].size) jb_put(file, tables[k].data, tables[k].size);
        jb_pad_zero(file, 4);
        jb_file_free(&tables[k]);
    }
    jb_set32(file, start, (uint32_t)(file->size - start));
}

jb_file tb_build(const tb_actor *actor) {
    jb_file file = {0};
    put_header(&file, actor);
    put_blocks(&file, actor);
    jb_set32(&file, 0, (uint32_t)file.size);
    size_t table = jb_at(&file, "table");
    for (uint32_t i = 0; i < actor->anims_count; i++) {
        if (actor->anims[i].empty) continue;
        jb_set32(&file, table + 0x40 * (size_t)i + 60, (uint32_t)file.size);
        put_anim(&file, &actor->anims[i], i);
    }
    return file;
}

/* --------------------------------------------------------------------------------------------------- bank */

jb_file tb_build_bank(const jb_model *from) {
    jb_file file = {0};
    jb_put32(&file, 0x0020AF30);
    jb_put32(&file, from->texture_count);
    jb_put32(&file, 12);
    for (uint32_t i = 0; i < from->texture_count; i++) {
        jb_put32(&file, 0);
        jb_put32(&file, 0);
    }
    for (uint32_t i = 0; i < from->texture_count; i++) {
        const jb_texture *t = &from->textures[i];
        size_t palette = 0;
        if (t->palette_count) {
            palette = file.size;
            jb_set32(&file, 16 + 8 * (size_t)i, (uint32_t)palette);
            jb_put16(&file, t->palette_count);
            jb_put16(&file, 0);
            jb_put32(&file, t->palette_format);
            jb_put32(&file, 0);
        }
        size_t header = file.size;
        jb_set32(&file, 12 + 8 * (size_t)i, (uint32_t)header);
        jb_put16(&file, t->height);
        jb_put16(&file, t->width);
        jb_put32(&file, t->format);
        jb_put32(&file, 0);
        jb_put32(&file, t->wrap_s);
        jb_put32(&file, t->wrap_t);
        jb_put32(&file, t->min_filter);
        jb_put32(&file, t->mag_filter);
        jb_putf(&file, 0);
        jb_put8(&file, 0);
        jb_put8(&file, 0);
        jb_put8(&file, t->level_count - 1);
        jb_put8(&file, 0);
        jb_pad_zero(&file, 32);
        if (palette) {
            jb_set32(&file, palette + 8, (uint32_t)file.size);
            jb_put(&file, t->palette, 2 * (size_t)t->palette_count);
            jb_pad_zero(&file, 32);
        }
        jb_set32(&file, header + 8, (uint32_t)file.size);
        jb_put(&file, t->image, t->image_size);
        jb_pad_zero(&file, 32);
    }
    return file;
}
