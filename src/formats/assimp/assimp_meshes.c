/*
 * assimp_meshes.c: streams of vertices, triangles and morphs. What is no number, out of range or no triangle
 * is put right or left out, and told (docs/formats/generic.md, "Meshes").
 */
#include "formats/assimp/assimp_meshes.h"

#include <inttypes.h>
#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/assimp/assimp.h"
#include "formats/assimp/assimp_nodes.h"
#include "formats/assimp/assimp_places.h"
#include "formats/assimp/assimp_skins.h"

/* Beyond this, products of two numbers are no floats any more. */
static const double FAR = 1e18;

typedef struct reading {
    fy_assimp *a;
    const struct aiMesh *from;
    ferry_mesh *mesh;
    uint32_t broken; /* numbers that are none */
} reading;

/* ------------------------------------------------------------------------------------------------ streams */

static float number(reading *r, float value) {
    if (fabs((double)value) < FAR) return value; /* not so for what is no number */
    r->broken++;
    return 0;
}

static bool copy_positions(reading *r) {
    r->mesh->positions = ferry_scene_new(r->a->scene, ferry_vec3, r->mesh->vertex_count);
    if (!r->mesh->positions) return false;
    for (uint32_t v = 0; v < r->mesh->vertex_count; v++) {
        const struct aiVector3D *from = &r->from->mVertices[v];
        r->mesh->positions[v] = (ferry_vec3){number(r, from->x), number(r, from->y), number(r, from->z)};
    }
    return true;
}

/* A direction that is none becomes zero. */
static bool copy_directions(reading *r, const struct aiVector3D *from, ferry_vec3 **to) {
    if (!from) return true;
    *to = ferry_scene_new(r->a->scene, ferry_vec3, r->mesh->vertex_count);
    if (!*to) return false;
    for (uint32_t v = 0; v < r->mesh->vertex_count; v++) {
        const struct aiVector3D *d = &from[v];
        (*to)[v] = fy_vec3_normalize((ferry_vec3){d->x, d->y, d->z});
    }
    return true;
}

