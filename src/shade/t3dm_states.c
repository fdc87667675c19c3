/*
 * t3dm_states.c: what clips make of a material with GX state (docs/what-is-lost.md, "Animated materials").
 */
#include "shade/t3dm_states.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/job.h"
#include "core/base/order.h"
#include "core/scene/pose.h"
#include "machine/gx/gx_tev.h"

/* Times that are looked at of a clip, besides those of its keys. */
enum { TIMES = 16 };

/* ------------------------------------------------------------------------------------------------- clips */

static bool changes(const ferry_scene *scene, const ferry_track *track) {
    return fy_moves_material(track) && scene->materials.data[track->object].gx;
}

/* Tracks of a clip stand by target first: those of one material are gathered by a counting sort. */
typedef struct gathering {
    ferry_job *job;
    const ferry_scene *scene;
    uint32_t *counts; /* by material, of the clip at hand */
    const ferry_track ***ends;
} gathering;

static bool gather_clip(const gathering *g, uint32_t number, fy_material_clips *to, uint32_t *at) {
    const ferry_clip *clip = &g->scene->clips.data[number];
    uint32_t all = 0;
    for (uint32_t k = 0; k < clip->track_count; k++)
        if (changes(g->scene, &clip->tracks[k])) g->counts[clip->tracks[k].object]++, all++;
    const ferry_track **room = all ? ferry_new(g->job, const ferry_track *, all) : NULL;
    if (all && !room) return false;
    for (uint32_t k = 0; k < clip->track_count; k++) {
        const ferry_track *track = &clip->tracks[k];
        if (!changes(g->scene, track)) continue;
        uint32_t of = track->object;
        if (g->counts[of]) { /* the first of its material: room for all of them */
            to->clips[at[of]++] = (fy_material_clip){number, room, g->counts[of], 0, FERRY_NONE};
            g->ends[of] = room;
            room += g->counts[of];
            g->counts[of] = 0;
        }
        *g->ends[of]++ = track;
    }
    return true;
}

/* Where the clips of each material begin. */
static bool count_clips(ferry_job *job, const ferry_scene *scene, fy_material_clips *to) {
    uint32_t materials = scene->materials.count, *last = ferry_new(job, uint32_t, materials + (size_t)1);
    if (!last) return false;
    for (uint32_t c = 0; c < scene->clips.count; c++)
        for (uint32_t k = 0; k < scene->clips.data[c].track_count; k++) {
            const ferry_track *track = &scene->clips.data[c].tracks[k];
            if (!changes(scene, track) || last[track->object] == c + 1) continue;
            last[track->object] = c + 1;
            to->first[track->object + 1]++;
        }
    for (uint32_t i = 0; i < materials; i++) to->first[i + 1] += to->first[i];
    return true;
}

/* Clips have the names of their files. */
static size_t stem_of(const char *name) {
    const char *end = strrchr(name, '.');
    return end ? (size_t)(end - name) : strlen(name);
}

static int by_stem(const void *user, uint32_t a, uint32_t b) {
    const ferry_clip *clips = user;
    size_t sizes[2] = {stem_of(clips[a].name), stem_of(clips[b].name)};
    if (sizes[0] != sizes[1]) return sizes[0] < sizes[1] ? -1 : 1;
    return memcmp(clips[a].name, clips[b].name, sizes[0]);
}

uint32_t fy_clips_of_one_name(const ferry_scene *scene, uint32_t clip, uint32_t *list) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->clips.count; i++)
        if (by_stem(scene->clips.data, i, clip) == 0) list[count++] = i;
    return count;
}

/* Clips of one name that a material has at most: further ones begin anew. */
enum { MOST_TOGETHER = 8 };

typedef struct joining {
    uint32_t *names;  /* by clip: the first clip of that name */
    uint32_t *last;   /* by name: the clip of the material at hand that was met last; FERRY_NONE */
    uint32_t *counts; /* by name: those that are together with it */
} joining;

