/*
 * gltf_fast64_scene.c: what Tiny3D's importer makes of a scene beside its materials, so that games need not
 * be changed (docs/formats/fast64.md, "Scenes"): which nodes are bones, colours of vertices, what is not
 * drawn.
 */
#include "formats/gltf/fast64/gltf_fast64_scene.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/gltf/fast64/gltf_fast64.h"
#include "formats/gltf/fast64/gltf_fast64_state.h"
#include "formats/gltf/fast64/gltf_fast64_textures.h"

/* ----------------------------------------------------------------------------------------------- settings */

const ferry_setting fy_fast64_settings[] = {
    {"fast64.materials", "auto", "auto|plain|none",
     "auto: use the RDP state that fast64 wrote, if any; plain: use the glTF material; none: the game "
     "sets all state"},
    {"fast64.textures", "auto", "auto|name|write",
     "name: only reference sprites that the build makes from the PNGs; write: write them; auto: name for "
     "PNGs below fast64.asset-dir, write for others"},
    {"fast64.asset-dir", "assets", "text", "folder whose contents are in rom:/ on the console"},
    {"fast64.transforms", "apply", "apply|ignore",
     "apply: apply node transforms; ignore: meshes without "
     "bones keep their modelled position"},
    {NULL, NULL, NULL, NULL},
};

/* ------------------------------------------------------------------------------------------------ colours */

static bool has_state(const ferry_scene *scene, uint32_t material) {
    return material != FERRY_NONE && scene->materials.data[material].rdp;
}

float fy_fast64_shade(float linear, bool alpha) {
    double clear = linear > 0 ? linear < 1 ? (double)linear : 1 : 0;
    return (float)(alpha ? (uint8_t)((float)clear * 255.0f) : fy_fast64_byte(clear)) / 255;
}

/* -------------------------------------------------------------------------------------------------- nodes */

static bool is_called(const char *name, const char *start) {
    return strncmp(name, start, strlen(start)) == 0;
}

static bool is_of_library(const ferry_scene *scene, const ferry_draw *draw) {
    return is_called(scene->nodes.data[draw->node].name, FY_FAST64_LIBRARY);
}

static bool has_no_material(const ferry_scene *scene, const ferry_draw *draw) {
    (void)scene;
    return draw->material == FERRY_NONE;
}

/* How many draws are left out; `*name`: of the first one's mesh. */
static uint32_t leave_out(ferry_scene *scene, bool (*is)(const ferry_scene *scene, const ferry_draw *draw),
                          const char **name) {
    uint32_t kept = 0, count = scene->draws.count;
    for (uint32_t i = 0; i < count; i++) {
        const ferry_draw draw = scene->draws.data[i];
        bool out = is(scene, &draw);
        if (out && kept == i) *name = draw.name;
        if (!out) scene->draws.data[kept++] = draw;
    }
    scene->draws.count = kept;
    return count - kept;
}

/* As Tiny3D's importer does it: those meshes are what games take collisions from, for example. */
static void leave_out_draws(ferry_job *job, ferry_scene *scene, bool fast64) {
    const char *file = scene->file ? scene->file : "", *name = "";
    uint32_t count = leave_out(scene, is_of_library, &name);
    if (count)
        ferry_say(job, FERRY_NOTE, "fast64.material-library", file, "",
                  "%u draws of fast64's material library left out", count);
    count = fast64 ? leave_out(scene, has_no_material, &name) : 0;
    if (count)
        ferry_say(job, FERRY_LOSS, "fast64.no-material", file, "",
                  "%u %s without a material left out, as fast64 does: \"%s\"%s", count,
                  count == 1 ? "draw" : "draws", name, count == 1 ? "" : ", ...");
}

/* Meshes without a skin hang on one node that does nothing. */
static bool ignore_transforms(ferry_scene *scene) {
    uint32_t still = FERRY_NONE;
    for (uint32_t i = 0; i < scene->draws.count; i++) {
        ferry_draw *draw = &scene->draws.data[i];
        if (scene->meshes.data[draw->mesh].skin != FERRY_NONE) continue;
        if (still == FERRY_NONE) {
            ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
            if (!node) return false;
            still = scene->nodes.count - 1;
            *node = (ferry_node){.name = "model",
                                 .parent = FERRY_NONE,
                                 .has_quat = true,
                                 .quat = {0, 0, 0, 1},
                                 .scale = {1, 1, 1},
                                 .visible = true,
                                 .fixed = true};
        }
        draw->node = still;
    }
    return true;
}

/* What Tiny3D's importer takes for nothing. */
static const double STILL = 1e-4;

static bool is_identity(const ferry_node *node) {
    static const ferry_vec3 zero = {0, 0, 0}, one = {1, 1, 1};
    ferry_quat q = fy_node_quat(node);
    return node->billboard == FERRY_BILLBOARD_NONE &&
           fy_vec3_length(fy_vec3_sub(node->translate, zero)) < STILL &&
           fy_vec3_length(fy_vec3_sub(node->scale, one)) < STILL && fabs(fabs((double)q.w) - 1) < STILL;
}

