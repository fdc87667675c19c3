/*
 * test_gltf_tracks.c: what glTF has no channels of its own for (docs/formats/gltf.md, "Tracks in extras",
 * "Visibility", "Animations"): tracks stand in extras key by key, and pointers say the same to
 * programs that know them.
 */
#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/curve.h"
#include "gltf_written.h"

typedef struct play {
    const char *model, *animations;
} play;

static const play plays[] = {
    {"figure.bdl", "figure.btk figure.bva"},
    {"figure.bdl", "figure.brk figure.btp"},
    {"ttyd_paper", NULL},
    {"skinned.bmd", "skinned.bxk"},
    {"tracks.t3dm", NULL},
    {"figure.bdl", "figure.bpk"},
};

enum { PLAYS = sizeof plays / sizeof *plays };

static const json_t *find_animation(const glb *file, const ferry_clip *clip) {
    for (uint32_t i = 0; i < glb_count(file, "animations"); i++) {
        json_t *animation = glb_item(file, "animations", i);
        const json_t *extras = json_object_get(animation, "extras");
        const char *name = json_string_value(json_object_get(animation, "name"));
        if (strncmp(name, clip->name, strlen(clip->name)) == 0 &&
            strcmp(json_string_value(json_object_get(extras, "kind")), clip->kind) == 0)
            return animation;
    }
    ck_abort_msg("no animation \"%s.%s\"", clip->name, clip->kind);
    return NULL;
}

static bool is_draw(const ferry_track *track) {
    return track->target == FERRY_TARGET_DRAW_VISIBLE || track->target == FERRY_TARGET_DRAW_MATERIAL;
}

/* ---------------------------------------------------------------------------------------------- extras */

static const json_t *find_track(const json_t *animation, const ferry_track *track, uint32_t index) {
    const json_t *list = json_object_get(json_object_get(animation, "extras"), "tracks");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);
        if (strcmp(json_string_value(json_object_get(item, "object")), fy_target_object(track->target)) ==
                0 &&
            strcmp(json_string_value(json_object_get(item, "target")), fy_target_name(track->target)) == 0 &&
            glb_integer(item, "index", -1) == (long)index &&
            glb_integer(item, "slot", -1) == (long)track->slot &&
            glb_integer(item, "channel", -1) == (long)track->channel)
            return item;
    }
    ck_abort_msg("no track of %s %u", fy_target_object(track->target), index);
    return NULL;
}

/* Numbers have nine digits; textures are those of the file. */
static void expect_numbers(const written *w, const json_t *list, const float *values,
                           const ferry_track *track) {
    ck_assert_uint_eq(json_array_size(list), values ? track->key_count : 0);
    for (uint32_t k = 0; values && k < track->key_count; k++) {
        double found = json_number_value(json_array_get(list, k)), wanted = (double)values[k];
        if (track->target == FERRY_TARGET_TEXTURE) {
            uint32_t number = 0;
            for (uint32_t i = 0; i < (uint32_t)wanted; i++)
                number += w->scene->textures.data[i].image != FERRY_NONE;
            wanted = w->scene->textures.data[(uint32_t)wanted].image == FERRY_NONE ? -1 : (double)number;
        }
        ck_assert_double_eq_tol(found, wanted, 1e-8 * (1 + fabs(wanted)));
    }
}

static void expect_track(const written *w, const json_t *item, const ferry_track *track) {
    const json_t *times = json_object_get(item, "times");
    const char *how = json_string_value(json_object_get(item, "interpolation"));
    ck_assert_str_eq(how, fy_interpolation_name(track->interpolation));
    ck_assert_uint_eq(json_array_size(times), track->key_count);
    for (uint32_t k = 0; k < track->key_count; k++)
        ck_assert_double_eq_tol(json_number_value(json_array_get(times, k)), track->times[k], 1e-8);
    expect_numbers(w, json_object_get(item, "values"), track->values, track);
    expect_numbers(w, json_object_get(item, "in"), track->in, track);
    expect_numbers(w, json_object_get(item, "out"), track->out, track);
}

static bool is_skinned(const written *w, uint32_t draw) {
    return w->scene->meshes.data[w->scene->draws.data[draw].mesh].skin != FERRY_NONE;
}

