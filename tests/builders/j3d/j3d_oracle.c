/* j3d_oracle.c: see j3d_oracle.h. */
#include "j3d_oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "j3d_builder_inside.h"

typedef struct oracle {
    const jb_model *model;
    double (*worlds)[12];
    double (*binds)[12];
    bool degenerates;
} oracle;

/* ----------------------------------------------------------------------------------------- matrices */

static void weighted_matrix(const oracle *o, const jb_envelope *envelope, double m[12]) {
    memset(m, 0, 12 * sizeof *m);
    for (uint32_t k = 0; k < envelope->count; k++) {
        const jb_influence *influence = &envelope->influences[k];
        double skin[12];
        jb_multiply(o->worlds[influence->joint], o->binds[influence->joint], skin);
        for (int i = 0; i < 12; i++) m[i] += (double)influence->weight * skin[i];
    }
}

static void matrix_of(const oracle *o, uint32_t draw_matrix, double m[12]) {
    if (draw_matrix >= o->model->draw_matrix_count) jb_abort("a draw matrix that does not exist");
    const jb_draw_matrix *d = &o->model->draw_matrices[draw_matrix];
    if (d->weighted)
        weighted_matrix(o, &o->model->envelopes[d->index], m);
    else
        memcpy(m, o->worlds[d->index], 12 * sizeof *m);
}

static void transform(const double m[12], const double v[3], double w, double out[3]) {
    for (int r = 0; r < 3; r++)
        out[r] = m[r * 4] * v[0] + m[r * 4 + 1] * v[1] + m[r * 4 + 2] * v[2] + w * m[r * 4 + 3];
}

static void normalize(double v[3]) {
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int k = 0; k < 3 && length > 0; k++) v[k] /= length;
}

/* Normals go by the inverse transpose: the transpose of the inverse times v. */
static void transform_normal(const double m[12], const double v[3], double out[3]) {
    double inverse[12];
    if (!jb_invert(m, inverse)) memset(inverse, 0, sizeof inverse);
    for (int c = 0; c < 3; c++) out[c] = inverse[c] * v[0] + inverse[4 + c] * v[1] + inverse[8 + c] * v[2];
    normalize(out);
}

/* ------------------------------------------------------------------------------------------ corners */

static bool describes(const jb_shape *shape, uint32_t attribute) {
    for (uint32_t i = 0; i < shape->descriptor_count; i++)
        if (shape->descriptors[i].attribute == attribute && shape->descriptors[i].how) return true;
    return false;
}

static void read_normals(const oracle *o, const jb_shape *shape, const jb_corner *c, const double m[12],
                         jo_corner *out) {
    out->has_nbt = describes(shape, JB_A_NBT);
    out->has_normal = out->has_nbt || describes(shape, JB_A_NRM);
    if (!out->has_normal) return;
    int array = out->has_nbt ? JB_NBT : JB_NRM;
    for (uint32_t k = 0; k < (out->has_nbt ? 3u : 1u); k++) {
        uint32_t element = c->index[array];
        if (k > 0 && o->model->arrays[array].count_code == 2) element = c->nbt3[k - 1];
        double v[3];
        for (uint32_t i = 0; i < 3; i++) v[i] = jb_shown(o->model, array, element, k * 3 + i);
        if (k == 0) {
            transform_normal(m, v, out->normals[0]);
        } else {
            transform(m, v, 0, out->normals[k]);
            normalize(out->normals[k]);
        }
    }
}

static jo_corner evaluate_corner(const oracle *o, const jb_shape *shape, const jb_corner *c,
                                 uint32_t matrix) {
    jo_corner out = {.matrix = matrix};
    double m[12];
    matrix_of(o, matrix, m);
    for (uint32_t k = 0; k < 3; k++) out.stored[k] = jb_shown(o->model, JB_POS, c->index[JB_POS], k);
    transform(m, out.stored, 1, out.world);
    read_normals(o, shape, c, m, &out);
    for (uint32_t set = 0; set < 2; set++)
        for (uint32_t k = 0; k < 4; k++)
            out.colors[set][k] =
                describes(shape, JB_A_CLR0 + set)
                    ? jb_shown(o->model, JB_CLR0 + (int)set, c->index[JB_CLR0 + set], k) / 255
                    : 1;
    for (uint32_t set = 0; set < 8; set++)
        for (uint32_t k = 0; k < 2 && describes(shape, JB_A_TEX0 + set); k++)
            out.uvs[set][k] = jb_shown(o->model, JB_TEX0 + (int)set, c->index[JB_TEX0 + set], k);
    return out;
}

/* ---------------------------------------------------------------------------------------- triangles */

