/*
 * gltf_pointers.c: textures that move and colours that change, by KHR_animation_pointer: what the material's
 * look comes to at each moment (docs/formats/gltf.md, "Animations").
 */
#include "formats/gltf/write/gltf_pointers.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/pose.h"
#include "formats/export/export.h"
#include "formats/export/export_curve.h"
#include "formats/export/export_fit.h"
#include "formats/export/export_material.h"
#include "formats/export/export_material_gx.h"
#include "formats/export/export_material_rdp.h"
#include "formats/export/export_transform.h"
#include "formats/gltf/write/gltf_channels.h"
#include "formats/gltf/write/gltf_clips.h"
#include "formats/gltf/write/gltf_write_meshes.h"
#include "formats/gltf/write/gltf_writer.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_reference_state.h"

/* What keys that are left out may be off: of a picture, and of linear light; the darkest parts show half of
 * 1/255 there. */
#define UV_ALLOWANCE (1 / 1024.0)
#define COLOR_ALLOWANCE (1 / 2048.0)

enum { RGBA = 4, OFFSET = 0, ROTATION = 2, SCALE = 3, PARTS = 5 };

typedef struct state {
    ferry_gx_material gx;
    ferry_rdp_material rdp;
} state;

/* A material in the clip at hand. */
typedef struct mover {
    fy_gltf_channels *channels;
    fy_export_fitter fitter;
    const ferry_track **tracks; /* all of the material's */
    uint32_t count;
    const ferry_track **kind; /* those that matter to the curve at hand */
    uint32_t kind_count;
    double sheared, color, alpha; /* the worst of all moments */
} mover;

/* -------------------------------------------------------------------------------------------- the state */

static bool is_color(const ferry_track *track) {
    return (track->target >= FERRY_TARGET_REGISTER && track->target <= FERRY_TARGET_MATERIAL_COLOR) ||
           track->target == FERRY_TARGET_PRIM || track->target == FERRY_TARGET_ENV;
}

/* Whether it moves the texture of a look. The engine lets the texgen of a matrix's number use it, once a clip
 * drives it. */
static bool is_scroll(const fy_gltf *g, const fy_export_surface *surface, const ferry_track *track) {
    const ferry_material *from = &g->e.scene->materials.data[surface - g->e.surfaces];
    if (!surface->fitted || surface->texture == FERRY_NONE) return false;
    if (track->target == FERRY_TARGET_TILE) return from->rdp && track->slot == surface->candidate.source;
    if (track->target != FERRY_TARGET_TEXTURE_MATRIX || !from->gx) return false;
    uint8_t texgen = from->gx->stages[surface->candidate.source].texgen;
    return track->slot == texgen || from->gx->texgens[texgen].matrix == 30 + 3 * track->slot;
}

static bool is_of_material(const ferry_track *track) {
    return is_color(track) || track->target == FERRY_TARGET_TEXTURE_MATRIX ||
           track->target == FERRY_TARGET_TILE;
}

/* Textures stay those at rest. */
static void pose(const mover *m, double time, state *to) {
    const ferry_material *from = m->fitter.from;
    if (from->gx) to->gx = *from->gx;
    if (from->rdp) to->rdp = *from->rdp;
    for (uint32_t i = 0; i < m->count; i++) {
        bool rdp = m->tracks[i]->target >= FERRY_TARGET_PRIM;
        if (rdp && from->rdp) fy_pose_rdp(&to->rdp, m->tracks[i], time);
        if (!rdp && from->gx) fy_pose_gx(&to->gx, m->tracks[i], time);
    }
}

bool fy_gltf_find_scrolls(fy_gltf *g) {
    for (uint32_t c = 0; g->points && c < g->e.scene->clips.count; c++) {
        const ferry_clip *clip = &g->e.scene->clips.data[c];
        for (uint32_t t = 0; t < clip->track_count; t++) {
            const ferry_track *track = &clip->tracks[t];
            if (is_of_material(track) && is_scroll(g, &g->e.surfaces[track->object], track))
                g->e.surfaces[track->object].scrolls = true;
        }
        if (!ferry_tick(g->e.job)) return false;
    }
    return true;
}

