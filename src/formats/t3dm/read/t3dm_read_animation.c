/*
 * t3dm_read_animation.c: an animation's chunk and the stream beside the model that holds its keys. Both are
 * kept as they are, the stream as `A[n].sdata`; what contradicts the rules is said. What the stream plays
 * becomes tracks of a clip: the one that the tracks chunk has for it, or one of its own.
 *
 * Format: docs/formats/t3dm.md, "Animations".
 */
#include "formats/t3dm/read/t3dm_read_animation.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job_state.h"
#include "core/base/maths.h"
#include "core/base/path.h"
#include "core/scene/clips.h"
#include "formats/packing/dca_unpack.h"
#include "formats/t3dm/animation/t3dm_stream_decode.h"
#include "formats/t3dm/file/t3dm_animation.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

enum { HEADER = 0x14, CHANNEL = 12, SMALL_RECORD = 6, LARGE_RECORD = 8 };
enum { UNIFORM_SCALE = 2, ROTATION = 3 };

/* What the chunk promises about the stream. */
typedef struct animation {
    uint32_t records;
    uint16_t rotations, scalars; /* channels; rotations first */
    const char *stream;
} animation;

static bool read_channel(fy_t3dm_reader *r, ferry_window *in, bool rotation) {
    uint16_t target = ferry_read_u16(in);
    uint8_t type = ferry_read_u8(in), component = ferry_read_u8(in);
    float scale = ferry_read_f32(in), offset = ferry_read_f32(in);
    if (!ferry_window_ok(in)) return false;
    if (target >= r->bone_count)
        ferry_say_at(in, 0, r->doubt, "t3dm.channel", "references bone %u, but there are %u", target,
                     r->bone_count);
    if (type > ROTATION || type == UNIFORM_SCALE || (type == ROTATION) != rotation)
        ferry_say_at(in, 2, r->doubt, "t3dm.channel", "type %u in the %s channels", type,
                     rotation ? "rotation" : "scalar");
    if (component > (rotation ? 0 : 2))
        ferry_say_at(in, 3, r->doubt, "t3dm.channel", "component %u", component);
    /* Rotations have no range; importers leave infinities there. */
    if (!rotation && (!fy_finite((double)scale) || !fy_finite((double)offset)))
        ferry_say_at(in, 4, r->doubt, "t3dm.channel", "its range is not finite");
    return true;
}