static bool find_names(ferry_job *job, const ferry_scene *scene, joining *j) {
    uint32_t count = scene->clips.count;
    fy_order order = {.compare = by_stem};
    *j = (joining){ferry_new(job, uint32_t, count + (size_t)1), ferry_new(job, uint32_t, count + (size_t)1),
                   ferry_new(job, uint32_t, count + (size_t)1)};
    if (!j->names || !j->last || !j->counts) return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = fy_order_find(&order, scene->clips.data, i);
        j->names[i] = first == UINT32_MAX ? i : first;
        j->last[i] = FERRY_NONE;
        if (first == UINT32_MAX && !fy_order_add(job, &order, scene->clips.data, i)) return false;
    }
    return true;
}

static void join_clips(const joining *j, fy_material_clip *clips, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t name = j->names[clips[i].clip], before = j->last[name];
        bool joins = before != FERRY_NONE && j->counts[name] < MOST_TOGETHER;
        clips[i].next = FERRY_NONE;
        clips[i].together = joins ? clips[before].together : i;
        j->counts[name] = joins ? j->counts[name] + 1 : 1;
        if (joins) clips[before].next = i;
        j->last[name] = i;
    }
    for (uint32_t i = 0; i < count; i++) j->last[j->names[clips[i].clip]] = FERRY_NONE;
}

bool fy_find_material_clips(ferry_job *job, const ferry_scene *scene, fy_material_clips *clips) {
    uint32_t materials = scene->materials.count;
    *clips = (fy_material_clips){.scene = scene, .first = ferry_new(job, uint32_t, materials + (size_t)1)};
    if (!clips->first || !count_clips(job, scene, clips)) return false;
    uint32_t *at = ferry_new(job, uint32_t, materials + (size_t)1);
    clips->clips = ferry_new(job, fy_material_clip, clips->first[materials] + (size_t)1);
    gathering g = {job, scene, ferry_new(job, uint32_t, materials + (size_t)1),
                   ferry_new(job, const ferry_track **, materials + (size_t)1)};
    joining j;
    if (!at || !clips->clips || !g.counts || !g.ends || !find_names(job, scene, &j)) return false;
    memcpy(at, clips->first, materials * sizeof *at);
    for (uint32_t c = 0; c < scene->clips.count; c++)
        if (!gather_clip(&g, c, clips, at)) return false;
    for (uint32_t i = 0; i < materials; i++)
        join_clips(&j, clips->clips + clips->first[i], clips->first[i + 1] - clips->first[i]);
    return true;
}

void fy_pose_state(const fy_material_clip *clip, double time, ferry_gx_material *state) {
    for (uint32_t k = 0; k < clip->count; k++) fy_pose_gx(state, clip->tracks[k], time);
}

static double time_in(const ferry_clip *clip, double time) {
    if (clip->loop == FERRY_LOOP_REPEAT && clip->duration > 0 && time > clip->duration)
        return time - floor(time / clip->duration) * clip->duration;
    return time < clip->duration ? time : clip->duration;
}

void fy_pose_state_played(const fy_material_clips *clips, uint32_t material, const fy_material_clip *clip,
                          double time, ferry_gx_material *state) {
    const fy_material_clip *own = &clips->clips[clips->first[material]];
    for (uint32_t i = clip->together; i != FERRY_NONE; i = own[i].next) {
        const fy_material_clip *other = &own[i];
        if (other != clip) fy_pose_state(other, time_in(&clips->scene->clips.data[other->clip], time), state);
    }
    fy_pose_state(clip, time, state);
}

bool fy_clips_keep_time(const fy_material_clips *clips, uint32_t material, const fy_material_clip *clip) {
    const ferry_clip *all = clips->scene->clips.data;
    const fy_material_clip *own = &clips->clips[clips->first[material]];
    for (uint32_t i = clip->together; i != FERRY_NONE; i = own[i].next)
        if (fabs(all[own[i].clip].duration - all[clip->clip].duration) > .02) return false;
    return true;
}

/* ------------------------------------------------------------------------------------------------- states */

typedef struct finder {
    ferry_job *job;
    const ferry_scene *scene;
    const fy_material_clips *clips;
    uint32_t number; /* of the material */
    const ferry_gx_material *rest;
    ferry_gx_material now; /* the state at hand */
    fy_states *states;
    uint32_t capacity; /* of the list, while states are found */
} finder;