/* --------------------------------------------------------------------------------------------- channels */

static const char *pointer_of(const mover *m, const char *property) {
    return ferry_job_format(m->channels->g->e.job, "/materials/%" PRIu32 "/pbrMetallicRoughness/%s",
                            m->fitter.material, property);
}

static bool open_curve(const mover *m, uint32_t width, double rate, fy_export_curve *curve) {
    bool steps = true;
    for (uint32_t i = 0; i < m->kind_count; i++)
        steps &= m->kind[i]->interpolation == FERRY_STEP || m->kind[i]->key_count == 1;
    *curve = (fy_export_curve){.width = width, .shares = !steps, .rate = rate};
    return fy_export_curve_open(&m->channels->g->e, m->kind, m->kind_count, m->channels->clip->duration,
                                curve);
}

/* Numbers `first` to `first + width` of each sample become a channel of their own, unless they stay as they
 * are at rest. */
static bool put_part(mover *m, const fy_export_curve *whole, uint32_t first, uint32_t width,
                     const double *rest, double allowance, const char *property, bool *put) {
    fy_gltf *g = m->channels->g;
    fy_export_curve part = *whole;
    bool stays = true;
    part.width = width;
    part.values = ferry_alloc(g->e.job, whole->count, width * sizeof *part.values);
    if (!part.values) return false;
    for (uint32_t s = 0; s < whole->count; s++)
        for (uint32_t k = 0; k < width; k++) {
            float value = whole->values[(size_t)s * whole->width + first + k];
            part.values[(size_t)s * width + k] = value;
            stays &= fabs((double)value - rest[k]) <= allowance;
        }
    if (stays) return true;
    *put = true;
    return fy_export_curve_reduce(&g->e, allowance, &part) &&
           fy_gltf_put_pointer(m->channels, &part, pointer_of(m, property));
}

/* --------------------------------------------------------------------------------------------- textures */

static void take_transform(float *to, const fy_export_transform *t) {
    for (int k = 0; k < 2; k++) {
        to[OFFSET + k] = (float)t->offset[k];
        to[SCALE + k] = (float)t->scale[k];
    }
    to[ROTATION] = (float)t->rotation;
}

static double longest(const fy_export_curve *curve, const fy_export_box *box) {
    double reach = 0, scale = 0;
    for (int k = 0; k < 2; k++) reach = fmax(reach, fmax(fabs(box->least[k]), fabs(box->most[k])));
    for (uint32_t s = 0; s < curve->count; s++)
        for (uint32_t k = 0; k < 2; k++)
            scale = fmax(scale, fabs((double)curve->values[(size_t)s * PARTS + SCALE + k]));
    return fmax(reach * fmax(scale, 1), 1);
}

static bool put_transforms(mover *m, const fy_export_curve *curve, const fy_export_box *box, bool *put) {
    static const char *const names[] = {"baseColorTexture/extensions/KHR_texture_transform/offset",
                                        "baseColorTexture/extensions/KHR_texture_transform/rotation",
                                        "baseColorTexture/extensions/KHR_texture_transform/scale"};
    double(*rest_rows)[3] = m->fitter.surface->transform, reach = longest(curve, box);
    fy_export_transform rest = fy_export_split_transform((const double(*)[3])rest_rows, box, NULL);
    return put_part(m, curve, OFFSET, 2, rest.offset, UV_ALLOWANCE, names[0], put) &&
           put_part(m, curve, ROTATION, 1, &rest.rotation, UV_ALLOWANCE / reach, names[1], put) &&
           put_part(m, curve, SCALE, 2, rest.scale, UV_ALLOWANCE / reach, names[2], put);
}

