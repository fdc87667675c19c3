/*
 * t3dm_material.c: plans the materials of a T3DM model: which combiner, modes, colours and tiles each scene
 * material becomes (docs/formats/t3dm.md, "Material"; docs/what-is-lost.md, "Materials").
 */
#include "formats/t3dm/t3dm_material.h"

#include <math.h>
#include <string.h>

#include "core/maths.h"

typedef struct planner {
    ferry_job *job;
    const ferry_scene *scene;
    const char *name;
    fy_t3dm_plan *plan;
    fy_texture_store store;
    fy_shader shader;
    fy_vertex_facts facts;
    const ferry_matrix *worlds;
    uint32_t *of_material; /* plan material by scene material; the last: of draws without one */
} planner;

/* One scene material on its way. */
typedef struct mapping {
    planner *p;
    uint32_t index;
    const ferry_material *from;
    const char *path; /* for messages */
    fy_t3dm_material *to;
    fy_texture_use uses[2];
    fy_uv_map maps[2];
    unsigned use_count;
} mapping;

static void say_loss(const mapping *m, const char *code, const char *text) {
    ferry_say(m->p->job, FERRY_LOSS, code, m->p->name, m->path, "%s", text);
}

/* ---------------------------------------------------------------------------------------------- common parts
 */

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

static const ferry_rdp_tile unused_tile = {.texture = FERRY_NONE};

static void start_material(fy_t3dm_material *to, const char *name) {
    *to = (fy_t3dm_material){
        .name = name, .color_set = FERRY_NONE, .alpha_set = FERRY_NONE, .tint = {1, 1, 1, 1}};
    to->rdp.other_mode_mask = FERRY_RDP_MODE_MASK;
    to->rdp.other_mode = FERRY_RDP_BILINEAR;
    to->rdp.flags = FERRY_RDP_DEPTH;
    to->rdp.fog = 1;
    to->rdp.blend[3] = 128;
    to->rdp.tiles[0] = to->rdp.tiles[1] = unused_tile;
    to->shade = to->shade_alpha = FY_TEV_NONE;
    for (int i = 0; i < 3; i++) to->uv_matrix[i][i == 2 ? 3 : i] = 1;
}

static uint32_t cull_flags(unsigned cull) {
    return cull == FERRY_CULL_FRONT  ? FERRY_RDP_CULL_FRONT
           : cull == FERRY_CULL_BACK ? FERRY_RDP_CULL_BACK
                                     : 0;
}

/* Flags that follow from what the combiner reads. */
static void set_word(fy_t3dm_material *to, uint64_t word, bool lit) {
    to->rdp.combiner = word;
    bool textured = false,
         shaded = fy_rdp_reads_color(word, FY_RDP_SHADE) || fy_rdp_reads_alpha(word, FY_RDP_SHADE);
    for (uint8_t slot = FY_RDP_TEX0; slot <= FY_RDP_TEX1; slot++)
        textured |= fy_rdp_reads_color(word, slot) || fy_rdp_reads_alpha(word, slot);
    if (textured) to->rdp.flags |= FERRY_RDP_TEXTURED;
    if (shaded || to->rdp.fog == 2) to->rdp.flags |= FERRY_RDP_SHADED;
    if (shaded && !lit) to->rdp.flags |= FERRY_RDP_UNLIT;
}

static bool reads(uint64_t word, uint8_t slot) {
    return fy_rdp_reads_color(word, slot) || fy_rdp_reads_alpha(word, slot);
}

/* The runtime does not send a first constant of (0, 0, 0, 0): one that is used gets a least bit where it
 * shows least. */
static void set_constant(fy_t3dm_material *to, uint8_t slot, const double value[4]) {
    uint64_t word = to->rdp.combiner;
    if (!reads(word, slot)) return;
    uint8_t *bytes = slot == FY_RDP_PRIM ? to->rdp.prim : to->rdp.env;
    for (int k = 0; k < 4; k++)
        bytes[k] = (uint8_t)fy_round((value[k] < 0 ? 0 : value[k] > 1 ? 1 : value[k]) * 255);
    if (!bytes[0] && !bytes[1] && !bytes[2] && !bytes[3]) bytes[fy_rdp_reads_alpha(word, slot) ? 2 : 3] = 1;
    to->rdp.colors |= slot == FY_RDP_PRIM ? FERRY_RDP_SET_PRIM : FERRY_RDP_SET_ENV;
}

static void set_cutout(fy_t3dm_material *to) {
    to->layer = FY_T3DM_CUTOUT;
    to->rdp.other_mode |= FERRY_RDP_ALPHA_COMPARE;
    to->rdp.colors |= FERRY_RDP_SET_BLEND;
}

/* ------------------------------------------------------------------------------------------------------
 * tiles */

static int8_t log_2_up(uint32_t size) {
    int8_t log = 0;
    while (log < 16 && 1u << log < size) log++;
    return log;
}

static ferry_rdp_axis axis_of(uint32_t size, ferry_wrap wrap) {
    return (ferry_rdp_axis){.high = (float)size - 1,
                            .mask = log_2_up(size),
                            .mirror = wrap == FERRY_WRAP_MIRROR,
                            .clamp = wrap == FERRY_WRAP_CLAMP};
}

