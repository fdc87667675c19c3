/*
 * t3dm_write_downgrade.c: materials as an older layout can hold them. What is given up is said, with the
 * triangles that it is about.
 *
 * Format: docs/formats/t3dm.md, "Older layouts". Behind this, a material says no more than its layout's
 * reader will find.
 */
#include "formats/t3dm/write/t3dm_write_downgrade.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_source.h"
#include "formats/t3dm/mapping/t3dm_depth.h"
#include "formats/t3dm/pose/t3dm_facing.h"
#include "machine/rdp/rdp_combiner.h"

/* Of a cutout before L9. */
enum { OLD_THRESHOLD = 128 };

typedef struct reducer {
    ferry_job *job;
    const char *name;
    /* source: of the T3DM file that the scene comes from; NULL: none */
    const fy_t3dm_layout *layout, *source;
    const fy_t3dm_plan *plan;
    uint64_t *triangles; /* of each material */

    /* The material at hand. */
    fy_t3dm_material *to;
    uint64_t object_record;
    const char *path;
} reducer;

static void say(const reducer *r, const char *code, const char *what) {
    ferry_say_measured(r->job, FERRY_LOSS, code, r->name, r->path,
                       (ferry_measure){(double)r->object_record, "triangles", true},
                       "in layout %s %s (%llu "
                       "triangle%s)",
                       r->layout->name, what, (unsigned long long)r->object_record,
                       r->object_record == 1 ? "" : "s");
}

static const char *color_text(const reducer *r, const char *what, const uint8_t c[4]) {
    return ferry_job_format(r->job, "its %s colour %u %u %u %u is not set", what, c[0], c[1], c[2], c[3]);
}

/* ------------------------------------------------------------------------------------ prim colour, baked */

static const fy_rdp_equation pass_color = {FY_RDP_ZERO_AB, FY_RDP_ZERO_AB, FY_RDP_ZERO_C, 0},
                             pass_alpha = {FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ZERO, 0};

/* Whether `bare`, with vertex colours times prim, draws what `word` draws, but for rounding; component 0..2
 * or 3. */
static bool draws_alike(uint64_t word, uint64_t bare, const uint8_t prim[4], bool alpha) {
    enum { SAMPLES = 256, ROUNDING = 2 };
    uint32_t random = 1;
    for (int sample = 0; sample < SAMPLES; sample++) {
        fy_rdp_inputs in;
        uint8_t *bytes = (uint8_t *)&in, want[4], have[4];
        for (size_t i = 0; i < sizeof in; i++) {
            random = random * UINT32_C(1664525) + UINT32_C(1013904223);
            bytes[i] = (uint8_t)(random >> 24);
        }
        memcpy(in.prim, prim, 4);
        fy_rdp_combine(word, &in, want);
        for (int k = alpha ? 3 : 0; k < (alpha ? 4 : 3); k++)
            in.shade[k] = (uint8_t)fy_round(in.shade[k] * prim[k] / 255.0);
        fy_rdp_combine(bare, &in, have);
        for (int k = alpha ? 3 : 0; k < (alpha ? 4 : 3); k++)
            if (want[k] - have[k] > ROUNDING || have[k] - want[k] > ROUNDING) return false;
    }
    return true;
}

/* A word without prim in its colour, or in its alpha, that does the same: one of the cycles only hands on
 * what it multiplied prim with. */
static bool without_prim(uint64_t word, const uint8_t prim[4], bool alpha, uint64_t *bare) {
    static const uint8_t sources[] = {FY_RDP_COMBINED, FY_RDP_SHADE};
    for (int cycle = 0; cycle < 2; cycle++) {
        for (int s = cycle ? 0 : 1; s < 2; s++) {
            fy_rdp_cycle cycles[2];
            bool two = fy_rdp_decode(word, cycles);
            for (int k = 0; k < 2; k++) {
                if (two && k != cycle) continue;
                fy_rdp_equation *equation = alpha ? &cycles[k].alpha : &cycles[k].color;
                *equation = alpha ? pass_alpha : pass_color;
                equation->d = sources[s];
            }
            if (!two && sources[s] == FY_RDP_COMBINED) continue;
            *bare = fy_rdp_encode(cycles, two);
            bool reads_prim =
                alpha ? fy_rdp_reads_alpha(*bare, FY_RDP_PRIM) : fy_rdp_reads_color(*bare, FY_RDP_PRIM);
            if (!reads_prim && draws_alike(word, *bare, prim, alpha)) return true;
        }
    }
    return false;
}

