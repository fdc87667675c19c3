/* rigid.c: settings, room, and small questions about influences. */
#include "core/pipeline/rigid/rigid.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/scene.h"

enum { AUTOMATIC = 16, MOST = 4096 }; /* bones between joints: unless asked for; at all */

/* What one of them takes off at least from the mean square of how far all vertices are off, unless it was
 * asked for: the square of a thousandth of the diagonal of the model's box. */
#define BONE_GAIN 1e-6

/* Poses of such bones that are worked out for clips at most, unless asked for: a quarter of an hour of 16. */
enum { MOST_SAMPLES = 1 << 20 };

double fy_rigid_weight_of(const ferry_skin *skin, const ferry_influence *run, uint32_t joint) {
    double sum = 0;
    for (uint32_t w = 0; w < run->count; w++)
        if (skin->weights[run->first + w].joint == joint) sum += skin->weights[run->first + w].weight;
    return sum;
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

void fy_rigid_limit_blends(fy_rigid *r, const ferry_scene *scene) {
    const double samples = fy_blend_bone_samples(scene);
    if (!r->automatic || r->blend_room * samples <= MOST_SAMPLES) return;
    r->blend_room = (uint32_t)(MOST_SAMPLES / samples);
    ferry_say(r->job, FERRY_NOTE, "rigid.long-clips", fy_scene_place(scene), "",
              "clips take %.0f samples of a bone: at most %" PRIu32 " of %d bones between joints are made; "
              "--blend-joints N makes up to N",
              samples, r->blend_room, AUTOMATIC);
}

/* How many bones between joints, and what each has to gain. */
static void set_blends(fy_rigid *r, double wanted) {
    const double square = r->size * r->size;
    if (r->by_weight || r->at_bind) return;
    r->automatic = ferry_setting_is(r->job, "rigid.blend-joints", "auto");
    r->blend_room = r->automatic ? AUTOMATIC : wanted >= 1 ? (uint32_t)fmin(wanted, MOST) : 0;
    r->least_gain = r->automatic ? BONE_GAIN * square : 0;
}

fy_rigid fy_rigid_open(ferry_job *job, ferry_skin *skin, const ferry_box *box, double height) {
    fy_rigid r = {.job = job, .skin = skin, .least_kept = 1};
    r.by_weight = ferry_setting_is(job, "rigid.joint", "heaviest");
    r.at_bind = ferry_setting_is(job, "rigid.fit", "bind");
    r.size = fy_vec3_length(fy_vec3_sub(box->max, box->min));
    r.bound = bound_of(&r, height);
    r.close = 1e-8 * r.size * r.size;
    set_blends(&r, ferry_setting_number(job, "rigid.blend-joints"));
    return r;
}

static void open_candidate(fy_rigid_candidate *to, uint32_t joint) {
    to->joint = joint;
    to->choice = FERRY_NONE;
}

bool fy_rigid_open_room(fy_rigid *r) {
    const ferry_skin *skin = r->skin;
    r->joints = ferry_new(r->job, ferry_matrix, (size_t)skin->joint_count + 1);
    r->joint_forms = ferry_new(r->job, fy_rigid_form, (size_t)skin->joint_count + 1);
    r->ways = ferry_new(r->job, fy_rest_ways, (size_t)skin->joint_count + 1);
    r->sums = ferry_new(r->job, double, (size_t)skin->joint_count + 1);
    r->influences = ferry_new(r->job, ferry_matrix, (size_t)skin->influence_count + 1);
    r->influence_forms = ferry_new(r->job, fy_rigid_form, (size_t)skin->influence_count + 1);
    r->heaviest = ferry_new(r->job, uint32_t, (size_t)skin->influence_count + 1);
    r->candidates = ferry_new(r->job, fy_rigid_candidate, (size_t)skin->weight_count + 1);
    r->blend_runs = ferry_new(r->job, fy_blend_bone_run, (size_t)skin->influence_count + 1);
    for (uint32_t w = 0; r->candidates && w < skin->weight_count; w++)
        open_candidate(&r->candidates[w], skin->weights[w].joint);
    return r->joints && r->joint_forms && r->ways && r->sums && r->influences && r->influence_forms &&
           r->heaviest && r->candidates && r->blend_runs;
}

bool fy_rigid_open_blends(fy_rigid *r) {
    const ferry_skin *skin = r->skin;
    const size_t bones = (size_t)skin->joint_count + r->blend_count;
    size_t candidates = skin->weight_count;
    for (uint32_t i = 0; i < skin->influence_count; i++) candidates += r->blend_runs[i].count;
    ferry_matrix *joints = ferry_new(r->job, ferry_matrix, bones);
    fy_rigid_form *forms = ferry_new(r->job, fy_rigid_form, bones);
    fy_rest_ways *ways = ferry_new(r->job, fy_rest_ways, bones);
    fy_rigid_candidate *all = ferry_new(r->job, fy_rigid_candidate, candidates);
    r->blend_candidates = ferry_new(r->job, uint32_t, (size_t)skin->influence_count + 1);
    if (!joints || !forms || !ways || !all || !r->blend_candidates) return false;
    memcpy(joints, r->joints, skin->joint_count * sizeof *joints);
    memcpy(forms, r->joint_forms, skin->joint_count * sizeof *forms);
    memcpy(ways, r->ways, skin->joint_count * sizeof *ways);
    memcpy(all, r->candidates, skin->weight_count * sizeof *all);
    r->joints = joints;
    r->joint_forms = forms;
    r->ways = ways;
    r->candidates = all;
    uint32_t next = skin->weight_count;
    for (uint32_t i = 0; i < skin->influence_count; i++) {
        r->blend_candidates[i] = next;
        for (uint32_t k = 0; k < r->blend_runs[i].count; k++)
            open_candidate(&all[next++], skin->joint_count + r->blend_runs[i].first + k);
    }
    return true;
}