/* Vertices carry texture A's coordinates in texels; B's follow by shift and offset. Offsets must not be
 * negative, which whole repeats can mend where the texture repeats. */
static bool step_axis(const mapping *m, int axis, uint32_t size_a, uint32_t size_b, ferry_wrap wrap,
                      bool filtered, ferry_rdp_axis *to) {
    fy_tile_step step;
    if (!fy_t3dm_tile_step(&m->maps[0], &m->maps[1], axis, size_a, size_b, &step)) return false;
    double low = step.low, period = wrap == FERRY_WRAP_MIRROR ? 2.0 * size_b : size_b;
    if (filtered) low += .5 - .5 / fy_pow(2, step.shift); /* vertices are moved by half a texel of A */
    if (wrap != FERRY_WRAP_CLAMP) low -= floor(low / period) * period;
    to->shift = (int8_t)step.shift;
    if (low < 0 || low > 1023) return low > -1 || low > 1023;
    to->low = (float)low;
    to->high = (float)(low + size_b - 1);
    return true;
}

static bool same_axis(const ferry_rdp_axis *a, const ferry_rdp_axis *b) {
    return a->low == b->low && a->high == b->high && a->mask == b->mask && a->shift == b->shift &&
           a->mirror == b->mirror && a->clamp == b->clamp;
}

static bool same_tile(const ferry_rdp_tile *a, const ferry_rdp_tile *b) {
    return a->reference == b->reference && a->hash == b->hash && a->width == b->width &&
           a->height == b->height && same_axis(&a->s, &b->s) && same_axis(&a->t, &b->t);
}

/* The runtime compares hashes only: it would keep the other's tile settings, or forget that this one is a
 * cutout. */
static bool is_confused_with(const fy_t3dm_material *a, const fy_t3dm_material *b) {
    const ferry_rdp_material *x = &a->rdp, *y = &b->rdp;
    if (x->tiles[0].hash != y->tiles[0].hash || x->tiles[1].hash != y->tiles[1].hash || a->drop || b->drop)
        return false;
    if (x->tiles[0].hash == 0 && x->tiles[1].hash == 0) return false;
    if (!same_tile(&x->tiles[0], &y->tiles[0]) || !same_tile(&x->tiles[1], &y->tiles[1])) return true;
    bool cutouts = a->layer == FY_T3DM_CUTOUT && b->layer == FY_T3DM_CUTOUT && x->other_mode == y->other_mode;
    return cutouts && (x->combiner != y->combiner || x->blender != y->blender);
}

static bool confuses(const planner *p, const fy_t3dm_material *one) {
    for (uint32_t i = 0; i < p->plan->material_count; i++)
        if (is_confused_with(&p->plan->materials[i], one)) return true;
    return false;
}

static bool set_files(const mapping *m, const uint32_t exports[2]) {
    fy_texture_store *store = &m->p->store;
    for (uint32_t copy = 0;; copy++) {
        for (unsigned i = 0; i < m->use_count; i++) {
            fy_texture_file file;
            uint32_t number = i == 0 ? copy : exports[0] == exports[1] ? copy + 1 : 0;
            if (!fy_texture_store_file(store, exports[i], number, &file)) return false;
            m->to->paths[i] = file.path;
            m->to->rdp.tiles[i].hash = file.hash;
        }
        if (!confuses(m->p, m->to)) return true;
    }
}

/* Exports the textures of a material and fills its tiles. */
static bool set_textures(mapping *m) {
    uint32_t exports[2];
    if (m->use_count == 0) return true;
    if (!fy_texture_store_add(&m->p->store, m->uses, m->use_count, exports)) return false;
    bool filtered = false;
    for (unsigned i = 0; i < m->use_count; i++) {
        const fy_texture_export *of = &m->p->store.exports[exports[i]];
        const ferry_texture *texture = &m->p->scene->textures.data[m->uses[i].texture];
        ferry_rdp_tile *tile = &m->to->rdp.tiles[i];
        *tile = (ferry_rdp_tile){
            .texture = m->uses[i].texture, .width = (uint16_t)of->width, .height = (uint16_t)of->height};
        tile->s = axis_of(of->width, texture->wrap_s);
        tile->t = axis_of(of->height, texture->wrap_t);
        bool point = texture->mag_filter == FERRY_FILTER_NEAREST;
        if (i == 0)
            filtered = !point;
        else if (point == filtered)
            say_loss(m, "t3dm.filter", "its two textures are filtered alike, as the first one");
        if (i == 0) continue;
        const ferry_rdp_tile *first = &m->to->rdp.tiles[0];
        bool fits = step_axis(m, 0, first->width, tile->width, texture->wrap_s, filtered, &tile->s);
        fits = step_axis(m, 1, first->height, tile->height, texture->wrap_t, filtered, &tile->t) && fits;
        if (!fits)
            say_loss(m, "t3dm.second-texture",
                     "the second texture does not lie where it should: its offset cannot be had");
    }
    if (!filtered) m->to->rdp.other_mode &= ~FERRY_RDP_BILINEAR;
    return set_files(m, exports);
}