/* The texture that counts for a slot: slots that nothing reads keep the one that they have at rest, and so do
 * those that have no picture at one of both times. */
static uint32_t texture_of(const ferry_scene *scene, uint8_t read, uint32_t rest, uint32_t now, int slot,
                           bool *missing) {
    if (!(read >> slot & 1) || now == rest) return rest;
    bool pictures = rest != FERRY_NONE && now != FERRY_NONE && scene->textures.data[now].image != FERRY_NONE;
    *missing = *missing || !pictures;
    return pictures ? now : rest;
}

/* The state at rest, but for a clip's values at a time. */
static void pose(finder *f, const fy_material_clip *clip, double time) {
    memcpy(&f->now, f->rest, sizeof f->now);
    fy_pose_state_played(f->clips, f->number, clip, time, &f->now);
    for (int i = 0; i < FERRY_GX_MAX_MAPS; i++)
        f->now.textures[i] = texture_of(f->scene, f->states->read, f->rest->textures[i], f->now.textures[i],
                                        i, &f->states->pictures_missing);
}

static uint32_t color_bits(const ferry_gx_color *a, const ferry_gx_color *b, uint32_t color, uint32_t alpha) {
    return (a->r != b->r || a->g != b->g || a->b != b->b ? color : 0) | (a->a != b->a ? alpha : 0);
}

static uint32_t register_bits(const ferry_gx_color_s16 *a, const ferry_gx_color_s16 *b, uint32_t color,
                              uint32_t alpha) {
    return (a->r != b->r || a->g != b->g || a->b != b->b ? color : 0) | (a->a != b->a ? alpha : 0);
}

static uint32_t different_colors(const ferry_gx_material *a, const ferry_gx_material *b) {
    uint32_t bits = 0;
    for (int i = 0; i < 4; i++) {
        bits |= register_bits(&a->registers[i], &b->registers[i], (uint32_t)FY_TEV_MOVES_REGISTER << i,
                              (uint32_t)FY_TEV_MOVES_REGISTER_ALPHA << i);
        bits |= color_bits(&a->konst[i], &b->konst[i], (uint32_t)FY_TEV_MOVES_KONST << i,
                           (uint32_t)FY_TEV_MOVES_KONST_ALPHA << i);
    }
    for (int i = 0; i < 2; i++)
        bits |= color_bits(&a->material_colors[i], &b->material_colors[i], (uint32_t)FY_TEV_MOVES_COLOR << i,
                           (uint32_t)FY_TEV_MOVES_COLOR_ALPHA << i);
    return bits;
}

static uint8_t different_textures(const ferry_gx_material *a, const ferry_gx_material *b) {
    unsigned bits = 0;
    for (unsigned i = 0; i < FERRY_GX_MAX_MAPS; i++)
        bits |= (unsigned)(a->textures[i] != b->textures[i]) << i;
    return (uint8_t)bits;
}

static const ferry_gx_texture_matrix *matrix_of(const ferry_gx_material *gx, unsigned texgen) {
    uint8_t matrix = gx->texgens[texgen].matrix;
    if (matrix < 30 || matrix >= FERRY_GX_IDENTITY || !gx->matrices[(matrix - 30) / 3].present) return NULL;
    return &gx->matrices[(matrix - 30) / 3];
}

static bool same_matrix(const ferry_gx_texture_matrix *a, const ferry_gx_texture_matrix *b) {
    if (!a || !b) return a == b;
    return a->maya == b->maya && a->rotation == b->rotation && a->scale[0] == b->scale[0] &&
           a->scale[1] == b->scale[1] && a->center[0] == b->center[0] && a->center[1] == b->center[1] &&
           a->translate[0] == b->translate[0] && a->translate[1] == b->translate[1];
}

static uint8_t different_texgens(const ferry_gx_material *a, const ferry_gx_material *b) {
    unsigned bits = 0;
    for (unsigned i = 0; i < a->texgen_count && i < FERRY_GX_MAX_TEXGENS; i++)
        bits |= (unsigned)!same_matrix(matrix_of(a, i), matrix_of(b, i)) << i;
    return (uint8_t)bits;
}

