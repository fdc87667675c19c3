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

/* -------------------------------------------------------------------------------------------------- pieces */

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

/* --------------------------------------------------------------------------------------------------- kinds */

/* Scale, rotation, translation in nine tracks an entry. */
static void put_srt(jb_file *file, size_t chunk, const ja_anim *a, uint32_t counts, uint32_t table, uint32_t first) {
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

/* ----------------------------------------------------------------------------------------------------- all */

typedef struct writer {
    const char *kind, *tag;
    void (*write)(jb_file *file, size_t chunk, const ja_anim *a);
} writer;

static const writer writers[] = {
    {"bck1", "ANK1", write_joints},
    {"bca1", "ANF1", write_joints},
};

jb_file ja_build(const ja_anim *anim) {
    jb_file file = {0};
    jb_put(&file, "J3D1", 4);
    jb_put(&file, anim->kind, 4);
    jb_put32(&file, 0);
    jb_put32(&file, 1);
    jb_put(&file, "SVR1", 4);
    for (int i = 0; i < 3; i++) jb_put32(&file, 0xFFFFFFFF);
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

/* -------------------------------------------------------------------------------------------------- values */

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