static void set_uv(mapping *m) {
    const fy_uv_map *map = &m->maps[0];
    memcpy(m->to->uv_matrix, map->m, sizeof m->to->uv_matrix);
    m->to->uv_set = map->set;
    switch (map->kind) {
    case FY_UV_SET:
        m->to->uv_source = FY_T3DM_UV_SET;
        break;
    case FY_UV_POSITION:
        m->to->uv_source = FY_T3DM_UV_POSITION;
        m->to->worlds = m->p->worlds;
        break;
    case FY_UV_SPHERE:
        m->to->rdp.effect = FERRY_RDP_EFFECT_SPHERICAL_UV;
        break;
    default:
        break;
    }
}

/* -------------------------------------------------------------------------------------------- generic,
 * default */

static ferry_texture *usable_texture(const mapping *m, uint32_t index) {
    if (index == FERRY_NONE) return NULL;
    ferry_texture *texture = &m->p->scene->textures.data[index];
    if (texture->image != FERRY_NONE) return texture;
    ferry_say(m->p->job, FERRY_LOSS, "t3dm.texture-missing", m->p->name, m->path,
              "texture \"%s\" has no picture: drawn plain white", texture->name);
    return NULL;
}

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

static bool map_generic(mapping *m) {
    const ferry_material *from = m->from;
    fy_t3dm_material *to = m->to;
    bool textured = usable_texture(m, from->base_texture) != NULL;
    bool blended = from->alpha_mode == FERRY_ALPHA_BLEND || from->alpha_mode == FERRY_ALPHA_ADD;
    bool cutout = from->alpha_mode == FERRY_ALPHA_CUTOUT && textured;
    to->drop = from->cull == FERRY_CULL_BOTH;
    to->rdp.flags |= cull_flags(from->cull);
    if (from->vertex_colors) to->color_set = to->alpha_set = 0;
    set_word(to, generic_word(textured, !is_white(&from->base_color, blended), cutout, blended), from->lit);
    double base[4] = {(double)from->base_color.r, (double)from->base_color.g, (double)from->base_color.b,
                      (double)from->base_color.a};
    set_constant(to, FY_RDP_PRIM, base);
    if (cutout) set_cutout(to);
    if (blended) to->layer = FY_T3DM_BLEND;
    if (blended)
        to->rdp.blender =
            from->alpha_mode == FERRY_ALPHA_ADD ? FERRY_RDP_BLEND_ADD : FERRY_RDP_BLEND_MULTIPLY;
    if (!textured) return true;
    const ferry_texture *texture = &m->p->scene->textures.data[from->base_texture];
    double cutoff = ceil((double)from->alpha_cutoff * 255);
    m->uses[0] = (fy_texture_use){.texture = from->base_texture,
                                  .swizzle = {0, 1, 2},
                                  .wrap_s = texture->wrap_s,
                                  .wrap_t = texture->wrap_t};
    m->uses[0].alpha = cutout || blended ? 3 : FY_NO_COMPONENT;
    if (cutout) m->uses[0].threshold = (uint16_t)(cutoff < 1 ? 1 : cutoff > 255 ? 255 : cutoff);
    m->use_count = 1;
    m->maps[0] = (fy_uv_map){.kind = FY_UV_SET, .set = from->base_uv % FERRY_UV_SETS};
    m->maps[0].m[0][0] = m->maps[0].m[1][1] = m->maps[0].m[2][3] = 1;
    set_uv(m);
    return set_textures(m);
}

static void map_default(fy_t3dm_material *to) {
    to->rdp.flags |= FERRY_RDP_CULL_BACK;
    set_word(to, WORD_SHADE, true);
}

/* ------------------------------------------------------------------------------------------------------- RDP
 */

/* State that was read from a T3DM file goes back as it was. */
static bool map_rdp(mapping *m) {
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
    for (int i = 0; i < 2; i++) {
        uint32_t texture = from->tiles[i].texture;
        if (texture == FERRY_NONE || !*m->p->scene->textures.data[texture].path) continue;
        to->paths[i] = ferry_text_bytes(m->p->job, m->p->scene->textures.data[texture].path, NULL);
        if (!to->paths[i]) return false;
    }
    return true;
}

