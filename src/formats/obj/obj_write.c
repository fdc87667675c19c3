/*
 * obj_write.c: a scene at rest as Wavefront OBJ, with its materials (.mtl) and pictures beside it
 * (docs/formats/obj.md). Materials are those of glTF.
 */
#include "formats/obj/obj_write.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/base/numbers.h"
#include "core/base/path.h"
#include "core/scene/visible.h"
#include "formats/export/export.h"
#include "formats/export/export_left_out.h"
#include "formats/export/export_material.h"
#include "formats/export/export_pictures.h"

typedef struct writer {
    fy_export e; /* looks and pictures */
    ferry_out obj, mtl;
    ferry_matrix *worlds;
    uint32_t positions, coordinates, normals; /* that stand in the file */
    uint32_t hidden, skinned, wrapped;        /* draws, vertices, materials */
} writer;

/* ------------------------------------------------------------------------------------------------ text */

static void put_chars(ferry_out *out, const char *text) {
    ferry_put_bytes(out, text, strlen(text));
}

static void put_floats(ferry_out *out, const char *what, const float *values, int count) {
    char text[FY_NUMBER_SIZE];
    put_chars(out, what);
    for (int i = 0; i < count; i++) {
        put_chars(out, " ");
        put_chars(out, fy_number(text, values[i]));
    }
}

static void put_count(ferry_out *out, uint32_t number) {
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    put_chars(out, text);
}

/* A word: blanks and what is no printable ASCII end or break names. */
static void put_name(ferry_out *out, const char *what, const char *name) {
    put_chars(out, what);
    for (; *name; name++)
        ferry_put_u8(out, *name > ' ' && *name < 127 && *name != '\\' ? (uint8_t)*name : '_');
}

/* Materials of one name differ by their numbers. */
static void put_material_name(ferry_out *out, const char *what, const writer *w, uint32_t surface) {
    const ferry_material_list *materials = &w->e.scene->materials;
    put_name(out, what, surface < materials->count ? materials->data[surface].name : "default");
    put_chars(out, ".");
    put_count(out, surface);
    put_chars(out, "\n");
}

/* ------------------------------------------------------------------------------------------- materials */

static void put_material(writer *w, uint32_t number) {
    const fy_export_surface *surface = &w->e.surfaces[number];
    put_material_name(&w->mtl, "newmtl ", w, number);
    put_floats(&w->mtl, "Kd", &surface->factor.r, 3);
    put_floats(&w->mtl, "\nd", &surface->factor.a, 1);
    put_chars(&w->mtl, surface->lit ? "\nillum 1\n" : "\nillum 0\n");
    if (!fy_export_is_textured(surface)) return;
    const char *picture = fy_export_picture_of(&w->e, surface)->link;
    const ferry_texture *texture =
        surface->texture == FERRY_NONE ? NULL : &w->e.scene->textures.data[surface->texture];
    w->wrapped += texture && (texture->wrap_s != FERRY_WRAP_REPEAT || texture->wrap_t != FERRY_WRAP_REPEAT);
    put_chars(&w->mtl, "map_Kd ");
    put_chars(&w->mtl, picture);
    if (surface->alpha_mode != FERRY_ALPHA_OPAQUE) {
        put_chars(&w->mtl, "\nmap_d ");
        put_chars(&w->mtl, picture);
    }
    put_chars(&w->mtl, "\n");
}

/* ----------------------------------------------------------------------------------------------- draws */

static ferry_matrix blended(const writer *w, const ferry_draw *draw, uint32_t vertex) {
    const ferry_scene *scene = w->e.scene;
    const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
    if (mesh->skin == FERRY_NONE) return w->worlds[draw->node];
    const ferry_skin *skin = &scene->skins.data[mesh->skin];
    const ferry_influence *run = &skin->influences[mesh->influences[vertex]];
    ferry_matrix sum = {0};
    for (uint32_t k = 0; k < run->count; k++) {
        const ferry_weight *weight = &skin->weights[run->first + k];
        const ferry_joint *joint = &skin->joints[weight->joint];
        ferry_matrix moves = fy_matrix_multiply(&w->worlds[joint->node], &joint->inverse_bind);
        for (int i = 0; i < 12; i++) sum.m[i / 4][i % 4] += (double)weight->weight * moves.m[i / 4][i % 4];
    }
    return sum;
}

/* Its colour behind a position is what many programs know. */
static void put_vertex(writer *w, const ferry_mesh *mesh, const ferry_matrix *moves,
                       const fy_export_surface *surface, uint32_t v) {
    ferry_vec3 at = fy_vec3_scale(fy_matrix_point(moves, mesh->positions[v]), (float)w->e.scale);
    if (!fy_vec3_finite(at)) w->e.too_large = true;
    put_floats(&w->obj, "v", &at.x, 3);
    if (surface->colors != FERRY_NONE && surface->color_rgb && mesh->colors[surface->colors])
        put_floats(&w->obj, "", &mesh->colors[surface->colors][v].r, 3);
    put_chars(&w->obj, "\n");
    if (mesh->normals) {
        ferry_matrix turns = fy_matrix_normals(moves);
        ferry_vec3 normal = fy_vec3_normalize(fy_matrix_direction(&turns, mesh->normals[v]));
        put_floats(&w->obj, "vn", &normal.x, 3);
        put_chars(&w->obj, "\n");
    }
}

