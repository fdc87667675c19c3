/*
 * t3dm_material.c: plans the materials of a T3DM model: which combiner, modes, colours and tiles each scene
 * material becomes (docs/formats/t3dm.md, "Materials"; docs/what-is-lost.md, "Materials"). Materials with GX
 * state: t3dm_material_gx.c.
 */
#include "formats/t3dm/material/t3dm_material.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "core/base/job.h"
#include "core/base/order.h"
#include "core/scene/full_model.h"
#include "formats/sprite/rom_path.h"
#include "formats/t3dm/animated/t3dm_tracks_material.h"
#include "formats/t3dm/animated/t3dm_uv_scroll.h"
#include "formats/t3dm/choice/t3dm_toon_material.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_source.h"
#include "formats/t3dm/mapping/t3dm_depth.h"
#include "formats/t3dm/mapping/t3dm_frame_alpha.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/mapping/t3dm_motion.h"
#include "formats/t3dm/mapping/t3dm_rules.h"
#include "formats/t3dm/mapping/t3dm_rules_textures.h"
#include "formats/t3dm/mapping/t3dm_uv_pose.h"
#include "formats/t3dm/material/t3dm_material_gx.h"
#include "formats/t3dm/rules/t3dm_rules_match.h"
#include "formats/t3dm/rules/t3dm_rules_table.h"
#include "formats/t3dm/texture/t3dm_pieces.h"
#include "formats/t3dm/texture/t3dm_sphere_picture.h"
#include "formats/t3dm/texture/t3dm_texture_names.h"
#include "formats/t3dm/texture/t3dm_texture_report.h"
#include "formats/t3dm/texture/t3dm_texture_trials.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"
#include "formats/t3dm/texture/t3dm_textures.h"
#include "formats/t3dm/tile/t3dm_mipmaps.h"
#include "formats/t3dm/tracks/t3dm_tracks_scene.h"
#include "formats/t3dm/trial/t3dm_alpha_mask.h"
#include "formats/t3dm/trial/t3dm_tiles.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_color_range.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_states.h"
#include "shade/t3dm_uv.h"
#include "view/survey.h"

/* -------------------------------------------------------------------------------------- common parts */

#define WORD_TEX_SHADE UINT64_C(0x00127E2488FFFDFE)
#define WORD_TEX_SHADE_PRIM UINT64_C(0x80127E0388FFFDFE)
#define WORD_SHADE UINT64_C(0x00887F1088FE7D3E)
#define WORD_PRIM_SHADE UINT64_C(0x00327E6488FFFDFE)
#define WORD_CUTOUT UINT64_C(0x00127E2488FFF3F9)
#define WORD_CUTOUT_PRIM UINT64_C(0x80127E0388FFF3F8)
#define WORD_BLEND_TEX UINT64_C(0x001218248833FFFF)
#define WORD_BLEND_TEX_PRIM UINT64_C(0x80121803880FFFFF)
#define WORD_BLEND_SHADE UINT64_C(0x00887F1088FE793C)
#define WORD_BLEND_PRIM_SHADE UINT64_C(0x003238648873FFFF)

static const double white[4] = {1, 1, 1, 1};

/* ---------------------------------------------------------------------------------- generic, default */

static bool is_white(const ferry_color *color, bool with_alpha) {
    return color->r >= 1 && color->g >= 1 && color->b >= 1 && (!with_alpha || color->a >= 1);
}

/* By textured, tinted, and opaque / cutout / translucent. */
static uint64_t generic_word(bool textured, bool tinted, bool cutout, bool blended) {
    static const uint64_t words[2][2][3] = {
        {{WORD_SHADE, WORD_SHADE, WORD_BLEND_SHADE},
         {WORD_PRIM_SHADE, WORD_PRIM_SHADE, WORD_BLEND_PRIM_SHADE}},
        {{WORD_TEX_SHADE, WORD_CUTOUT, WORD_BLEND_TEX},
         {WORD_TEX_SHADE_PRIM, WORD_CUTOUT_PRIM, WORD_BLEND_TEX_PRIM}},
    };
    return words[textured][tinted][blended ? 2 : cutout ? 1 : 0];
}

