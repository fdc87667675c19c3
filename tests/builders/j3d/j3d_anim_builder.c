/* j3d_anim_builder.c: the bytes of J3D animations. */
#include "j3d_anim_builder.h"

#include <string.h>

#include "j3d_builder_inside.h"

enum { MAX_VALUES = 4096 };

typedef enum value_type { U8, S16, U16, F32 } value_type;

typedef struct values {
    value_type type;
    uint32_t count;
    double numbers[MAX_VALUES];
} values;

static void add(values *v, double number) {
    if (v->count == MAX_VALUES) jb_abort("too many values in an animation");
    v->numbers[v->count++] = number;
}

static void put_values(jb_file *file, size_t chunk, size_t field, const values *v) {
    jb_pad_text(file, 4);
    jb_offset_here(file, chunk, field);
    jb_mark_here(file, "values@%x", (unsigned)(field - chunk));
    for (uint32_t i = 0; i < v->count; i++) {
        if (v->type == U8) jb_put8(file, (uint32_t)v->numbers[i]);
        if (v->type == S16) jb_put16(file, (uint32_t)(uint16_t)(int16_t)v->numbers[i]);
        if (v->type == U16) jb_put16(file, (uint32_t)v->numbers[i]);
        if (v->type == F32) jb_putf(file, v->numbers[i]);
    }
}

static void put_keys(jb_file *file, values *v, const ja_track *t) {
    jb_put16(file, t->count);
    jb_put16(file, v->count);
    jb_put16(file, t->two_slopes);
    if (t->count == 1) add(v, t->keys[0].value);
    for (uint32_t k = 0; t->count > 1 && k < t->count; k++) {
        add(v, t->keys[k].time);
        add(v, t->keys[k].value);
        add(v, t->keys[k].in);
        if (t->two_slopes) add(v, t->keys[k].out);
    }
}

static void put_frames(jb_file *file, values *v, const ja_track *t) {
    jb_put16(file, t->count);
    jb_put16(file, v->count);
    for (uint32_t k = 0; k < t->count; k++) add(v, t->keys[k].value);
}

/* ------------------------------------------------------------------------------------------------- pieces */

static bool is(const ja_anim *a, const char *kind) {
    return strcmp(a->kind, kind) == 0;
}

static void zeros(jb_file *file, size_t count) {
    while (count--) jb_put8(file, 0);
}

/* A head of `size` bytes behind tag and size, empty but for loop, shift and frames (at 8, 9 and `frames`). */
static void put_head(jb_file *file, size_t chunk, const ja_anim *a, uint32_t size, uint32_t frames) {
    zeros(file, size - 8);
    jb_set8(file, chunk + 8, a->loop);
    jb_set8(file, chunk + 9, a->shift);
    jb_set16(file, chunk + frames, (uint16_t)a->frames);
}

static void put_table_here(jb_file *file, size_t chunk, uint32_t field, const char *mark) {
    jb_pad_text(file, 4);
    jb_offset_here(file, chunk, chunk + field);
    jb_mark_here(file, "%s", mark);
}

static void put_materials(jb_file *file, size_t chunk, const ja_anim *a, uint32_t first, uint32_t count,
                          uint32_t numbers, uint32_t names) {
    const char *texts[JA_ENTRIES];
    put_table_here(file, chunk, numbers, "materials");
    for (uint32_t i = 0; i < count; i++) jb_put16(file, i);
    put_table_here(file, chunk, names, "names");
    for (uint32_t i = 0; i < count; i++) texts[i] = a->entries[first + i].material;
    jb_names(file, count, texts);
}

/* -------------------------------------------------------------------------------------------------- kinds */

/* Scale, rotation, translation in nine tracks an entry. */
static void put_srt(jb_file *file, size_t chunk, const ja_anim *a, uint32_t counts, uint32_t table,
                    uint32_t first) {
    values v[3] = {{.type = F32}, {.type = S16}, {.type = F32}};
    put_table_here(file, chunk, table, "tracks");
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < JA_TRACKS; k++) {
            const ja_track *t = &a->entries[i].tracks[k];
            if (is(a, "bca1"))
                put_frames(file, &v[k % 3], t);
            else
                put_keys(file, &v[k % 3], t);
        }
    for (uint32_t k = 0; k < 3; k++) {
        jb_set16(file, chunk + counts + 2 * k, v[k].count);
        put_values(file, chunk, chunk + first + 4 * k, &v[k]);
    }
}

static void write_joints(jb_file *file, size_t chunk, const ja_anim *a) {
    put_head(file, chunk, a, 0x24, 0x0A);
    jb_set16(file, chunk + 0x0C, a->count);
    put_srt(file, chunk, a, 0x0E, 0x14, 0x18);
}

