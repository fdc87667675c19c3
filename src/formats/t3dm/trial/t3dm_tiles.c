/*
 * t3dm_tiles.c: textures and texture coordinates of a T3DM material (docs/formats/t3dm.md, "Textures").
 */
#include "formats/t3dm/trial/t3dm_tiles.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "core/base/maths.h"
#include "core/image/texels.h"
#include "formats/sprite/rom_path.h"
#include "formats/sprite/sprite_write.h"
#include "formats/sprite/t3dm_sprites.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_source.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/mapping/t3dm_rules.h"
#include "formats/t3dm/mapping/t3dm_rules_textures.h"
#include "formats/t3dm/texture/t3dm_sphere.h"
#include "formats/t3dm/texture/t3dm_texture_build.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"
#include "formats/t3dm/texture/t3dm_textures.h"
#include "formats/t3dm/tile/t3dm_tile_place.h"
#include "formats/t3dm/tile/t3dm_uv_fit.h"
#include "formats/t3dm/trial/t3dm_reached.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/t3dm_uv.h"

/* --------------------------------------------------------------------------------------------- tiles */

static int8_t log_2_up(uint32_t size) {
    int8_t log = 0;
    while (log < 16 && 1u << log < size) log++;
    return log;
}

/* `halved`: the half of a clamped picture is stored, which the tile mirrors once. */
static ferry_rdp_axis axis_of(uint32_t size, ferry_wrap wrap, bool halved) {
    return (ferry_rdp_axis){.high = (float)(halved ? 2 * size : size) - 1,
                            .mask = log_2_up(size),
                            .mirror = wrap == FERRY_WRAP_MIRROR,
                            .clamp = wrap == FERRY_WRAP_CLAMP || halved};
}

static bool same_axis(const ferry_rdp_axis *a, const ferry_rdp_axis *b) {
    return a->low == b->low && a->high == b->high && a->mask == b->mask && a->shift == b->shift &&
           a->mirror == b->mirror && a->clamp == b->clamp;
}

bool fy_same_tile(const ferry_rdp_tile *a, const ferry_rdp_tile *b) {
    return a->reference == b->reference && a->hash == b->hash && a->width == b->width &&
           a->height == b->height && same_axis(&a->s, &b->s) && same_axis(&a->t, &b->t);
}

static bool is_cut_out(const fy_t3dm_material *a) {
    return a->rdp.other_mode & FERRY_RDP_ALPHA_COMPARE && !a->rdp.blender;
}

/* The runtime compares hashes only: it would keep the other's tile settings, or would not see them move. Or
 * it would not send the modes of this one again, and the library has forgotten the alpha compare by then if
 * one of both is a cutout. */
static bool is_confused_with(const fy_t3dm_material *a, const fy_t3dm_material *b) {
    const ferry_rdp_material *x = &a->rdp, *y = &b->rdp;
    if (x->tiles[0].hash != y->tiles[0].hash || x->tiles[1].hash != y->tiles[1].hash || a->drop || b->drop)
        return false;
    if (!fy_same_tile(&x->tiles[0], &y->tiles[0]) || !fy_same_tile(&x->tiles[1], &y->tiles[1])) return true;
    if (a->uv_motion == FY_T3DM_UV_SHIFTED || b->uv_motion == FY_T3DM_UV_SHIFTED)
        return x->tiles[0].hash || x->tiles[1].hash;
    bool compares = x->other_mode & FERRY_RDP_ALPHA_COMPARE && x->other_mode == y->other_mode;
    return (is_cut_out(a) || is_cut_out(b)) && compares &&
           (x->combiner != y->combiner || x->blender != y->blender);
}

static bool confuses(const fy_planner *p, const fy_t3dm_material *one) {
    for (uint32_t i = 0; i < p->plan->material_count; i++)
        if (is_confused_with(&p->plan->materials[i], one)) return true;
    return false;
}

