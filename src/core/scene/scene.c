/* scene.c: a scene's memory, text, lists, and what follows from it (world matrices, counts). Conventions:
 * ferry64.h. */
#include "core/scene/scene.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/arena.h"
#include "core/base/job_state.h"
#include "core/base/maths.h"
#include "core/base/report.h"

typedef struct scene_box {
    ferry_scene scene;
    fy_arena arena; /* its account outlives the job */
} scene_box;

ferry_scene *fy_scene_open(ferry_job *job) {
    scene_box *box = calloc(1, sizeof *box);
    if (!box) {
        fy_report_exhausted(job);
        return NULL;
    }
    box->arena.account = job->account;
    job->account->owners++;
    box->scene = (ferry_scene){.name = "", .format = "", .layout = "", .unit = 1, .arena = &box->arena};
    return &box->scene;
}

void ferry_scene_free(ferry_scene *scene) {
    if (!scene) return;
    scene_box *box = (scene_box *)(void *)scene;
    fy_arena_free(&box->arena);
    fy_account_close(box->arena.account);
    free(box);
}

void *ferry_scene_alloc(ferry_scene *scene, size_t count, size_t size) {
    void *data = fy_arena_alloc(scene->arena, count, size);
    if (!data && count && size && scene->arena->account->job) fy_report_exhausted(scene->arena->account->job);
    return data;
}

void *ferry_scene_append(ferry_scene *scene, void **data, uint32_t *count, size_t size) {
    size_t needed = ((size_t)*count + 1) * size;
    if (!*data || fy_arena_room(*data) < needed) {
        size_t capacity = *count < 4 ? 8 : (size_t)*count * 2;
        void *more = *count < FERRY_NONE - 1 ? ferry_scene_alloc(scene, capacity, size) : NULL;
        if (!more) return NULL;
        if (*count) memcpy(more, *data, (size_t)*count * size);
        *data = more;
    }
    void *element = (uint8_t *)*data + (size_t)*count * size;
    memset(element, 0, size);
    ++*count;
    return element;
}

/* --------------------------------------------------------------------------------------------------- text */

static char *format_into(char *(*alloc)(void *owner, size_t size), void *owner, const char *format,
                         va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = length >= 0 ? alloc(owner, (size_t)length + 1) : NULL;
    if (text) vsnprintf(text, (size_t)length + 1, format, arguments);
    return text;
}

static char *from_scene(void *scene, size_t size) {
    return ferry_scene_new((ferry_scene *)scene, char, size);
}

static char *from_job(void *job, size_t size) {
    return ferry_new((ferry_job *)job, char, size);
}

const char *ferry_scene_format(ferry_scene *scene, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const char *text = format_into(from_scene, scene, format, arguments);
    va_end(arguments);
    return text ? text : "";
}

const char *ferry_job_format(ferry_job *job, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const char *text = format_into(from_job, job, format, arguments);
    va_end(arguments);
    return text ? text : "";
}

static bool plain(uint8_t c) {
    return c >= 0x20 && c < 0x7F && c != '\\';
}

