/*
 * j3d_shp1.c: SHP1, the shapes: their records, and the streams of their vertices (docs/formats/j3d.md,
 * "SHP1"). Display lists become corners first (j3d_primitives.c); only then are attributes decoded. Mesh i of
 * the file is shape i.
 */
#include "formats/j3d/j3d_shp1.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/j3d/j3d.h"
#include "formats/j3d/j3d_joints.h"
#include "formats/j3d/j3d_names.h"
#include "formats/j3d/j3d_primitives.h"
#include "formats/j3d/j3d_tables.h"
#include "formats/j3d/j3d_vtx1.h"

enum { RECORD_SIZE = 0x28, MATRIX_TYPES = 4 };

/* More corners than one in this many with an index beyond its array: the file is not understood. */
enum { STRAY_SHARE = 20 };

/* ----------------------------------------------------------------------------------------------- decoding */

/* Where the mesh keeps the element numbers of an attribute; NULL: nobody asks for them. */
static uint32_t **numbers_of(ferry_mesh *mesh, const fy_j3d_field *field) {
    if (field->how == FY_J3D_DIRECT || field->missing) return NULL;
    if (field->attribute == FY_J3D_POS) return &mesh->position_numbers;
    if (field->attribute == FY_J3D_NRM) return field->nbt ? NULL : &mesh->normal_numbers;
    if (field->attribute < FY_J3D_TEX0) return &mesh->color_numbers[field->attribute - FY_J3D_CLR0];
    return NULL;
}

static bool allocate_streams(fy_j3d_shape *s, ferry_mesh *mesh) {
    ferry_scene *scene = s->j3d->scene;
    uint32_t n = s->corner_count;
    bool ok = (mesh->influences = ferry_scene_new(scene, uint32_t, n));
    for (uint32_t f = 0; ok && f < s->layout.field_count; f++) {
        const fy_j3d_field *field = &s->layout.fields[f];
        uint32_t code = field->attribute;
        if (field->missing) continue;
        if (code == FY_J3D_POS)
            ok = (mesh->positions = ferry_scene_new(scene, ferry_vec3, n));
        else if (code == FY_J3D_NRM)
            ok = (mesh->normals = ferry_scene_new(scene, ferry_vec3, n)) &&
                 (!field->nbt || ((mesh->binormals = ferry_scene_new(scene, ferry_vec3, n)) &&
                                  (mesh->tangents = ferry_scene_new(scene, ferry_vec3, n))));
        else if (code < FY_J3D_TEX0)
            ok = NULL != (mesh->colors[code - FY_J3D_CLR0] = ferry_scene_new(scene, ferry_color, n));
        else
            ok = NULL != (mesh->uvs[code - FY_J3D_TEX0] = ferry_scene_new(scene, ferry_vec2, n));
        uint32_t **numbers = numbers_of(mesh, field);
        if (ok && numbers) ok = NULL != (*numbers = ferry_scene_new(scene, uint32_t, n));
    }
    mesh->vertex_count = ok ? n : 0;
    return ok;
}

static ferry_vec3 vector(const double *v) {
    return (ferry_vec3){(float)v[0], (float)v[1], (float)v[2]};
}

static bool store_position(fy_j3d_shape *s, const fy_j3d_corner *c, const fy_j3d_value *value,
                           const fy_j3d_joint *joint, ferry_vec3 *to) {
    *to = vector(value->v);
    if (joint) *to = fy_matrix_point(&joint->bind, *to);
    if (fy_vec3_finite(*to)) return true;
    return ferry_refuse(&s->window, c->at, "j3d.position-not-finite",
                        "the position of this vertex is not a finite number");
}

/* A direction that cannot be normalised stays zero: "no normal". */
static ferry_vec3 direction(const double *v, const fy_j3d_joint *joint, bool normal) {
    ferry_vec3 d = vector(v);
    if (!fy_vec3_finite(d)) return (ferry_vec3){0, 0, 0};
    if (joint) d = fy_matrix_direction(normal ? &joint->bind_normals : &joint->bind, d);
    d = fy_vec3_normalize(d);
    return fy_vec3_finite(d) ? d : (ferry_vec3){0, 0, 0};
}

static void store_uv(fy_j3d_shape *s, const fy_j3d_corner *c, const fy_j3d_value *value, ferry_vec2 *to) {
    *to = (ferry_vec2){(float)value->v[0], (float)value->v[1]};
    if (fy_finite(to->x) && fy_finite(to->y)) return;
    ferry_say_at(&s->window, c->at, FERRY_WARNING, "j3d.uv-not-finite",
                 "texture coordinates are not finite numbers; used (0, 0)");
    *to = (ferry_vec2){0, 0};
}

static bool store(fy_j3d_shape *s, ferry_mesh *mesh, uint32_t v, const fy_j3d_field *field,
                  const fy_j3d_value *value, const fy_j3d_joint *joint) {
    const fy_j3d_corner *c = &s->corners[v];
    uint32_t code = field->attribute;
    if (code == FY_J3D_POS) return store_position(s, c, value, joint, &mesh->positions[v]);
    if (code == FY_J3D_NRM) {
        mesh->normals[v] = direction(value->v, joint, true);
        if (field->nbt) {
            mesh->binormals[v] = direction(value->v + 3, joint, false);
            mesh->tangents[v] = direction(value->v + 6, joint, false);
        }
    } else if (code < FY_J3D_TEX0) {
        mesh->colors[code - FY_J3D_CLR0][v] = value->color;
    } else {
        store_uv(s, c, value, &mesh->uvs[code - FY_J3D_TEX0][v]);
    }
    return true;
}