/* --------------------------------------------------------------------------------------- what stages read */

typedef struct reading {
    uint32_t colors;  /* FY_TEV_MOVES_... */
    uint32_t written; /* registers that earlier stages fill */
    uint8_t textures, texgens;
} reading;

static void read_colors(reading *r, uint32_t bits) {
    r->colors |= bits & ~r->written;
}

/* FERRY_GX_CC_CPREV and FERRY_GX_CA_APREV come first, C0 to C2 behind them; CPREV is the last register. */
static uint32_t register_at(unsigned input) {
    return input ? input - 1 : 3;
}

/* Selectors: colour of a konst register, then each of its components. */
static void read_konst(reading *r, unsigned selector, bool alpha) {
    if (selector < 0x0C || selector > 0x1F) return;
    bool opacity = selector >= 0x1C || (alpha && selector < 0x10);
    read_colors(r, (uint32_t)(opacity ? FY_TEV_MOVES_KONST_ALPHA : FY_TEV_MOVES_KONST) << (selector & 3));
}

static void read_raster(reading *r, const ferry_gx_material *gx, unsigned channel, bool alpha) {
    unsigned k = channel & 1;
    if (channel > 5 || gx->channels[2 * k + alpha].material_source != FERRY_GX_SOURCE_REGISTER) return;
    read_colors(r, (uint32_t)(alpha ? FY_TEV_MOVES_COLOR_ALPHA : FY_TEV_MOVES_COLOR) << k);
}

static void read_color_input(reading *r, const ferry_gx_material *gx, const ferry_gx_stage *stage,
                             unsigned input) {
    if (input <= FERRY_GX_CC_A2)
        read_colors(r, (uint32_t)(input & 1 ? FY_TEV_MOVES_REGISTER_ALPHA : FY_TEV_MOVES_REGISTER)
                           << register_at(input / 2));
    if (input == FERRY_GX_CC_RASC || input == FERRY_GX_CC_RASA) {
        read_raster(r, gx, stage->channel, false); /* swap tables may lead from one to the other */
        read_raster(r, gx, stage->channel, true);
    }
    if (input == FERRY_GX_CC_KONST) read_konst(r, stage->konst_color, false);
}

static void read_alpha_input(reading *r, const ferry_gx_material *gx, const ferry_gx_stage *stage,
                             unsigned input) {
    if (input <= FERRY_GX_CA_A2) read_colors(r, (uint32_t)FY_TEV_MOVES_REGISTER_ALPHA << register_at(input));
    if (input == FERRY_GX_CA_RASA) {
        read_raster(r, gx, stage->channel, false);
        read_raster(r, gx, stage->channel, true);
    }
    if (input == FERRY_GX_CA_KONST) read_konst(r, stage->konst_alpha, true);
}

static void read_stage(reading *r, const ferry_gx_material *gx, const ferry_gx_stage *stage) {
    const uint8_t color[4] = {stage->color.a, stage->color.b, stage->color.c, stage->color.d},
                  alpha[4] = {stage->alpha.a, stage->alpha.b, stage->alpha.c, stage->alpha.d};
    for (int i = 0; i < 4; i++) {
        read_color_input(r, gx, stage, color[i]);
        read_alpha_input(r, gx, stage, alpha[i]);
    }
    if (stage->map < FERRY_GX_MAX_MAPS) r->textures |= (uint8_t)(1u << stage->map);
    if (stage->map < FERRY_GX_MAX_MAPS && stage->texgen < FERRY_GX_MAX_TEXGENS)
        r->texgens |= (uint8_t)(1u << stage->texgen);
    r->written |= (uint32_t)FY_TEV_MOVES_REGISTER << register_at(stage->color.destination & 3u);
    r->written |= (uint32_t)FY_TEV_MOVES_REGISTER_ALPHA << register_at(stage->alpha.destination & 3u);
}

