/*
 * t3dm_reached.c: the parts of its pictures that a material stores (docs/what-is-lost.md, "Textures").
 *
 * A side that repeats has a power of two of texels; one whose end no vertex passes may as well be clamped,
 * have any size, and show only what is reached.
 */
#include "formats/t3dm/trial/t3dm_reached.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "core/scene/one_layer.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/texture/t3dm_piece_look.h"
#include "formats/t3dm/texture/t3dm_pieces.h"
#include "formats/t3dm/texture/t3dm_reach.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"
#include "formats/t3dm/texture/t3dm_textures.h"
#include "formats/t3dm/tracks/t3dm_tracks.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/t3dm_importance.h"
#include "shade/t3dm_uv.h"

/* What a part has to come nearer by, in 255ths, if the picture is not stored otherwise; and one that is one
 * file more. */
#define PART_GAIN .25
#define FILE_GAIN 3

/* What shrinking has to cost before pieces are thought of, and what they have to save: on the material, and
 * of all that is seen of the model. In 255ths. */
#define PIECES_WORTH_A_TRIAL 2
#define PIECES_GAIN 1
#define PIECES_SEEN_GAIN .2

/* The same for each piece more. */
#define STEP_GAIN .1
#define STEP_SEEN_GAIN .07

/* The same where triangles are cut for them. */
#define CUT_GAIN 1
#define CUT_SEEN_GAIN .5

/* What they have to gain in what is seen, in SSIM of all of the model: at all, and for each millisecond that
 * they take the RSP to draw; and what that takes, as `cost` tells of models with and without pieces. */
#define LOOK_GAIN .003
#define LOOK_GAIN_FOR_MS .04
#define COLOR_FOR_LOOK 50 /* of 255: that much in colour is worth as much as 1 in SSIM */
#define TRIANGLE_MS .0033
#define PIECE_MS .02

/* ------------------------------------------------------------------------------------------ the reach */

static fy_reach reach_of(const fy_mapping *m, const uint32_t size[2]) {
    const fy_planner *p = m->p;
    fy_reach found = {.any = false};
    for (uint32_t i = p->first_draw[m->index]; i < p->first_draw[m->index + 1]; i++) {
        const ferry_mesh *mesh = &p->scene->meshes.data[p->scene->draws.data[p->draws[i]].mesh];
        const ferry_vec2 *uvs = mesh->uvs[m->maps[0].set % FERRY_UV_SETS];
        if (!uvs) return (fy_reach){.any = false};
        for (uint32_t k = 0; k < 3 * (size_t)mesh->triangle_count; k++)
            fy_reach_widen(&found, &m->maps[0], uvs[mesh->triangles[k]], size);
    }
    for (int axis = 0; axis < 2; axis++)
        if (!(found.low[axis] > -FY_REACH_MOST && found.high[axis] < FY_REACH_MOST)) found.any = false;
    return found;
}

/* ------------------------------------------------------------------------------------- what it may be */

/* Rules and morphs speak about whole pictures; older layouts have no such tiles. */
static bool may_follow_any(const fy_mapping *m) {
    return !m->rules && m->from && !m->from->rdp && !m->p->scene->morphs.count &&
           !ferry_setting_is(m->p->job, "t3dm.composite-textures", "no") &&
           fy_t3dm_layout_since(fy_t3dm_layout_wanted(m->p->job), "V4");
}

static bool is_whole(const fy_mapping *m, unsigned use) {
    const fy_texture_use *of = &m->uses[use];
    return m->maps[use].kind != FY_UV_SET || of->whole || of->constraint.width || of->constraint.height;
}

/* Clips that exchange pictures, or move coordinates, mean those of the whole picture. */
static bool may_follow(const fy_mapping *m) {
    return m->use_count == 1 && !m->base && !fy_mapping_moves_textures(m) && !m->to->uv_motion &&
           !is_whole(m, 0) && may_follow_any(m);
}