/* Corner numbers of triangle `i` as the console takes them, front clockwise; false: no more. */
static bool triangle_of(const jb_primitive *p, uint32_t i, uint32_t t[3]) {
    uint32_t last;
    switch (p->opcode & 0xF8) {
    case 0x80:
    case 0x88:
        t[0] = i / 2 * 4, t[1] = t[0] + 1 + (i & 1), t[2] = t[0] + 2 + (i & 1);
        last = i / 2 * 4 + 3;
        break;
    case JB_TRIANGLES:
        t[0] = i * 3, t[1] = t[0] + 1, t[2] = last = t[0] + 2;
        break;
    case JB_STRIP:
        t[0] = i + (i & 1), t[1] = i + 1 - (i & 1), t[2] = last = i + 2;
        break;
    case JB_FAN:
        t[0] = 0, t[1] = i + 1, t[2] = last = i + 2;
        break;
    default:
        return false;
    }
    return last < p->count;
}

static void add_primitive(const oracle *o, const jb_shape *shape, const jb_primitive *p,
                          const uint32_t slots[10], jo_draw *draw) {
    uint32_t t[3];
    for (uint32_t i = 0; triangle_of(p, i, t); i++) {
        const jb_corner *c[3];
        uint32_t m[3];
        bool same = false;
        for (int k = 0; k < 3; k++) {
            c[k] = &shape->corners[p->first + t[k]];
            m[k] = slots[describes(shape, JB_A_MATRIX) ? c[k]->slot : 0];
            for (int j = 0; j < k; j++)
                same = same || (c[j]->index[JB_POS] == c[k]->index[JB_POS] && m[j] == m[k]);
        }
        if (same && !o->degenerates) continue;
        jo_triangle *triangle = jb_grow(&draw->triangles, &draw->count, &draw->capacity, sizeof *triangle);
        for (int k = 0; k < 3; k++) triangle->corners[k] = evaluate_corner(o, shape, c[2 - k], m[2 - k]);
    }
}

static void add_draw(const oracle *o, jo_scene *scene, const jb_draw *from) {
    jo_draw *draw = jb_grow(&scene->draws, &scene->count, &scene->capacity, sizeof *draw);
    const jb_shape *shape = &o->model->shapes[from->shape];
    uint32_t slots[10] = {0};
    *draw = (jo_draw){.joint = from->joint, .material = from->material, .shape = from->shape};
    for (uint32_t i = 0; i < shape->packet_count; i++) {
        const jb_packet *packet = &shape->packets[i];
        for (uint32_t k = 0; k < packet->table_count && shape->matrix_type == 3; k++)
            if (packet->table[k] != 0xFFFF) slots[k] = packet->table[k];
        if (shape->matrix_type != 3)
            slots[0] = packet->use_matrix == 0xFFFF ? packet->table[0] : packet->use_matrix;
        for (uint32_t k = 0; k < packet->count; k++)
            add_primitive(o, shape, &shape->primitives[packet->first + k], slots, draw);
    }
}

static bool translucent(const jb_model *model, uint32_t material) {
    return material != JB_NONE && !(model->materials[material].gx.mode & 3);
}

static void add_joint(const oracle *o, jo_scene *scene, uint32_t joint, bool last_bucket, uint32_t depth) {
    const jb_model *model = o->model;
    if (depth > 64) jb_abort("joints nested too deep");
    for (uint32_t i = 0; i < model->draw_count; i++)
        if (model->draws[i].joint == joint && translucent(model, model->draws[i].material) == last_bucket)
            add_draw(o, scene, &model->draws[i]);
    for (uint32_t i = 0; i < model->joint_count; i++)
        if (model->joints[i].parent == (int)joint) add_joint(o, scene, i, last_bucket, depth + 1);
}

jo_scene jo_evaluate(const jb_model *model, bool degenerates) {
    oracle o = {.model = model, .degenerates = degenerates};
    jo_scene scene = {0};
    o.worlds = calloc(model->joint_count + 1, sizeof *o.worlds);
    o.binds = calloc(model->joint_count + 1, sizeof *o.binds);
    if (!o.worlds || !o.binds) jb_abort("no memory");
    jb_worlds(model, o.worlds);
    jb_inverse_binds(model, o.binds);
    for (int bucket = 0; bucket < 2; bucket++)
        for (uint32_t i = 0; i < model->joint_count; i++)
            if (model->joints[i].parent < 0) add_joint(&o, &scene, i, bucket == 1, 0);
    free(o.worlds);
    free(o.binds);
    return scene;
}

void jo_free(jo_scene *scene) {
    for (uint32_t i = 0; i < scene->count; i++) free(scene->draws[i].triangles);
    free(scene->draws);
    *scene = (jo_scene){0};
}