/* Prim goes into the vertices where it multiplies them anyway. */
static void bake_prim(const reducer *r) {
    ferry_rdp_material *rdp = &r->to->rdp;
    uint64_t word = rdp->combiner, bare;
    if (r->to->formula) return;
    for (int alpha = 0; alpha < 2; alpha++) {
        bool in_use = alpha ? fy_rdp_reads_alpha(rdp->combiner, FY_RDP_PRIM)
                            : fy_rdp_reads_color(rdp->combiner, FY_RDP_PRIM);
        if (!in_use || !without_prim(rdp->combiner, rdp->prim, alpha, &bare)) continue;
        rdp->combiner = bare;
        for (int k = alpha ? 3 : 0; k < (alpha ? 4 : 3); k++)
            r->to->tint[k] = (float)((double)r->to->tint[k] * rdp->prim[k] / 255);
    }
    if (rdp->combiner != word)
        ferry_say(r->job, FERRY_NOTE, "t3dm.prim-color", r->name, r->path,
                  "prim colour multiplied into the vertices: layout %s has none", r->layout->name);
}

static void downgrade_prim(const reducer *r) {
    ferry_rdp_material *rdp = &r->to->rdp;
    if (r->layout->prim_at != FY_T3DM_ABSENT) return;
    if (rdp->colors & FERRY_RDP_SET_PRIM) {
        bake_prim(r);
        if (fy_rdp_reads(rdp->combiner, FY_RDP_PRIM))
            say(r, "t3dm.prim-color", color_text(r, "prim", rdp->prim));
    }
    rdp->colors &= (uint8_t)~FERRY_RDP_SET_PRIM;
    memset(rdp->prim, 0, 4);
}

/* ------------------------------------------------------------------------------------------------- modes */

/* What blends or is cut out, as one of four modes. */
static void downgrade_alpha(const reducer *r) {
    ferry_rdp_material *rdp = &r->to->rdp;
    bool modes = r->layout->modes_at != FY_T3DM_ABSENT;
    bool compare = rdp->other_mode & FERRY_RDP_ALPHA_COMPARE;
    if (rdp->blender && !modes) {
        say(r, "t3dm.blend", "not blended");
        rdp->blender = 0;
    } else if (rdp->blender && rdp->blender != FERRY_RDP_BLEND_MULTIPLY) {
        say(r, "t3dm.blend",
            ferry_job_format(r->job, "its blender 0x%08x became 0x%08x", rdp->blender,
                             FERRY_RDP_BLEND_MULTIPLY));
        rdp->blender = FERRY_RDP_BLEND_MULTIPLY;
    }
    if (compare && (rdp->blender || !modes)) {
        say(r, "t3dm.cutout", "draws pixels below its alpha threshold");
        compare = false;
    } else if (compare && rdp->blend[3] != OLD_THRESHOLD) {
        say(r, "t3dm.cutout",
            ferry_job_format(r->job, "alpha is compared with %d instead of %u", OLD_THRESHOLD,
                             rdp->blend[3]));
    }
    rdp->other_mode &= ~FERRY_RDP_ALPHA_COMPARE;
    rdp->colors &= (uint8_t)~FERRY_RDP_SET_BLEND;
    memset(rdp->blend, 0, 4);
    if (!compare) return;
    rdp->other_mode |= FERRY_RDP_ALPHA_COMPARE;
    rdp->colors |= FERRY_RDP_SET_BLEND;
    rdp->blend[3] = OLD_THRESHOLD;
}

static void downgrade_depth(const reducer *r) {
    static const char *const modes[] = {"", "that of intersecting ones", "that of transparent ones", "decal"};
    ferry_rdp_material *rdp = &r->to->rdp;
    uint32_t mode = (uint32_t)(rdp->other_mode >> 10 & 3);
    if (!mode || r->layout->depth_mode) return;
    say(r, "t3dm.depth-mode",
        ferry_job_format(r->job, "its depth mode, %s, became that of opaque ones", modes[mode]));
    rdp->other_mode &= ~FERRY_RDP_Z_DECAL;
}

static void downgrade_filter(const reducer *r) {
    static const char *const filters[] = {"points", "an unknown filter", "bilinear", "the median filter"};
    ferry_rdp_material *rdp = &r->to->rdp;
    uint32_t filter = (uint32_t)(rdp->other_mode >> 44 & 3);
    if (filter != 2 && rdp->flags & FERRY_RDP_TEXTURED)
        say(r, "t3dm.texture-filter",
            ferry_job_format(r->job, "its texture is filtered bilinearly instead of by %s", filters[filter]));
    rdp->other_mode = (rdp->other_mode & ~FERRY_RDP_MEDIAN) | FERRY_RDP_BILINEAR;
}