static bool map_generic(fy_mapping *m) {
    const ferry_material *from = m->from;
    fy_t3dm_material *to = m->to;
    bool textured = fy_mapping_texture(m, from->base_texture) != NULL;
    bool blended = from->alpha_mode == FERRY_ALPHA_BLEND || from->alpha_mode == FERRY_ALPHA_ADD;
    bool cutout = from->alpha_mode == FERRY_ALPHA_CUTOUT && textured;
    if (from->cull == FERRY_CULL_BOTH) fy_mapping_drop(m, "t3dm.culled", "culls both sides");
    to->rdp.flags |= fy_material_cull(from->cull);
    if (from->vertex_colors) to->color_set = to->alpha_set = 0;
    const fy_rule_constraint *given = fy_rules_combiner(m);
    if (!fy_rules_check_combiner(m, textured)) return false;
    uint64_t word = generic_word(textured, !is_white(&from->base_color, blended), cutout, blended);
    fy_material_set_word(to, given ? given->value : word, from->lit);
    double base[4] = {(double)from->base_color.r, (double)from->base_color.g, (double)from->base_color.b,
                      (double)from->base_color.a};
    fy_material_set_constant(to, FY_RDP_PRIM, base);
    fy_material_set_constant(to, FY_RDP_ENV, white); /* only a rule's combiner reads it */
    if (cutout) fy_material_set_cutout(to);
    if (blended) to->layer = FY_T3DM_BLEND;
    if (blended)
        to->rdp.blender =
            from->alpha_mode == FERRY_ALPHA_ADD ? FERRY_RDP_BLEND_ADD : FERRY_RDP_BLEND_MULTIPLY;
    if (!textured || !fy_rdp_reads(to->rdp.combiner, FY_RDP_TEX0)) return true;
    const ferry_texture *texture = &m->p->scene->textures.data[from->base_texture];
    double cutoff = ceil((double)from->alpha_cutoff * 255);
    m->uses[0] = (fy_texture_use){.texture = from->base_texture,
                                  .swizzle = {0, 1, 2},
                                  .wrap_s = texture->wrap_s,
                                  .wrap_t = texture->wrap_t};
    m->uses[0].alpha = fy_rdp_reads_alpha(to->rdp.combiner, FY_RDP_TEX0) ? 3 : FY_NO_COMPONENT;
    if (cutout) m->uses[0].threshold = (uint16_t)(cutoff < 1 ? 1 : cutoff > 255 ? 255 : cutoff);
    m->use_count = 1;
    m->maps[0] = (fy_uv_map){.kind = FY_UV_SET, .set = from->base_uv % FERRY_UV_SETS};
    m->maps[0].m[0][0] = m->maps[0].m[1][1] = m->maps[0].m[2][3] = 1;
    fy_mapping_set_uv(m);
    return true;
}

static void map_default(fy_t3dm_material *to) {
    to->rdp.flags |= FERRY_RDP_CULL_BACK;
    fy_material_set_word(to, WORD_SHADE, true);
}

/* ----------------------------------------------------------------------------------------------- RDP */

/* A combiner that a rule gives; what the file does not set is white. */
static bool set_rdp_combiner(fy_mapping *m) {
    fy_t3dm_material *to = m->to;
    const fy_rule_constraint *given = fy_rules_combiner(m);
    unsigned textures = 0;
    while (textures < 2 &&
           (to->rdp.tiles[textures].texture != FERRY_NONE || to->rdp.tiles[textures].reference))
        textures++;
    if (!fy_rules_check_combiner(m, textures)) return false;
    if (!given) return true;
    bool lit = !(to->rdp.flags & FERRY_RDP_UNLIT);
    to->rdp.flags &= ~(uint32_t)(FERRY_RDP_TEXTURED | FERRY_RDP_SHADED | FERRY_RDP_UNLIT);
    fy_material_set_word(to, given->value, lit);
    if (!(to->rdp.colors & FERRY_RDP_SET_PRIM)) fy_material_set_constant(to, FY_RDP_PRIM, white);
    if (!(to->rdp.colors & FERRY_RDP_SET_ENV)) fy_material_set_constant(to, FY_RDP_ENV, white);
    return true;
}