const char *ferry_scene_text(ferry_scene *scene, const void *bytes, size_t size) {
    static const char hex[] = "0123456789abcdef";
    const uint8_t *from = bytes;
    size_t length = 0, count = 0;
    for (; count < size && from[count]; count++)
        length += plain(from[count]) ? 1 : from[count] == '\\' ? 2 : 4;
    char *text = ferry_scene_new(scene, char, length + 1), *to = text;
    if (!text) return "";
    for (size_t i = 0; i < count; i++) {
        uint8_t c = from[i];
        if (!plain(c)) *to++ = '\\';
        if (plain(c) || c == '\\') {
            *to++ = (char)c;
        } else {
            *to++ = 'x';
            *to++ = hex[c >> 4];
            *to++ = hex[c & 15];
        }
    }
    return text;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

const char *ferry_text_bytes(ferry_job *job, const char *text, size_t *size) {
    char *bytes = ferry_new(job, char, strlen(text) + 1), *to = bytes;
    *size = 0;
    if (!bytes) return "";
    for (const char *p = text; *p;) {
        if (p[0] == '\\' && p[1] == '\\') {
            *to++ = '\\';
            p += 2;
        } else if (p[0] == '\\' && p[1] == 'x' && hex_digit(p[2]) >= 0 && hex_digit(p[3]) >= 0) {
            *to++ = (char)(hex_digit(p[2]) << 4 | hex_digit(p[3]));
            p += 4;
        } else {
            *to++ = *p++;
        }
    }
    *size = (size_t)(to - bytes);
    return bytes;
}

/* Length of the UTF-8 sequence at `p` (of more than ASCII), 0 if there is none. */
static size_t utf8_length(const uint8_t *p) {
    size_t length = p[0] >= 0xC2 && p[0] < 0xE0   ? 2
                    : p[0] >= 0xE0 && p[0] < 0xF0 ? 3
                    : p[0] >= 0xF0 && p[0] < 0xF5 ? 4
                                                  : 0;
    for (size_t i = 1; i < length; i++)
        if ((p[i] & 0xC0) != 0x80) return 0;
    bool overlong = (p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xF0 && p[1] < 0x90);
    bool outside = (p[0] == 0xED && p[1] > 0x9F) || (p[0] == 0xF4 && p[1] > 0x8F);
    return overlong || outside ? 0 : length;
}

static bool is_utf8(const char *text) {
    for (const uint8_t *p = (const uint8_t *)text; *p;) {
        size_t length = *p < 0x80 ? 1 : utf8_length(p);
        if (!length) return false;
        p += length;
    }
    return true;
}

const char *fy_stem(ferry_scene *scene, const char *path) {
    const char *start = path;
    for (const char *p = path; *p; p++)
        if (*p == '/' || *p == '#') start = p + 1;
    const char *end = strrchr(start, '.');
    size_t size = end && end > start ? (size_t)(end - start) : strlen(start);
    if (is_utf8(path)) return ferry_scene_format(scene, "%.*s", (int)size, start);
    return ferry_scene_text(scene, start, size);
}

/* ----------------------------------------------------------------------------------------- world matrices */

typedef struct frame {
    ferry_matrix unscaled; /* Softimage: everything but the accumulated scale */
    double scale[3];       /* accumulated */
} frame;

const char *fy_scene_place(const ferry_scene *scene) {
    return scene->file ? scene->file : scene->name;
}

static void stretch(ferry_matrix *matrix, const double scale[3]) {
    for (int row = 0; row < 3; row++)
        for (int col = 0; col < 3; col++) matrix->m[row][col] *= scale[col];
}

/* docs/formats/j3d.md, "World matrices": rule 1. */
static ferry_matrix softimage(const ferry_node *node, const frame *parent, frame *own) {
    ferry_matrix local = fy_node_rotation(node);
    local.m[0][3] = node->translate.x * parent->scale[0];
    local.m[1][3] = node->translate.y * parent->scale[1];
    local.m[2][3] = node->translate.z * parent->scale[2];
    own->unscaled = fy_matrix_multiply(&parent->unscaled, &local);
    own->scale[0] = parent->scale[0] * node->scale.x;
    own->scale[1] = parent->scale[1] * node->scale.y;
    own->scale[2] = parent->scale[2] * node->scale.z;
    ferry_matrix world = own->unscaled;
    stretch(&world, own->scale);
    return world;
}

static double reciprocal(float x) {
    return x != 0 ? 1.0 / x : 0; /* as the engine does for a zero scale */
}

bool fy_compensates(const ferry_node *node) {
    return node->scale_rule == FERRY_SCALE_COMPENSATE || node->scale_rule == FERRY_SCALE_COLLAPSE;
}

bool fy_collapses(const ferry_node *node, const ferry_node *parent) {
    const ferry_vec3 s = parent->scale;
    return node->scale_rule == FERRY_SCALE_COLLAPSE && (s.x == 0 || s.y == 0 || s.z == 0);
}

/* Rules 2 and 3: T * S(1 / parent's scale) * R * S. */
static ferry_matrix compensated(const ferry_node *node, const ferry_node *parent) {
    ferry_matrix local = fy_node_local(node);
    double by[3] = {reciprocal(parent->scale.x), reciprocal(parent->scale.y), reciprocal(parent->scale.z)};
    bool collapses = fy_collapses(node, parent);
    for (int row = 0; row < 3; row++)
        for (int col = 0; col < 3; col++) local.m[row][col] *= collapses ? 0 : by[row];
    return local;
}

/* `frames` is only needed where a Softimage node occurs; a node of another rule is a fresh start for those
 * below it. */
static void world_matrices(const ferry_scene *scene, ferry_matrix *worlds, frame *frames) {
    const frame start = {.unscaled = fy_matrix_identity(), .scale = {1, 1, 1}};
    for (uint32_t i = 0; i < scene->nodes.count; i++) {
        const ferry_node *node = &scene->nodes.data[i];
        bool root = node->parent == FERRY_NONE;
        const ferry_node *up = root ? NULL : &scene->nodes.data[node->parent];
        if (frames && node->scale_rule == FERRY_SCALE_SOFTIMAGE) {
            worlds[i] = softimage(node, root ? &start : &frames[node->parent], &frames[i]);
            continue;
        }
        ferry_matrix local = fy_compensates(node) && up ? compensated(node, up) : fy_node_local(node);
        worlds[i] = root ? local : fy_matrix_multiply(&worlds[node->parent], &local);
        if (frames) frames[i] = (frame){.unscaled = worlds[i], .scale = {1, 1, 1}};
    }
}

/* Memory for the length of a call, from the scene's arena, so that it counts. */
static void *borrow(const ferry_scene *scene, size_t count, size_t size) {
    fy_account *account = scene->arena->account;
    void *data = fy_arena_alloc(scene->arena, count, size);
    if (!data && account->job) fy_report_exhausted(account->job);
    return data;
}

bool ferry_world_matrices(const ferry_scene *scene, ferry_matrix *worlds) {
    bool softimage_used = false;
    for (uint32_t i = 0; i < scene->nodes.count; i++)
        softimage_used |= scene->nodes.data[i].scale_rule == FERRY_SCALE_SOFTIMAGE;
    ferry_mark mark = fy_arena_mark(scene->arena);
    frame *frames = softimage_used ? borrow(scene, scene->nodes.count, sizeof *frames) : NULL;
    if (softimage_used && !frames) return false;
    world_matrices(scene, worlds, frames);
    fy_arena_release(scene->arena, mark);
    return true;
}

void fy_skin_matrices(const ferry_scene *scene, const ferry_skin *skin, const ferry_matrix *worlds,
                      ferry_matrix *joints) {
    (void)scene;
    for (uint32_t j = 0; j < skin->joint_count; j++)
        joints[j] = fy_matrix_multiply(&worlds[skin->joints[j].node], &skin->joints[j].inverse_bind);
}

ferry_matrix fy_influence_matrix(const ferry_skin *skin, uint32_t influence, const ferry_matrix *joints) {
    ferry_matrix sum = {{{0}}};
    const ferry_influence *run = &skin->influences[influence];
    for (uint32_t w = 0; w < run->count; w++) {
        const ferry_weight *weight = &skin->weights[run->first + w];
        const ferry_matrix *matrix = &joints[weight->joint];
        for (int row = 0; row < 3; row++)
            for (int col = 0; col < 4; col++) sum.m[row][col] += (double)weight->weight * matrix->m[row][col];
    }
    return sum;
}

/* ------------------------------------------------------------------------------------------------- counts */

/* Extends a box to `p`; `empty`: whether it holds no point yet. */
static void add_to_box(ferry_box *box, bool *empty, ferry_vec3 p) {
    if (*empty) *box = (ferry_box){p, p};
    *empty = false;
    if (p.x < box->min.x) box->min.x = p.x;
    if (p.y < box->min.y) box->min.y = p.y;
    if (p.z < box->min.z) box->min.z = p.z;
    if (p.x > box->max.x) box->max.x = p.x;
    if (p.y > box->max.y) box->max.y = p.y;
    if (p.z > box->max.z) box->max.z = p.z;
}

typedef struct rest_pose {
    ferry_matrix *worlds;     /* of all nodes */
    ferry_matrix *joints;     /* of the mesh's skin; room for the largest one */
    ferry_matrix *influences; /* likewise */
} rest_pose;

static bool make_pose(const ferry_scene *scene, rest_pose *pose) {
    uint32_t joints = 0, influences = 0;
    for (uint32_t i = 0; i < scene->skins.count; i++) {
        const ferry_skin *skin = &scene->skins.data[i];
        if (skin->joint_count > joints) joints = skin->joint_count;
        if (skin->influence_count > influences) influences = skin->influence_count;
    }
    pose->worlds = borrow(scene, (size_t)scene->nodes.count + 1, sizeof *pose->worlds);
    pose->joints = borrow(scene, (size_t)joints + 1, sizeof *pose->joints);
    pose->influences = borrow(scene, (size_t)influences + 1, sizeof *pose->influences);
    return pose->worlds && pose->joints && pose->influences && ferry_world_matrices(scene, pose->worlds);
}

static void pose_skin(const ferry_scene *scene, const ferry_skin *skin, const rest_pose *pose) {
    fy_skin_matrices(scene, skin, pose->worlds, pose->joints);
    for (uint32_t i = 0; i < skin->influence_count; i++)
        pose->influences[i] = fy_influence_matrix(skin, i, pose->joints);
}

static void count_mesh(const ferry_scene *scene, const ferry_draw *draw, const rest_pose *pose,
                       ferry_counts *counts) {
    const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
    const ferry_skin *skin = mesh->skin == FERRY_NONE ? NULL : &scene->skins.data[mesh->skin];
    counts->triangles += mesh->triangle_count;
    counts->vertices += mesh->vertex_count;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const ferry_matrix *matrix = &pose->worlds[draw->node];
        if (skin) {
            uint32_t weights = skin->influences[mesh->influences[v]].count;
            if (weights > 1) counts->weighted_vertices++;
            if (weights > counts->max_weights) counts->max_weights = weights;
            matrix = &pose->influences[mesh->influences[v]];
        }
        add_to_box(&counts->box, &counts->empty, fy_matrix_point(matrix, mesh->positions[v]));
    }
}

bool ferry_count(const ferry_scene *scene, ferry_counts *counts) {
    *counts = (ferry_counts){.empty = true};
    ferry_mark mark = fy_arena_mark(scene->arena);
    rest_pose pose = {0};
    uint32_t posed = FERRY_NONE;
    if (!make_pose(scene, &pose)) return false;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        uint32_t skin = scene->meshes.data[scene->draws.data[d].mesh].skin;
        if (scene->draws.data[d].level) continue;
        if (skin != FERRY_NONE && skin != posed) pose_skin(scene, &scene->skins.data[skin], &pose);
        if (skin != FERRY_NONE) posed = skin;
        count_mesh(scene, &scene->draws.data[d], &pose, counts);
    }
    fy_arena_release(scene->arena, mark);
    return true;
}
