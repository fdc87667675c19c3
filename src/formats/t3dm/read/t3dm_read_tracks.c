/*
 * t3dm_read_tracks.c: the tracks chunk, back into the scene: where its sections lie, bones that turn to the
 * camera, what is hidden, clips. What moves vertices is read in t3dm_read_morphs.c.
 *
 * Format: docs/formats/t3dm.md, "Tracks". All ranges of records follow one another, so that work is linear in
 * the chunk.
 */
#include "formats/t3dm/read/t3dm_read_tracks.h"

#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "core/scene/curve.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"
#include "formats/t3dm/read/t3dm_read_morphs.h"

/* ----------------------------------------------------------------------------------------- sections */

static const uint8_t *record_bytes(const fy_t3dm_tracks_reader *t, fy_t3dm_section section, uint32_t number) {
    return t->chunk.data + t->at[section] + (size_t)number * fy_t3dm_section_kinds[section].bytes;
}

/* Sections stand one behind the other. */
static bool find_section(fy_t3dm_tracks_reader *t, ferry_window *section, uint64_t *end) {
    uint32_t kind = ferry_u32_at(section, 0), at = ferry_u32_at(section, 4), count = ferry_u32_at(section, 8),
             k = 0;
    if (!ferry_window_ok(section)) return false;
    if (at < *end)
        return ferry_refuse(section, 4, "t3dm.tracks", "offset 0x%x, but the previous data ends at 0x%llx",
                            at, (unsigned long long)*end);
    *end = at; /* how long records of other kinds are is not known */
    while (k < FY_T3DM_SECTIONS && fy_t3dm_section_kinds[k].kind != kind) k++;
    if (k == FY_T3DM_SECTIONS) {
        ferry_say_at(section, 0, FERRY_WARNING, "t3dm.tracks", "unknown section type 0x%08x: left out", kind);
        return true;
    }
    uint32_t bytes = fy_t3dm_section_kinds[k].bytes;
    if (!ferry_window_holds(&t->chunk, at, count, bytes))
        return ferry_refuse(section, 8, "t3dm.tracks",
                            "%u records of %u bytes at 0x%x, but the chunk has %zu bytes", count, bytes, at,
                            t->chunk.size);
    if (at % 4) return ferry_refuse(section, 4, "t3dm.tracks", "offset 0x%x, expected a multiple of 4", at);
    *end += (uint64_t)count * bytes;
    if (t->met[k]) {
        ferry_say_at(section, 0, t->r->doubt, "t3dm.tracks", "second section of this type: left out");
        return true;
    }
    t->met[k] = true;
    t->at[k] = at;
    t->count[k] = count;
    return true;
}

/* Another tool's chunk of this type does not begin so; one of a later version is for a later header. */
static bool is_tracks(const fy_t3dm_reader *r, ferry_window *chunk) {
    if (!r->layout->shared || chunk->size < FY_T3DM_TRACKS_HEADER ||
        ferry_be32(chunk->data) != FY_T3DM_TRACKS_MAGIC)
        return false;
    uint16_t version = ferry_u16_at(chunk, 4);
    if (version == FY_T3DM_TRACKS_VERSION) return true;
    ferry_say_at(chunk, 4, FERRY_WARNING, "t3dm.tracks", "version %u, expected %u: left out", version,
                 FY_T3DM_TRACKS_VERSION);
    return false;
}

static bool find_sections(fy_t3dm_tracks_reader *t) {
    uint16_t sections = ferry_u16_at(&t->chunk, 6);
    uint64_t end = FY_T3DM_TRACKS_HEADER + (uint64_t)sections * FY_T3DM_TRACKS_SECTION;
    for (uint32_t i = 0; i < sections; i++) {
        ferry_window section = ferry_window_cut(&t->chunk, "section", i,
                                                FY_T3DM_TRACKS_HEADER + i * (uint64_t)FY_T3DM_TRACKS_SECTION,
                                                FY_T3DM_TRACKS_SECTION);
        if (!ferry_window_ok(&section) || !ferry_tick(t->r->job) || !find_section(t, &section, &end))
            return false;
    }
    return true;
}