/* Without a texture no filter can be seen: it serves to make modes differ, as far as there are filters. */
static void set_filter_apart(const fy_mapping *m) {
    static const uint64_t filters[] = {FERRY_RDP_BILINEAR, 0, FERRY_RDP_MEDIAN};
    uint64_t others = m->to->rdp.other_mode & ~FERRY_RDP_MEDIAN;
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
        m->to->rdp.other_mode = others | filters[i];
        if (!confuses(m->p, m->to)) return;
    }
    m->to->rdp.other_mode = others | FERRY_RDP_BILINEAR;
}

/* The sprite of a texture that is made elsewhere, "rom:/x.sprite", and that no rule wants otherwise; NULL: it
 * is made here. */
static const char *sprite_elsewhere(const fy_mapping *m, unsigned i) {
    const char *path = m->p->scene->textures.data[m->uses[i].texture].path;
    const fy_texture_constraint *constraint = &m->uses[i].constraint;
    bool asked = constraint->has_format || constraint->width || constraint->height || constraint->most;
    return !asked && strncmp(path, "rom:/", 5) == 0 ? path : NULL;
}

static bool is_made(const fy_mapping *m, unsigned i) {
    return !fy_rules_is_reference(m, i) && !sprite_elsewhere(m, i);
}

static bool set_files_elsewhere(const fy_mapping *m) {
    for (unsigned i = 0; i < m->use_count; i++) {
        const char *path = sprite_elsewhere(m, i);
        size_t size;
        if (!path || fy_rules_is_reference(m, i)) continue;
        path = ferry_text_bytes(m->p->job, path, &size);
        if (!path) return false;
        m->to->paths[m->first_slot + i] = path;
        m->to->rdp.tiles[m->first_slot + i].hash = fy_t3dm_path_hash(path);
    }
    return true;
}

static bool set_files(const fy_mapping *m, const uint32_t exports[2]) {
    fy_texture_store *store = &m->p->store;
    unsigned first = 0; /* texture with a file; files have copies, so that hashes can differ */
    while (first < m->use_count && !is_made(m, first)) first++;
    if (!set_files_elsewhere(m)) return false;
    for (uint32_t copy = 0;; copy++) {
        for (unsigned i = first; i < m->use_count; i++) {
            fy_texture_file file;
            uint32_t number = i == first ? copy : exports[0] == exports[1] ? copy + 1 : 0;
            if (!is_made(m, i)) continue;
            if (!fy_texture_store_file(store, exports[i], number, &file)) return false;
            m->to->paths[m->first_slot + i] = file.path;
            m->to->rdp.tiles[m->first_slot + i].hash = file.hash;
        }
        if (!confuses(m->p, m->to)) return true;
        if (first == m->use_count) break;
    }
    fy_mapping_say(
        m, "t3dm.texture-reference",
        "drawn after another material with the same texture reference, it keeps that one's tile settings");
    return true;
}

/* A texture that the game supplies, or that is made elsewhere, is not made; one beside it must not fill the
 * texture memory. */
static bool add_exports(const fy_mapping *m, uint32_t exports[2]) {
    fy_texture_store *store = &m->p->store;
    unsigned others = 0;
    exports[0] = exports[1] = FERRY_NONE;
    for (unsigned i = 0; i < m->use_count; i++) others += !is_made(m, i);
    if (!others) return fy_texture_store_add(store, m->uses, m->use_count, exports);
    for (unsigned i = 0; i < m->use_count; i++)
        if (is_made(m, i) && !fy_texture_store_add_beside(store, &m->uses[i], &exports[i])) return false;
    return true;
}

/* The console repeats powers of two only. */
static bool must_end(const fy_mapping *m, uint32_t size) {
    if (!(size & (size - 1))) return false;
    ferry_say(m->p->job, FERRY_LOSS, "t3dm.texture-size", m->p->name, m->path,
              "%u texels, which is not a power of two, cannot repeat on the console: clamped at the edge",
              size);
    return true;
}

static void clamp_odd_side(const fy_mapping *m, uint32_t size, ferry_wrap *wrap) {
    if (*wrap != FERRY_WRAP_CLAMP && must_end(m, size)) *wrap = FERRY_WRAP_CLAMP;
}