static reading find_reading(const ferry_gx_material *gx) {
    reading r = {0};
    for (unsigned i = 0; i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++)
        read_stage(&r, gx, &gx->stages[i]);
    for (unsigned i = 0; gx->indirect_enabled && i < gx->indirect_stage_count && i < 4; i++) {
        const ferry_gx_indirect_order *order = &gx->indirect_orders[i];
        if (order->map < FERRY_GX_MAX_MAPS) r.textures |= (uint8_t)(1u << order->map);
        if (order->texgen < FERRY_GX_MAX_TEXGENS) r.texgens |= (uint8_t)(1u << order->texgen);
    }
    return r;
}

bool fy_states_differ(const ferry_gx_material *a, const ferry_gx_material *b) {
    reading r = find_reading(a);
    return (different_colors(a, b) & r.colors) || (different_textures(a, b) & r.textures) ||
           (different_texgens(a, b) & r.texgens);
}

/* --------------------------------------------------------------------------------------- states of a clip */

/* What colours and textures are at the moment; and where, if colours move: that goes together. */
static bool is_known(const finder *f) {
    const fy_states *s = f->states;
    for (uint32_t i = s->count; i-- > 0;)
        if (!different_colors(&s->list[i], &f->now) && !different_textures(&s->list[i], &f->now) &&
            !(s->colors && different_texgens(&s->list[i], &f->now)))
            return true;
    return false;
}

static void add_state(finder *f) {
    if (f->states->count < f->capacity && !is_known(f))
        memcpy(&f->states->list[f->states->count++], &f->now, sizeof f->now);
}

static void add_texture_set(finder *f) {
    fy_states *s = f->states;
    for (uint32_t i = 0; i < s->texture_set_count; i++)
        if (memcmp(s->texture_sets[i].textures, f->now.textures, sizeof f->now.textures) == 0) return;
    if (s->texture_set_count == FY_MOST_TEXTURE_SETS) {
        s->texture_sets_left_out = true;
        return;
    }
    memcpy(s->texture_sets[s->texture_set_count++].textures, f->now.textures, sizeof f->now.textures);
}

/* What moves is seen at the keys and between them. */
static void look_at(finder *f, const fy_material_clip *clip, double time) {
    pose(f, clip, time);
    f->states->colors |= different_colors(f->rest, &f->now);
    f->states->textures |= different_textures(f->rest, &f->now);
    f->states->texgens |= different_texgens(f->rest, &f->now);
    add_texture_set(f);
}

static bool look_at_keys(finder *f, const fy_material_clip *clip) {
    double duration = f->scene->clips.data[clip->clip].duration;
    for (uint32_t k = 0; k < clip->count; k++) {
        const ferry_track *track = clip->tracks[k];
        for (uint32_t i = 0; i < track->key_count; i++) {
            double from = track->times[i], to = i + 1 < track->key_count ? track->times[i + 1] : from;
            for (int part = 0; part < 3; part++) {
                double time = from + (to - from) * part / 3;
                if (time >= 0 && time <= duration && (part == 0 || to > from)) look_at(f, clip, time);
            }
        }
        look_at(f, clip, 0);
        if (!ferry_tick(f->job)) return false;
    }
    return true;
}

/* An even choice of those that were found, the one at rest first. */
static uint32_t thin_out(ferry_gx_material *list, uint32_t count, uint32_t most) {
    if (count <= most) return count;
    for (uint32_t i = 1; i < most; i++) {
        uint32_t from = (uint32_t)((uint64_t)i * (count - 1) / (most - 1));
        if (from != i) memcpy(&list[i], &list[from], sizeof *list);
    }
    return most;
}

static bool find_list(finder *f, const fy_material_clip *clips, uint32_t count) {
    fy_states *s = f->states;
    f->capacity = 8 * FY_MOST_STATES;
    s->list = fy_job_resize(f->job, NULL, f->capacity, sizeof *s->list);
    if (!s->list) return false;
    memcpy(&s->list[s->count++], f->rest, sizeof *f->rest);
    for (uint32_t i = 0; i < count; i++) {
        double duration = f->scene->clips.data[clips[i].clip].duration;
        for (int k = 0; k <= TIMES; k++) {
            pose(f, &clips[i], duration * k / TIMES);
            add_state(f);
        }
    }
    s->count = thin_out(s->list, s->count, FY_MOST_STATES);
    return true;
}