static void write_texture_matrices(jb_file *file, size_t chunk, const ja_anim *a) {
    put_head(file, chunk, a, 0x60, 0x0A);
    jb_set16(file, chunk + 0x0C, 3 * a->count);
    put_srt(file, chunk, a, 0x0E, 0x14, 0x28);
    put_materials(file, chunk, a, 0, a->count, 0x18, 0x1C);
    put_table_here(file, chunk, 0x20, "slots");
    for (uint32_t i = 0; i < a->count; i++) jb_put8(file, a->entries[i].number);
    put_table_here(file, chunk, 0x24, "centers");
    for (uint32_t i = 0; i < a->count; i++)
        for (int k = 0; k < 3; k++) jb_putf(file, a->entries[i].center[k]);
    jb_set32(file, chunk + 0x5C, a->maya);
}

static void write_texture_numbers(jb_file *file, size_t chunk, const ja_anim *a) {
    values v = {.type = U16};
    put_head(file, chunk, a, 0x20, 0x0A);
    jb_set16(file, chunk + 0x0C, a->count);
    put_table_here(file, chunk, 0x10, "tracks");
    for (uint32_t i = 0; i < a->count; i++) {
        put_frames(file, &v, &a->entries[i].tracks[0]);
        jb_put8(file, a->entries[i].number);
        jb_put8(file, 0xFF);
        jb_put16(file, 0xFFFF);
    }
    jb_set16(file, chunk + 0x0E, v.count);
    put_values(file, chunk, chunk + 0x14, &v);
    put_materials(file, chunk, a, 0, a->count, 0x18, 0x1C);
}

/* Entries from `first` on with their four tables; `counts` and on are fields of the head, 0: there is
 * none. */
static void put_colors(jb_file *file, size_t chunk, const ja_anim *a, uint32_t first, uint32_t count,
                       uint32_t counts, uint32_t table, uint32_t first_values, value_type type) {
    values v[4] = {{.type = type}, {.type = type}, {.type = type}, {.type = type}};
    bool registers = is(a, "brk1");
    put_table_here(file, chunk, table, first ? "tracks2" : "tracks");
    for (uint32_t i = first; i < first + count; i++) {
        for (uint32_t k = 0; k < 4; k++)
            if (is(a, "bpa1"))
                put_frames(file, &v[k], &a->entries[i].tracks[k]);
            else
                put_keys(file, &v[k], &a->entries[i].tracks[k]);
        if (!registers) continue;
        jb_put8(file, a->entries[i].number);
        jb_put8(file, 0xFF);
        jb_put16(file, 0xFFFF);
    }
    for (uint32_t k = 0; k < 4; k++) {
        jb_set16(file, chunk + counts + 2 * k, v[k].count);
        put_values(file, chunk, chunk + first_values + 4 * k, &v[k]);
    }
}

static void write_registers(jb_file *file, size_t chunk, const ja_anim *a) {
    uint32_t registers = a->count - a->konst;
    put_head(file, chunk, a, 0x58, 0x0A);
    jb_set16(file, chunk + 0x0C, registers);
    jb_set16(file, chunk + 0x0E, a->konst);
    put_colors(file, chunk, a, 0, registers, 0x10, 0x20, 0x38, S16);
    put_colors(file, chunk, a, registers, a->konst, 0x18, 0x24, 0x48, S16);
    put_materials(file, chunk, a, 0, registers, 0x28, 0x30);
    put_materials(file, chunk, a, registers, a->konst, 0x2C, 0x34);
}

static void write_material_colors(jb_file *file, size_t chunk, const ja_anim *a) {
    put_head(file, chunk, a, 0x34, 0x0C);
    jb_set16(file, chunk + 0x0E, a->count);
    put_colors(file, chunk, a, 0, a->count, 0x10, 0x18, 0x24, is(a, "bpa1") ? U8 : S16);
    put_materials(file, chunk, a, 0, a->count, 0x1C, 0x20);
}

static void write_visibility(jb_file *file, size_t chunk, const ja_anim *a) {
    values v = {.type = U8};
    put_head(file, chunk, a, 0x18, 0x0A);
    jb_set16(file, chunk + 0x0C, a->count);
    put_table_here(file, chunk, 0x10, "tracks");
    for (uint32_t i = 0; i < a->count; i++) put_frames(file, &v, &a->entries[i].tracks[0]);
    jb_set16(file, chunk + 0x0E, v.count);
    put_values(file, chunk, chunk + 0x14, &v);
}