static bool reserve_foreign_paths(planner *p) {
    for (uint32_t i = 0; i < p->scene->materials.count; i++) {
        const ferry_rdp_material *rdp = p->scene->materials.data[i].rdp;
        for (int k = 0; rdp && k < 2; k++) {
            if (rdp->tiles[k].texture == FERRY_NONE) continue;
            const char *path =
                ferry_text_bytes(p->job, p->scene->textures.data[rdp->tiles[k].texture].path, NULL);
            if (!path || !fy_texture_store_reserve(&p->store, path, rdp->tiles[k].hash)) return false;
        }
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------ GX:
 * geometry */

static void learn_mesh(const ferry_mesh *mesh, fy_vertex_facts *facts) {
    unsigned most = sizeof facts->colors[0] / sizeof facts->colors[0][0];
    for (int set = 0; set < 2; set++) {
        const ferry_color *colors = mesh->colors[set];
        if (!colors) continue;
        uint32_t step = mesh->vertex_count / 8 + 1;
        for (uint32_t i = 0; i < mesh->vertex_count; i++) {
            if (colors[i].a < facts->min_alpha[set]) facts->min_alpha[set] = colors[i].a;
            if (i % step == 0 && facts->count[set] < most)
                facts->colors[set][facts->count[set]++] = colors[i];
        }
    }
    facts->skinned |= mesh->skin != FERRY_NONE;
}

static void learn_vertices(planner *p, uint32_t material) {
    p->facts = (fy_vertex_facts){.min_alpha = {1, 1}};
    for (uint32_t i = 0; i < p->scene->draws.count; i++)
        if (p->scene->draws.data[i].material == material)
            learn_mesh(&p->scene->meshes.data[p->scene->draws.data[i].mesh], &p->facts);
}

/* -------------------------------------------------------------------------------------------------- GX:
 * alpha */

typedef struct alpha_plan {
    uint16_t node; /* formula to fit; FY_TEV_NONE: free */
    bool cutout;
    uint16_t threshold; /* to be baked into the texture; 0: none */
    uint16_t compare;   /* blended and compared as well: the threshold; 0: not */
} alpha_plan;

static bool has_translucent_vertices(const fy_tev_node *leaf, const void *user) {
    const fy_vertex_facts *facts = user;
    return leaf->op == FY_TEV_RAS && leaf->vertex && leaf->swizzle[0] == 3 &&
           facts->min_alpha[leaf->channel] < .998f;
}

/* The value of an alpha formula if all texels had that value and all vertices were opaque. */
static double alpha_at(const fy_shader *shader, uint16_t node, uint8_t texel) {
    fy_tev_inputs inputs;
    double value[3];
    memset(&inputs, texel, sizeof inputs);
    memset(inputs.raster, 255, sizeof inputs.raster);
    for (int i = 0; i < 2; i++)
        inputs.raster[i][3] = shader->gx->channels[i * 2 + 1].material_source == FERRY_GX_SOURCE_VERTEX
                                  ? 255
                                  : shader->gx->material_colors[i].a;
    fy_tev_value(&shader->tev, node, &inputs, value);
    return value[0] * 255;
}

typedef struct texel_list {
    fy_tev_node last;
    unsigned count;
} texel_list;

/* Not a test but a walk: it counts texels that do not come from toon ramps. */
static bool note_texel(const fy_tev_node *leaf, const void *user) {
    texel_list *list = *(texel_list *const *)user;
    if (leaf->op == FY_TEV_TEX && leaf->source != FY_TEV_RAMP) {
        list->last = *leaf;
        list->count++;
    }
    return false;
}

static texel_list texels_of(const fy_tev *tev, uint16_t root) {
    texel_list list = {.count = 0}, *into = &list;
    fy_tev_any(tev, root, note_texel, &into);
    return list;
}

static uint8_t least_component(const mapping *m, const fy_tev_node *leaf) {
    uint32_t texture = m->p->shader.gx->textures[leaf->map];
    if (texture == FERRY_NONE) return 255;
    const ferry_image *image = &m->p->scene->images.data[m->p->scene->textures.data[texture].image];
    uint8_t least = 255;
    if (leaf->swizzle[0] == 3 && image->alpha == FERRY_ALPHA_ALL_OPAQUE) return 255;
    for (size_t i = 0; i < (size_t)image->width * image->height; i++) {
        uint8_t value = image->levels[0].rgba[4 * i + leaf->swizzle[0]];
        if (value < least) least = value;
    }
    return least;
}

/* Texel values from which on a formula passes the compare (or is at least half, for blends that become
 * cutouts). */
static unsigned texel_threshold(const mapping *m, uint16_t node, bool compare) {
    unsigned from = 256;
    while (from > 0) {
        double alpha = alpha_at(&m->p->shader, node, (uint8_t)(from - 1));
        uint8_t byte = (uint8_t)fy_round(alpha);
        if (compare ? !fy_t3dm_alpha_passes(m->p->shader.gx, byte) : byte < 128) break;
        from--;
    }
    return from;
}

/* Cutouts are drawn wherever alpha is 32 or more, whatever threshold the material says: the true threshold
 * goes into the texture's alpha. */
static void plan_cutout(mapping *m, bool compare, alpha_plan *plan) {
    fy_tev *tev = &m->p->shader.tev;
    uint16_t node = tev->alpha;
    texel_list list = texels_of(tev, node);
    unsigned texels = list.count;
    bool vertices = fy_tev_any(tev, node, has_translucent_vertices, &m->p->facts);
    unsigned from = texel_threshold(m, node, compare);
    *plan = (alpha_plan){.node = FY_TEV_NONE};
    if (texels == 0 && !vertices) {
        m->to->drop = from > 255;
        if (m->to->drop) say_loss(m, "t3dm.invisible", "its alpha never passes its alpha test: left out");
        return;
    }
    if (texels == 1 && !vertices && least_component(m, &list.last) >= from) return;
    *plan = (alpha_plan){.node = node, .cutout = true};
    if (texels != 1 || from > 255) {
        say_loss(m, "t3dm.alpha-test",
                 "its alpha test is done at 32/255: the alpha comes from more than one texture");
        return;
    }
    if (vertices) say_loss(m, "t3dm.alpha-test", "vertex alpha takes no part in its alpha test");
    fy_tev_node texel = list.last;
    texel.indirect = false;
    plan->node = fy_tev_leaf(tev, &texel);
    plan->threshold = (uint16_t)from;
    ferry_say(m->p->job, FERRY_NOTE, "t3dm.threshold", m->p->name, m->path,
              "the console cuts out at alpha 32: the threshold %u is baked into the texture's alpha", from);
}

static bool has_holes(const fy_tev_node *leaf, const void *user) {
    return leaf->op == FY_TEV_TEX && least_component(user, leaf) < 255;
}

/* True if nothing shines through: every alpha that takes part is 255 over all texels and vertices. */
static bool is_opaque_everywhere(const mapping *m) {
    fy_tev *tev = &m->p->shader.tev;
    if (fy_tev_any(tev, tev->alpha, has_translucent_vertices, &m->p->facts)) return false;
    if (fy_tev_any(tev, tev->alpha, has_holes, m)) return false;
    return alpha_at(&m->p->shader, tev->alpha, 255) > 254.5;
}

static void plan_alpha(mapping *m, const fy_t3dm_blend *blend, alpha_plan *plan) {
    const ferry_gx_material *gx = m->p->shader.gx;
    fy_tev *tev = &m->p->shader.tev;
    uint16_t threshold;
    bool exact;
    fy_alpha_test test = fy_t3dm_alpha_test(gx, &threshold, &exact);
    *plan = (alpha_plan){.node = FY_TEV_NONE};
    if (!exact && test != FY_ALPHA_TEST_INVISIBLE)
        ferry_say(m->p->job, FERRY_LOSS, "t3dm.alpha-test", m->p->name, m->path,
                  "its alpha test (%u, %u, %u, %u, %u) is no threshold: %s", gx->alpha_compare0,
                  gx->alpha_ref0, gx->alpha_op, gx->alpha_compare1, gx->alpha_ref1,
                  test == FY_ALPHA_TEST_THRESHOLD ? "drawn from the start of the run that ends at 255"
                                                  : "left out");
    if (test == FY_ALPHA_TEST_INVISIBLE) {
        m->to->drop = true;
        say_loss(m, "t3dm.invisible", "no alpha passes its alpha test: left out");
        return;
    }
    if (!blend->translucent) {
        if (test == FY_ALPHA_TEST_THRESHOLD || blend->cutout)
            plan_cutout(m, test == FY_ALPHA_TEST_THRESHOLD, plan);
        return;
    }
    if (blend->opaque_alpha) {
        plan->node = fy_tev_const(tev, 1, 1, 1);
        return;
    }
    if (blend->blender == FERRY_RDP_BLEND_MULTIPLY && is_opaque_everywhere(m)) return;
    plan->node = tev->alpha;
    if (test == FY_ALPHA_TEST_THRESHOLD) plan->compare = threshold;
}

/* ----------------------------------------------------------------------------------------------- GX: the
 * rest */

static void set_depth(mapping *m, const ferry_gx_material *gx) {
    bool ordinary = gx->z_compare == FERRY_GX_LESS || gx->z_compare == FERRY_GX_LEQUAL;
    if (!gx->z_test) {
        m->to->rdp.flags &= ~(uint32_t)FERRY_RDP_DEPTH;
        return;
    }
    if (gx->z_compare == FERRY_GX_ALWAYS && !gx->z_write)
        m->to->rdp.flags &= ~(uint32_t)FERRY_RDP_DEPTH;
    else if (!ordinary)
        say_loss(m, "t3dm.depth", "its depth comparison became less-or-equal");
    else if (!gx->z_write)
        say_loss(m, "t3dm.depth-write", "it writes depth, which the console cannot switch off by itself");
}

static void set_fog(mapping *m, const ferry_gx_material *gx, uint64_t word) {
    if (!gx->fog.present || gx->fog.type == 0) return;
    if (!fy_rdp_reads_alpha(word, FY_RDP_SHADE)) {
        m->to->rdp.fog = 2;
        return;
    }
    say_loss(m, "t3dm.fog",
             "no fog: the console would keep it in the vertex alpha, which the material needs");
}

static bool keep_formula(mapping *m, const fy_fit *fit) {
    const fy_shader *shader = &m->p->shader;
    uint32_t count = 1;
    if (fit->shade != FY_TEV_NONE) count = fit->shade + 1u;
    if (fit->shade_alpha != FY_TEV_NONE && fit->shade_alpha + 1u > count) count = fit->shade_alpha + 1u;
    fy_tev *kept = ferry_new(m->p->job, fy_tev, 1);
    fy_tev_node *nodes = ferry_new(m->p->job, fy_tev_node, count);
    ferry_gx_material *gx = ferry_new(m->p->job, ferry_gx_material, 1);
    if (!kept || !nodes || !gx) return false;
    memcpy(nodes, shader->tev.nodes, count * sizeof *nodes);
    *gx = *shader->gx;
    *kept = (fy_tev){.gx = gx, .nodes = nodes, .count = (uint16_t)count};
    m->to->formula = kept;
    m->to->shade = fit->shade;
    m->to->shade_alpha = fit->shade_alpha;
    return true;
}

static bool is_plain_raster(const fy_tev_node *node, bool alpha) {
    bool straight = alpha ? node->swizzle[0] == 3
                          : node->swizzle[0] == 0 && node->swizzle[1] == 1 && node->swizzle[2] == 2;
    return node->op == FY_TEV_RAS && straight && node->swizzle[1] == (alpha ? 3 : 1);
}

/* What the vertices carry: usually a colour set times a constant, else a formula of their colours. */
static bool set_shade(mapping *m, const fy_fit *fit) {
    const fy_tev *tev = &m->p->shader.tev;
    fy_t3dm_material *to = m->to;
    if (fit->shade != FY_TEV_NONE) {
        const fy_tev_node *node = &tev->nodes[fit->shade];
        if (!is_plain_raster(node, false)) return keep_formula(m, fit);
        to->color_set = node->vertex ? node->channel : FERRY_NONE;
        for (int k = 0; k < 3; k++) to->tint[k] = (float)node->k[k];
    }
    if (fit->shade_alpha != FY_TEV_NONE) {
        const fy_tev_node *node = &tev->nodes[fit->shade_alpha];
        if (!is_plain_raster(node, true)) return keep_formula(m, fit);
        to->alpha_set = node->vertex ? node->channel : FERRY_NONE;
        to->tint[3] = (float)node->k[0];
    }
    return true;
}

static void set_uses(mapping *m, const fy_fit *fit, const alpha_plan *alpha) {
    const fy_shader *shader = &m->p->shader;
    m->use_count = fit->textures[1].used ? 2 : fit->textures[0].used ? 1 : 0;
    for (unsigned i = 0; i < m->use_count; i++) {
        const fy_fit_texture *texture = &fit->textures[i];
        uint32_t index = shader->gx->textures[texture->map];
        const ferry_texture *of = &m->p->scene->textures.data[index];
        m->uses[i] = (fy_texture_use){
            .texture = index, .alpha = texture->alpha, .wrap_s = of->wrap_s, .wrap_t = of->wrap_t};
        memcpy(m->uses[i].swizzle, texture->swizzle, 3);
        if (alpha->threshold && texture->alpha != FY_FIT_NO_COMPONENT)
            m->uses[i].threshold = alpha->threshold;
        m->maps[i] = *fy_shader_map(&m->p->shader, texture->texgen);
        if (m->maps[i].loss) say_loss(m, "t3dm.texgen", m->maps[i].loss);
    }
    if (m->use_count) set_uv(m);
}

static void report_shading(const mapping *m, const fy_shading *shading, uint16_t color, uint16_t alpha) {
    const fy_tev *tev = &m->p->shader.tev;
    char formula[160], opacity[80] = "free";
    fy_tev_print(tev, color, formula, sizeof formula);
    if (alpha != FY_TEV_NONE) fy_tev_print(tev, alpha, opacity, sizeof opacity);
    ferry_say(m->p->job, FERRY_NOTE, "t3dm.formula", m->p->name, m->path,
              "colour %s, alpha %s: combiner 0x%016llx, difference %.1f/255", formula, opacity,
              (unsigned long long)shading->word, shading->color_error);
    double ambient = m->p->shader.ambient;
    if (ambient != FY_AMBIENT)
        ferry_say(m->p->job, FERRY_NOTE, "t3dm.ambient", m->p->name, m->path,
                  "made for an ambient light of %.0f/255 and a directional one of %.0f/255", ambient * 255,
                  (1 - ambient) * 255);
    if (tev->overflow) say_loss(m, "t3dm.combiner", "its formula is too long: parts of it count as zero");
    if (shading->fitted && shading->color_error <= 4 && shading->alpha_error <= 4) return;
    const char *what = shading->fitted ? "rounding and clamping differ" : shading->changes;
    ferry_say(m->p->job, FERRY_LOSS, "t3dm.combiner", m->p->name, m->path,
              "%u TEV stages (%s) became %u cycles: %s; mean difference in colour %.1f/255, in alpha "
              "%.1f/255, over %u samples",
              m->p->shader.gx->stage_count, formula, (unsigned)(shading->word >> 63) + 1, what,
              shading->color_error, shading->alpha_error, FY_SAMPLES);
}

static void set_layer(mapping *m, const fy_t3dm_blend *blend, const alpha_plan *alpha) {
    ferry_rdp_material *rdp = &m->to->rdp;
    if (alpha->cutout) set_cutout(m->to);
    if (!blend->translucent || alpha->node == FY_TEV_NONE) return;
    m->to->layer = FY_T3DM_BLEND;
    rdp->blender = blend->blender;
    if (!alpha->compare) return;
    rdp->other_mode |= FERRY_RDP_ALPHA_COMPARE;
    rdp->colors |= FERRY_RDP_SET_BLEND;
    rdp->blend[3] = (uint8_t)alpha->compare;
}

/* A copy of the state in which textures without a picture are absent: they read as white. */
static const ferry_gx_material *with_pictures_only(mapping *m, ferry_gx_material *copy) {
    *copy = *m->from->gx;
    bool used[FERRY_GX_MAX_MAPS] = {false};
    for (unsigned i = 0; i < copy->stage_count && i < FERRY_GX_MAX_STAGES; i++)
        if (copy->stages[i].map < FERRY_GX_MAX_MAPS) used[copy->stages[i].map] = true;
    for (int i = 0; i < FERRY_GX_MAX_MAPS; i++)
        if (!used[i] || !usable_texture(m, copy->textures[i])) copy->textures[i] = FERRY_NONE;
    return copy;
}

static bool map_gx(mapping *m) {
    ferry_gx_material copy;
    const ferry_gx_material *gx = with_pictures_only(m, &copy);
    fy_t3dm_blend blend = fy_t3dm_blend_of(gx);
    m->to->drop = blend.drop || gx->cull == FERRY_GX_CULL_ALL;
    if (blend.loss) say_loss(m, "t3dm.blend", blend.loss);
    if (m->to->drop) return true;
    m->to->rdp.flags |= cull_flags(gx->cull);
    learn_vertices(m->p, m->index);
    if (!fy_shader_start(&m->p->shader, gx, &m->p->facts)) return false;
    alpha_plan alpha;
    plan_alpha(m, &blend, &alpha);
    if (m->to->drop) return true;
    fy_shading shading;
    uint16_t color = m->p->shader.tev.color;
    fy_shader_solve(&m->p->shader, color, alpha.node, &shading);
    report_shading(m, &shading, color, alpha.node);
    const fy_fit *fit = &shading.fit;
    bool lit = fit->shade != FY_TEV_NONE && fy_fit_shade_of(&m->p->shader.tev, fit->shade) == FY_FIT_LIT;
    set_fog(m, gx, shading.word);
    set_word(m->to, shading.word, lit);
    set_constant(m->to, FY_RDP_PRIM, fit->prim);
    set_constant(m->to, FY_RDP_ENV, fit->env);
    set_layer(m, &blend, &alpha);
    set_depth(m, gx);
    set_uses(m, fit, &alpha);
    return set_shade(m, fit) && set_textures(m);
}

/* -------------------------------------------------------------------------------------------------------
 * plan */

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_rdp(const ferry_rdp_material *a, const ferry_rdp_material *b) {
    return a->combiner == b->combiner && a->other_mode == b->other_mode &&
           a->other_mode_mask == b->other_mode_mask && a->blender == b->blender && a->flags == b->flags &&
           a->fog == b->fog && a->colors == b->colors && a->effect == b->effect &&
           memcmp(a->prim, b->prim, 4) == 0 && memcmp(a->env, b->env, 4) == 0 &&
           memcmp(a->blend, b->blend, 4) == 0 && same_tile(&a->tiles[0], &b->tiles[0]) &&
           same_tile(&a->tiles[1], &b->tiles[1]);
}

/* Materials that no one can tell apart, names included, are one. */
static bool same_material(const fy_t3dm_material *a, const fy_t3dm_material *b) {
    return strcmp(a->name, b->name) == 0 && same_rdp(&a->rdp, &b->rdp) &&
           same_text(a->paths[0], b->paths[0]) && same_text(a->paths[1], b->paths[1]) &&
           a->layer == b->layer && a->drop == b->drop && a->uv_source == b->uv_source &&
           a->uv_set == b->uv_set && memcmp(a->uv_matrix, b->uv_matrix, sizeof a->uv_matrix) == 0 &&
           a->color_set == b->color_set && a->alpha_set == b->alpha_set &&
           memcmp(a->tint, b->tint, sizeof a->tint) == 0 && !a->formula && !b->formula;
}

static uint32_t keep(fy_t3dm_plan *plan) {
    const fy_t3dm_material *made = &plan->materials[plan->material_count];
    for (uint32_t i = 0; i < plan->material_count; i++)
        if (same_material(&plan->materials[i], made)) return i;
    return plan->material_count++;
}

static bool map_material(planner *p, uint32_t index) {
    const ferry_material *from = index < p->scene->materials.count ? &p->scene->materials.data[index] : NULL;
    mapping m = {.p = p, .index = index, .from = from, .to = &p->plan->materials[p->plan->material_count]};
    start_material(m.to, from ? from->name : "default");
    if (from) m.path = ferry_job_format(p->job, "material[%u] \"%s\"", index, from->name);
    bool done = true;
    if (!from)
        map_default(m.to);
    else if (from->rdp)
        done = map_rdp(&m);
    else
        done = from->gx ? map_gx(&m) : map_generic(&m);
    if (done) p->of_material[index] = keep(p->plan);
    return done;
}

static bool needs_worlds(const ferry_scene *scene) {
    for (uint32_t i = 0; i < scene->materials.count; i++) {
        const ferry_gx_material *gx = scene->materials.data[i].gx;
        for (unsigned k = 0; gx && k < gx->texgen_count && k < FERRY_GX_MAX_TEXGENS; k++)
            if (gx->texgens[k].source == FERRY_GX_TG_POSITION) return true;
    }
    return false;
}

static bool prepare_planner(planner *p) {
    uint32_t count = p->scene->materials.count + 1;
    p->plan->materials = ferry_new(p->job, fy_t3dm_material, count);
    p->plan->of_draw = ferry_new(p->job, uint32_t, p->scene->draws.count + 1u);
    p->of_material = ferry_new(p->job, uint32_t, count);
    if (!p->plan->materials || !p->plan->of_draw || !p->of_material) return false;
    for (uint32_t i = 0; i < count; i++) p->of_material[i] = FERRY_NONE;
    if (needs_worlds(p->scene) && p->scene->nodes.count) {
        ferry_matrix *worlds = ferry_new(p->job, ferry_matrix, p->scene->nodes.count);
        if (!worlds) return false;
        ferry_world_matrices(p->scene, worlds);
        p->worlds = worlds;
    }
    return reserve_foreign_paths(p);
}

bool fy_t3dm_plan_materials(ferry_job *job, const ferry_scene *scene, const char *name, fy_t3dm_plan *plan,
                            ferry_file_list *files) {
    *plan = (fy_t3dm_plan){0};
    planner p = {.job = job, .scene = scene, .name = name, .plan = plan};
    p.store = (fy_texture_store){.job = job, .scene = scene, .name = name, .files = files};
    p.shader = (fy_shader){.job = job, .scene = scene};
    if (!prepare_planner(&p)) return false;
    for (uint32_t i = 0; i < scene->draws.count; i++) {
        uint32_t material = scene->draws.data[i].material;
        uint32_t slot = material == FERRY_NONE ? scene->materials.count : material;
        if (p.of_material[slot] == FERRY_NONE && !(ferry_tick(job) && map_material(&p, slot))) return false;
        uint32_t made = p.of_material[slot];
        plan->of_draw[i] = plan->materials[made].drop ? FERRY_NONE : made;
    }
    return true;
}

/* ----------------------------------------------------------------------------------------------------
 * vertices */

static void position_of(const fy_t3dm_material *material, const ferry_draw *draw, const ferry_mesh *mesh,
                        uint32_t vertex, double at[4]) {
    ferry_vec3 position = mesh->positions[vertex];
    if (mesh->skin == FERRY_NONE && material->worlds)
        position = fy_matrix_point(&material->worlds[draw->node], position);
    at[0] = (double)position.x, at[1] = (double)position.y, at[2] = (double)position.z, at[3] = 1;
}

static void shade_uv(const fy_t3dm_material *material, const ferry_draw *draw, const ferry_mesh *mesh,
                     uint32_t vertex, double uv[2]) {
    double at[4] = {0, 0, 0, 1}, out[3];
    uv[0] = uv[1] = 0;
    if (material->uv_source == FY_T3DM_UV_NONE) return;
    if (material->uv_source == FY_T3DM_UV_POSITION) {
        position_of(material, draw, mesh, vertex, at);
    } else {
        const ferry_vec2 *set = mesh->uvs[material->uv_set];
        if (set) at[0] = (double)set[vertex].x, at[1] = (double)set[vertex].y;
    }
    for (int i = 0; i < 3; i++) {
        const double *row = material->uv_matrix[i];
        out[i] = row[0] * at[0] + row[1] * at[1] + row[2] * at[2] + row[3] * at[3];
    }
    double divisor = material->uv_source == FY_T3DM_UV_POSITION && fabs(out[2]) > 1e-9 ? out[2] : 1;
    for (int i = 0; i < 2; i++) uv[i] = fy_finite(out[i] / divisor) ? out[i] / divisor : 0;
}

static uint8_t to_byte(double value) {
    return (uint8_t)fy_round(value > 0 ? (value < 1 ? value * 255 : 255) : 0);
}

static ferry_color vertex_color(const ferry_mesh *mesh, uint32_t set, uint32_t vertex) {
    if (set >= FERRY_COLOR_SETS || !mesh->colors[set]) return (ferry_color){1, 1, 1, 1};
    return mesh->colors[set][vertex];
}

static void shade_by_formula(const fy_t3dm_material *material, const ferry_mesh *mesh, uint32_t vertex,
                             uint8_t rgba[4]) {
    fy_tev_inputs inputs;
    double color[3] = {1, 1, 1}, alpha[3] = {1, 1, 1};
    memset(&inputs, 0, sizeof inputs);
    for (uint32_t channel = 0; channel < 2; channel++) {
        ferry_color painted = vertex_color(mesh, channel, vertex);
        const ferry_gx_color *reg = &material->formula->gx->material_colors[channel];
        const ferry_gx_channel *controls = &material->formula->gx->channels[channel * 2];
        bool vertices = controls[0].material_source == FERRY_GX_SOURCE_VERTEX;
        uint8_t *out = inputs.raster[channel];
        out[0] = vertices ? to_byte((double)painted.r) : reg->r;
        out[1] = vertices ? to_byte((double)painted.g) : reg->g;
        out[2] = vertices ? to_byte((double)painted.b) : reg->b;
        out[3] = controls[1].material_source == FERRY_GX_SOURCE_VERTEX ? to_byte((double)painted.a) : reg->a;
    }
    if (material->shade != FY_TEV_NONE) fy_tev_value(material->formula, material->shade, &inputs, color);
    if (material->shade_alpha != FY_TEV_NONE)
        fy_tev_value(material->formula, material->shade_alpha, &inputs, alpha);
    for (int k = 0; k < 3; k++) rgba[k] = to_byte(color[k]);
    rgba[3] = to_byte(alpha[0]);
}

void fy_t3dm_shade(const fy_t3dm_material *material, const ferry_scene *scene, const ferry_draw *draw,
                   uint32_t vertex, double uv[2], uint8_t rgba[4]) {
    const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
    shade_uv(material, draw, mesh, vertex, uv);
    if (material->formula) {
        shade_by_formula(material, mesh, vertex, rgba);
        return;
    }
    ferry_color color = vertex_color(mesh, material->color_set, vertex),
                alpha = vertex_color(mesh, material->alpha_set, vertex);
    const float *tint = material->tint;
    rgba[0] = to_byte((double)color.r * (double)tint[0]);
    rgba[1] = to_byte((double)color.g * (double)tint[1]);
    rgba[2] = to_byte((double)color.b * (double)tint[2]);
    rgba[3] = to_byte((double)alpha.a * (double)tint[3]);
}