/* A part has as many texels from 0 to 1 as the whole would have. */
static void place_part(fy_mapping *m, unsigned i, int axis, const fy_built_texture *made, uint32_t size) {
    fy_tile_source *to = &m->tile_source;
    uint32_t stored = to->stored[i][axis];
    to->extents[i][axis] = stored;
    to->starts[i][axis] = 0;
    if (!made || !made->window.size[0]) return;
    uint32_t window = made->window.size[axis];
    to->extents[i][axis] = (uint32_t)(((uint64_t)stored * size + window / 2) / window);
    to->starts[i][axis] = (double)made->window.from[axis] * stored / window;
}

/* The size of a texture that the game supplies is that of the one in its place, unless a rule says it. */
static void start_tile(fy_mapping *m, unsigned i, uint32_t export, ferry_rdp_tile *tile) {
    ferry_wrap *wraps = m->tile_source.wraps[i];
    const fy_texture_use *use = &m->uses[i];
    const ferry_scene *scene = m->p->scene;
    const ferry_image *image = &scene->images.data[scene->textures.data[use->texture].image];
    const fy_built_texture *made = export == FERRY_NONE ? NULL : &m->p->store.exports[export].made;
    *tile = (ferry_rdp_tile){
        .texture = use->texture, .width = (uint16_t)image->width, .height = (uint16_t)image->height};
    if (use->constraint.width)
        tile->width = (uint16_t)use->constraint.width, tile->height = (uint16_t)use->constraint.height;
    if (made)
        tile->width = (uint16_t)made->sprite.texels.width,
        tile->height = (uint16_t)made->sprite.texels.height;
    if (made) m->to->texels[m->first_slot + i] = (uint8_t)fy_sprite_code(made->sprite.format);
    m->to->exports[m->first_slot + i] = export;
    if (sprite_elsewhere(m, i) && image->has_rdp)
        m->to->texels[m->first_slot + i] = (uint8_t)image->rdp_format;
    if (made && i == 0) fy_mapping_follow_part(m, &made->window, image);
    for (int axis = 0; axis < 2; axis++) {
        bool mirrored = made && made->mirrored[axis];
        wraps[axis] = mirrored ? FERRY_WRAP_MIRROR : axis ? use->wrap_t : use->wrap_s;
        if (sprite_elsewhere(m, i)) clamp_odd_side(m, axis ? image->height : image->width, &wraps[axis]);
        m->tile_source.stored[i][axis] = (uint32_t)(axis ? tile->height : tile->width) << mirrored;
        place_part(m, i, axis, made, axis ? image->levels[0].height : image->levels[0].width);
        if (!mirrored || i || m->base) continue;
        m->to->doubled[axis] = true;
        for (int k = 0; k < 4; k++) /* coordinates count stored texels of the first */
            m->to->uv_matrix[axis][k] *= 2;
    }
    m->to->sizes[m->first_slot + i][0] = tile->width;
    m->to->sizes[m->first_slot + i][1] = tile->height;
}

/* Vertices carry coordinates in texels of slot A, whose size the environment effect takes as well, texture or
 * not. */
static void stand_in_for_slot_a(fy_t3dm_material *to) {
    to->rdp.tiles[0] = to->rdp.tiles[1];
    to->rdp.tiles[0].texture = FERRY_NONE;
    to->rdp.tiles[0].hash = to->rdp.tiles[0].reference = 0;
}

/* The size in the tile becomes the one that the effect needs: the sprite has its own. One repeat of a clamped
 * tile is counted by it. */
static void set_sphere(fy_mapping *m, const ferry_wrap wraps[2], bool filtered, ferry_rdp_tile *tile) {
    uint32_t size[2] = {tile->width, tile->height};
    fy_sphere sphere = fy_t3dm_sphere(&m->maps[0], size, wraps, filtered);
    ferry_rdp_axis *axes[2] = {&tile->s, &tile->t};
    const ferry_rdp_axis *made[2] = {&sphere.s, &sphere.t};
    memcpy(m->tile_source.turned, sphere.turned, sizeof sphere.turned);
    tile->width = sphere.width;
    tile->height = sphere.height;
    for (int i = 0; i < 2; i++) {
        int8_t mask = axes[i]->mask;
        *axes[i] = *made[i];
        axes[i]->mask = mask;
        uint32_t repeat = !made[i]->clamp ? size[i] : i ? sphere.height : sphere.width;
        axes[i]->high = made[i]->low + (float)repeat - 1;
    }
    if (sphere.error > .5)
        ferry_say_measured(m->p->job, FERRY_LOSS, "t3dm.environment-map", m->p->name, m->path,
                           (ferry_measure){sphere.error, "texels", false},
                           "its environment map is approximated: texels of %u x %u differ by %.1f on average",
                           size[0], size[1], sphere.error);
}