static void write_weights(jb_file *file, size_t chunk, const ja_anim *a) {
    values v = {.type = F32};
    put_head(file, chunk, a, 0x18, 0x0A);
    jb_set16(file, chunk + 0x0C, a->count);
    put_table_here(file, chunk, 0x10, "tracks");
    for (uint32_t i = 0; i < a->count; i++)
        if (is(a, "bla1"))
            put_frames(file, &v, &a->entries[i].tracks[0]);
        else
            put_keys(file, &v, &a->entries[i].tracks[0]);
    jb_set16(file, chunk + 0x0E, v.count);
    put_values(file, chunk, chunk + 0x14, &v);
}

static void write_vertex_colors(jb_file *file, size_t chunk, const ja_anim *a) {
    value_type type = is(a, "bxa1") ? U8 : S16;
    values v[4] = {{.type = type}, {.type = type}, {.type = type}, {.type = type}};
    uint32_t counts[2] = {a->count - a->konst, a->konst};
    put_head(file, chunk, a, 0x40, 0x0A);
    for (uint32_t set = 0, first = 0; set < 2; first += counts[set++]) {
        jb_set16(file, chunk + 0x0C + 2 * set, counts[set]);
        put_table_here(file, chunk, 0x18 + 4 * set, set ? "tracks2" : "tracks");
        for (uint32_t i = first; i < first + counts[set]; i++)
            for (uint32_t k = 0; k < 4; k++)
                if (type == U8)
                    put_frames(file, &v[k], &a->entries[i].tracks[k]);
                else
                    put_keys(file, &v[k], &a->entries[i].tracks[k]);
        put_table_here(file, chunk, 0x20 + 4 * set, set ? "lists2" : "lists");
        for (uint32_t i = 0; i < counts[set]; i++) {
            jb_put16(file, 2);
            jb_put16(file, 0);
            jb_put32(file, 2 * i);
        }
        put_table_here(file, chunk, 0x28 + 4 * set, set ? "elements2" : "elements");
        for (uint32_t i = 0; i < 2 * counts[set]; i++) jb_put16(file, i);
    }
    for (uint32_t k = 0; k < 4; k++) put_values(file, chunk, chunk + 0x30 + 4 * k, &v[k]);
}

/* ---------------------------------------------------------------------------------------------------- all */

typedef struct writer {
    const char *kind, *tag;
    void (*write)(jb_file *file, size_t chunk, const ja_anim *a);
} writer;

static const writer writers[] = {
    {"bck1", "ANK1", write_joints},           {"bca1", "ANF1", write_joints},
    {"btk1", "TTK1", write_texture_matrices}, {"btp1", "TPT1", write_texture_numbers},
    {"brk1", "TRK1", write_registers},        {"bpk1", "PAK1", write_material_colors},
    {"bpa1", "PAF1", write_material_colors},  {"bva1", "VAF1", write_visibility},
    {"blk1", "CLK1", write_weights},          {"bla1", "CLF1", write_weights},
    {"bxk1", "VCK1", write_vertex_colors},    {"bxa1", "VCF1", write_vertex_colors},
};

static void put_header(jb_file *file, const char *kind) {
    jb_put(file, "J3D1", 4);
    jb_put(file, kind, 4);
    jb_put32(file, 0);
    jb_put32(file, 1);
    jb_put(file, "SVR1", 4);
    for (int i = 0; i < 3; i++) jb_put32(file, 0xFFFFFFFF);
}

jb_file ja_build(const ja_anim *anim) {
    jb_file file = {0};
    put_header(&file, anim->kind);
    for (size_t k = 0; k < sizeof writers / sizeof *writers; k++) {
        if (!is(anim, writers[k].kind)) continue;
        size_t chunk = jb_chunk_begin(&file, writers[k].tag);
        jb_mark_here(&file, "%s", "head");
        writers[k].write(&file, chunk, anim);
        jb_chunk_end(&file, chunk);
    }
    jb_set32(&file, 8, (uint32_t)file.size);
    return file;
}

/* ------------------------------------------------------------------------------------------------- shapes */

/* Every second vector stands in the table with its signs turned over, which the reference says. */
static void put_vectors(jb_file *file, const ja_shapes *s, bool normals) {
    for (int c = 0; c < JA_CLUSTERS; c++)
        for (int k = 0; k < JA_SHAPES; k++)
            for (int i = 0; i < JA_MOVED; i++) {
                const double *v = normals ? s->clusters[c].turn[k][i] : s->clusters[c].to[k][i];
                for (int axis = 0; axis < 3; axis++) jb_putf(file, i & 1 && axis != 1 ? -v[axis] : v[axis]);
            }
}

static void put_references(jb_file *file, int first) {
    for (int i = 0; i < JA_MOVED; i++) jb_put16(file, (uint32_t)(first + i) | (i & 1 ? 0xA000u : 0));
}

