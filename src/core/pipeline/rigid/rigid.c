/* rigid.c: settings, room, and small questions about influences. */
#include "core/pipeline/rigid/rigid.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"

enum { MOST_BLENDS = 4096 };

double fy_rigid_weight_of(const ferry_skin *skin, const ferry_influence *run, uint32_t joint) {
    double sum = 0;
    for (uint32_t w = 0; w < run->count; w++)
        if (skin->weights[run->first + w].joint == joint) sum += skin->weights[run->first + w].weight;
    return sum;
}

uint32_t fy_rigid_joint_of(const fy_rigid *r, uint32_t w) {
    const ferry_skin *skin = r->skin;
    return w < skin->weight_count ? skin->weights[w].joint
                                  : skin->joint_count + r->blend_of[w - skin->weight_count];
}

void fy_raise(double *most, double value) {
    if (value > *most) *most = value;
}

/* How far a vertex may be off at rest; positions are rounded to floats afterwards. */
static double bound_of(const fy_rigid *r, double height) {
    if (ferry_setting_is(r->job, "rigid.rest-error", "any")) return HUGE_VAL;
    double bound = 0.999 * ferry_setting_number(r->job, "rigid.rest-error") / 100 * height,
           near = 1e-6 * r->size;
    return bound > near ? bound : near;
}

fy_rigid fy_rigid_open(ferry_job *job, ferry_skin *skin, const ferry_box *box, double height) {
    fy_rigid r = {.job = job, .skin = skin, .least_kept = 1};
    r.by_weight = ferry_setting_is(job, "rigid.joint", "heaviest");
    r.at_bind = ferry_setting_is(job, "rigid.fit", "bind");
    r.size = fy_vec3_length(fy_vec3_sub(box->max, box->min));
    r.bound = bound_of(&r, height);
    double wanted = ferry_setting_number(job, "rigid.blend-joints");
    r.blend_room = wanted >= 1 && !r.by_weight && !r.at_bind
                       ? (uint32_t)(wanted < MOST_BLENDS ? wanted : MOST_BLENDS)
                       : 0;
    return r;
}

bool fy_rigid_open_room(fy_rigid *r) {
    const ferry_skin *skin = r->skin;
    r->joints = ferry_new(r->job, ferry_matrix, (size_t)skin->joint_count + r->blend_count + 1);
    r->joint_forms = ferry_new(r->job, fy_rigid_form, (size_t)skin->joint_count + r->blend_count + 1);
    r->ways = ferry_new(r->job, fy_rest_ways, (size_t)skin->joint_count + r->blend_count + 1);
    r->sums = ferry_new(r->job, double, (size_t)skin->joint_count + 1);
    r->influences = ferry_new(r->job, ferry_matrix, (size_t)skin->influence_count + 1);
    r->influence_forms = ferry_new(r->job, fy_rigid_form, (size_t)skin->influence_count + 1);
    r->heaviest = ferry_new(r->job, uint32_t, (size_t)skin->influence_count + 1);
    r->candidates = ferry_new(r->job, fy_rigid_candidate,
                              (size_t)skin->weight_count + (r->blend_count ? skin->influence_count : 0) + 1);
    return r->joints && r->joint_forms && r->ways && r->sums && r->influences && r->influence_forms &&
           r->heaviest && r->candidates;
}