/* Of a step of red light, 0..255, the effect makes 128/32 texels, and the tile an eighth of one. */
enum { RAMP_SHIFT = 5 };

/* Tile `i`, without its place. */
static void set_tile(fy_mapping *m, unsigned i, uint32_t export) {
    const ferry_texture *texture = &m->p->scene->textures.data[m->uses[i].texture];
    ferry_rdp_tile *tile = &m->to->rdp.tiles[m->first_slot + i];
    start_tile(m, i, export, tile);
    const fy_texture_use *use = &m->uses[i];
    const bool *mirrored =
        export == FERRY_NONE ? (bool[2]){false} : m->p->store.exports[export].made.mirrored;
    tile->s =
        axis_of(tile->width, m->tile_source.wraps[i][0], mirrored[0] && use->wrap_s == FERRY_WRAP_CLAMP);
    tile->t =
        axis_of(tile->height, m->tile_source.wraps[i][1], mirrored[1] && use->wrap_t == FERRY_WRAP_CLAMP);
    if (m->looks_light_up) tile->s.shift = RAMP_SHIFT;
    bool point = texture->mag_filter == FERRY_FILTER_NEAREST;
    if (i == 0) {
        m->tile_source.filtered = !point;
        fy_rules_filter(m, &m->tile_source.filtered);
        if (m->maps[0].kind == FY_UV_SPHERE && m->to->rdp.effect == FERRY_RDP_EFFECT_SPHERICAL_UV)
            set_sphere(m, m->tile_source.wraps[0], m->tile_source.filtered, tile);
    } else if (point == m->tile_source.filtered) {
        fy_mapping_say(m, "t3dm.texture-filter", "both textures use the filter of the first");
    }
}

/* How far the pictures are from the source's, each by itself. */
static void note_textures(const fy_mapping *m, const uint32_t exports[2]) {
    for (unsigned i = 0; i < m->use_count; i++) {
        if (exports[i] == FERRY_NONE) continue;
        const fy_sprite *made = &m->p->store.exports[exports[i]].made.sprite;
        const char *name = m->p->scene->textures.data[m->uses[i].texture].name;
        fy_mapping_fault(m, FY_T3DM_BY_TEXTURE, made->error,
                         ferry_job_format(m->p->job, "\"%s\" as %u x %u texels in %s", name,
                                          made->texels.width, made->texels.height,
                                          fy_sprite_format_name(made->format)));
    }
}

/* Exports the textures and fills the tiles, but for their files. `off`: texels by which one is misplaced. */
static bool set_tiles(fy_mapping *m, uint32_t exports[2], double *off) {
    m->uses[0].whole = m->maps[0].kind == FY_UV_SPHERE;
    if (!fy_rules_ask_textures(m)) return false;
    const ferry_wrap wraps[2] = {m->uses[0].wrap_s, m->uses[0].wrap_t};
    if (!m->pieces && is_made(m, 0) && !(fy_mapping_choose_part(m) && fy_mapping_choose_pieces(m, wraps)))
        return false;
    fy_mapping_follow_both(m);
    if (!add_exports(m, exports)) return false;
    for (unsigned i = 0; i < m->use_count; i++) {
        if (exports[i] != FERRY_NONE &&
            !fy_rules_check_texture(m, i, &m->p->store.exports[exports[i]].made.sprite))
            return false;
        set_tile(m, i, exports[i]);
    }
    note_textures(m, exports);
    *off = fy_mapping_place_tiles(m);
    for (unsigned i = 0; i < m->use_count; i++) fy_rules_set_tile(m, i);
    return true;
}