static bool decode_vertex(fy_j3d_shape *s, ferry_mesh *mesh, uint32_t v) {
    const fy_j3d_corner *c = &s->corners[v];
    uint32_t number = fy_j3d_matrix_joint(s->j3d, c->matrix);
    const fy_j3d_joint *joint = number == FERRY_NONE ? NULL : &s->j3d->joints[number];
    bool stray = false;
    mesh->influences[v] = c->matrix; /* its number among the influences follows with the skin */
    for (uint32_t f = 0; f < s->layout.field_count; f++) {
        const fy_j3d_field *field = &s->layout.fields[f];
        fy_j3d_value value;
        if (field->missing) continue;
        fy_j3d_decode(field, s->window.data + c->at, &value);
        uint32_t **numbers = numbers_of(mesh, field);
        if (numbers) (*numbers)[v] = fy_j3d_element(field, s->window.data + c->at);
        if (!value.found && !stray)
            ferry_say_at(&s->window, c->at, FERRY_WARNING, "j3d.vertex-index-range",
                         "an index of this vertex is past the end of its array (attribute %u); used zero "
                         "or white",
                         field->attribute);
        stray |= !value.found;
        if (!store(s, mesh, v, field, &value, joint)) return false;
    }
    s->j3d->corners += c->uses;
    if (stray) s->j3d->stray_corners += c->uses;
    return true;
}

/* ------------------------------------------------------------------------------------------------- shapes */

static bool read_geometry(fy_j3d_shape *s, ferry_mesh *mesh) {
    if (!fy_j3d_measure_lists(s)) return false;
    if (s->triangle_total == 0) return true;
    ferry_mark mark = ferry_job_mark(s->j3d->job);
    if (!fy_j3d_collect_lists(s) || !allocate_streams(s, mesh)) return false;
    for (uint32_t v = 0; v < s->corner_count; v++)
        if (!decode_vertex(s, mesh, v) || ((v & 0xfff) == 0 && !ferry_tick(s->j3d->job))) return false;
    mesh->triangles = s->triangles;
    mesh->triangle_count = s->triangle_count;
    ferry_job_release(s->j3d->job, mark);
    return true;
}

/* Shape i uses record remap[i]. */
static bool read_record(fy_j3d_shape *s, ferry_window *shp1, uint32_t number) {
    s->window = ferry_window_part(shp1, "shape", number);
    ferry_window *w = &s->window;
    uint64_t named, at, list;
    uint64_t record = fy_j3d_record(&s->j3d->shape_remap, number, &named);
    if (!fy_j3d_locate(w, "shapes", 0x0c, RECORD_SIZE * record, RECORD_SIZE, named, &at)) return false;
    s->record = at;
    s->type = ferry_u8_at(w, at);
    s->group_count = ferry_u16_at(w, at + 2);
    s->first_group = ferry_u16_at(w, at + 6);
    s->first_list = ferry_u16_at(w, at + 8);
    if (s->type >= MATRIX_TYPES)
        return ferry_refuse(w, at, "j3d.shape-matrix-type", "unknown shape matrix type %u", s->type);
    s->j3d->shape_types[number] = s->type;
    for (uint32_t k = 0; k < FY_J3D_SLOTS; k++) s->slot[k] = FERRY_NONE;
    if (s->group_count == 0) return true; /* nothing will be read by the list of attributes */
    return fy_j3d_spend_list(s, RECORD_SIZE) &&
           fy_j3d_locate(w, "attribute lists", 0x18, ferry_u16_at(w, at + 4), 4, at + 4, &list) &&
           fy_j3d_read_layout(s->j3d, w, list, &s->layout);
}

static bool stray_share_is_small(fy_j3d *j3d, ferry_window *shp1) {
    if (j3d->stray_corners * STRAY_SHARE <= j3d->corners) return true;
    return ferry_refuse(shp1, 0, "j3d.vertex-index-range",
                        "%llu of %llu corners have an index past the "
                        "end of an array",
                        (unsigned long long)j3d->stray_corners, (unsigned long long)j3d->corners);
}

bool fy_j3d_read_shapes(fy_j3d *j3d) {
    ferry_window *shp1 = &j3d->chunk[FY_J3D_SHP1];
    if (j3d->shape_count == 0) return true;
    ferry_u32_at(shp1, 0x28);
    if (!ferry_window_ok(shp1) || !fy_j3d_read_remap(shp1, 0x10, j3d->shape_count, &j3d->shape_remap))
        return false;
    fy_j3d_names names = fy_j3d_names_open(shp1, 0x14, j3d->shape_count);
    j3d->shape_types = ferry_new(j3d->job, uint8_t, j3d->shape_count);
    if (!j3d->shape_types) return false;
    j3d->shape_budget = (uint64_t)FY_J3D_SHARING * shp1->size;
    for (uint32_t i = 0; i < j3d->shape_count; i++) {
        fy_j3d_shape s = {.j3d = j3d};
        ferry_mesh *mesh = ferry_append(j3d->scene, &j3d->scene->meshes, ferry_mesh);
        if (!mesh) return false;
        mesh->skin = FERRY_NONE;
        mesh->name = fy_j3d_name(&names, j3d->scene, i, "shape");
        if (!read_record(&s, shp1, i) || !read_geometry(&s, mesh)) return false;
    }
    return stray_share_is_small(j3d, shp1);
}