/* v runs up here. */
static void put_coordinates(writer *w, const ferry_mesh *mesh, const fy_export_surface *surface, uint32_t v) {
    ferry_vec2 uv = mesh->uvs[surface->uv] ? mesh->uvs[surface->uv][v] : (ferry_vec2){0, 0};
    double at[2];
    for (int i = 0; i < 2; i++)
        at[i] = surface->transform[i][0] * (double)uv.x + surface->transform[i][1] * (double)uv.y +
                surface->transform[i][2];
    const float to[2] = {(float)at[0], (float)(1 - at[1])};
    put_floats(&w->obj, "vt", to, 2);
    put_chars(&w->obj, "\n");
}

static void put_corner(writer *w, uint32_t vertex, bool textured, bool normals) {
    put_chars(&w->obj, " ");
    put_count(&w->obj, w->positions + vertex + 1);
    if (textured || normals) put_chars(&w->obj, "/");
    if (textured) put_count(&w->obj, w->coordinates + vertex + 1);
    if (normals) put_chars(&w->obj, "/");
    if (normals) put_count(&w->obj, w->normals + vertex + 1);
}

static bool put_draw(writer *w, const ferry_draw *draw) {
    uint32_t number = fy_export_surface_of(&w->e, draw);
    const fy_export_surface *surface = &w->e.surfaces[number];
    const ferry_mesh *mesh = &w->e.scene->meshes.data[draw->mesh];
    bool textured = fy_export_is_textured(surface), flip = surface->cull == FERRY_CULL_FRONT;
    put_name(&w->obj, "o ", *draw->name ? draw->name : mesh->name);
    put_material_name(&w->obj, "\nusemtl ", w, number);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        ferry_matrix moves = blended(w, draw, v);
        put_vertex(w, mesh, &moves, surface, v);
        if (textured) put_coordinates(w, mesh, surface, v);
        if (!ferry_tick(w->e.job) || w->obj.bad) return false;
    }
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        put_chars(&w->obj, "f");
        for (int k = 0; k < 3; k++)
            put_corner(w, mesh->triangles[3 * t + (size_t)(flip ? 2 - k : k)], textured, mesh->normals);
        put_chars(&w->obj, "\n");
        if (!ferry_tick(w->e.job) || w->obj.bad) return false;
    }
    w->positions += mesh->vertex_count;
    w->coordinates += textured ? mesh->vertex_count : 0;
    w->normals += mesh->normals ? mesh->vertex_count : 0;
    w->skinned += mesh->skin != FERRY_NONE ? mesh->vertex_count : 0;
    return true;
}

/* ------------------------------------------------------------------------------------------- the whole */

static bool put_all(writer *w, const char *library) {
    const ferry_scene *scene = w->e.scene;
    put_chars(&w->obj, "# ferry64 ");
    put_chars(&w->obj, ferry_version());
    put_name(&w->obj, "\nmtllib ", library);
    put_chars(&w->obj, "\n");
    const bool *visible = fy_find_visible(w->e.job, scene);
    if (!visible) return false;
    bool bare = false;
    for (uint32_t d = 0; d < scene->draws.count; d++) bare |= scene->draws.data[d].material == FERRY_NONE;
    for (uint32_t i = 0; i < scene->materials.count + bare; i++) put_material(w, i);
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_draw *draw = &scene->draws.data[d];
        if (!fy_export_is_written(&w->e, draw)) continue;
        if (!visible[d]) {
            w->hidden++;
            continue;
        }
        if (!put_draw(w, draw)) return false;
    }
    return !w->obj.bad && !w->mtl.bad;
}

static void report_written(const writer *w, size_t size) {
    ferry_job *job = w->e.job;
    if (w->skinned)
        ferry_say(job, FERRY_LOSS, "obj.skin", w->e.file, "",
                  "the format has no joints: %u skinned vertices are in their rest pose", w->skinned);
    if (w->wrapped)
        ferry_say(job, FERRY_LOSS, "obj.texture-wrap", w->e.file, "",
                  "materials that mirror or clamp their textures, which the format does not store: %u",
                  w->wrapped);
    if (w->hidden)
        ferry_say(job, FERRY_LOSS, "obj.hidden", w->e.file, "", "%u of %u draws are hidden and were left out",
                  w->hidden, w->e.scene->draws.count);
    ferry_say(job, FERRY_NOTE, "obj.written", w->e.file, "", "%u vertices, %u materials, %zu bytes",
              w->positions, w->e.scene->materials.count, size);
}

static const char *library_of(ferry_job *job, const char *file) {
    const char *dot = strrchr(fy_path_base(file), '.');
    return ferry_job_format(job, "%.*s.mtl", (int)(dot ? dot - file : (long)strlen(file)), file);
}

static bool write_all(writer *w, ferry_file_list *files) {
    fy_export *e = &w->e;
    const char *library = library_of(e->job, e->file);
    w->obj = ferry_out_open(e->job, e->file);
    w->mtl = ferry_out_open(e->job, library);
    w->worlds = ferry_new(e->job, ferry_matrix, e->scene->nodes.count + (size_t)1);
    bool done = w->worlds && ferry_world_matrices(e->scene, w->worlds) && fy_export_open_pictures(e) &&
                fy_export_plan_materials(e) && put_all(w, fy_path_base(library));
    size_t size = w->obj.size + w->mtl.size;
    if (!fy_export_is_sound(e) || !done) return false;
    bool ok = ferry_add_out(files, e->file, &w->obj) && ferry_add_out(files, library, &w->mtl) &&
              fy_export_add_files(e, files);
    if (ok) report_written(w, size);
    return ok && fy_export_report_empty(e, false) && !ferry_failed(e->job);
}

bool fy_obj_write(ferry_job *job, const ferry_scene *scene, const char *name, ferry_file_list *files) {
    ferry_mark mark = ferry_job_mark(job);
    writer w = {.e = fy_export_of(job, scene, name)};
    bool done = write_all(&w, files);
    ferry_job_release(job, mark);
    return done;
}