/* The combiner's alpha where that of a texture is 0, and the other texture's is `other`. */
static uint8_t alpha_without(const fy_mapping *m, unsigned use, uint8_t other) {
    const ferry_rdp_material *rdp = &m->to->rdp;
    fy_rdp_inputs inputs = {.shade = {255, 255, 255, 255}};
    uint8_t out[4];
    (m->first_slot + use ? inputs.tex0 : inputs.tex1)[3] = other;
    memcpy(inputs.prim, rdp->prim, 4);
    memcpy(inputs.env, rdp->env, 4);
    fy_rdp_combine(rdp->combiner, &inputs, out);
    return out[3];
}

/* Whether nothing is drawn where a texture's alpha is 0. */
static bool hides(const fy_mapping *m, unsigned use) {
    const ferry_rdp_material *rdp = &m->to->rdp;
    bool seen_by_alpha = m->to->layer == FY_T3DM_CUTOUT ||
                         (m->to->layer == FY_T3DM_BLEND && rdp->blender == FERRY_RDP_BLEND_MULTIPLY);
    return seen_by_alpha && alpha_without(m, use, 0) == 0 && alpha_without(m, use, 255) == 0;
}

/* Whether other materials show the picture too. */
static bool is_shared(const fy_mapping *m, uint32_t image) {
    const fy_image_draws *draws = &m->p->store.draws;
    if (image >= draws->images) return false;
    for (uint32_t i = draws->first[image]; i < draws->first[image + 1]; i++)
        if (m->p->scene->draws.data[draws->list[i].draw].material != m->index) return true;
    return false;
}

/* The part that is reached, as another use. False: it is the whole picture as it was. */
static bool part_of(const fy_mapping *m, const ferry_image *image, fy_texture_use *use) {
    const uint32_t size[2] = {image->levels[0].width, image->levels[0].height};
    fy_reach found = reach_of(m, size);
    return fy_reach_use(&found, image, use);
}

/* Whether the whole is closer without edges, or mirrored: only clamped sides may be. */
static bool try_following(fy_mapping *m, double *error) {
    fy_texture_use use = m->uses[0];
    double other;
    bool faithful;
    if (use.wrap_s != FERRY_WRAP_CLAMP && use.wrap_t != FERRY_WRAP_CLAMP) return true;
    use.follows = true;
    use.hides = hides(m, 0);
    if (!fy_texture_store_try(&m->p->store, &use, &other, &faithful)) return false;
    if (other < *error) m->uses[0] = use, *error = other;
    return true;
}

bool fy_mapping_choose_part(fy_mapping *m) {
    fy_texture_store *store = &m->p->store;
    double error, other;
    bool faithful;
    if (!may_follow(m)) return true;
    if (!fy_texture_store_try(store, &m->uses[0], &error, &faithful)) return false;
    if (faithful) return true;
    fy_texture_use part = m->uses[0];
    uint32_t number = store->scene->textures.data[part.texture].image;
    part.follows = true;
    part.hides = hides(m, 0);
    if (!try_following(m, &error)) return false;
    if (!part_of(m, &store->scene->images.data[number], &part)) return true;
    if (!fy_texture_store_try(store, &part, &other, &faithful)) return false;
    if (other < error - (is_shared(m, number) ? FILE_GAIN : PART_GAIN)) m->uses[0] = part;
    return true;
}

/* Vertices carry the first one's coordinates, whatever clips make of the material. A second one stays whole
 * if clips exchange it: others have edges elsewhere, and other sizes. */
static bool is_exchanged(const fy_mapping *m, unsigned use) {
    return use ? m->states.textures >> m->slots[use] & 1 : m->base || fy_mapping_moves_textures(m);
}

void fy_mapping_follow_both(fy_mapping *m) {
    bool shifted = !m->to->uv_motion || m->to->uv_motion == FY_T3DM_UV_SHIFTED,
         may = shifted && may_follow_any(m);
    for (unsigned i = 0; i < m->use_count && m->use_count == 2; i++) {
        fy_texture_use *use = &m->uses[i];
        bool ends = use->wrap_s == FERRY_WRAP_CLAMP || use->wrap_t == FERRY_WRAP_CLAMP;
        use->follows = may && ends && !is_whole(m, i) && !is_exchanged(m, i);
        use->hides = use->follows && hides(m, i);
    }
}

/* Whether the source adds light, in any order. What replaces it is translucent, but of nearly one colour, so
 * that its order is hardly seen. */