/* Less than a texel is not told. */
static void report_place(const fy_mapping *m, double off) {
    if (off == HUGE_VAL)
        fy_mapping_say(m, "t3dm.second-texture",
                       "the second texture is misplaced: its coordinates do not follow from the first's");
    else if (off >= 1)
        ferry_say_measured(m->p->job, FERRY_LOSS, "t3dm.second-texture", m->p->name, m->path,
                           (ferry_measure){off, "texels", false},
                           "the second texture is misplaced by %g texels: its offset is not possible", off);
}

/* Exports the textures of a material and fills its tiles. */
bool fy_mapping_set_textures(fy_mapping *m) {
    uint32_t exports[2];
    double off;
    if (m->use_count == 0) {
        set_filter_apart(m);
        return true;
    }
    if (!set_tiles(m, exports, &off)) return false;
    report_place(m, off);
    if (m->first_slot) stand_in_for_slot_a(m->to);
    return fy_mapping_fit_uv(m) && set_files(m, exports);
}

bool fy_mapping_add_pieces(const fy_mapping *m, uint32_t first) {
    fy_planner *p = m->p;
    m->pieces->materials[0] = first;
    for (uint32_t i = 1; i < m->pieces->count; i++) {
        fy_mapping piece = *m;
        if (!fy_planner_reserve_materials(p)) return false;
        piece.to = &p->plan->materials[p->plan->material_count];
        *piece.to = *m->unplaced;
        piece.to->name = ferry_job_format(p->job, "%s.part%u", m->unplaced->name, i + 1);
        piece.path = ferry_job_format(p->job, "material[%u] \"%s\"", m->index, piece.to->name);
        piece.uses[0] = m->piece_uses[i];
        if (!fy_mapping_set_textures(&piece)) return false;
        m->pieces->materials[i] = p->plan->material_count++;
    }
    return true;
}

/* The tile of a slot whose picture was made at another size than the source has it. */
static void fit_tile(ferry_rdp_tile *tile, const fy_texels *made) {
    uint32_t width = tile->width ? tile->width : 1, height = tile->height ? tile->height : 1;
    if (width == made->width && height == made->height) return;
    double by_s = (double)made->width / width, by_t = (double)made->height / height;
    tile->s.high = (float)(((double)tile->s.high + 1) * by_s - 1);
    tile->t.high = (float)(((double)tile->t.high + 1) * by_t - 1);
    tile->s.low = (float)((double)tile->s.low * by_s);
    tile->t.low = (float)((double)tile->t.low * by_t);
    tile->s.mask = log_2_up(made->width);
    tile->t.mask = log_2_up(made->height);
    tile->width = (uint16_t)made->width;
    tile->height = (uint16_t)made->height;
}

/* What libdragon stops at. */
static void mend_axis(const fy_mapping *m, uint32_t size, ferry_rdp_axis *axis) {
    bool translates = fy_t3dm_layout_wanted(m->p->job) > &fy_t3dm_layouts[FY_T3DM_V1];
    if (!axis->clamp && must_end(m, size)) axis->clamp = true;
    if (!axis->clamp || !translates || axis->low >= 0) return;
    ferry_say_measured(m->p->job, FERRY_LOSS, "t3dm.tile", m->p->name, m->path,
                       (ferry_measure){-(double)axis->low, "texels", false},
                       "its clamped texture starts at %g texels, where libdragon asserts: used 0",
                       (double)axis->low);
    axis->low = 0;
}

/* A T3DM file is not mended but refused; sizes are an effect's numbers where there is one, and the game's own
 * where it supplies the texture. */
static void mend_given_tiles(const fy_mapping *m) {
    ferry_rdp_material *rdp = &m->to->rdp;
    if (fy_t3dm_is_rewritten(m->p->scene) || rdp->effect) return;
    for (int i = 0; i < 2; i++) {
        ferry_rdp_tile *tile = &rdp->tiles[i];
        if (tile->texture == FERRY_NONE || tile->reference) continue;
        mend_axis(m, tile->width, &tile->s);
        mend_axis(m, tile->height, &tile->t);
    }
}