/* Whether a clip takes the node away from where it rests. Exporters write tracks for all nodes. */
static bool moves(const ferry_node *node, const ferry_track *track) {
    const ferry_vec3 *rest = track->target == FERRY_TARGET_TRANSLATE ? &node->translate
                             : track->target == FERRY_TARGET_SCALE   ? &node->scale
                                                                     : &node->euler;
    double at = (double)(track->channel == 0 ? rest->x : track->channel == 1 ? rest->y : rest->z);
    if (track->target == FERRY_TARGET_ROTATE && track->width == 1 && node->has_quat) return true;
    ferry_quat q = fy_node_quat(node);
    for (uint32_t k = 0; k < track->key_count; k++) {
        const float *value = track->values + (size_t)k * track->width;
        double off = track->width == 4
                         ? fabs((double)value[0] * (double)q.x + (double)value[1] * (double)q.y +
                                (double)value[2] * (double)q.z + (double)value[3] * (double)q.w) -
                               1
                     : track->target == FERRY_TARGET_NODE_VISIBLE ? (double)(node->visible != (*value != 0))
                                                                  : (double)*value - at;
        if (fabs(off) > STILL) return true;
    }
    return false;
}

/* What a node is to others. */
typedef struct use {
    /* a clip moves it; it carries vertices of a skin; meshes without, with one hang on it */
    bool moves, joint, rigid, skinned;
    uint32_t children;
} use;

static use *find_uses(ferry_job *job, const ferry_scene *scene) {
    use *uses = ferry_new(job, use, (size_t)scene->nodes.count + 1);
    if (!uses) return NULL;
    for (uint32_t c = 0; c < scene->clips.count; c++)
        for (uint32_t t = 0; t < scene->clips.data[c].track_count; t++) {
            const ferry_track *track = &scene->clips.data[c].tracks[t];
            if (track->target > FERRY_TARGET_NODE_VISIBLE) continue;
            use *of = &uses[track->object];
            of->moves = of->moves || moves(&scene->nodes.data[track->object], track);
        }
    for (uint32_t s = 0; s < scene->skins.count; s++)
        for (uint32_t j = 0; j < scene->skins.data[s].joint_count; j++)
            uses[scene->skins.data[s].joints[j].node].joint = true;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        use *of = &uses[scene->draws.data[d].node];
        *(scene->meshes.data[scene->draws.data[d].mesh].skin == FERRY_NONE ? &of->rigid : &of->skinned) =
            true;
    }
    return uses;
}

/* What Blender's exporter hangs vertices without weights on. */
static bool is_neutral(const ferry_node *node) {
    return is_called(node->name, "neutral_bone");
}

/* Clips that say of nodes that stand still that they do. */
static void drop_tracks(ferry_scene *scene) {
    for (uint32_t c = 0; c < scene->clips.count; c++) {
        ferry_clip *clip = &scene->clips.data[c];
        uint32_t kept = 0;
        for (uint32_t t = 0; t < clip->track_count; t++) {
            const ferry_track *track = &clip->tracks[t];
            bool of_node = track->target <= FERRY_TARGET_NODE_VISIBLE;
            if (!of_node || !scene->nodes.data[track->object].fixed) clip->tracks[kept++] = *track;
        }
        clip->track_count = kept;
    }
}

/* Bones are the joints of skins, and what moves or carries them. An armature that stands still, a node that a
 * skinned mesh hangs on, which does not move it, and what is drawn beside the skeleton are none. */
static bool settle_nodes(ferry_job *job, ferry_scene *scene) {
    use *uses = find_uses(job, scene);
    if (!uses) return false;
    for (uint32_t i = 0; i < scene->nodes.count; i++) {
        ferry_node *node = &scene->nodes.data[i];
        if (node->parent == FERRY_NONE) continue;
        const ferry_node *above = &scene->nodes.data[node->parent]; /* settled before */
        const use *of = &uses[node->parent];
        bool nothing =
            above->parent == FERRY_NONE && above->visible && !of->moves && !of->joint && is_identity(above);
        if (nothing)
            node->parent = FERRY_NONE;
        else
            uses[node->parent].children++;
    }
    for (uint32_t i = 0; i < scene->nodes.count; i++) {
        ferry_node *node = &scene->nodes.data[i];
        if (uses[i].moves || uses[i].children || (uses[i].joint && !is_neutral(node))) continue;
        if (!uses[i].rigid && !uses[i].joint && uses[i].skinned) {
            node->parent = FERRY_NONE;
            node->translate = node->euler = (ferry_vec3){0, 0, 0};
            node->has_quat = true;
            node->quat = (ferry_quat){0, 0, 0, 1};
            node->scale = (ferry_vec3){1, 1, 1};
        }
        if (node->parent == FERRY_NONE) node->fixed = true;
    }
    drop_tracks(scene);
    return true;
}

/* ----------------------------------------------------------------------------------------------- textures */

/* The same rule for pictures of plain materials: files below the folder of assets become sprites
 * elsewhere. */
static bool name_pictures(ferry_job *job, ferry_scene *scene) {
    for (uint32_t i = 0; i < scene->textures.count; i++) {
        ferry_texture *texture = &scene->textures.data[i];
        size_t size;
        const char *name = ferry_text_bytes(job, texture->path, &size);
        if (!name) return false;
        if (!*name || strncmp(name, "rom:/", 5) == 0 ||
            !fy_fast64_is_sprite(job, scene->file ? scene->file : "", name))
            continue;
        const char *path = fy_fast64_rom_path(job, scene->file ? scene->file : "", name,
                                              ferry_setting_text(job, "fast64.asset-dir"));
        texture->path = ferry_scene_text(scene, path, strlen(path));
    }
    return true;
}

bool fy_fast64_finish(ferry_job *job, ferry_scene *scene) {
    bool any = false;
    if (!name_pictures(job, scene)) return false;
    for (uint32_t i = 0; i < scene->draws.count; i++)
        any = any || has_state(scene, scene->draws.data[i].material);
    leave_out_draws(job, scene, any);
    if (ferry_setting_is(job, "fast64.transforms", "ignore") && !ignore_transforms(scene)) return false;
    return !any || !scene->skins.count || settle_nodes(job, scene);
}