/* Texels of a picture that is not there. The tile's own sizes are an effect's numbers where there is one. */
static uint16_t side_of(const ferry_rdp_material *rdp, const ferry_rdp_axis *axis, uint16_t said) {
    double span = (double)axis->high - (double)axis->low + 1;
    if (!rdp->effect || axis->mask < 0 || axis->mask > 10) return said;
    if (!axis->clamp) return (uint16_t)(1u << axis->mask);
    return span >= 1 && span <= 1024 ? (uint16_t)span : said;
}

/* State that a file gave goes back as it was, but for what rules say, and for pictures that have no file
 * yet. */
static bool map_rdp(fy_mapping *m) {
    const ferry_rdp_material *from = m->from->rdp;
    fy_t3dm_material *to = m->to;
    to->rdp = *from;
    to->color_set = to->alpha_set = 0;
    to->uv_source = FY_T3DM_UV_SET;
    to->uv_set = m->from->base_uv % FERRY_UV_SETS;
    bool decal = (from->other_mode & FERRY_RDP_Z_DECAL) == FERRY_RDP_Z_DECAL;
    if (from->blender)
        to->layer = FY_T3DM_BLEND;
    else if (decal)
        to->layer = FY_T3DM_DECAL;
    else if (from->other_mode & FERRY_RDP_ALPHA_COMPARE)
        to->layer = FY_T3DM_CUTOUT;
    size_t size;
    for (int i = 0; i < 2; i++) {
        uint32_t texture = from->tiles[i].texture;
        if (texture == FERRY_NONE) continue;
        uint32_t number = m->p->scene->textures.data[texture].image;
        const ferry_image *image = number == FERRY_NONE ? NULL : &m->p->scene->images.data[number];
        to->sizes[i][0] =
            image ? (uint16_t)image->width : side_of(from, &from->tiles[i].s, from->tiles[i].width);
        to->sizes[i][1] =
            image ? (uint16_t)image->height : side_of(from, &from->tiles[i].t, from->tiles[i].height);
        if (image && image->has_rdp) to->texels[i] = (uint8_t)image->rdp_format;
        if (!*m->p->scene->textures.data[texture].path) continue;
        to->paths[i] = ferry_text_bytes(m->p->job, m->p->scene->textures.data[texture].path, &size);
        if (!to->paths[i]) return false;
    }
    return set_rdp_combiner(m) && fy_mapping_set_given_textures(m);
}

/* Of textures that are made elsewhere. */
static bool reserve_named(fy_planner *p, uint32_t texture) {
    size_t size;
    const char *path = texture == FERRY_NONE ? "" : p->scene->textures.data[texture].path;
    if (strncmp(path, "rom:/", 5) != 0) return true;
    path = ferry_text_bytes(p->job, path, &size);
    return path && fy_texture_store_reserve(&p->store, path, fy_t3dm_path_hash(path));
}

static bool reserve_foreign_paths(fy_planner *p) {
    size_t size;
    for (uint32_t i = 0; i < p->scene->materials.count; i++) {
        const ferry_material *material = &p->scene->materials.data[i];
        const ferry_rdp_material *rdp = material->rdp;
        if (!rdp && !material->gx && !reserve_named(p, material->base_texture)) return false;
        for (int k = 0; rdp && k < 2; k++) {
            if (rdp->tiles[k].texture == FERRY_NONE || !*p->scene->textures.data[rdp->tiles[k].texture].path)
                continue;
            const char *path =
                ferry_text_bytes(p->job, p->scene->textures.data[rdp->tiles[k].texture].path, &size);
            if (!path || !fy_texture_store_reserve(&p->store, path, rdp->tiles[k].hash)) return false;
        }
    }
    return true;
}

/* ---------------------------------------------------------------------------------------------- plan */

static int by_text(const char *a, const char *b) {
    return a == b ? 0 : !a ? -1 : !b ? 1 : strcmp(a, b);
}

#define ORDER_BY(field)                                                                                      \
    if (a->field != b->field) return a->field < b->field ? -1 : 1
#define ORDER_BY_BYTES(field)                                                                                \
    if (memcmp(&a->field, &b->field, sizeof a->field) != 0)                                                  \
    return memcmp(&a->field, &b->field, sizeof a->field)

static int by_axis(const ferry_rdp_axis *a, const ferry_rdp_axis *b) {
    ORDER_BY(low);
    ORDER_BY(high);
    ORDER_BY(mask);
    ORDER_BY(shift);
    ORDER_BY(mirror);
    ORDER_BY(clamp);
    return 0;
}