static void downgrade_effect(const reducer *r) {
    ferry_rdp_material *rdp = &r->to->rdp;
    bool sphere = rdp->effect == FERRY_RDP_EFFECT_SPHERICAL_UV;
    if (!rdp->effect || (sphere && r->layout->depth_mode)) return;
    say(r, "t3dm.vertex-effect", ferry_job_format(r->job, "its vertex effect %u is left out", rdp->effect));
    rdp->effect = FERRY_RDP_EFFECT_NONE;
    /* The sizes were the effect's; now they are the picture's again. */
    for (int k = 0; k < 2; k++) {
        if (!r->to->sizes[k][0] || !r->to->sizes[k][1]) continue;
        rdp->tiles[k].width = r->to->sizes[k][0];
        rdp->tiles[k].height = r->to->sizes[k][1];
    }
}

static void downgrade_environment(const reducer *r) {
    ferry_rdp_material *rdp = &r->to->rdp;
    if (rdp->colors & FERRY_RDP_SET_ENV && fy_rdp_reads(rdp->combiner, FY_RDP_ENV))
        say(r, "t3dm.env-color", color_text(r, "env", rdp->env));
    rdp->colors &= (uint8_t)~FERRY_RDP_SET_ENV;
    memset(rdp->env, 0, 4);
}

static void downgrade_fog(const reducer *r) {
    ferry_rdp_material *rdp = &r->to->rdp;
    if (r->layout->modes_at != FY_T3DM_ABSENT) return;
    if (rdp->fog == 2) say(r, "t3dm.fog", "does not enable fog");
    rdp->fog = 0;
}

/* Before L9: modes stand for the whole state. */
static void downgrade_state(const reducer *r) {
    ferry_rdp_material *rdp = &r->to->rdp;
    downgrade_alpha(r);
    downgrade_depth(r);
    downgrade_filter(r);
    downgrade_effect(r);
    downgrade_environment(r);
    downgrade_fog(r);
    downgrade_prim(r);
    rdp->other_mode &= FERRY_RDP_MODE_MASK;
    rdp->other_mode_mask = FERRY_RDP_MODE_MASK;
}

/* ------------------------------------------------------------------------------------------ all layouts */

static void downgrade_light(const reducer *r) {
    if (!(r->to->rdp.flags & FERRY_RDP_UNLIT) || fy_t3dm_layout_since(r->layout, "V3")) return;
    say(r, "t3dm.unlit", "drawn lit");
    r->to->rdp.flags &= ~(uint32_t)FERRY_RDP_UNLIT;
}

/* Before V1 an object without parts leaves no state behind: nothing could switch depth write on again. */
static void downgrade_depth_write(const reducer *r) {
    ferry_rdp_material *rdp = &r->to->rdp;
    if (r->layout->shared || !(rdp->other_mode_mask & FERRY_RDP_Z_WRITE)) return;
    if (fy_t3dm_keeps_depth(rdp)) say(r, "t3dm.depth-write", "writes depth");
    rdp->other_mode_mask &= ~FERRY_RDP_Z_WRITE;
    rdp->other_mode &= ~FERRY_RDP_Z_WRITE;
}

static bool is_used(const fy_t3dm_material *material, int k) {
    return material->paths[k] || material->rdp.tiles[k].reference;
}

static void downgrade_tile(const reducer *r, int k) {
    ferry_rdp_tile *tile = &r->to->rdp.tiles[k];
    if (tile->reference && !r->layout->references) {
        say(r, "t3dm.texture-reference",
            ferry_job_format(r->job, "texture %u is not requested from the game", tile->reference));
        if (tile->hash == tile->reference) tile->hash = 0;
        tile->reference = 0;
    }
    if (!is_used(r->to, k) || fy_t3dm_layout_since(r->layout, "V2")) return;
    if (tile->s.low != 0 || tile->t.low != 0)
        say(r, "t3dm.tile",
            ferry_job_format(r->job, "texture %c is not offset by %g, %g texels", 'A' + k,
                             (double)tile->s.low, (double)tile->t.low));
}

/* Half a texel is part of the layout's texture coordinates, whether its runtime needs it or not. */
static void tell_half_texel(const reducer *r) {
    bool point = (r->to->rdp.other_mode >> 44 & 3) == 0;
    bool off = r->layout->half_texel == FY_T3DM_HALF_NEVER ||
               (r->layout->half_texel == FY_T3DM_HALF_ALWAYS && point);
    if (off && r->to->rdp.flags & FERRY_RDP_TEXTURED)
        say(r, "t3dm.half-texel", "its texture is offset by half a texel, as in all files of that time");
}