/* --------------------------------------------------------------------------------------- billboards */

static bool read_billboard(fy_t3dm_reader *r, ferry_window *record) {
    uint16_t bone = ferry_u16_at(record, 0);
    uint8_t kind = ferry_u8_at(record, 2);
    if (bone >= r->bone_count)
        return ferry_refuse(record, 0, "t3dm.tracks", "references bone %u, but there are %u", bone,
                            r->bone_count);
    if (kind != FERRY_BILLBOARD_SPHERICAL && kind != FERRY_BILLBOARD_CYLINDRICAL)
        return ferry_refuse(record, 2, "t3dm.tracks", "billboard type %u, expected 1 or 2", kind);
    ferry_node *node = &r->scene->nodes.data[r->first_bone + bone];
    if (node->billboard != FERRY_BILLBOARD_NONE)
        ferry_say_at(record, 0, r->doubt, "t3dm.tracks", "bone %u is already a billboard", bone);
    node->billboard = (ferry_billboard)kind;
    return true;
}

static bool read_billboards(fy_t3dm_tracks_reader *t) {
    for (uint32_t i = 0; i < t->count[FY_T3DM_BILLBOARD]; i++) {
        ferry_window record = fy_t3dm_tracks_record(t, FY_T3DM_BILLBOARD, i);
        if (!ferry_tick(t->r->job) || !read_billboard(t->r, &record)) return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------- hidden */

static bool read_hidden(fy_t3dm_tracks_reader *t) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < t->count[FY_T3DM_HIDE]; i++) {
        ferry_window record = fy_t3dm_tracks_record(t, FY_T3DM_HIDE, i);
        uint16_t object = ferry_u16_at(&record, 0);
        if (!ferry_tick(t->r->job)) return false;
        if (object >= t->objects)
            return ferry_refuse(&record, 0, "t3dm.tracks", "references object %u, but there are %u", object,
                                t->objects);
        if (object < next)
            ferry_say_at(&record, 0, t->r->doubt, "t3dm.tracks",
                         "object %u after object %u, expected ascending order", object, next - 1);
        next = object + 1u;
        t->r->scene->draws.data[t->first_draw + object].visible = false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------- tracks */

typedef struct target {
    uint8_t width, slots;
    bool stepped, objects; /* it is of the O chunks */
    ferry_target target;
} target;

/* By number in the file; [0] is none. */
static const target targets[] = {
    {0, 0, false, false, FERRY_TARGET_COUNT},       {1, 1, true, true, FERRY_TARGET_DRAW_VISIBLE},
    {1, 1, true, true, FERRY_TARGET_DRAW_MATERIAL}, {2, 2, false, false, FERRY_TARGET_TILE},
    {4, 1, false, false, FERRY_TARGET_PRIM},        {4, 1, false, false, FERRY_TARGET_ENV},
    {1, 1, false, false, FERRY_TARGET_MORPH},       {4, 1, false, false, FERRY_TARGET_VERTEX_COLOR},
};

enum { TARGETS = sizeof targets / sizeof *targets };

static uint32_t objects_of(const fy_t3dm_tracks_reader *t, uint8_t number) {
    if (targets[number].objects) return t->objects;
    if (number == FY_T3DM_TARGET_MORPH) return t->count[FY_T3DM_MRPH];
    return number == FY_T3DM_TARGET_AREA ? t->count[FY_T3DM_AREA] : t->materials;
}

/* Files hold seconds as floats. What is a whole frame but for that is that frame: moments of clips are not
 * floats, and a stepped track would show what was before it. Keys that are apart stay so. */
static void find_frames(double *times, uint32_t count, double rate) {
    double before = -1; /* as stored */
    for (uint32_t k = 0; k < count; k++) {
        double stored = times[k], frame = floor(stored * rate + 0.5) / rate;
        if (stored == before)
            times[k] = times[k - 1];
        else if (fabs(frame - stored) <= stored * 0x1p-24 && (!k || frame > times[k - 1]))
            times[k] = frame;
        before = stored;
    }
}

/* Seconds, not falling; two at one time are a jump. */
static bool read_times(fy_t3dm_tracks_reader *t, uint32_t first, uint32_t count, const ferry_clip *clip,
                       double *times) {
    for (uint32_t k = 0; k < count; k++) {
        float time = ferry_bef32(record_bytes(t, FY_T3DM_TIME, first + k));
        ferry_window record = fy_t3dm_tracks_record(t, FY_T3DM_TIME, first + k);
        if (!fy_finite((double)time) || time < 0)
            return ferry_refuse(&record, 0, "t3dm.tracks", "key time of %g seconds", (double)time);
        times[k] = (double)time;
        if (k && times[k] < times[k - 1])
            return ferry_refuse(&record, 0, "t3dm.tracks", "key time of %g seconds after %g", times[k],
                                times[k - 1]);
        if (k > 1 && times[k] <= times[k - 2])
            return ferry_refuse(&record, 0, "t3dm.tracks", "third key at %g seconds", times[k]);
        if (times[k] > (double)(float)clip->duration && !t->late) {
            ferry_say_at(&record, 0, t->r->doubt, "t3dm.tracks", "key time of %g seconds in a clip of %g",
                         times[k], clip->duration);
            t->late = true;
        }
    }
    find_frames(times, count, clip->rate);
    return true;
}

/* A record as read. */
typedef struct fields {
    uint8_t target, slot;
    ferry_interpolation interpolation;
    uint32_t object, key_count, first_time, first_value;
    double scale, offset;
} fields;

static bool read_fields(fy_t3dm_tracks_reader *t, ferry_window *in, fields *to) {
    *to = (fields){.target = ferry_u8_at(in, 0),
                   .slot = ferry_u8_at(in, 1),
                   .interpolation = ferry_u8_at(in, 2) ? FERRY_LINEAR : FERRY_STEP,
                   .object = ferry_u16_at(in, 4),
                   .key_count = ferry_u16_at(in, 6),
                   .first_time = ferry_u32_at(in, 8),
                   .first_value = ferry_u32_at(in, 12),
                   .scale = (double)ferry_f32_at(in, 16),
                   .offset = (double)ferry_f32_at(in, 20)};
    uint8_t lines = ferry_u8_at(in, 2), width = ferry_u8_at(in, 3);
    if (!to->target || to->target >= TARGETS)
        return ferry_refuse(in, 0, "t3dm.tracks", "target %u, expected 1 to %d", to->target, TARGETS - 1);
    const target *kind = &targets[to->target];
    if (to->slot >= kind->slots)
        return ferry_refuse(in, 1, "t3dm.tracks", "slot %u is out of range (%u)", to->slot, kind->slots);
    if (lines > 1 || (lines && kind->stepped))
        return ferry_refuse(in, 2, "t3dm.tracks", "invalid interpolation %u for target %u", lines,
                            to->target);
    if (width != kind->width)
        return ferry_refuse(in, 3, "t3dm.tracks", "%u values per key, but target %u needs %u", width,
                            to->target, kind->width);
    if (to->object >= objects_of(t, to->target))
        return ferry_refuse(in, 4, "t3dm.tracks", "references object %u, but there are %u", to->object,
                            objects_of(t, to->target));
    if (!to->key_count) return ferry_refuse(in, 6, "t3dm.tracks", "no keys");
    if ((uint64_t)to->first_time + to->key_count > t->count[FY_T3DM_TIME])
        return ferry_refuse(in, 8, "t3dm.tracks", "uses times %u to %llu, but there are %u", to->first_time,
                            (unsigned long long)to->first_time + to->key_count - 1, t->count[FY_T3DM_TIME]);
    if (to->first_value != t->next_value)
        return ferry_refuse(in, 12, "t3dm.tracks",
                            "its values start at %u, but the previous ones end at "
                            "%u",
                            to->first_value, t->next_value);
    if ((uint64_t)to->first_value + (uint64_t)to->key_count * width > t->count[FY_T3DM_VALU])
        return ferry_refuse(
            in, 12, "t3dm.tracks", "uses values %u to %llu, but there are %u", to->first_value,
            (unsigned long long)to->first_value + (unsigned long long)to->key_count * width - 1,
            t->count[FY_T3DM_VALU]);
    if (!fy_finite(to->scale) || !fy_finite(to->offset))
        return ferry_refuse(in, 16, "t3dm.tracks", "its range is not finite");
    t->next_value += to->key_count * width;
    return true;
}

/* The material of an M chunk. */
static bool find_material(fy_t3dm_tracks_reader *t, ferry_window *in, uint32_t key, float *value) {
    double number = (double)*value;
    if (number < 0 || number >= t->materials || number != floor(number))
        return ferry_refuse(in, 12, "t3dm.tracks", "key %u references material %g, but there are %u", key,
                            number, t->materials);
    *value = (float)t->material_of[(uint32_t)number];
    return true;
}

static bool read_values(fy_t3dm_tracks_reader *t, ferry_window *in, const fields *of, uint32_t channel,
                        float *values) {
    uint32_t width = targets[of->target].width;
    for (uint32_t k = 0; k < of->key_count; k++) {
        uint32_t code = ferry_be16(record_bytes(t, FY_T3DM_VALU, of->first_value + k * width + channel));
        values[k] = (float)(of->offset + of->scale * code);
        if (!fy_finite((double)values[k]))
            return ferry_refuse(in, 16, "t3dm.tracks", "its range is not finite");
        if (of->target == FY_T3DM_TARGET_VISIBLE) values[k] = values[k] >= 0.5f;
        if (of->target == FY_T3DM_TARGET_MATERIAL && !find_material(t, in, k, &values[k])) return false;
    }
    return true;
}

/* A track of the scene, and the record that it comes from. */
typedef struct entry {
    ferry_track track;
    uint32_t record;
} entry;

typedef struct entry_list {
    entry *data;
    uint32_t count, capacity;
} entry_list;

static bool add_entry(fy_t3dm_tracks_reader *t, entry_list *list, const ferry_track *track, uint32_t object,
                      uint32_t record) {
    if (!fy_job_reserve(t->r->job, (void **)&list->data, list->count, &list->capacity, 1, sizeof *list->data))
        return false;
    list->data[list->count] = (entry){*track, record};
    list->data[list->count++].track.object = object;
    return true;
}

/* Morphs and areas of the file are as many of the scene as they touch meshes. */
static bool add_channel(fy_t3dm_tracks_reader *t, entry_list *list, const ferry_track *track, uint32_t object,
                        uint32_t record) {
    const fy_t3dm_range *runs = track->target == FERRY_TARGET_MORPH          ? t->morphs
                                : track->target == FERRY_TARGET_VERTEX_COLOR ? t->vertex_color_groups
                                                                             : NULL;
    if (track->target == FERRY_TARGET_DRAW_VISIBLE || track->target == FERRY_TARGET_DRAW_MATERIAL)
        return add_entry(t, list, track, t->first_draw + object, record);
    if (!runs) return add_entry(t, list, track, t->material_of[object], record);
    for (uint32_t i = 0; i < runs[object].count; i++)
        if (!add_entry(t, list, track, runs[object].first + i, record)) return false;
    return true;
}

static bool read_track(fy_t3dm_tracks_reader *t, uint32_t number, const ferry_clip *clip, entry_list *list) {
    ferry_window in = fy_t3dm_tracks_record(t, FY_T3DM_TRAK, number);
    fields of;
    if (!ferry_tick(t->r->job) || !read_fields(t, &in, &of)) return false;
    double *times = ferry_scene_new(t->r->scene, double, of.key_count);
    if (!times || !read_times(t, of.first_time, of.key_count, clip, times)) return false;
    for (uint32_t channel = 0; channel < targets[of.target].width; channel++) {
        float *values = ferry_scene_new(t->r->scene, float, of.key_count);
        if (!values || !read_values(t, &in, &of, channel, values)) return false;
        ferry_track made = {.target = targets[of.target].target,
                            .slot = of.slot,
                            .channel = channel,
                            .interpolation = of.interpolation,
                            .width = 1,
                            .key_count = of.key_count,
                            .times = times,
                            .values = values};
        if (!add_channel(t, list, &made, of.object, number)) return false;
    }
    return true;
}

/* -------------------------------------------------------------------------------------------- clips */

static int by_track(const void *a, const void *b) {
    const entry *x = a, *y = b;
    int order = fy_track_order(&x->track, &y->track);
    return order ? order : (x->record > y->record) - (x->record < y->record);
}

static bool settle_tracks(fy_t3dm_tracks_reader *t, entry_list *list, ferry_clip *clip) {
    if (!list->count) return true;
    qsort(list->data, list->count, sizeof *list->data, by_track);
    clip->tracks = ferry_scene_new(t->r->scene, ferry_track, list->count);
    if (!clip->tracks) return false;
    for (uint32_t i = 0; i < list->count; i++) {
        if (i && fy_track_order(&list->data[i - 1].track, &list->data[i].track) == 0) {
            ferry_window in = fy_t3dm_tracks_record(t, FY_T3DM_TRAK, list->data[i].record);
            return ferry_refuse(&in, 0, "t3dm.tracks", "track %u has the same target",
                                list->data[i - 1].record);
        }
        clip->tracks[clip->track_count++] = list->data[i].track;
    }
    return true;
}

static bool read_animation(fy_t3dm_tracks_reader *t, ferry_window *in, ferry_clip *clip) {
    uint16_t number = ferry_u16_at(in, 18);
    if (number == FY_T3DM_NO_ANIMATION) return true;
    if (number >= t->animations)
        return ferry_refuse(in, 18, "t3dm.tracks", "references animation %u, but there are %u", number,
                            t->animations);
    if (t->animated[number])
        ferry_say_at(in, 18, t->r->doubt, "t3dm.tracks", "animation %u also belongs to another clip", number);
    t->animated[number] = true;
    clip->kept = ferry_scene_format(t->r->scene, "A[%u]", t->animation_of[number]);
    return true;
}

static bool read_clip(fy_t3dm_tracks_reader *t, ferry_window *in, ferry_clip *clip, uint32_t *count) {
    uint32_t first = ferry_u32_at(in, 20);
    uint8_t loop = ferry_u8_at(in, 16);
    *count = ferry_u32_at(in, 24);
    *clip = (ferry_clip){.name = fy_t3dm_read_string(t->r, in, 0),
                         .kind = fy_t3dm_read_string(t->r, in, 4),
                         .duration = (double)ferry_f32_at(in, 8),
                         .rate = (double)ferry_f32_at(in, 12),
                         .loop = (ferry_loop)loop};
    if (!clip->name || !clip->kind) return false;
    if (!fy_finite(clip->duration) || clip->duration < 0)
        return ferry_refuse(in, 8, "t3dm.tracks", "invalid duration of %g seconds", clip->duration);
    if (!fy_finite(clip->rate) || !(clip->rate > 0))
        return ferry_refuse(in, 12, "t3dm.tracks", "invalid frame rate of %g per second", clip->rate);
    if (loop > FERRY_LOOP_MIRROR)
        return ferry_refuse(in, 16, "t3dm.tracks", "loop mode %u, expected 0 to 4", loop);
    if (first != t->next_track)
        return ferry_refuse(in, 20, "t3dm.tracks",
                            "its tracks start at %u, but the previous ones end at "
                            "%u",
                            first, t->next_track);
    if ((uint64_t)first + *count > t->count[FY_T3DM_TRAK])
        return ferry_refuse(in, 24, "t3dm.tracks", "%u tracks starting at index %u, but there are %u", *count,
                            first, t->count[FY_T3DM_TRAK]);
    return read_animation(t, in, clip);
}

static bool read_clips(fy_t3dm_tracks_reader *t, entry_list *list) {
    for (uint32_t i = 0; i < t->count[FY_T3DM_CLIP]; i++) {
        ferry_window in = fy_t3dm_tracks_record(t, FY_T3DM_CLIP, i);
        uint32_t count;
        ferry_clip clip;
        if (!ferry_tick(t->r->job) || !read_clip(t, &in, &clip, &count)) return false;
        list->count = 0;
        t->late = false;
        for (; count; count--)
            if (!read_track(t, t->next_track++, &clip, list)) return false;
        if (!settle_tracks(t, list, &clip)) return false;
        ferry_clip *to = ferry_append(t->r->scene, &t->r->scene->clips, ferry_clip);
        if (!to) return false;
        *to = clip;
    }
    if (t->next_track < t->count[FY_T3DM_TRAK]) {
        ferry_window in = fy_t3dm_tracks_record(t, FY_T3DM_TRAK, t->next_track);
        ferry_say_at(&in, 0, t->r->doubt, "t3dm.tracks", "no clip uses it, nor the %u after it",
                     t->count[FY_T3DM_TRAK] - t->next_track - 1);
    }
    return true;
}

/* --------------------------------------------------------------------------------------------- both */

static bool open_tracks(fy_t3dm_reader *r, uint32_t number, fy_t3dm_tracks_reader **tracks) {
    fy_t3dm_tracks_reader *t = ferry_new(r->job, fy_t3dm_tracks_reader, 1);
    if (!t) return false;
    t->r = r;
    t->chunk = fy_t3dm_cut_chunk(r, number, "tracks", FERRY_NONE);
    if (!ferry_window_ok(&t->chunk)) return false;
    if (is_tracks(r, &t->chunk)) *tracks = t;
    return true;
}

bool fy_t3dm_find_tracks(fy_t3dm_reader *r) {
    fy_t3dm_tracks_reader *t = NULL;
    for (uint32_t i = 0; i < r->chunk_count && !t; i++) {
        if (r->chunks[i].type != FY_T3DM_TRACKS) continue;
        if (!open_tracks(r, i, &t)) return false;
        if (t) r->chunks[i].used = true;
    }
    if (!t) return true;
    if (!find_sections(t) || !read_billboards(t) || !fy_t3dm_note_moved(t)) return false;
    r->tracks = t;
    return true;
}

/* What records name by number: M and A chunks. */
static bool list_chunks(fy_t3dm_tracks_reader *t) {
    const fy_t3dm_reader *r = t->r;
    t->material_of = ferry_new(r->job, uint32_t, r->chunk_count + (size_t)1);
    t->animation_of = ferry_new(r->job, uint32_t, r->chunk_count + (size_t)1);
    t->animated = ferry_new(r->job, bool, r->chunk_count + (size_t)1);
    if (!t->material_of || !t->animation_of || !t->animated) return false;
    for (uint32_t i = 0; i < r->chunk_count; i++) {
        if (r->chunks[i].type == 'M') t->material_of[t->materials++] = r->chunks[i].material;
        if (r->chunks[i].type == 'A') t->animation_of[t->animations++] = i;
    }
    return true;
}

bool fy_t3dm_read_tracks(fy_t3dm_reader *r, uint32_t first_draw) {
    fy_t3dm_tracks_reader *t = r->tracks;
    entry_list list = {NULL, 0, 0};
    if (!t) return true;
    t->first_draw = first_draw;
    t->objects = r->scene->draws.count - first_draw;
    bool done = list_chunks(t) && read_hidden(t) && fy_t3dm_read_morphs(t) && read_clips(t, &list);
    fy_job_drop(r->job, list.data);
    fy_job_drop(r->job, t->placed);
    t->placed = NULL;
    return done;
}