static bool adds_light(const fy_mapping *m) {
    const ferry_gx_material *gx = m->from->gx;
    return gx && gx->blend_mode == FERRY_GX_BLEND_BLEND && gx->blend_dst == FERRY_GX_FACTOR_ONE;
}

/* The order of what is blended matters, unless it is added, or hardly seen through itself at rest. */
static bool has_order(const fy_mapping *m) {
    const fy_planner *p = m->p;
    bool culls = m->to->rdp.flags & (FERRY_RDP_CULL_BACK | FERRY_RDP_CULL_FRONT);
    uint32_t last = FERRY_NONE;
    if (m->to->layer != FY_T3DM_BLEND || m->to->rdp.blender == FERRY_RDP_BLEND_ADD) return false;
    if (adds_light(m)) return false;
    for (uint32_t i = p->first_draw[m->index]; i < p->first_draw[m->index + 1]; i++) {
        uint32_t mesh = p->scene->draws.data[p->draws[i]].mesh;
        if (mesh != last && !fy_mesh_is_one_layer(&p->scene->meshes.data[mesh], culls)) return true;
        last = mesh;
    }
    return false;
}

/* Clips name vertices of its meshes by number; those of pieces have others. True at the memory limit, too. */
static bool has_animated_vertices(const fy_mapping *m) {
    fy_planner *p = m->p;
    if (!p->scene->clips.count) return false;
    if (!p->animated) p->animated = fy_t3dm_find_animated_vertices(p->job, p->scene);
    if (!p->animated) return true;
    for (uint32_t i = p->first_draw[m->index]; i < p->first_draw[m->index + 1]; i++)
        if (p->animated[p->draws[i]]) return true;
    return false;
}

/* Who asks for small pictures does not ask for many; a second draw lies on the triangles of the first. */
static bool may_part(const fy_mapping *m) {
    bool limited = m->uses[0].constraint.most || !ferry_setting_is(m->p->job, "t3dm.max-texture", "auto");
    return may_follow(m) && !limited && m->to->layer != FY_T3DM_DECAL && m->split.part != FY_SPLIT_OVER &&
           !m->p->driven[m->index] && !ferry_setting_is(m->p->job, "t3dm.texture-pieces", "no");
}

/* Of all that is seen of the model; where no pictures were drawn, each material counts alike. */
static double share_of(const fy_mapping *m) {
    return m->p->seen ? fy_mapping_seen_share(m) : 1.0 / m->p->scene->materials.count;
}

static bool keep_pieces(fy_mapping *m, const fy_piece_choice *found) {
    m->pieces = ferry_new(m->p->job, fy_pieces, 1);
    m->unplaced = ferry_new(m->p->job, fy_t3dm_material, 1);
    m->piece_uses = ferry_new(m->p->job, fy_texture_use, FY_MOST_PIECES);
    if (!m->pieces || !m->unplaced || !m->piece_uses) return false;
    *m->pieces = found->pieces;
    memcpy(m->piece_uses, found->uses, sizeof found->uses);
    *m->unplaced = *m->to;
    m->to->pieces = m->pieces;
    m->uses[0] = m->piece_uses[0];
    return true;
}

static void report_pieces(const fy_mapping *m, const fy_piece_choice *found, double whole) {
    const char *name = m->p->scene->textures.data[m->uses[0].texture].name;
    ferry_say_measured(m->p->job, FERRY_NOTE, "t3dm.texture-pieces", m->p->name, m->path,
                       (ferry_measure){found->pieces.count, "pieces", true},
                       "\"%s\" is stored in %u pieces, each for the triangles that show it: difference "
                       "%.1f/255 instead of %.1f",
                       name, found->pieces.count, found->error, whole);
}

/* What pieces cost the RSP, in milliseconds, if all levels of detail were drawn. */
static double cost_of(const fy_piece_choice *found) {
    return found->added * TRIANGLE_MS + (found->pieces.count - 1) * PIECE_MS;
}

