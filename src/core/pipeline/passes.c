/* passes.c: the list of passes, and why they stand in this order. */
#include "core/pipeline/passes.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/pipeline/pass_clips.h"
#include "core/pipeline/pass_poses.h"
#include "core/pipeline/pass_simplify.h"
#include "core/pipeline/pass_tidy.h"
#include "core/pipeline/pass_transforms.h"
#include "core/pipeline/rigid/pass_rigid.h"

static bool needs_clips(const ferry_caps *caps) {
    return !caps->clips;
}

static bool needs_poses(const ferry_caps *caps) {
    return caps->clips || caps->tracks;
}

static bool needs_transforms(const ferry_caps *caps) {
    return !caps->scale_rules;
}

static bool needs_simplify(const ferry_caps *caps) {
    (void)caps;
    return true; /* the user says */
}

static bool needs_rigid(const ferry_caps *caps) {
    return caps->max_influences == 1;
}

static bool needs_tidy(const ferry_caps *caps) {
    return !caps->degenerates || !caps->unused;
}

const fy_pass fy_passes[] = {
    /* first: later passes need not keep up what goes anyway */
    {"clips", needs_clips, fy_pass_clips},
    /* makes nodes and tracks that the next one prepares */
    {"poses", needs_poses, fy_pass_poses},
    {"transforms", needs_transforms, fy_pass_transforms}, /* before what trusts node matrices */
    {"simplify", needs_simplify, fy_pass_simplify}, /* needs all poses, and the influences as they are */
    {"rigid", needs_rigid, fy_pass_rigid},          /* needs the final bind matrices */
    {"tidy", needs_tidy, fy_pass_tidy},             /* last: sees what the others left over */
    {NULL, NULL, NULL},
};

bool fy_run_passes(ferry_job *job, ferry_scene *scene, const ferry_caps *caps, const char *after) {
    bool known = after == NULL;
    for (const fy_pass *pass = fy_passes; pass->name; pass++)
        known |= after && strcmp(pass->name, after) == 0;
    if (!known) {
        ferry_say(job, FERRY_ERROR, "options.pass", "", "",
                  "unknown pass \"%s\"; known: clips, poses, "
                  "transforms, simplify, rigid, tidy",
                  after);
        return false;
    }
    for (const fy_pass *pass = fy_passes; pass->name; pass++) {
        if (pass->needed(caps)) {
            if (!ferry_progress(job, pass->name, 0) || !pass->run(job, scene, caps)) return false;
#ifndef NDEBUG
            if (!ferry_check(job, scene)) return false;
#endif
        }
        if (after && strcmp(pass->name, after) == 0) break;
    }
    return !ferry_failed(job);
}