jb_file ja_build_shapes(const ja_shapes *s) {
    jb_file file = {0};
    put_header(&file, "bls1");
    size_t chunk = jb_chunk_begin(&file, "CLS1"), clusters, records, fields[JA_CLUSTERS][JA_SHAPES + 1];
    zeros(&file, 0x30 - 8);
    jb_set16(&file, chunk + 0x08, JA_CLUSTERS);
    jb_set16(&file, chunk + 0x0A, JA_CLUSTERS * JA_SHAPES);
    jb_set16(&file, chunk + 0x0C, JA_CLUSTERS * JA_MOVED);
    jb_set16(&file, chunk + 0x0E, JA_CLUSTERS * JA_SHAPES * JA_MOVED);
    jb_set16(&file, chunk + 0x10, JA_CLUSTERS * JA_SHAPES * JA_MOVED);
    put_table_here(&file, chunk, 0x14, "clusters");
    clusters = file.size;
    zeros(&file, JA_CLUSTERS * 0x24);
    put_table_here(&file, chunk, 0x18, "keys");
    for (int c = 0; c < JA_CLUSTERS; c++) {
        size_t at = clusters + 0x24 * (size_t)c;
        jb_offset_here(&file, chunk, at + 8);
        jb_set16(&file, at + 0x10, JA_SHAPES);
        for (int k = 0; k < 3; k++) jb_set16(&file, at + 0x12 + 2 * (size_t)k, JA_MOVED);
        for (int k = 0; k <= JA_SHAPES; k++) {
            jb_put16(&file, k < JA_SHAPES ? JA_MOVED : 0);
            jb_put16(&file, k < JA_SHAPES ? JA_MOVED : 0);
            fields[c][k] = file.size;
            zeros(&file, 8);
        }
    }
    jb_mark_here(&file, "references");
    for (int c = 0; c < JA_CLUSTERS; c++)
        for (int k = 0; k < JA_SHAPES; k++)
            for (int kind = 0; kind < 2; kind++) {
                jb_offset_here(&file, chunk, fields[c][k] + 4 * (size_t)kind);
                put_references(&file, (c * JA_SHAPES + k) * JA_MOVED);
            }
    for (int c = 0; c < JA_CLUSTERS; c++) {
        jb_offset_here(&file, chunk, clusters + 0x24 * (size_t)c + 0x18);
        for (int i = 0; i < JA_MOVED; i++) jb_put16(&file, s->clusters[c].position[i]);
    }
    put_table_here(&file, chunk, 0x1C, "vertices");
    records = file.size;
    zeros(&file, JA_CLUSTERS * JA_MOVED * 0x0C);
    for (int c = 0; c < JA_CLUSTERS; c++)
        for (int i = 0; i < JA_MOVED; i++) {
            size_t at = records + 0x0C * (size_t)(c * JA_MOVED + i);
            if (i == 0) jb_set32(&file, clusters + 0x24 * (size_t)c + 0x1C, (uint32_t)(at - chunk));
            jb_set16(&file, at, 1);
            jb_offset_here(&file, chunk, at + 4);
            jb_put16(&file, (uint32_t)i);
            jb_offset_here(&file, chunk, at + 8);
            jb_put16(&file, s->clusters[c].normal[i]);
        }
    put_table_here(&file, chunk, 0x20, "positions");
    put_vectors(&file, s, false);
    put_table_here(&file, chunk, 0x24, "normals");
    put_vectors(&file, s, true);
    jb_chunk_end(&file, chunk);
    jb_set32(&file, 8, (uint32_t)file.size);
    return file;
}

/* ------------------------------------------------------------------------------------------------- values */

double ja_value(const ja_track *track, bool per_frame, double frame, double fallback) {
    if (track->count == 0) return fallback;
    if (per_frame) {
        double whole = (double)(long)frame;
        return track->keys[whole < track->count ? (uint32_t)whole : track->count - 1].value;
    }
    const ja_key *k = track->keys, *last = track->keys + track->count - 1;
    if (track->count == 1 || frame < k->time) return k->value;
    if (frame >= last->time) return last->value;
    while (k[1].time <= frame) k++;
    double length = k[1].time - k->time, s = (frame - k->time) / length;
    double m0 = track->two_slopes ? k->out : k->in, m1 = k[1].in;
    /* as a cubic Bezier, which is another way to say it than the library's */
    double b1 = k->value + m0 * length / 3, b2 = k[1].value - m1 * length / 3, r = 1 - s;
    return r * r * r * k->value + 3 * r * r * s * b1 + 3 * r * s * s * b2 + s * s * s * k[1].value;
}