START_TEST(tracks_stand_in_extras) {
    written w = write_with(plays[_i].model, plays[_i].animations, "glb", "x.glb", NULL);
    glb file = glb_open(w.files.data[0].bytes);
    uint32_t *nodes = match_draws(&file, w.scene, 1), found = 0;
    for (uint32_t c = 0; c < w.scene->clips.count; c++) {
        const ferry_clip *clip = &w.scene->clips.data[c];
        const json_t *animation = find_animation(&file, clip);
        for (uint32_t t = 0; t < clip->track_count; t++) {
            const ferry_track *track = &clip->tracks[t];
            if (track->target <= FERRY_TARGET_SCALE || track->target == FERRY_TARGET_MORPH) continue;
            if (track->target == FERRY_TARGET_DRAW_VISIBLE && is_skinned(&w, track->object)) continue;
            uint32_t index = is_draw(track) ? nodes[track->object] : track->object;
            if (index == FERRY_NONE) continue;
            expect_track(&w, find_track(animation, track, index), track);
            found++;
        }
    }
    ck_assert_uint_gt(found, 0);
    free(nodes);
    glb_close(&file);
    drop(&w);
}
END_TEST

/* Each group names its vertices, and a mesh that has them. */
START_TEST(vertex_color_groups_stand_in_extras) {
    written w = write_with("skinned.bmd", "skinned.bxk", "glb", "x.glb", NULL);
    glb file = glb_open(w.files.data[0].bytes);
    const json_t *vertex_color_groups =
        json_object_get(json_object_get(file.root, "extras"), "vertex_color_groups");
    ck_assert_uint_eq(json_array_size(vertex_color_groups), w.scene->vertex_color_groups.count);
    ck_assert_uint_gt(w.scene->vertex_color_groups.count, 0);
    for (uint32_t i = 0; i < w.scene->vertex_color_groups.count; i++) {
        const ferry_vertex_color_group *vertex_color_group = &w.scene->vertex_color_groups.data[i];
        const json_t *item = json_array_get(vertex_color_groups, i),
                     *meshes = json_object_get(item, "meshes");
        const json_t *vertices = json_object_get(item, "vertices");
        ck_assert_int_eq(glb_integer(item, "set", -1), vertex_color_group->set);
        ck_assert_uint_eq(json_array_size(vertices), vertex_color_group->count);
        for (uint32_t k = 0; k < vertex_color_group->count; k++)
            ck_assert_int_eq(json_integer_value(json_array_get(vertices, k)),
                             vertex_color_group->vertices[k]);
        ck_assert_uint_gt(json_array_size(meshes), 0);
        for (size_t k = 0; k < json_array_size(meshes); k++) {
            const json_t *mesh =
                glb_item(&file, "meshes", (size_t)json_integer_value(json_array_get(meshes, k)));
            const json_t *attributes =
                json_object_get(json_array_get(json_object_get(mesh, "primitives"), 0), "attributes");
            ck_assert_uint_eq(glb_accessor_count(&file, (uint32_t)glb_integer(attributes, "POSITION", -1)),
                              w.scene->meshes.data[vertex_color_group->mesh].vertex_count);
        }
    }
    glb_close(&file);
    drop(&w);
}
END_TEST

/* -------------------------------------------------------------------------------------------- pointers */

/* The sampler of a pointer in an animation; NULL: there is none. */
static const json_t *find_pointer(const json_t *animation, const char *pointer) {
    const json_t *channels = json_object_get(animation, "channels"),
                 *samplers = json_object_get(animation, "samplers");
    for (size_t i = 0; i < json_array_size(channels); i++) {
        const json_t *channel = json_array_get(channels, i), *target = json_object_get(channel, "target");
        const json_t *extension =
            json_object_get(json_object_get(target, "extensions"), "KHR_animation_pointer");
        const char *own = json_string_value(json_object_get(extension, "pointer"));
        if (!own || strcmp(own, pointer) != 0) continue;
        ck_assert_str_eq(json_string_value(json_object_get(target, "path")), "pointer");
        ck_assert_ptr_null(json_object_get(target, "node"));
        return json_array_get(samplers, (size_t)glb_integer(channel, "sampler", -1));
    }
    return NULL;
}