void fy_move_textures(const ferry_gx_material *from, ferry_gx_material *to) {
    memcpy(to->matrices, from->matrices, sizeof to->matrices);
    for (unsigned i = 0; i < from->texgen_count && i < FERRY_GX_MAX_TEXGENS; i++)
        to->texgens[i].matrix = from->texgens[i].matrix;
}

static void add_place(fy_states *s, const ferry_gx_material *now, uint32_t capacity) {
    for (uint32_t i = s->place_count; i-- > 0;)
        if (!different_texgens(&s->places[i], now)) return;
    if (s->place_count == capacity) return;
    ferry_gx_material *to = &s->places[s->place_count++];
    memcpy(to, &s->list[0], sizeof *to);
    fy_move_textures(now, to);
}

/* Where clips move textures to. States of colours that move as well know it by themselves. */
static bool find_places(finder *f, const fy_material_clip *clips, uint32_t count) {
    enum { CAPACITY = 8 * FY_MOST_PLACES };
    fy_states *s = f->states;
    if (!s->texgens) return true;
    s->spread = !s->colors;
    s->places = fy_job_resize(f->job, NULL, CAPACITY, sizeof *s->places);
    if (!s->places) return false;
    add_place(s, f->rest, CAPACITY);
    for (uint32_t i = 0; i < count; i++) {
        double duration = f->scene->clips.data[clips[i].clip].duration;
        for (int k = 0; k <= TIMES; k++) {
            pose(f, &clips[i], duration * k / TIMES);
            add_place(s, &f->now, CAPACITY);
        }
    }
    s->place_count = thin_out(s->places, s->place_count, FY_MOST_PLACES);
    return true;
}

bool fy_find_states(ferry_job *job, const fy_material_clips *clips, uint32_t number,
                    const ferry_gx_material *rest, fy_states *states) {
    const fy_material_clip *own = &clips->clips[clips->first[number]];
    uint32_t count = clips->first[number + 1] - clips->first[number];
    finder f = {job, clips->scene, clips, number, .rest = rest, .states = states};
    *states = (fy_states){.best = FERRY_NONE};
    if (!count) return true;
    for (unsigned i = 0; i < rest->stage_count && i < FERRY_GX_MAX_STAGES; i++)
        if (rest->stages[i].map < FERRY_GX_MAX_MAPS) states->read |= (uint8_t)(1u << rest->stages[i].map);
    states->texture_sets = ferry_new(job, fy_texture_set, FY_MOST_TEXTURE_SETS);
    if (!states->texture_sets) return false;
    memcpy(states->texture_sets[states->texture_set_count++].textures, rest->textures, sizeof rest->textures);
    for (uint32_t i = 0; i < count; i++)
        if (!look_at_keys(&f, &own[i])) return false;
    bool moves = states->colors || states->textures || states->texgens;
    return !moves || (find_list(&f, own, count) && find_places(&f, own, count));
}

uint32_t fy_find_texture_set(const ferry_scene *scene, const fy_states *states,
                             const ferry_gx_material *state) {
    fy_texture_set texture_set;
    bool missing = false;
    for (int i = 0; i < FERRY_GX_MAX_MAPS; i++)
        texture_set.textures[i] = texture_of(scene, states->read, states->texture_sets[0].textures[i],
                                             state->textures[i], i, &missing);
    for (uint32_t i = 0; i < states->texture_set_count; i++)
        if (memcmp(&states->texture_sets[i], &texture_set, sizeof texture_set) == 0) return i;
    return FERRY_NONE;
}

uint32_t fy_place_of_sample(const fy_states *states, uint32_t sample) {
    return states && states->spread && states->place_count ? sample % states->place_count : 0;
}

void fy_states_close(ferry_job *job, fy_states *states) {
    fy_job_drop(job, states->list);
    fy_job_drop(job, states->places);
    states->list = states->places = NULL;
}