static bool scroll(mover *m, bool *put) {
    fy_gltf *g = m->channels->g;
    const fy_export_surface *surface = m->fitter.surface;
    fy_export_box box = fy_export_box_of(g->e.scene, m->fitter.draws, m->fitter.draw_count, surface->uv);
    fy_export_transform before =
        fy_export_split_transform((const double(*)[3])surface->transform, &box, NULL);
    fy_export_curve curve;
    if (!open_curve(m, PARTS, 0, &curve)) return false;
    for (uint32_t s = 0; s < curve.count; s++) {
        state now;
        double matrix[2][3];
        memcpy(matrix, surface->transform, sizeof matrix);
        pose(m, curve.at[s], &now);
        if (m->fitter.from->gx)
            fy_export_map_gx(surface, &now.gx, matrix);
        else
            fy_export_map_rdp(surface, &now.rdp, matrix);
        before = fy_export_split_transform((const double(*)[3])matrix, &box, &before);
        m->sheared = fmax(m->sheared, before.off);
        take_transform(curve.values + (size_t)s * PARTS, &before);
        if (!ferry_tick(g->e.job)) return false;
    }
    return put_transforms(m, &curve, &box, put);
}

/* ---------------------------------------------------------------------------------------------- colours */

static bool same_colors(const mover *m, const state *a, const state *b) {
    if (m->fitter.from->rdp)
        return memcmp(a->rdp.prim, b->rdp.prim, 4) == 0 && memcmp(a->rdp.env, b->rdp.env, 4) == 0;
    return memcmp(a->gx.registers, b->gx.registers, sizeof a->gx.registers) == 0 &&
           memcmp(a->gx.konst, b->gx.konst, sizeof a->gx.konst) == 0 &&
           memcmp(a->gx.material_colors, b->gx.material_colors, sizeof a->gx.material_colors) == 0;
}

/* The factor that comes nearest now, for what else the look has. */
static void solve_factor(mover *m, const state *now, fy_export_candidate *candidate) {
    if (m->fitter.from->gx)
        fy_export_fill_gx(&m->fitter, &now->gx);
    else
        fy_export_fill_rdp(&m->fitter, &now->rdp);
    fy_export_fit_solve(&m->fitter.fit, candidate);
    m->color = fmax(m->color, candidate->color_error);
    m->alpha = fmax(m->alpha, candidate->alpha_error);
}

static bool recolor(mover *m, bool *put) {
    fy_gltf *g = m->channels->g;
    fy_export_candidate candidate = m->fitter.surface->candidate;
    const ferry_color *factor = &m->fitter.surface->factor;
    const double rest[RGBA] = {fy_gltf_linear((double)factor->r), fy_gltf_linear((double)factor->g),
                               fy_gltf_linear((double)factor->b), (double)factor->a};
    fy_export_curve curve;
    state last, now;
    if (m->fitter.from->gx && !fy_export_resume_gx(&m->fitter)) return false;
    if (!open_curve(m, RGBA, m->channels->clip->rate, &curve)) return false;
    for (uint32_t s = 0; s < curve.count; s++) {
        pose(m, curve.at[s], &now);
        if (!s || !same_colors(m, &last, &now)) solve_factor(m, &now, &candidate);
        last = now;
        for (int k = 0; k < RGBA; k++)
            curve.values[(size_t)s * RGBA + (size_t)k] =
                (float)(k < 3 ? fy_gltf_linear(candidate.factor[k]) : candidate.factor[k]);
        if (!ferry_tick(g->e.job)) return false;
    }
    return put_part(m, &curve, 0, RGBA, rest, COLOR_ALLOWANCE, "baseColorFactor", put);
}

/* ------------------------------------------------------------------------------------------------- clips */