static int by_tile(const ferry_rdp_tile *a, const ferry_rdp_tile *b) {
    ORDER_BY(hash);
    ORDER_BY(reference);
    ORDER_BY(width);
    ORDER_BY(height);
    int order = by_axis(&a->s, &b->s);
    return order ? order : by_axis(&a->t, &b->t);
}

static int by_rdp(const ferry_rdp_material *a, const ferry_rdp_material *b) {
    ORDER_BY(combiner);
    ORDER_BY(other_mode);
    ORDER_BY(other_mode_mask);
    ORDER_BY(blender);
    ORDER_BY(flags);
    ORDER_BY(fog);
    ORDER_BY(colors);
    ORDER_BY(effect);
    ORDER_BY(alpha_unchanged);
    ORDER_BY_BYTES(prim);
    ORDER_BY_BYTES(env);
    ORDER_BY_BYTES(blend);
    int order = by_tile(&a->tiles[0], &b->tiles[0]);
    return order ? order : by_tile(&a->tiles[1], &b->tiles[1]);
}

static int by_material(const void *user, uint32_t first, uint32_t second) {
    const fy_t3dm_plan *plan = user;
    const fy_t3dm_material *a = &plan->materials[first], *b = &plan->materials[second];
    int order = strcmp(a->name, b->name);
    if (!order) order = by_rdp(&a->rdp, &b->rdp);
    for (int i = 0; i < 2 && !order; i++) order = by_text(a->paths[i], b->paths[i]);
    if (order) return order;
    ORDER_BY(layer);
    ORDER_BY(drop);
    ORDER_BY(own_z_mode);
    ORDER_BY(uv_source);
    ORDER_BY(uv_set);
    ORDER_BY(uv_follows);
    ORDER_BY_BYTES(uv_shift);
    ORDER_BY_BYTES(uv_move);
    ORDER_BY(color_set);
    ORDER_BY(alpha_set);
    ORDER_BY_BYTES(uv_matrix);
    ORDER_BY_BYTES(tint);
    return 0;
}

/* Materials that no one can tell apart, names included, are one. Those with a formula, or that clips change,
 * are each their own. */
static bool keep_material(fy_planner *p, bool moves, uint32_t *number) {
    fy_t3dm_plan *plan = p->plan;
    bool alone = moves || plan->materials[plan->material_count].formula;
    *number = alone ? UINT32_MAX : fy_order_find(&p->kept, plan, plan->material_count);
    if (*number != UINT32_MAX) return true;
    *number = plan->material_count++;
    return alone || fy_order_add(p->job, &p->kept, plan, *number);
}

static bool map_source(fy_mapping *m) {
    if (m->from && m->from->rdp) return map_rdp(m);
    if (m->from) return m->from->gx ? fy_mapping_gx(m) : map_generic(m);
    map_default(m->to);
    return true;
}

static bool map_or_leave_out(fy_mapping *m) {
    m->to->drop = fy_rules_leave_out(m);
    if (m->to->drop) return true;
    if (!map_source(m)) return false;
    fy_rules_set_modes(m);
    fy_mapping_set_depth_write(m);
    if (!m->from || m->to->drop) return true;
    return m->from->rdp ? fy_rules_set_tiles(m) : fy_mapping_set_textures(m);
}

/* What clips make of a planned material, beside its colours. */
static bool map_motion(fy_mapping *m, uint32_t number) {
    if (!fy_mapping_set_variants(m, number) || !fy_mapping_uv_scroll_tracks(m, number)) return false;
    fy_mapping_sort_tracks(m);
    return true;
}