/* Textures that no file holds yet: their pictures lie in the source itself. */
static void find_given_textures(fy_mapping *m) {
    static const uint8_t word_alpha[2] = {FY_RDP_TEX0, FY_RDP_TEX1};
    const ferry_scene *scene = m->p->scene;
    for (unsigned i = 0; i < 2; i++) {
        const ferry_rdp_tile *tile = &m->to->rdp.tiles[i];
        const ferry_texture *texture =
            tile->texture == FERRY_NONE ? NULL : &scene->textures.data[tile->texture];
        if (!texture || *texture->path || texture->image == FERRY_NONE) continue;
        const ferry_image *image = &scene->images.data[texture->image];
        fy_texture_use *use = &m->uses[m->use_count];
        if (!m->use_count) m->first_slot = i;
        m->use_count++;
        *use = (fy_texture_use){.texture = tile->texture,
                                .swizzle = {0, 1, 2},
                                .whole = true,
                                .wrap_s = texture->wrap_s,
                                .wrap_t = texture->wrap_t,
                                .constraint = {.width = image->width, .height = image->height}};
        use->alpha = fy_rdp_reads_alpha(m->to->rdp.combiner, word_alpha[i]) ? 3 : FY_NO_COMPONENT;
    }
}

/* Of a material whose state is given: what has no file gets one, and what the console cannot do is mended. */
bool fy_mapping_set_given_textures(fy_mapping *m) {
    uint32_t exports[2];
    find_given_textures(m);
    bool beside = m->use_count == 1 && (m->to->rdp.tiles[!m->first_slot].hash != 0);
    if (!m->use_count) {
        mend_given_tiles(m);
        return true;
    }
    if (beside ? !fy_texture_store_add_beside(&m->p->store, &m->uses[0], &exports[0])
               : !fy_texture_store_add(&m->p->store, m->uses, m->use_count, exports))
        return false;
    for (unsigned i = 0; i < m->use_count; i++) {
        const fy_sprite *sprite = &m->p->store.exports[exports[i]].made.sprite;
        unsigned slot = m->first_slot + i;
        fit_tile(&m->to->rdp.tiles[slot], &sprite->texels);
        m->to->texels[slot] = (uint8_t)fy_sprite_code(sprite->format);
        m->to->sizes[slot][0] = m->to->rdp.tiles[slot].width;
        m->to->sizes[slot][1] = m->to->rdp.tiles[slot].height;
    }
    mend_given_tiles(m);
    return set_files(m, exports);
}

/* Pictures as large as those of the material the vertices are made for. A part is of the same picture. */
static void constrain_sizes(fy_mapping *m) {
    for (unsigned i = 0; i < m->use_count; i++) {
        if (m->uses[i].follows) continue;
        m->uses[i].constraint.width = m->base->to->sizes[m->first_slot + i][0];
        m->uses[i].constraint.height = m->base->to->sizes[m->first_slot + i][1];
    }
}

bool fy_mapping_set_variant(fy_mapping *m, const fy_mapping *base, fy_t3dm_material *to, bool *fits) {
    uint32_t exports[2];
    double off;
    m->base = base;
    m->to = to;
    for (int tries = 0; tries < 2; tries++) {
        if (tries || m->film) constrain_sizes(m);
        if (!set_tiles(m, exports, &off)) return false;
        *fits = off < 1;
        if (*fits) return set_files(m, exports);
    }
    return true;
}

void fy_mapping_set_uv(fy_mapping *m) {
    const fy_uv_map *map = &m->maps[0];
    m->to->uv_set = map->set;
    if (map->kind != FY_UV_SPHERE) memcpy(m->to->uv_matrix, map->m, sizeof m->to->uv_matrix);
    switch (map->kind) {
    case FY_UV_SET:
        m->to->uv_source = FY_T3DM_UV_SET;
        break;
    case FY_UV_POSITION:
    case FY_UV_NORMAL:
        m->to->uv_source = map->kind == FY_UV_NORMAL ? FY_T3DM_UV_NORMAL : FY_T3DM_UV_POSITION;
        m->to->pose = m->p->pose;
        m->to->uv_follows = map->follows;
        break;
    case FY_UV_SPHERE:
        m->to->rdp.effect = FERRY_RDP_EFFECT_SPHERICAL_UV;
        break;
    default:
        break;
    }
}
