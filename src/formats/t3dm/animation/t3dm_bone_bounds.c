/* t3dm_bone_bounds.c: boxes around what each bone carries, in its own space, and lever arms. */
#include "formats/t3dm/animation/t3dm_bone_bounds.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/pose/t3dm_frames.h"

enum { PARTS = FY_T3DM_PARTS, ROTATION_PART = FY_T3DM_ROTATION_PART };

static uint32_t parent_of(const fy_t3dm_sampler *s, uint32_t bone) {
    return fy_t3dm_bone_parent(s->scene, &s->pose, bone);
}

static void widen_bounds(fy_t3dm_bone_bounds *to, const double point[3]) {
    for (int i = 0; i < 3; i++) {
        to->least[i] = point[i] < to->least[i] ? point[i] : to->least[i];
        to->most[i] = point[i] > to->most[i] ? point[i] : to->most[i];
    }
}

ferry_vec3 fy_t3dm_bounds_corner(const fy_t3dm_bone_bounds *of, uint32_t number) {
    return (ferry_vec3){(float)(number & 1 ? of->most[0] : of->least[0]),
                        (float)(number & 2 ? of->most[1] : of->least[1]),
                        (float)(number & 4 ? of->most[2] : of->least[2])};
}

double fy_t3dm_stretch_of(const ferry_matrix *m) {
    double most = 0;
    for (int k = 0; k < 3; k++) {
        double square = m->m[0][k] * m->m[0][k] + m->m[1][k] * m->m[1][k] + m->m[2][k] * m->m[2][k];
        most = square > most ? square : most;
    }
    return sqrt(most);
}

static void bound_vertices(fy_t3dm_sampler *s) {
    for (uint32_t d = 0; d < s->scene->draws.count; d++) {
        const ferry_draw *draw = &s->scene->draws.data[d];
        const ferry_mesh *mesh = &s->scene->meshes.data[draw->mesh];
        fy_t3dm_frame own;
        const fy_t3dm_frame *frames = fy_t3dm_frames(&s->pose, s->scene, draw, &own);
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            const fy_t3dm_frame *frame = &frames[fy_t3dm_joint(s->scene, mesh, v)];
            double point[3];
            if (frame->bone == FY_T3DM_NO_BONE) continue;
            fy_t3dm_point(&frame->to_file, mesh->positions[v], point);
            widen_bounds(&s->bounds[frame->bone], point);
            s->bounds[frame->bone].carries = true;
        }
    }
    for (uint32_t b = s->pose.bone_count; b-- > 0;) {
        const uint32_t parent = parent_of(s, b);
        if (parent != FERRY_NONE && s->bounds[b].carries) s->bounds[parent].carries = true;
    }
}

static ferry_vec3 origin_of(const fy_t3dm_sampler *s, uint32_t bone) {
    const ferry_matrix *world = &s->pose.worlds[s->pose.nodes[bone]];
    return (ferry_vec3){(float)world->m[0][3], (float)world->m[1][3], (float)world->m[2][3]};
}

/* How far what a bone carries is from its origin and from those of all bones above. */
static void find_reach(fy_t3dm_sampler *s, uint32_t bone) {
    const ferry_matrix *world = &s->pose.worlds[s->pose.nodes[bone]];
    for (uint32_t above = bone; above != FERRY_NONE; above = parent_of(s, above)) {
        ferry_vec3 from = origin_of(s, above);
        for (uint32_t k = 0; k < FY_T3DM_CORNERS; k++) {
            ferry_vec3 at = fy_matrix_point(world, fy_t3dm_bounds_corner(&s->bounds[bone], k));
            double far = fy_vec3_length(fy_vec3_sub(at, from));
            if (far > s->bounds[above].farthest_below) s->bounds[above].farthest_below = far;
        }
    }
}