static bool map_material(fy_planner *p, uint32_t index) {
    if (!fy_planner_reserve_materials(p)) return false;
    const ferry_material *from = index < p->scene->materials.count ? &p->scene->materials.data[index] : NULL;
    fy_mapping m = {.p = p, .index = index, .from = from, .to = &p->plan->materials[p->plan->material_count]};
    fy_material_start(m.to, from ? from->name : "default");
    if (from) m.path = ferry_job_format(p->job, "material[%u] \"%s\"", index, from->name);
    if (!fy_rules_match(p->job, p->scene, index, &m.rules) || !map_or_leave_out(&m)) return false;
    fy_rules_report(&m);
    m.to->ruled = m.rules != NULL;
    m.to->tracked = from && p->driven[index] && !m.to->drop;
    bool moves = m.states.count != 0, shaded = m.toon_way == FY_TOON_TWO_DRAWS && !m.to->drop,
         splits = m.splits && !m.to->drop;
    bool done =
        keep_material(p, m.to->tracked || moves || shaded || splits || m.pieces, &p->of_material[index]);
    if (done && moves && !m.to->drop) done = map_motion(&m, p->of_material[index]);
    if (done && shaded) done = fy_mapping_add_shade(&m);
    if (done && splits) done = fy_mapping_add_over(&m);
    if (done && m.pieces) done = fy_mapping_add_pieces(&m, p->of_material[index]);
    fy_states_close(p->job, &m.states);
    return done;
}

/* Draws in order of their materials (a counting sort); those without one come last. */
static bool sort_draws(fy_planner *p) {
    uint32_t materials = p->scene->materials.count, count = p->scene->draws.count;
    p->draws = ferry_new(p->job, uint32_t, count + (size_t)1);
    p->first_draw = ferry_new(p->job, uint32_t, materials + (size_t)3);
    p->color_ranges = fy_t3dm_find_color_ranges(p->job, p->scene);
    if (!p->draws || !p->first_draw || !p->color_ranges) return false;
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < count; i++) {
            uint32_t of = p->scene->draws.data[i].material;
            uint32_t *at = &p->first_draw[(of == FERRY_NONE ? materials : of) + (pass ? 1 : 2)];
            if (pass) p->draws[*at] = i;
            ++*at;
        }
        for (uint32_t i = 0; !pass && i < materials + 2; i++) p->first_draw[i + 1] += p->first_draw[i];
    }
    return true;
}

/* Only materials of the GameCube are judged by what is seen of them. */
static bool survey_model(fy_planner *p) {
    bool any = false;
    for (uint32_t i = 0; i < p->scene->materials.count && !any; i++) any = p->scene->materials.data[i].gx;
    p->reference.thorough = ferry_setting_is(p->job, "t3dm.effort", "best");
    if (!any || ferry_setting_is(p->job, "t3dm.effort", "fast")) return true;
    p->seen = fy_job_resize(p->job, NULL, FY_SURVEY_PIXELS, sizeof *p->seen);
    p->reference.survey = &p->survey;
    p->plan->surveyed_scene = p->scene;
    return p->seen && fy_survey_take(p->job, p->posed, &p->survey) && fy_t3dm_supply_ramps(p) &&
           fy_t3dm_show_levels(p);
}

static bool lay_spheres(fy_planner *p) {
    const ferry_scene *laid;
    const fy_survey *survey = p->seen ? &p->survey : NULL;
    if (!fy_t3dm_lay_spheres(p->job, p->name, p->scene, survey, p->driven, &laid)) return false;
    p->scene = p->store.scene = p->reference.scene = laid;
    return true;
}

static bool prepare_planner(fy_planner *p) {
    uint32_t count = p->scene->materials.count + 1;
    p->capacity = count;
    p->plan->materials = ferry_new(p->job, fy_t3dm_material, count);
    p->plan->of_draw = ferry_new(p->job, uint32_t, p->scene->draws.count + 1u);
    p->of_material = ferry_new(p->job, uint32_t, count);
    if (!p->plan->materials || !p->plan->of_draw || !p->of_material) return false;
    for (uint32_t i = 0; i < count; i++) p->of_material[i] = FERRY_NONE;
    p->plan->of_material = p->of_material;
    p->driven = fy_t3dm_find_driven(p->job, p->scene);
    if (!p->driven) return false;
    p->kept.compare = by_material;
    p->tracks = p->scene->clips.count && fy_t3dm_has_tracks(p->job, fy_t3dm_layout_wanted(p->job));
    if (p->tracks && !fy_find_material_clips(p->job, p->scene, &p->clips)) return false;
    if (!fy_planner_find_pose(p) || !survey_model(p) || !lay_spheres(p)) return false;
    p->plan->surveyed = p->seen != NULL;
    p->plan->near = p->survey.near;
    return sort_draws(p) && fy_planner_find_masked(p) && fy_planner_find_lying(p) &&
           reserve_foreign_paths(p) && fy_rules_reserve(p);
}

