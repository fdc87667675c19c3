/* t3dm_player.c: see t3dm_player.h. */
#include "t3dm_player.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "builders/j3d/j3d_builder_inside.h"

static uint32_t be16(const uint8_t *at) {
    return (uint32_t)at[0] << 8 | at[1];
}

static uint32_t be32(const uint8_t *at) {
    return be16(at) << 16 | be16(at + 2);
}

static float float_at(const uint8_t *at) {
    uint32_t bits = be32(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void *make(size_t count, size_t size) {
    void *made = calloc(count + 1, size);
    if (!made) jb_abort("no memory");
    return made;
}

/* The chunk of that type and number; NULL: none. */
static const uint8_t *chunk(const uint8_t *file, char type, uint32_t number) {
    for (uint32_t i = 0; i < be32(file + 4); i++) {
        uint32_t entry = be32(file + 0x2C + 4 * (size_t)i);
        if (entry >> 24 == (uint32_t)type && !number--) return file + (entry & 0xFFFFFF);
    }
    jb_abort("no such chunk");
    return NULL;
}

player_skeleton fy_player_skeleton(const uint8_t *file) {
    const uint8_t *at = chunk(file, 'S', 0);
    player_skeleton skeleton = {.count = be16(at)};
    skeleton.bones = make(skeleton.count, sizeof *skeleton.bones);
    for (uint32_t b = 0; b < skeleton.count; b++) {
        const uint8_t *from = at + 4 + 0x30 * (size_t)b;
        player_bone *bone = &skeleton.bones[b];
        bone->parent = be16(from + 4) == 0xFFFF ? UINT32_MAX : be16(from + 4);
        for (size_t k = 0; k < 3; k++) bone->scale[k] = float_at(from + 8 + 4 * k);
        for (size_t k = 0; k < 4; k++) bone->rotation[k] = float_at(from + 20 + 4 * k);
        for (size_t k = 0; k < 3; k++) bone->position[k] = float_at(from + 36 + 4 * k);
    }
    return skeleton;
}

static void rewind_stream(player *p) {
    for (uint32_t c = 0; c < p->count; c++) p->channels[c].end = 0;
    p->next_size = 8;
    p->at = 0;
}

player fy_player_open(const uint8_t *file, uint32_t number, const uint8_t *stream, size_t size,
                      player_skeleton *skeleton) {
    const uint8_t *at = chunk(file, 'A', number);
    player p = {
        .stream = stream, .size = size, .duration = float_at(at + 4), .looping = true, .playing = true};
    p.rotations = be16(at + 0x0C);
    p.count = p.rotations + be16(at + 0x0E);
    p.channels = make(p.count, sizeof *p.channels);
    for (uint32_t c = 0; c < p.count; c++) {
        const uint8_t *from = at + 0x14 + 12 * (size_t)c;
        player_channel *channel = &p.channels[c];
        if (be16(from) >= skeleton->count || from[3] > 2) jb_abort("a channel of no bone");
        player_bone *bone = &skeleton->bones[be16(from)];
        channel->width = from[2] == 3 ? 4 : 1;
        channel->target = from[2] == 3   ? bone->rotation
                          : from[2] == 1 ? &bone->scale[from[3]]
                          : from[2] == 0 ? &bone->position[from[3]]
                                         : NULL;
        if (!channel->target || (channel->width == 4) != (c < p.rotations))
            jb_abort("a channel of a wrong type");
        channel->scale = float_at(from + 4);
        channel->offset = float_at(from + 8);
    }
    rewind_stream(&p);
    return p;
}

static void unpack(uint32_t word, float q[4]) {
    static const float half = 0.70710678118F;
    uint32_t largest = word >> 30;
    float rest = 1;
    for (uint32_t k = 1; k <= 3; k++) {
        float part = (float)(word >> (30 - 10 * k) & 0x3FF) / 1023.0F * (half + half) + -half;
        q[(largest + k) & 3] = part;
        rest -= part * part;
    }
    q[largest] = sqrtf(rest);
}

/* Whatever channel the record is of. */
static bool load_record(player *p) {
    if (p->at + p->next_size > p->size) {
        p->overruns++;
        return false;
    }
    const uint8_t *record = p->stream + p->at;
    uint32_t ticks = be16(record) & 0x7FFF, number = be16(record + 2);
    p->at += p->next_size;
    p->next_size = be16(record) & 0x8000 ? 8 : 6;
    if (number >= p->count) jb_abort("a record of no channel");
    player_channel *c = &p->channels[number];
    c->start = c->end;
    c->end += (float)ticks * (1.0F / 60.0F);
    if (!ticks) c->start -= 0.00001F;
    memcpy(c->now, c->next, sizeof c->now);
    if (c->width == 4)
        unpack(be32(record + 4), c->next);
    else
        c->next[0] = (float)be16(record + 4) * c->scale + c->offset;
    return true;
}

static void show(const player *p, const player_channel *c) {
    float part = (p->time - c->start) / (c->end - c->start), dot = 0, length = 0;
    if (c->width == 1) {
        *c->target = c->now[0] + (c->next[0] - c->now[0]) * part;
        return;
    }
    for (int k = 0; k < 4; k++) dot += c->now[k] * c->next[k];
    for (int k = 0; k < 4; k++) {
        c->target[k] = c->now[k] * (1 - part) + (dot < 0 ? -c->next[k] : c->next[k]) * part;
        length += c->target[k] * c->target[k];
    }
    for (int k = 0; k < 4; k++) c->target[k] /= sqrtf(length);
}

void fy_player_update(player *p, float seconds) {
    if (!p->playing) return;
    p->time += seconds;
    if (p->time >= p->duration) {
        p->time -= p->duration;
        rewind_stream(p);
        if (!p->looping) {
            p->playing = false;
            return;
        }
    }
    for (uint32_t i = 0; i < p->count; i++) {
        while (p->time >= p->channels[i].end && load_record(p)) {
        }
        show(p, &p->channels[i]);
    }
}

/* T * R * S below the parent's. */
static void multiply(const double a[3][4], const player_bone *b, double out[3][4]) {
    double x = (double)b->rotation[0], y = (double)b->rotation[1], z = (double)b->rotation[2],
           w = (double)b->rotation[3];
    const double r[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
                            {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
                            {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}};
    for (int i = 0; i < 3; i++) {
        out[i][3] = a[i][3];
        for (int k = 0; k < 3; k++) {
            out[i][k] = 0;
            for (int m = 0; m < 3; m++) out[i][k] += a[i][m] * r[m][k] * (double)b->scale[k];
            out[i][3] += a[i][k] * (double)b->position[k];
        }
    }
}

void fy_player_matrices(const player_skeleton *skeleton, double (*matrices)[3][4]) {
    static const double one[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    for (uint32_t b = 0; b < skeleton->count; b++) {
        uint32_t parent = skeleton->bones[b].parent;
        double above[3][4];
        memcpy(above, parent == UINT32_MAX ? one[0] : matrices[parent][0], sizeof above);
        multiply((const double(*)[4])above, &skeleton->bones[b], matrices[b]);
    }
}

void fy_player_close(player *p) {
    free(p->channels);
    p->channels = NULL;
}