/* Component `k` of what a sampler says. */
static double sampled(const glb *file, const json_t *sampler, double seconds, uint32_t k) {
    uint32_t in = (uint32_t)glb_integer(sampler, "input", -1),
             out = (uint32_t)glb_integer(sampler, "output", -1);
    uint32_t count = glb_accessor_count(file, in), at = 0;
    while (at + 1 < count && glb_value(file, in, at + 1, 0) <= seconds) at++;
    double here = glb_value(file, out, at, k);
    bool steps = strcmp(json_string_value(json_object_get(sampler, "interpolation")), "STEP") == 0;
    if (steps || at + 1 == count) return here;
    double from = glb_value(file, in, at, 0), to = glb_value(file, in, at + 1, 0);
    return here + (glb_value(file, out, at + 1, k) - here) * fmax(seconds - from, 0) / (to - from);
}

static bool is_seen(const ferry_scene *posed, const ferry_draw *draw) {
    bool seen = draw->visible;
    for (uint32_t n = draw->node; seen && n != FERRY_NONE; n = posed->nodes.data[n].parent)
        seen = posed->nodes.data[n].visible;
    return seen;
}

/* Of a node of the file by itself, as a program with the extension has it. */
static bool is_shown(const glb *file, const json_t *animation, uint32_t node, double seconds) {
    const json_t *extensions = json_object_get(glb_item(file, "nodes", node), "extensions");
    const json_t *rest = json_object_get(json_object_get(extensions, "KHR_node_visibility"), "visible");
    char pointer[96];
    snprintf(pointer, sizeof pointer, "/nodes/%u/extensions/KHR_node_visibility/visible", node);
    const json_t *sampler = find_pointer(animation, pointer);
    if (sampler) ck_assert_ptr_nonnull(rest);
    if (sampler) ck_assert_str_eq(json_string_value(json_object_get(sampler, "interpolation")), "STEP");
    return sampler ? sampled(file, sampler, seconds, 0) != 0 : !rest || json_is_true(rest);
}

static void expect_shown(const written *w, const glb *file, const uint32_t *nodes, uint32_t c,
                         uint32_t *hidden) {
    const ferry_clip *clip = &w->scene->clips.data[c];
    const json_t *animation = find_animation(file, clip);
    for (uint32_t k = 0; k <= 40; k++) {
        ferry_mark mark = ferry_job_mark(w->job);
        double seconds = clip->duration * k / 40.1;
        const ferry_scene *posed = ferry_pose(w->job, w->scene, &c, 1, seconds);
        for (uint32_t d = 0; d < posed->draws.count; d++) {
            const ferry_draw *draw = &posed->draws.data[d];
            if (nodes[d] == FERRY_NONE) continue;
            bool shown = is_shown(file, animation, nodes[d], seconds);
            for (uint32_t n = draw->node; !is_skinned(w, d) && n != FERRY_NONE;
                 n = posed->nodes.data[n].parent)
                shown = shown && is_shown(file, animation, n, seconds);
            ck_assert_msg(shown == is_seen(posed, draw), "%s at %g: draw %u", clip->name, seconds, d);
            *hidden += !shown;
        }
        ferry_job_release(w->job, mark);
    }
}

START_TEST(what_is_hidden_is_pointed_at) {
    static const play hiding[] = {{"figure.bdl", "figure.bva"}, {"ttyd_paper", NULL}, {"tracks.t3dm", NULL}};
    written w = write_with(hiding[_i].model, hiding[_i].animations, "glb", "x.glb", NULL);
    glb file = glb_open(w.files.data[0].bytes);
    uint32_t *nodes = match_draws(&file, w.scene, 1), hidden = 0;
    for (uint32_t c = 0; c < w.scene->clips.count; c++) expect_shown(&w, &file, nodes, c, &hidden);
    ck_assert_uint_gt(hidden, 0);
    free(nodes);
    glb_close(&file);
    drop(&w);
}
END_TEST

/* ------------------------------------------------------------------------------------------- materials */

/* Value `k` of a property of a material, in an animation of the file (NULL: at rest). */
static double property_at(const glb *file, const json_t *animation, uint32_t material, const char *property,
                          const json_t *rest, double seconds, uint32_t k, uint32_t *moving) {
    char pointer[160];
    snprintf(pointer, sizeof pointer, "/materials/%u/pbrMetallicRoughness/%s", material, property);
    const json_t *sampler = animation ? find_pointer(animation, pointer) : NULL;
    if (!sampler)
        return json_is_array(rest) ? json_number_value(json_array_get(rest, k)) : json_number_value(rest);
    ck_assert_ptr_nonnull(rest);
    ++*moving;
    return sampled(file, sampler, seconds, k);
}