static bool read_chunk(fy_t3dm_reader *r, ferry_window *in, animation *to) {
    const char *name = fy_t3dm_read_string(r, in, 0x00);
    float duration = ferry_f32_at(in, 0x04);
    to->records = ferry_u32_at(in, 0x08);
    to->rotations = ferry_u16_at(in, 0x0C);
    to->scalars = ferry_u16_at(in, 0x0E);
    to->stream = fy_t3dm_read_string(r, in, 0x10);
    if (!name || !to->stream) return false;
    uint32_t channels = (uint32_t)to->rotations + to->scalars;
    if (!ferry_window_holds(in, HEADER, channels, CHANNEL))
        return ferry_refuse(in, 0x0C, "t3dm.channel-count",
                            "%u channels of %d bytes, but only %zu bytes "
                            "left",
                            channels, CHANNEL, in->size - HEADER);
    if (!fy_finite((double)duration) || duration < 0)
        ferry_say_at(in, 0x04, r->doubt, "t3dm.duration", "invalid duration of %g seconds", (double)duration);
    for (uint32_t i = 0; i < channels; i++) {
        ferry_window channel = ferry_window_cut(in, "channel", i, HEADER + CHANNEL * (uint64_t)i, CHANNEL);
        if (!ferry_tick(r->job) || !read_channel(r, &channel, i < to->rotations)) return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------- stream */

/* Walks the records as the runtime does: each says how large the next one is, the first one is large. Says
 * what is wrong first. */
static void walk_stream(fy_t3dm_reader *r, const ferry_window *in, const animation *of) {
    uint64_t at = 0;
    bool large = true;
    for (uint32_t i = 0; i < of->records; i++) {
        uint32_t size = large ? LARGE_RECORD : SMALL_RECORD;
        if (!ferry_tick(r->job)) return;
        if (!ferry_window_holds(in, at, size, 1)) {
            ferry_say_at(in, at, r->doubt, "t3dm.stream", "the stream ends in record %u of %u", i,
                         of->records);
            return;
        }
        uint32_t word = ferry_be16(in->data + at), channel = ferry_be16(in->data + at + 2);
        if (channel >= (uint32_t)of->rotations + of->scalars) {
            ferry_say_at(in, at + 2, r->doubt, "t3dm.stream",
                         "record %u references channel %u, but there "
                         "are %u",
                         i, channel, (uint32_t)of->rotations + of->scalars);
            return;
        }
        if (i && large != (channel < of->rotations)) {
            ferry_say_at(in, at, r->doubt, "t3dm.stream", "record %u has %u bytes, but channel %u is a %s", i,
                         size, channel, channel < of->rotations ? "rotation" : "scalar");
            return;
        }
        large = word >> 15;
        at += size;
    }
    if (at < in->size)
        ferry_say_at(in, at, r->doubt, "t3dm.stream", "%llu bytes left over after its %u records",
                     (unsigned long long)(in->size - at), of->records);
}

/* The stream may be packed, as all assets of a ROM may. */
static bool unpack(ferry_window *in, ferry_bytes *bytes) {
    *bytes = (ferry_bytes){in->data, in->size};
    return in->size < 4 || memcmp(in->data, "DCA3", 4) != 0 || fy_dca_unpack(in, bytes);
}

static bool keep_stream(fy_t3dm_reader *r, const animation *of, const char *name, ferry_bytes packed,
                        const char *path) {
    ferry_bytes bytes;
    const char *model = r->in->file, *slash = strrchr(model, '/');
    name = ferry_job_format(r->job, "%.*s%s", slash ? (int)(slash + 1 - model) : 0, model, name);
    ferry_window whole = ferry_window_open(r->job, name, packed);
    if (!unpack(&whole, &bytes)) return false;
    ferry_window stream = ferry_window_open(r->job, name, bytes);
    walk_stream(r, &stream, of);
    r->streams++;
    r->stream_bytes += bytes.size;
    return fy_t3dm_keep_extra(r, ferry_scene_format(r->scene, "%s.sdata", path), 0, bytes);
}

/* `rom:/dir/x.0.sdata` is looked for as dir/x.0.sdata and as x.0.sdata. */
static bool find_stream(fy_t3dm_reader *r, const animation *of, const char **name, ferry_bytes *bytes) {
    static const char root[] = "rom:/";
    size_t size;
    const char *path = ferry_text_bytes(r->job, of->stream, &size);
    if (!path) return false;
    if (strncmp(path, root, sizeof root - 1) == 0) path += sizeof root - 1;
    const char *base = fy_path_base(path);
    *name = path;
    if (ferry_sidecar(r->job, path, bytes)) return true;
    *name = base;
    return base != path && ferry_sidecar(r->job, base, bytes);
}

static uint32_t count_errors(const fy_t3dm_reader *r) {
    return ferry_job_report(r->job)->totals[FERRY_ERROR];
}

bool fy_t3dm_read_animation(fy_t3dm_reader *r, uint32_t chunk, const char *path) {
    animation of = {0};
    ferry_window in = fy_t3dm_cut_chunk(r, chunk, "animation", chunk);
    if (!read_chunk(r, &in, &of)) return false;
    size_t size = HEADER + CHANNEL * ((size_t)of.rotations + of.scalars); /* the rest is padding */
    if (!fy_t3dm_keep_extra(r, path, in.base, (ferry_bytes){in.data, size})) return false;
    if (!r->job->options.sidecar) return true;
    ferry_mark mark = ferry_job_mark(r->job);
    const char *name;
    ferry_bytes bytes;
    uint32_t errors = count_errors(r);
    bool found = find_stream(r, &of, &name, &bytes), fine = count_errors(r) == errors;
    if (found && fine) fine = keep_stream(r, &of, name, bytes, path);
    ferry_job_release(r->job, mark);
    /* To those who measure a file it is nothing; that there is no name, the checker tells by itself. */
    bool told = r->doubt == FERRY_WARNING || (r->doubt == FERRY_ERROR && *of.stream);
    if (!found && fine)
        ferry_say_at(&in, 0x10, told ? FERRY_WARNING : FERRY_NOTE, "t3dm.stream",
                     "%s not found beside the model: its animation is unknown", of.stream);
    return fine;
}

/* -------------------------------------------------------------------------------------------------- clips */

/* The chunk's words for the stream, which was found. */
static bool take_animation(fy_t3dm_reader *r, uint32_t chunk, ferry_bytes stream, fy_t3dm_animation *to) {
    ferry_window in = fy_t3dm_cut_chunk(r, chunk, "animation", chunk);
    uint32_t rotations = ferry_u16_at(&in, 0x0C), count = rotations + ferry_u16_at(&in, 0x0E);
    fy_t3dm_channel *channels = ferry_new(r->job, fy_t3dm_channel, count + (size_t)1);
    if (!channels) return false;
    for (uint32_t c = 0; c < count; c++) {
        uint64_t at = HEADER + CHANNEL * (uint64_t)c;
        channels[c] = (fy_t3dm_channel){.bone = ferry_u16_at(&in, at),
                                        .kind = ferry_u8_at(&in, at + 2),
                                        .component = ferry_u8_at(&in, at + 3),
                                        .scale = ferry_f32_at(&in, at + 4),
                                        .offset = ferry_f32_at(&in, at + 8)};
    }
    *to = (fy_t3dm_animation){.name = fy_t3dm_read_string(r, &in, 0x00),
                              .duration = (double)ferry_f32_at(&in, 0x04),
                              .records = ferry_u32_at(&in, 0x08),
                              .channels = channels,
                              .rotations = rotations,
                              .channel_count = count,
                              .stream = stream};
    return to->name && ferry_window_ok(&in);
}

static bool play(fy_t3dm_reader *r, uint32_t chunk, const ferry_extra *kept, const uint32_t *nodes,
                 uint32_t owner) {
    fy_t3dm_animation of;
    ferry_clip played;
    if (!take_animation(r, chunk, kept[1].bytes, &of)) return false;
    if (!fy_finite(of.duration) || of.duration < 0) return true;
    if (!fy_t3dm_play(r->job, r->scene, &of, nodes, r->bone_count, 1, &played)) return false;
    played.kept = kept->path;
    if (owner != FERRY_NONE) return fy_clip_take_tracks(r->scene, &r->scene->clips.data[owner], &played);
    ferry_clip *clip = ferry_append(r->scene, &r->scene->clips, ferry_clip);
    if (clip) *clip = played;
    return clip;
}

/* The chunk of "A[3]". */
static uint32_t chunk_of(const char *kept) {
    uint32_t number = 0;
    for (const char *c = kept + 2; *c >= '0' && *c <= '9'; c++) number = number * 10 + (uint32_t)(*c - '0');
    return number;
}

static bool is_stream_of(const ferry_extra *chunk, const ferry_extra *stream) {
    size_t length = strlen(chunk->path);
    return strncmp(stream->path, chunk->path, length) == 0 && strcmp(stream->path + length, ".sdata") == 0;
}

static bool play_all(fy_t3dm_reader *r, uint32_t first_clip, uint32_t first_extra) {
    uint32_t *owners = ferry_new(r->job, uint32_t, r->chunk_count + (size_t)1);
    uint32_t *nodes = ferry_new(r->job, uint32_t, r->bone_count + (size_t)1);
    if (!owners || !nodes) return false;
    for (uint32_t i = 0; i < r->chunk_count; i++) owners[i] = FERRY_NONE;
    for (uint32_t b = 0; b < r->bone_count; b++) nodes[b] = r->first_bone + b;
    for (uint32_t c = first_clip; c < r->scene->clips.count; c++) {
        const char *kept = r->scene->clips.data[c].kept;
        if (kept && owners[chunk_of(kept)] == FERRY_NONE) owners[chunk_of(kept)] = c;
    }
    for (uint32_t i = first_extra; i + 1 < r->scene->extras.count; i++) {
        const ferry_extra *kept = &r->scene->extras.data[i];
        if (kept->path[0] != 'A' || !is_stream_of(kept, kept + 1)) continue;
        uint32_t chunk = chunk_of(kept->path);
        if (!ferry_tick(r->job) || !play(r, chunk, kept, nodes, owners[chunk])) return false;
    }
    return true;
}

bool fy_t3dm_read_clips(fy_t3dm_reader *r, uint32_t first_clip, uint32_t first_extra) {
    ferry_mark mark = ferry_job_mark(r->job);
    bool done = play_all(r, first_clip, first_extra);
    ferry_job_release(r->job, mark);
    return done;
}