/* L9, and L10 until September 2024, stored depth modes without the mask that lets them have an effect: newer
 * files name it. */
static void complete_mask(const reducer *r) {
    bool old = r->source && !fy_t3dm_layout_since(r->source, "L11") && fy_t3dm_layout_since(r->source, "L9");
    if (old && fy_t3dm_layout_since(r->layout, "L11")) r->to->rdp.other_mode_mask |= FERRY_RDP_Z_DECAL;
}

static void downgrade_material(const reducer *r) {
    complete_mask(r);
    downgrade_light(r);
    downgrade_depth_write(r);
    if (!r->layout->rdp) downgrade_state(r);
    for (int k = 0; k < 2; k++) downgrade_tile(r, k);
    tell_half_texel(r);
}

static bool count_triangles(reducer *r, const ferry_scene *scene) {
    r->triangles = ferry_new(r->job, uint64_t, r->plan->material_count + (size_t)1);
    if (!r->triangles) return false;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        uint32_t material = r->plan->of_draw[d];
        if (material != FERRY_NONE)
            r->triangles[material] += scene->meshes.data[scene->draws.data[d].mesh].triangle_count;
    }
    return true;
}

/* Of L3 there are mirrored files, which readers know by this. */
static bool tell_inside_out(const reducer *r, const ferry_scene *scene) {
    uint64_t towards = 0, away = 0;
    if (r->layout->mirrored != FY_T3DM_MIRRORED_EARLY || fy_t3dm_find_passthrough(scene, FY_T3DM_MIRRORED))
        return true;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_mesh *mesh = &scene->meshes.data[scene->draws.data[d].mesh];
        if (!ferry_tick(r->job)) return false;
        for (uint32_t t = 0; mesh->normals && t < mesh->triangle_count; t++) {
            double side = fy_t3dm_facing(mesh, t);
            towards += side > 0;
            away += side < 0;
        }
    }
    if (away > towards)
        ferry_say(r->job, FERRY_LOSS, "t3dm.mirrored", r->name, "",
                  "%llu triangles face away from their normals, %llu towards them: readers will treat the "
                  "file as from before 28 March 2024, and mirror it",
                  (unsigned long long)away, (unsigned long long)towards);
    return true;
}

static void tell_names(const reducer *r, const ferry_scene *scene) {
    uint32_t objects = 0, materials = 0;
    for (uint32_t d = 0; d < scene->draws.count && r->layout->name_at == FY_T3DM_ABSENT; d++)
        objects += r->plan->of_draw[d] != FERRY_NONE && *scene->draws.data[d].name;
    for (uint32_t i = 0; i < r->plan->material_count && !r->layout->rdp; i++)
        materials += !r->plan->materials[i].drop && *r->plan->materials[i].name;
    const char *all[2] = {ferry_job_format(r->job, "%u object%s", objects, objects == 1 ? "" : "s"),
                          ferry_job_format(r->job, "%u material%s", materials, materials == 1 ? "" : "s")};
    if (objects || materials)
        ferry_say(r->job, FERRY_LOSS, "t3dm.names-dropped", r->name, "", "layout %s has no names for %s%s%s",
                  r->layout->name, objects ? all[0] : "", objects && materials ? " and " : "",
                  materials ? all[1] : "");
}

bool fy_t3dm_downgrade(ferry_job *job, const ferry_scene *scene, const char *name,
                       const fy_t3dm_layout *layout, fy_t3dm_plan *plan) {
    reducer r = {.job = job, .name = name, .layout = layout, .plan = plan};
    r.source = fy_t3dm_is_rewritten(scene) ? fy_t3dm_layout_named(scene->layout) : NULL;
    fy_t3dm_material *downgraded = ferry_new(job, fy_t3dm_material, plan->material_count + (size_t)1);
    if (!downgraded || !count_triangles(&r, scene)) return false;
    if (plan->material_count) memcpy(downgraded, plan->materials, plan->material_count * sizeof *downgraded);
    for (uint32_t i = 0; i < plan->material_count; i++) {
        r.to = &downgraded[i];
        r.object_record = r.triangles[i];
        r.path = ferry_job_format(job, "material \"%s\"", downgraded[i].name);
        if (!downgraded[i].drop) downgrade_material(&r);
    }
    tell_names(&r, scene);
    plan->materials = downgraded;
    return tell_inside_out(&r, scene) && !ferry_failed(job);
}