static void report_shear(const mover *m) {
    const fy_gltf *g = m->channels->g;
    const fy_export_surface *surface = m->fitter.surface;
    const ferry_clip *clip = m->channels->clip;
    const ferry_texture *texture =
        surface->texture == FERRY_NONE ? NULL : &g->e.scene->textures.data[surface->texture];
    double texels = texture ? fy_export_texels_off(m->sheared, &g->e.scene->images.data[texture->image]) : 0;
    if (texels > FY_EXPORT_TEXELS)
        ferry_say(g->e.job, FERRY_LOSS, "gltf.texture-shear", g->e.file, m->fitter.path,
                  "animation \"%s.%s\" shears its texture, which the format does not support: error up to "
                  "%.1f texels",
                  clip->name, clip->kind, texels);
    if (m->color > surface->candidate.color_error + FY_EXPORT_SEEN ||
        m->alpha > surface->candidate.alpha_error + FY_EXPORT_SEEN)
        ferry_say(
            g->e.job, FERRY_LOSS, "gltf.color-animation", g->e.file, m->fitter.path,
            "while animation \"%s.%s\" plays, the mean difference in colour is up to %.1f/255, in alpha "
            "%.1f/255",
            clip->name, clip->kind, m->color, m->alpha);
}

/* Those of one kind; they count as played where a channel came of them. */
static bool put_tracks_of(mover *m, bool scrolls) {
    fy_gltf_channels *c = m->channels;
    bool put = false;
    m->kind_count = 0;
    for (uint32_t i = 0; i < m->count; i++)
        if (scrolls ? is_scroll(c->g, m->fitter.surface, m->tracks[i]) : is_color(m->tracks[i]))
            m->kind[m->kind_count++] = m->tracks[i];
    if (!m->kind_count) return true;
    if (!(scrolls ? scroll : recolor)(m, &put)) return false;
    for (uint32_t i = 0; put && i < m->kind_count; i++)
        c->played[m->kind[i] - c->clip->tracks] = FY_GLTF_BY_POINTER;
    return true;
}

static bool put_material(fy_gltf_channels *c, fy_reference *shader, const ferry_track **tracks,
                         uint32_t count, const ferry_track **room) {
    mover m = {.channels = c, .tracks = tracks, .count = count, .kind = room};
    uint32_t material = tracks[0]->object;
    if (!c->g->e.surfaces[material].fitted || c->g->e.surfaces[material].cull == FERRY_CULL_BOTH) return true;
    if (!fy_export_open_fitter(&c->g->e, shader, material, &m.fitter)) return false;
    if (!m.fitter.draw_count) return true;
    if (!put_tracks_of(&m, true) || !put_tracks_of(&m, false)) return false;
    report_shear(&m);
    return true;
}

/* Tracks of a material stand apart, by what they drive: they are counted, then laid out by material. */
static bool sort_tracks(const fy_gltf_channels *c, const ferry_track **sorted, uint32_t *first) {
    const ferry_clip *clip = c->clip;
    for (uint32_t t = 0; t < clip->track_count; t++)
        if (is_of_material(&clip->tracks[t])) first[clip->tracks[t].object + 2]++;
    for (uint32_t m = 0; m < c->g->e.scene->materials.count; m++) first[m + 2] += first[m + 1];
    for (uint32_t t = 0; t < clip->track_count; t++)
        if (is_of_material(&clip->tracks[t])) sorted[first[clip->tracks[t].object + 1]++] = &clip->tracks[t];
    return ferry_tick(c->g->e.job);
}

bool fy_gltf_put_pointers(fy_gltf_channels *c) {
    fy_gltf *g = c->g;
    uint32_t count = g->e.scene->materials.count;
    size_t tracks = c->clip->track_count + (size_t)1;
    const ferry_track **sorted = ferry_new(g->e.job, const ferry_track *, tracks);
    const ferry_track **room = ferry_new(g->e.job, const ferry_track *, tracks);
    uint32_t *first = ferry_new(g->e.job, uint32_t, count + (size_t)3);
    fy_reference shader = {.job = g->e.job, .scene = g->e.scene, .name = g->e.file};
    if (!sorted || !room || !first || !sort_tracks(c, sorted, first)) return false;
    bool done = true;
    for (uint32_t m = 0; g->points && m < count && done; m++)
        if (first[m] < first[m + 1])
            done = put_material(c, &shader, sorted + first[m], first[m + 1] - first[m], room);
    fy_reference_end(&shader);
    return done;
}