/* Bones that turn put right what bones above them did, but for where their own origins stand. */
static void find_lever_arm(fy_t3dm_sampler *s, uint32_t bone) {
    const ferry_matrix *world = &s->pose.worlds[s->pose.nodes[bone]];
    uint32_t above = bone;
    for (bool turned = false; above != FERRY_NONE && !turned; above = parent_of(s, above)) {
        ferry_vec3 from = origin_of(s, above);
        for (uint32_t k = 0; k < FY_T3DM_CORNERS; k++) {
            double far = fy_vec3_length(
                fy_vec3_sub(fy_matrix_point(world, fy_t3dm_bounds_corner(&s->bounds[bone], k)), from));
            if (far > s->bounds[above].lever_arm) s->bounds[above].lever_arm = far;
        }
        turned = s->moved[PARTS * (size_t)above + ROTATION_PART];
    }
    above = parent_of(s, bone);
    for (bool turned = false; above != FERRY_NONE && !turned; above = parent_of(s, above)) {
        double far = fy_vec3_length(fy_vec3_sub(origin_of(s, bone), origin_of(s, above)));
        if (far > s->bounds[above].lever_arm) s->bounds[above].lever_arm = far;
        turned = s->moved[PARTS * (size_t)above + ROTATION_PART];
    }
}

void fy_t3dm_find_lever_arms(fy_t3dm_sampler *s) {
    for (uint32_t b = 0; b < s->pose.bone_count; b++) find_lever_arm(s, b);
}

/* Of its own box and the origins of its children, in its space. */
static void find_middle(fy_t3dm_sampler *s, uint32_t bone) {
    fy_t3dm_bone_bounds box = s->bounds[bone];
    ferry_matrix back;
    if (!fy_matrix_invert(&s->pose.worlds[s->pose.nodes[bone]], &back)) back = fy_matrix_identity();
    for (uint32_t b = bone + 1; b < s->pose.bone_count && s->pose.depths[b] > s->pose.depths[bone]; b++) {
        if (parent_of(s, b) != bone) continue;
        ferry_vec3 at = fy_matrix_point(&back, origin_of(s, b));
        widen_bounds(&box, (const double[3]){(double)at.x, (double)at.y, (double)at.z});
    }
    for (int i = 0; i < 3; i++) s->middles[bone][i] = (box.least[i] + box.most[i]) / 2 * s->pose.scale;
}

static void widen_by_cube(fy_t3dm_sampler *s, uint32_t bone, double side) {
    widen_bounds(&s->bounds[bone], (const double[3]){-side, -side, -side});
    widen_bounds(&s->bounds[bone], (const double[3]){side, side, side});
}

/* How far the box is from the bone's origin, in model space. */
static double apart(const fy_t3dm_bone_bounds *of, double stretch) {
    double square = 0;
    for (int i = 0; i < 3; i++) {
        double off = of->least[i] > 0 ? of->least[i] : of->most[i] < 0 ? -of->most[i] : 0;
        square += off * off;
    }
    return sqrt(square) * stretch;
}

static void find_sides(fy_t3dm_bone_bounds *of) {
    const ferry_vec3 low = fy_t3dm_bounds_corner(of, 0),
                     high = fy_t3dm_bounds_corner(of, FY_T3DM_CORNERS - 1);
    const double least[3] = {(double)low.x, (double)low.y, (double)low.z},
                 most[3] = {(double)high.x, (double)high.y, (double)high.z};
    for (int i = 0; i < 3; i++) {
        of->centre[i] = (least[i] + most[i]) / 2;
        of->half[i] = (most[i] - least[i]) / 2 + (fabs(least[i]) + fabs(most[i])) * FY_T3DM_BOUNDS_ROUNDING;
    }
}

/* What games hang on bones has to move right, too: a cube a twentieth of the height to each side, where the
 * bone's origin is not far from all that it carries. */
void fy_t3dm_find_bounds(fy_t3dm_sampler *s) {
    for (uint32_t b = 0; b < s->pose.bone_count; b++)
        for (int i = 0; i < 3; i++) {
            s->bounds[b].least[i] = INFINITY;
            s->bounds[b].most[i] = -INFINITY;
        }
    bound_vertices(s);
    for (uint32_t b = 0; b < s->pose.bone_count; b++) {
        double own = fy_t3dm_stretch_of(&s->pose.worlds[s->pose.nodes[b]]);
        uint32_t parent = parent_of(s, b);
        bool bare = s->bounds[b].least[0] > s->bounds[b].most[0];
        if (bare || apart(&s->bounds[b], own) < s->height / 2)
            widen_by_cube(s, b, s->height / 20 / (own > 0 ? own : 1));
        s->bounds[b].stretch =
            parent == FERRY_NONE ? 1 : fy_t3dm_stretch_of(&s->pose.worlds[s->pose.nodes[parent]]);
    }
    for (uint32_t b = 0; b < s->pose.bone_count; b++) {
        find_reach(s, b);
        find_middle(s, b);
        find_sides(&s->bounds[b]);
    }
}