/* A file that is written again keeps its materials in order, and those that no object names: the game may ask
 * for them by name. */
static bool map_all(fy_planner *p) {
    for (uint32_t i = 0; i < p->scene->materials.count; i++)
        if (!ferry_tick(p->job) || !map_material(p, i)) return false;
    return true;
}

/* What a material never shows, the console need not draw; but a game may switch such draws on, so each is
 * told. */
static void report_left_out(const fy_planner *p, uint32_t number, const fy_t3dm_material *material) {
    const ferry_draw *draw = &p->scene->draws.data[number];
    uint32_t triangles = p->scene->meshes.data[draw->mesh].triangle_count;
    if (!triangles || !material->drop_why) return;
    ferry_say_measured(p->job, FERRY_LOSS, material->drop_code, p->name,
                       ferry_job_format(p->job, "draw[%u]", number),
                       (ferry_measure){triangles, "triangles", true},
                       "\"%s\", %u triangle%s, is left out: its material \"%s\" %s", draw->name, triangles,
                       triangles == 1 ? "" : "s", material->name, material->drop_why);
}

static void report_all_left_out(const fy_planner *p) {
    for (uint32_t i = 0; i < p->scene->draws.count; i++) {
        uint32_t of = p->scene->draws.data[i].material,
                 made = p->of_material[of == FERRY_NONE ? p->scene->materials.count : of];
        if (made == FERRY_NONE) continue; /* no triangle is drawn with it */
        const fy_t3dm_material *material = &p->plan->materials[made];
        if (material->drop) report_left_out(p, i, material);
    }
}

/* Whether it had triangles, and all are gone: it needs no material, and no pictures. */
static bool is_emptied(const fy_planner *p, uint32_t draw) {
    uint32_t mesh = p->scene->draws.data[draw].mesh;
    return p->scene->meshes.data[mesh].triangle_count && !p->drawn->meshes.data[mesh].triangle_count;
}

static bool map_draws(fy_planner *p) {
    const ferry_scene *scene = p->scene;
    if (fy_t3dm_is_rewritten(scene)) fy_texture_report_kept(&p->store);
    if (fy_t3dm_is_rewritten(scene) && !map_all(p)) return false;
    for (uint32_t i = 0; i < scene->draws.count; i++) {
        p->plan->of_draw[i] = FERRY_NONE;
        if (is_emptied(p, i)) continue;
        uint32_t material = scene->draws.data[i].material;
        uint32_t slot = material == FERRY_NONE ? scene->materials.count : material;
        if (p->of_material[slot] == FERRY_NONE &&
            !(ferry_progress(p->job, "materials", (double)i / scene->draws.count) && map_material(p, slot)))
            return false;
        uint32_t made = p->of_material[slot];
        p->plan->of_draw[i] = p->plan->materials[made].drop ? FERRY_NONE : made;
    }
    report_all_left_out(p);
    return !ferry_failed(p->job);
}

bool fy_t3dm_plan_materials(ferry_job *job, const ferry_scene *scene, const char *name, fy_t3dm_plan *plan,
                            ferry_file_list *files) {
    const ferry_scene *seen = fy_full_model_seen(job, scene);
    *plan = (fy_t3dm_plan){.typical = {FERRY_NONE, 0}};
    if (!seen) return false;
    fy_planner p = {.job = job,
                    .scene = seen,
                    .drawn = scene,
                    .name = name,
                    .plan = plan,
                    .room_for_pieces = FY_MOST_ADDED_FOR_PIECES};
    p.store = (fy_texture_store){.job = job, .scene = seen, .name = name};
    p.reference = (fy_reference){.job = job, .scene = seen, .name = name};
    bool done = prepare_planner(&p) && map_draws(&p);
    fy_texture_store_settle(&p.store);
    fy_reference_end(&p.reference);
    fy_job_drop(job, p.seen); /* half a MiB */
    p.seen = NULL;
    p.reference.seen = NULL;
    fy_t3dm_name_depth_write(plan);
    return done && (!files || (fy_t3dm_plan_levels(&p) && ferry_progress(job, "textures", 0) &&
                               fy_texture_store_write(&p.store, files, &plan->file_exports)));
}
