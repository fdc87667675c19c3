/* export_transform.c: see export_transform.h. */
#include "formats/export/export_transform.h"

#include <math.h>

#include "ferry64.h"
#include "core/base/maths.h"

fy_export_box fy_export_box_of(const ferry_scene *scene, const uint32_t *draws, uint32_t count,
                               uint32_t set) {
    fy_export_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (uint32_t d = 0; d < count; d++) {
        const ferry_mesh *mesh = &scene->meshes.data[scene->draws.data[draws[d]].mesh];
        for (uint32_t v = 0; mesh->uvs[set] && v < mesh->vertex_count; v++)
            for (int i = 0; i < 2; i++) {
                double at = (double)(&mesh->uvs[set][v].x)[i];
                box.least[i] = fmin(box.least[i], at);
                box.most[i] = fmax(box.most[i], at);
            }
    }
    for (int i = 0; i < 2; i++)
        if (!(box.least[i] <= box.most[i])) box.least[i] = 0, box.most[i] = 1;
    return box;
}

/* Of turns that say the same the one that is next to the last. */
static void go_on(fy_export_transform *t, double last) {
    double half = fy_round((last - t->rotation) / FY_PI);
    t->rotation += half * FY_PI;
    if (fabs(half / 2 - floor(half / 2)) < .25) return;
    t->scale[0] = -t->scale[0];
    t->scale[1] = -t->scale[1];
}

/* The angle by which two columns, taken as long as the box is wide, come nearest to a turned cross. */
static double angle_of(const double m[2][3], const double span[2]) {
    double a = m[0][0] * span[0], c = m[1][0] * span[0], b = m[0][1] * span[1], d = m[1][1] * span[1];
    return fy_atan2(a * c - b * d, (a * a + d * d - b * b - c * c) / 2) / 2;
}

fy_export_transform fy_export_split_transform(const double m[2][3], const fy_export_box *box,
                                              const fy_export_transform *before) {
    fy_export_transform t = {.offset = {m[0][2], m[1][2]}, .scale = {m[0][0], m[1][1]}};
    double span[2], middle[2];
    for (int i = 0; i < 2; i++) {
        span[i] = fmax(box->most[i] - box->least[i], 1e-6);
        middle[i] = (box->least[i] + box->most[i]) / 2;
    }
    if (m[0][1] != 0 || m[1][0] != 0) {
        double angle = angle_of(m, span), cosine = fy_cos(angle), sine = fy_sin(angle);
        t.scale[0] = m[0][0] * cosine + m[1][0] * sine;
        t.scale[1] = m[1][1] * cosine - m[0][1] * sine;
        t.rotation = -angle;
        double made[2][2] = {{t.scale[0] * cosine, -t.scale[1] * sine},
                             {t.scale[0] * sine, t.scale[1] * cosine}};
        for (int i = 0; i < 2; i++) {
            double first = m[i][0] - made[i][0], second = m[i][1] - made[i][1];
            t.offset[i] += first * middle[0] + second * middle[1];
            t.off = fmax(t.off, fabs(first) * span[0] / 2 + fabs(second) * span[1] / 2);
        }
    }
    if (before)
        go_on(&t, before->rotation);
    else if (t.scale[0] < 0 && t.scale[1] < 0 && t.rotation != 0)
        go_on(&t, t.rotation + (t.rotation < 0 ? FY_PI : -FY_PI));
    return t;
}

double fy_export_texels_off(double off, const ferry_image *image) {
    return off * fmax(image->width, image->height);
}