/* The pixels from nearby, too, which are not always among those that the combiner is chosen by. */
static bool look_at_pieces(fy_mapping *m, const fy_texture_use *own, const fy_piece_choice *found,
                           fy_piece_view *whole, fy_piece_view *parted) {
    fy_planner *p = m->p;
    const fy_stored_picture picture = {*own, m->uses[0], &found->pieces, found->uses};
    ferry_mark mark = ferry_job_mark(p->job);
    fy_seen_pixel *pixels = ferry_new(p->job, fy_seen_pixel, FY_SURVEY_PIXELS);
    uint32_t count;
    bool done = pixels && fy_survey_pixels(p->job, &p->survey, m->index, pixels, &count) &&
                fy_piece_look(&p->store, &picture, pixels, count, whole, parted);
    ferry_job_release(p->job, mark);
    return done;
}

/* *worth: a player sees enough of what pieces keep. Where no pixels were looked at, the picture's difference
 * has to do. False at the memory limit. */
static bool judge_pieces(fy_mapping *m, const fy_texture_use *own, const fy_piece_choice *found,
                         bool *worth) {
    fy_piece_view whole, parted;
    *worth = true;
    if (!m->p->reference.seen_count) return true;
    if (!look_at_pieces(m, own, found, &whole, &parted)) return false;
    double least = fmax(LOOK_GAIN, LOOK_GAIN_FOR_MS * cost_of(found)) / share_of(m);
    *worth =
        parted.similarity - whole.similarity >= least || whole.error - parted.error >= COLOR_FOR_LOOK * least;
    return true;
}

static bool gains(const fy_mapping *m, double whole, const fy_piece_choice *found) {
    double gain = whole - found->error;
    return found->pieces.count > 1 && gain >= PIECES_GAIN && gain * share_of(m) >= PIECES_SEEN_GAIN;
}

/* *worth: pieces were found that are worth their cost; without cuts, if those are not. `whole`: what the
 * whole picture differs by. False at the memory limit. */
static bool find_pieces(fy_mapping *m, fy_piece_surface *surface, double whole, fy_piece_choice *found,
                        bool *worth) {
    fy_texture_store *store = &m->p->store;
    *worth = false;
    if (!fy_texture_store_part(store, surface, whole, found)) return false;
    if (!gains(m, whole, found)) return true;
    if (!judge_pieces(m, &surface->use, found, worth)) return false;
    if (*worth || !found->added) return true;
    surface->room = 0;
    if (!fy_texture_store_part(store, surface, whole, found)) return false;
    return !gains(m, whole, found) || judge_pieces(m, &surface->use, found, worth);
}

bool fy_mapping_choose_pieces(fy_mapping *m, const ferry_wrap wraps[2]) {
    const fy_planner *p = m->p;
    uint32_t first = p->first_draw[m->index];
    double whole, share = share_of(m);
    bool faithful, worth;
    if (!may_part(m)) return true;
    if (!fy_texture_store_try(&m->p->store, &m->uses[0], &whole, &faithful)) return false;
    if (faithful || whole < PIECES_WORTH_A_TRIAL || whole * share < PIECES_SEEN_GAIN) return true;
    if (has_order(m) || has_animated_vertices(m)) return true;
    fy_piece_surface surface = {p->draws + first,
                                p->first_draw[m->index + 1] - first,
                                p->drawn->meshes.data,
                                &m->maps[0],
                                m->uses[0],
                                m->p->room_for_pieces,
                                fmax(STEP_GAIN, STEP_SEEN_GAIN / share),
                                fmax(CUT_GAIN, CUT_SEEN_GAIN / share)};
    surface.use.window = (fy_texture_window){.size = {0, 0}};
    surface.use.wrap_s = wraps[0];
    surface.use.wrap_t = wraps[1];
    fy_piece_choice found;
    if (!find_pieces(m, &surface, whole, &found, &worth)) return false;
    if (!worth) return true;
    report_pieces(m, &found, whole);
    m->p->room_for_pieces -= found.added;
    return keep_pieces(m, &found);
}

void fy_mapping_follow_part(const fy_mapping *m, const fy_texture_window *window, const ferry_image *image) {
    const uint32_t size[2] = {image->levels[0].width, image->levels[0].height};
    for (int axis = 0; axis < 2 && window->size[0]; axis++) {
        double *row = m->to->uv_matrix[axis];
        for (int k = 0; k < 4; k++) row[k] *= (double)size[axis] / window->size[axis];
        row[3] -= (double)window->from[axis] / window->size[axis];
    }
}