static const json_t *surface_of(const glb *file, uint32_t material) {
    return json_object_get(glb_item(file, "materials", material), "pbrMetallicRoughness");
}

/* By the extension's formula: translation * rotation * scale. */
static void matrix_at(const glb *file, const json_t *animation, uint32_t material, double seconds,
                      double to[2][3], uint32_t *moving) {
    static const char *const names[] = {"baseColorTexture/extensions/KHR_texture_transform/offset",
                                        "baseColorTexture/extensions/KHR_texture_transform/rotation",
                                        "baseColorTexture/extensions/KHR_texture_transform/scale"};
    const json_t *info = json_object_get(surface_of(file, material), "baseColorTexture");
    const json_t *transform = json_object_get(json_object_get(info, "extensions"), "KHR_texture_transform");
    const json_t *parts[3] = {json_object_get(transform, "offset"), json_object_get(transform, "rotation"),
                              json_object_get(transform, "scale")};
    double offset[2] = {0, 0}, scale[2] = {1, 1}, turn = 0;
    for (uint32_t k = 0; transform && k < 2; k++) {
        offset[k] = property_at(file, animation, material, names[0], parts[0], seconds, k, moving);
        scale[k] = property_at(file, animation, material, names[2], parts[2], seconds, k, moving);
    }
    if (transform) turn = property_at(file, animation, material, names[1], parts[1], seconds, 0, moving);
    const double made[2][3] = {{cos(turn) * scale[0], sin(turn) * scale[1], offset[0]},
                               {-sin(turn) * scale[0], cos(turn) * scale[1], offset[1]}};
    memcpy(to, made, sizeof made);
}

static uint32_t texture_of(const glb *file, uint32_t material) {
    const json_t *info = json_object_get(surface_of(file, material), "baseColorTexture");
    return info ? (uint32_t)glb_integer(info, "index", -1) : FERRY_NONE;
}

/* Whether meshes of a material have the same vertex colours in two files. */
static bool same_paint(const glb *a, const glb *b, uint32_t material) {
    for (uint32_t i = 0; i < glb_count(a, "meshes"); i++) {
        const glb *files[2] = {a, b};
        uint32_t colors[2];
        const json_t *primitive = NULL;
        for (int k = 0; k < 2; k++) {
            primitive = json_array_get(json_object_get(glb_item(files[k], "meshes", i), "primitives"), 0);
            colors[k] = (uint32_t)glb_integer(json_object_get(primitive, "attributes"), "COLOR_0", -1);
        }
        if (glb_integer(primitive, "material", -1) != (long)material) continue;
        if ((colors[0] == FERRY_NONE) != (colors[1] == FERRY_NONE)) return false;
        for (uint32_t v = 0; colors[0] != FERRY_NONE && v < glb_accessor_count(a, colors[0]); v++)
            for (uint32_t k = 0; k < 4; k++)
                if (glb_value(a, colors[0], v, k) != glb_value(b, colors[1], v, k)) return false;
    }
    return true;
}

/* What a file of the scene as it stands at that moment says of itself at rest: every material that shows the
 * same there. */
static void expect_materials(const written *w, const glb *file, uint32_t c, double seconds,
                             uint32_t *moving) {
    ferry_mark mark = ferry_job_mark(w->job);
    const ferry_clip *clip = &w->scene->clips.data[c];
    const ferry_scene *posed = ferry_pose(w->job, w->scene, &c, 1, seconds);
    ferry_scene still = *posed;
    ferry_file_list files = {0};
    still.clips.count = 0;
    ck_assert(ferry_save(w->job, &still, "glb", "y.glb", &files));
    glb then = glb_open(files.data[0].bytes);
    const json_t *animation = find_animation(file, clip);
    for (uint32_t m = 0; m < w->scene->materials.count; m++) {
        double wanted[2][3], found[2][3];
        uint32_t none = 0;
        bool baked = texture_of(file, m) != FERRY_NONE && texture_of(file, m) >= w->scene->textures.count;
        if (baked || texture_of(&then, m) != texture_of(file, m) || !same_paint(&then, file, m)) continue;
        matrix_at(&then, NULL, m, 0, wanted, &none);
        matrix_at(file, animation, m, seconds, found, moving);
        for (int k = 0; k < 6; k++)
            ck_assert_msg(fabs(wanted[k / 3][k % 3] - found[k / 3][k % 3]) < 4e-3,
                          "material %u at %g: %d is %g, not %g", m, seconds, k, found[k / 3][k % 3],
                          wanted[k / 3][k % 3]);
        for (uint32_t k = 0; k < 4; k++) {
            const json_t *rest = json_object_get(surface_of(file, m), "baseColorFactor");
            const json_t *other = json_object_get(surface_of(&then, m), "baseColorFactor");
            double value = property_at(file, animation, m, "baseColorFactor", rest, seconds, k, moving);
            double right = json_number_value(json_array_get(other, k));
            ck_assert_msg(fabs(value - right) < 8e-3, "material %u at %g: factor %u is %g, not %g", m,
                          seconds, k, value, right);
        }
    }
    glb_close(&then);
    ferry_job_release(w->job, mark);
}

