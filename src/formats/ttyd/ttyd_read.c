/* ttyd_read.c: the way through an actor of The Thousand-Year Door (docs/formats/ttyd.md). */
#include "formats/ttyd/ttyd.h"

static bool read_actor(ferry_job *job, ferry_window *in, ferry_scene *scene) {
    fy_ttyd t;
    return fy_ttyd_open(&t, job, in, scene) && fy_ttyd_read_animations(&t) && fy_ttyd_read_shapes(&t) &&
           fy_ttyd_read_groups(&t) && fy_ttyd_add_nodes(&t) && fy_ttyd_open_bank(&t) &&
           fy_ttyd_read_materials(&t) && fy_ttyd_add_draws(&t) && fy_ttyd_add_clips(&t);
}

static const ferry_setting settings[] = {
    {"ttyd.texture-shift", "up", "up|down",
     "which way a picture's vertical shift counts (docs/formats/ttyd.md)"},
    {"ttyd.step-slopes", "step", "step|linear",
     "a change that arrives at 90 degrees: made at once when its interval begins, or evenly over it"},
    {"ttyd.compensate", "parent", "parent|sibling",
     "whose scale a joint leaves out: its parent's, or that of the sibling before it"},
    {NULL, NULL, NULL, NULL},
};

const ferry_format fy_format_ttyd = {
    .name = "ttyd",
    .title = "Actor of Paper Mario: The Thousand-Year Door (GameCube)",
    .extensions = "",
    .role = FERRY_ROLE_MODEL,
    .probe = fy_ttyd_probe,
    .read = read_actor,
    .settings = settings,
};