static float component(reading *r, float value) {
    value = number(r, value);
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

static float shown(reading *r, float value) {
    value = component(r, value);
    return r->a->light ? (float)fy_display((double)value) : value;
}

static bool copy_colors(reading *r) {
    uint32_t over = 0;
    for (uint32_t set = 0; set < AI_MAX_NUMBER_OF_COLOR_SETS; set++) {
        const struct aiColor4D *from = r->from->mColors[set];
        if (from && set >= FERRY_COLOR_SETS) over++;
        if (!from || set >= FERRY_COLOR_SETS) continue;
        ferry_color *to = r->mesh->colors[set] =
            ferry_scene_new(r->a->scene, ferry_color, r->mesh->vertex_count);
        if (!to) return false;
        for (uint32_t v = 0; v < r->mesh->vertex_count; v++) {
            const struct aiColor4D *c = &from[v];
            to[v] = (ferry_color){shown(r, c->r), shown(r, c->g), shown(r, c->b), component(r, c->a)};
        }
    }
    if (over)
        fy_assimp_tell(r->a, FERRY_LOSS, "import.color-sets", r->from->mName.data,
                       "mesh \"%s\": %" PRIu32 " sets of vertex colours left out; the limit is %d",
                       r->mesh->name, over, FERRY_COLOR_SETS);
    return true;
}

/* assimp counts v from the last row up. */
static bool copy_uvs(reading *r) {
    for (uint32_t set = 0; set < FERRY_UV_SETS && set < AI_MAX_NUMBER_OF_TEXTURECOORDS; set++) {
        const struct aiVector3D *from = r->from->mTextureCoords[set];
        if (!from) continue;
        ferry_vec2 *to = r->mesh->uvs[set] = ferry_scene_new(r->a->scene, ferry_vec2, r->mesh->vertex_count);
        if (!to) return false;
        for (uint32_t v = 0; v < r->mesh->vertex_count; v++)
            to[v] = (ferry_vec2){number(r, from[v].x), 1 - number(r, from[v].y)};
    }
    return true;
}

/* ---------------------------------------------------------------------------------------------- triangles */

static void tell_left_out(const reading *r, uint32_t outside, const uint32_t thin[2]) {
    const fy_assimp *a = r->a;
    if (outside)
        fy_assimp_tell(a, FERRY_WARNING, "import.vertex-index", r->from->mName.data,
                       "mesh \"%s\": %" PRIu32 " triangle%s left out: vertex index out of range",
                       r->mesh->name, outside, outside == 1 ? "" : "s");
    if (thin[0] || thin[1])
        fy_assimp_tell(a, FERRY_LOSS, "import.non-triangles", r->from->mName.data,
                       "mesh \"%s\": %" PRIu32 " points and %" PRIu32 " lines left out: only triangles "
                       "are supported",
                       r->mesh->name, thin[0], thin[1]);
}

static bool copy_triangles(reading *r) {
    const struct aiMesh *from = r->from;
    uint32_t outside = 0, thin[2] = {from->mNumFaces ? 0 : from->mNumVertices, 0}; /* points, lines */
    r->mesh->triangles = ferry_scene_new(r->a->scene, uint32_t, 3 * (size_t)from->mNumFaces);
    if (from->mNumFaces && !r->mesh->triangles) return false;
    for (uint32_t f = 0; f < from->mNumFaces; f++) {
        const struct aiFace *face = &from->mFaces[f];
        if (face->mNumIndices == 1 || face->mNumIndices == 2) thin[face->mNumIndices - 1]++;
        if (face->mNumIndices != 3) continue;
        bool inside = true;
        for (int k = 0; k < 3; k++) inside = inside && face->mIndices[k] < from->mNumVertices;
        outside += !inside;
        if (inside)
            memcpy(&r->mesh->triangles[3 * (size_t)r->mesh->triangle_count++], face->mIndices,
                   3 * sizeof(uint32_t));
        if (f % 4096 == 0 && !ferry_tick(r->a->job)) return false;
    }
    tell_left_out(r, outside, thin);
    return true;
}

/* ------------------------------------------------------------------------------------------------- morphs */

static ferry_vec3 moved(const struct aiVector3D *to, const struct aiVector3D *from) {
    ferry_vec3 by = {to->x - from->x, to->y - from->y, to->z - from->z};
    return fabs((double)by.x) < FAR && fabs((double)by.y) < FAR && fabs((double)by.z) < FAR
               ? by
               : (ferry_vec3){0, 0, 0};
}

static bool is_zero(ferry_vec3 v) {
    return v.x == 0 && v.y == 0 && v.z == 0;
}

static bool add_morph(reading *r, uint32_t mesh, uint32_t target) {
    const struct aiAnimMesh *to = r->from->mAnimMeshes[target];
    ferry_scene *scene = r->a->scene;
    ferry_morph *morph = ferry_append(scene, &scene->morphs, ferry_morph);
    if (!morph) return false;
    *morph = (ferry_morph){
        .name = fy_assimp_text(r->a, &to->mName), .mesh = mesh, .number = target, .group = FERRY_NONE};
    if (!*morph->name) morph->name = ferry_scene_format(scene, "morph %" PRIu32, target);
    bool fits = to->mNumVertices == r->from->mNumVertices && to->mVertices;
    const struct aiVector3D *normals = fits && r->from->mNormals ? to->mNormals : NULL;
    if (!fits || !r->mesh->vertex_count) return true;
    morph->vertices = ferry_scene_new(scene, uint32_t, r->mesh->vertex_count);
    morph->positions = ferry_scene_new(scene, ferry_vec3, r->mesh->vertex_count);
    if (normals) morph->normals = ferry_scene_new(scene, ferry_vec3, r->mesh->vertex_count);
    if (!morph->vertices || !morph->positions || (normals && !morph->normals)) return false;
    for (uint32_t v = 0; v < r->mesh->vertex_count; v++) {
        ferry_vec3 by = moved(&to->mVertices[v], &r->from->mVertices[v]);
        ferry_vec3 turn = normals ? moved(&normals[v], &r->from->mNormals[v]) : (ferry_vec3){0, 0, 0};
        if (is_zero(by) && is_zero(turn)) continue;
        morph->vertices[morph->count] = v;
        morph->positions[morph->count] = by;
        if (normals) morph->normals[morph->count] = turn;
        morph->count++;
    }
    return true;
}

static bool add_morphs(reading *r, uint32_t mesh) {
    for (uint32_t k = 0; k < r->from->mNumAnimMeshes; k++) {
        /* of FBX assimp gives 1 whatever the file says */
        bool known = strcmp(r->a->scene->format, "fbx") != 0;
        if (!ferry_tick(r->a->job) || !add_morph(r, mesh, k)) return false;
        if (known && r->from->mAnimMeshes[k]->mWeight != 0)
            fy_assimp_tell(r->a, FERRY_LOSS, "import.morph-weight", r->from->mName.data,
                           "mesh \"%s\": morph \"%s\" has a weight of %g at rest; used 0", r->mesh->name,
                           r->a->scene->morphs.data[r->a->scene->morphs.count - 1].name,
                           (double)r->from->mAnimMeshes[k]->mWeight);
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------- meshes */

static bool copy_streams(reading *r) {
    const struct aiMesh *from = r->from;
    if (!r->mesh->vertex_count) return true;
    if (!copy_positions(r) || !copy_directions(r, from->mNormals, &r->mesh->normals) ||
        !copy_directions(r, from->mTangents, &r->mesh->tangents) ||
        !copy_directions(r, from->mBitangents, &r->mesh->binormals) || !copy_colors(r) || !copy_uvs(r))
        return false;
    if (r->broken)
        fy_assimp_tell(r->a, FERRY_WARNING, "import.number-not-finite", r->from->mName.data,
                       "mesh \"%s\": %" PRIu32 " numbers are not finite or out of range; used 0",
                       r->mesh->name, r->broken);
    return true;
}

static bool add_mesh(fy_assimp *a, uint32_t index, uint32_t node) {
    reading r = {.a = a, .from = a->from->mMeshes[index]};
    ferry_mesh mesh = {.name = fy_assimp_text(a, &r.from->mName), .skin = FERRY_NONE};
    r.mesh = &mesh;
    mesh.vertex_count = r.from->mVertices ? r.from->mNumVertices : 0;
    if (!copy_triangles(&r)) return false;
    if (!mesh.triangle_count) return true;
    if (!copy_streams(&r) || !fy_assimp_read_skin(a, r.from, node, &mesh)) return false;
    ferry_mesh *added = ferry_append(a->scene, &a->scene->meshes, ferry_mesh);
    if (!added) return false;
    *added = mesh;
    a->meshes[index] = a->scene->meshes.count - 1;
    a->first_morphs[index] = a->scene->morphs.count;
    return add_morphs(&r, a->meshes[index]);
}

/* The first node that each mesh hangs on. */
static uint32_t *list_owners(fy_assimp *a) {
    uint32_t *owners = ferry_new(a->job, uint32_t, (size_t)a->from->mNumMeshes + 1);
    for (uint32_t i = 0; owners && i < a->from->mNumMeshes; i++) owners[i] = FERRY_NONE;
    for (uint32_t n = a->node_count; owners && n-- > 0;)
        for (uint32_t k = 0; k < a->nodes[n].from->mNumMeshes; k++)
            if (a->nodes[n].from->mMeshes[k] < a->from->mNumMeshes) owners[a->nodes[n].from->mMeshes[k]] = n;
    return owners;
}

bool fy_assimp_read_meshes(fy_assimp *a) {
    uint32_t count = a->from->mNumMeshes;
    uint32_t *owners = list_owners(a);
    a->meshes = ferry_new(a->job, uint32_t, (size_t)count + 1);
    a->first_morphs = ferry_new(a->job, uint32_t, (size_t)count + 1);
    if (!owners || !a->meshes || !a->first_morphs) return false;
    for (uint32_t i = 0; i < count; i++) {
        a->meshes[i] = FERRY_NONE;
        if (!ferry_progress(a->job, "meshes", (double)i / count)) return false;
        if (owners[i] != FERRY_NONE && !add_mesh(a, i, a->nodes[owners[i]].to.bottom)) return false;
    }
    return true;
}