START_TEST(what_moves_is_pointed_at) {
    written w = write_with("figure.bdl", "figure.btk", "glb", "x.glb", NULL);
    glb file = glb_open(w.files.data[0].bytes);
    uint32_t moving = 0;
    for (uint32_t c = 0; c < w.scene->clips.count; c++)
        for (int k = 0; k <= 7; k++)
            expect_materials(&w, &file, c, w.scene->clips.data[c].duration * k / 7.1, &moving);
    ck_assert_uint_gt(moving, 0);
    glb_close(&file);
    drop(&w);
}
END_TEST

/* From what they are at rest to something else and back, by steps or lines. */
static void color_track(ferry_scene *scene, ferry_track *to, ferry_target target, uint32_t material,
                        uint32_t channel, double rest) {
    static const double other[4] = {20, 120, 220, 200};
    *to = (ferry_track){.target = target,
                        .object = material,
                        .channel = channel,
                        .width = 1,
                        .key_count = 3,
                        .interpolation = material % 2 ? FERRY_STEP : FERRY_LINEAR,
                        .times = ferry_scene_alloc(scene, 3, sizeof *to->times),
                        .values = ferry_scene_alloc(scene, 3, sizeof *to->values)};
    for (uint32_t k = 0; k < 3; k++) {
        to->times[k] = k * .5;
        to->values[k] = (float)(k == 1 ? other[channel] : rest);
    }
}

/* Konst colours and material colours of every material of a gallery. */
START_TEST(what_changes_colour_is_pointed_at) {
    written w = write_as("gallery-plain.bdl", "glb", "x.glb", NULL);
    uint32_t count = w.scene->materials.count, at = 0, moving = 0;
    ferry_clip *clip = ferry_scene_alloc(w.scene, 1, sizeof *clip);
    *clip = (ferry_clip){.name = "glow", .kind = "brk", .duration = 1, .rate = 30};
    clip->tracks = ferry_scene_alloc(w.scene, 8 * (size_t)count, sizeof *clip->tracks);
    for (uint32_t target = FERRY_TARGET_KONST; target <= FERRY_TARGET_MATERIAL_COLOR; target++)
        for (uint32_t m = 0; m < count; m++)
            for (uint32_t k = 0; k < 4; k++) {
                const ferry_gx_material *gx = w.scene->materials.data[m].gx;
                bool konst = target == FERRY_TARGET_KONST;
                const uint8_t *rest = konst ? &gx->konst[0].r : &gx->material_colors[0].r;
                color_track(w.scene, &clip->tracks[at++], (ferry_target)target, m, k, rest[k]);
            }
    clip->track_count = at;
    w.scene->clips.data = clip;
    w.scene->clips.count = 1;
    ck_assert(ferry_check(w.job, w.scene) && ferry_save(w.job, w.scene, "glb", "z.glb", &w.files));
    glb file = glb_open(w.files.data[w.files.count - 1].bytes);
    for (int k = 0; k <= 9; k++) expect_materials(&w, &file, 0, k / 9.1, &moving);
    ck_assert_uint_gt(moving, 0);
    glb_close(&file);
    drop(&w);
}
END_TEST

/* -------------------------------------------------------------------------------------------- settings */

static bool says(const glb *file, const char *text) {
    char *all = json_dumps(file->root, JSON_COMPACT);
    bool found = strstr(all, text);
    free(all);
    return found;
}

/* A colour that stays what it is at rest has no channel, whatever it is. */
START_TEST(what_stays_is_not_pointed_at) {
    for (int moves = 0; moves < 2; moves++) {
        written w = write_as("gallery-plain.bdl", "glb", "x.glb", NULL);
        uint32_t count = w.scene->materials.count;
        ferry_clip *clip = ferry_scene_alloc(w.scene, 1, sizeof *clip);
        *clip = (ferry_clip){.name = "glow", .kind = "brk", .duration = 1, .rate = 30};
        clip->tracks = ferry_scene_alloc(w.scene, 4 * (size_t)count, sizeof *clip->tracks);
        for (uint32_t m = 0; m < count; m++)
            for (uint32_t k = 0; k < 4; k++) {
                uint8_t rest = (&w.scene->materials.data[m].gx->konst[0].r)[k];
                ferry_track *track = &clip->tracks[clip->track_count++];
                color_track(w.scene, track, FERRY_TARGET_KONST, m, k, rest);
                if (!moves) track->values[1] = rest;
            }
        w.scene->clips.data = clip;
        w.scene->clips.count = 1;
        ck_assert(ferry_check(w.job, w.scene) && ferry_save(w.job, w.scene, "glb", "z.glb", &w.files));
        glb file = glb_open(w.files.data[w.files.count - 1].bytes);
        ck_assert_int_eq(says(&file, "/materials/"), moves);
        glb_close(&file);
        drop(&w);
    }
}
END_TEST

/* What is hidden at rest is hidden when it is read again, however the file says so. */
START_TEST(what_is_hidden_comes_back_hidden) {
    static const char *const ways[] = {"gltf.visibility=scale", "gltf.visibility=extension", NULL};
    written w = write_as("ttyd_paper", "glb", "x.glb", ways[_i]);
    ferry_job *job = fy_test_job();
    ferry_scene *back = ferry_load(job, &(ferry_input){"x.glb", w.files.data[0].bytes}, 1);
    uint32_t hidden[2] = {0};
    ck_assert_ptr_nonnull(back);
    for (uint32_t i = 0; i < w.scene->draws.count; i++) hidden[0] += !w.scene->draws.data[i].visible;
    for (uint32_t i = 0; i < back->draws.count; i++) hidden[1] += !back->draws.data[i].visible;
    ck_assert_uint_gt(hidden[0], 0);
    ck_assert_uint_eq(hidden[1], hidden[0]);
    ferry_scene_free(back);
    ferry_close(job);
    drop(&w);
}
END_TEST

/* Extensions are listed where they are used only, and are left out where they are not wanted. */
START_TEST(extensions_are_chosen) {
    static const struct {
        const char *model, *setting;
        bool points, extends, scales;
    } cases[] = {
        {"ttyd_paper", NULL, true, true, true},
        {"ttyd_paper", "gltf.animation-pointer=no", false, true, true},
        {"ttyd_paper", "gltf.visibility=scale", true, false, true},
        {"ttyd_paper", "gltf.visibility=extension", true, true, false},
        {"rigid.bmd", NULL, false, false, false},
    };
    written w = write_as(cases[_i].model, "glb", "x.glb", cases[_i].setting);
    glb file = glb_open(w.files.data[0].bytes);
    char *used = json_dumps(json_object_get(file.root, "extensionsUsed"), JSON_ENCODE_ANY);
    ck_assert_int_eq(used && strstr(used, "KHR_animation_pointer"), says(&file, "\"pointer\":"));
    ck_assert_int_eq(used && strstr(used, "KHR_node_visibility"), cases[_i].extends);
    ck_assert_int_eq(says(&file, "\"visible\":"), cases[_i].extends);
    ck_assert_int_eq(says(&file, "\"visibility\":\"scale\""), cases[_i].scales);
    ck_assert_int_eq(says(&file, "KHR_node_visibility/visible"), cases[_i].points && cases[_i].extends);
    free(used);
    glb_close(&file);
    drop(&w);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gltf_tracks");
    TCase *tests = tcase_create("gltf_tracks"), *results = fy_results_case(suite);
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, tracks_stand_in_extras, 0, PLAYS);
    tcase_add_test(tests, vertex_color_groups_stand_in_extras);
    tcase_add_loop_test(tests, what_is_hidden_is_pointed_at, 0, 3);
    tcase_add_test(results, what_moves_is_pointed_at);
    tcase_add_test(results, what_changes_colour_is_pointed_at);
    tcase_add_test(tests, what_stays_is_not_pointed_at);
    tcase_add_loop_test(tests, what_is_hidden_comes_back_hidden, 0, 3);
    tcase_add_loop_test(tests, extensions_are_chosen, 0, 5);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
