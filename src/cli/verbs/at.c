/* at.c: `--at`: the scene at moments of its animations.
 *
 *     CLIP:SECONDS
 *     CLIP:PERCENT%
 *     CLIP:WHEN,WHEN...      for `compare`; WHEN = SECONDS | PERCENT% | FROM..TO/COUNT | rest
 *
 * CLIP is a glob for names, or for name.kind. With one moment, all matching animations play at once, and a
 * part of their length is that of the longest. With
 * several, each moment belongs to one name: animations of one name play together, such as the joints and the
 * textures of a walk. */
#include "cli/verbs/at.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/print/near.h"
#include "cli/print/say.h"
#include "core/scene/clips.h"

enum { MOST_MOMENTS = 4096 };

/* ------------------------------------------------------------------------------------------- text */

/* Seconds, or a part of the clip's length. */
typedef struct instant {
    double value;
    bool is_part;
} instant;

/* `count` moments, evenly from one to the other; 0: at rest. */
typedef struct span {
    instant from, to;
    uint32_t count;
} span;

/* At the last colon: names may hold one. */
static const char *behind_colon(const char *text) {
    const char *colon = strrchr(text, ':');
    return colon && colon != text ? colon + 1 : NULL;
}

static bool read_instant(const char *text, instant *to) {
    char *end;
    *to = (instant){strtod(text, &end), false};
    if (end == text || !isfinite(to->value) || to->value < 0 || to->value >= 1e9) return false;
    if (*end != '%') return !*end;
    *to = (instant){to->value / 100, true};
    return !end[1];
}

static bool read_span(cli_run *cli, const char *text, span *to) {
    const char *points = strstr(text, ".."), *slash = strchr(text, '/');
    *to = (span){.count = strcmp(text, "rest") != 0};
    if (!to->count) return true;
    if (!points) {
        bool done = read_instant(text, &to->from);
        to->to = to->from;
        return done;
    }
    if (!slash || slash < points + 2 || slash[1] < '0' || slash[1] > '9') return false;
    char *end;
    unsigned long count = strtoul(slash + 1, &end, 10);
    to->count = count <= MOST_MOMENTS ? (uint32_t)count : 0;
    return !*end && to->count && read_instant(cli_text(cli, "%.*s", (int)(points - text), text), &to->from) &&
           read_instant(cli_text(cli, "%.*s", (int)(slash - points) - 2, points + 2), &to->to);
}

/* Up to the next comma, which `*text` is behind afterwards. */
static bool next_span(cli_run *cli, const char **text, span *to) {
    size_t length = strcspn(*text, ",");
    const char *item = cli_text(cli, "%.*s", (int)length, *text);
    *text += length + ((*text)[length] == ',' && (*text)[length + 1]);
    return read_span(cli, item, to);
}

static const char *glob_of(const cli_run *cli) {
    const char *text = cli->request.at;
    return cli_text(cli, "%.*s", (int)(behind_colon(text) - text) - 1, text);
}

bool cli_check_at(cli_run *cli) {
    const char *text = cli->request.at ? behind_colon(cli->request.at) : NULL;
    instant at;
    if (!cli->request.at || (text && read_instant(text, &at))) return true;
    return cli_wrong(cli, "--at needs CLIP:SECONDS or CLIP:PERCENT%%, such as walk:0.5, not `%s`",
                     cli->request.at);
}

bool cli_check_moments(cli_run *cli) {
    const char *text = cli->request.at ? behind_colon(cli->request.at) : NULL;
    span one;
    bool done = !cli->request.at || (text && *text);
    while (done && text && *text) done = next_span(cli, &text, &one);
    return done || cli_wrong(cli,
                             "--at needs CLIP:SECONDS, such as walk:0.5, or several moments, such as "
                             "walk:rest,0.5,0%%..100%%/5, not `%s`",
                             cli->request.at);
}

/* ------------------------------------------------------------------------------------------ clips */

static const ferry_scene *no_such_clip(cli_session *session, const char *glob) {
    const ferry_clip_list *clips = &session->scene->clips;
    cli_near names = cli_near_to(glob);
    for (uint32_t i = 0; i < clips->count; i++) cli_near_offer(&names, clips->data[i].name);
    const char *near = names.found;
    ferry_say(session->job, FERRY_ERROR, "clips.unknown", session->name, "",
              near           ? "no animation is named \"%s\"; did you mean \"%s\"? It has: %s"
              : clips->count ? "no animation is named \"%s\"%s; it has: %s"
                             : "no animation is named \"%s\"%s: it has none%s",
              glob, near ? near : "", fy_clips_list(session->job, clips->data, clips->count));
    return NULL;
}

/* Those that `glob` means, of this name if one is given; `clips` has room for all. */
static uint32_t find_clips(cli_session *session, const char *glob, const char *name, uint32_t *clips) {
    const ferry_scene *scene = session->scene;
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->clips.count; i++)
        if (fy_clip_is(session->job, &scene->clips.data[i], glob) &&
            (!name || strcmp(scene->clips.data[i].name, name) == 0))
            clips[count++] = i;
    return count;
}

const ferry_scene *cli_pose_at(cli_session *session, const cli_moment *at) {
    const ferry_scene *scene = session->scene;
    if (!at->glob) return scene;
    uint32_t *clips = ferry_new(session->job, uint32_t, (size_t)scene->clips.count + 1);
    if (!clips) return NULL;
    uint32_t count = find_clips(session, at->glob, at->name, clips);
    return count ? ferry_pose(session->job, scene, clips, count, at->seconds)
                 : no_such_clip(session, at->name ? at->name : at->glob);
}

/* Seconds of the longest clip that `glob` means; 0: it means none. */
static double longest_of(cli_session *session, const char *glob) {
    const ferry_scene *scene = session->scene;
    double longest = 0;
    for (uint32_t i = 0; i < scene->clips.count; i++)
        if (fy_clip_is(session->job, &scene->clips.data[i], glob))
            longest = fmax(longest, scene->clips.data[i].duration);
    return longest;
}

const ferry_scene *cli_pose(cli_session *session) {
    instant at;
    if (!session->cli->request.at) return session->scene;
    read_instant(behind_colon(session->cli->request.at), &at);
    const char *glob = glob_of(session->cli);
    const double seconds = at.is_part ? at.value * longest_of(session, glob) : at.value;
    return cli_pose_at(session, &(cli_moment){.glob = glob, .seconds = seconds});
}

const ferry_scene *cli_pose_made_at(cli_session *session, const cli_moment *at) {
    const ferry_scene *scene = session->scene;
    if (!at->glob) return scene;
    uint32_t *clips = ferry_new(session->job, uint32_t, (size_t)scene->clips.count + 1);
    if (!clips) return NULL;
    uint32_t tracks = 0;
    for (uint32_t i = find_clips(session, at->glob, at->name, clips); i-- > 0;)
        tracks += scene->clips.data[clips[i]].track_count;
    if (tracks) return cli_pose_at(session, at); /* else only names are left */
    ferry_say(session->job, FERRY_LOSS, "clips.not-converted", session->name, "",
              "the conversion dropped the animation \"%s\"; compared in the rest pose",
              at->name ? at->name : at->glob);
    return scene;
}

/* ---------------------------------------------------------------------------------------- moments */

/* Clips that --at means, one for each name: that which lasts longest. */
static uint32_t list_names(cli_session *session, const char *glob, uint32_t *clips) {
    const ferry_clip *all = session->scene->clips.data;
    uint32_t found = find_clips(session, glob, NULL, clips), count = 0;
    for (uint32_t i = 0; i < found; i++) {
        uint32_t k = 0;
        while (k < count && strcmp(all[clips[k]].name, all[clips[i]].name) != 0) k++;
        if (k == count || all[clips[i]].duration > all[clips[k]].duration) clips[k] = clips[i];
        count += k == count;
    }
    return count;
}

/* Each moment counts once, however often it is named: all parts of a clip without length are one. */
static void add_moment(cli_run *cli, cli_moments *list, const char *glob, const ferry_clip *clip,
                       double seconds) {
    for (uint32_t i = list->count; i > 0 && list->data[i - 1].name == clip->name; i--)
        if (list->data[i - 1].seconds == seconds) return;
    list->data[list->count++] =
        (cli_moment){glob, clip->name, seconds, cli_text(cli, "%s:%g", clip->name, seconds)};
}

/* What --at says of one clip. */
static void add_moments(cli_run *cli, cli_moments *list, const char *glob, const ferry_clip *clip) {
    const char *text = behind_colon(cli->request.at);
    while (*text) {
        span of;
        next_span(cli, &text, &of);
        double from = of.from.is_part ? of.from.value * clip->duration : of.from.value,
               to = of.to.is_part ? of.to.value * clip->duration : of.to.value;
        for (uint32_t i = 0; i < of.count; i++)
            add_moment(cli, list, glob, clip, i ? from + (to - from) * i / (of.count - 1) : from);
    }
}

/* How many moments of each clip there are. */
static uint32_t count_moments(cli_run *cli, bool *rest) {
    const char *text = behind_colon(cli->request.at);
    uint32_t count = 0;
    for (*rest = false; *text && count <= MOST_MOMENTS;) {
        span of;
        next_span(cli, &text, &of);
        *rest = *rest || !of.count;
        count += of.count;
    }
    return count;
}

bool cli_list_moments(cli_session *session, cli_moments *list) {
    static const cli_moment at_rest = {NULL, NULL, 0, "rest"};
    cli_run *cli = session->cli;
    bool rest = true;
    uint64_t each = cli->request.at ? count_moments(cli, &rest) : 0;
    uint32_t *clips = ferry_new(session->job, uint32_t, (size_t)session->scene->clips.count + 1), names = 0;
    const char *glob = cli->request.at ? glob_of(cli) : NULL;
    if (!clips) return false;
    if (glob && !(names = list_names(session, glob, clips))) return no_such_clip(session, glob) != NULL;
    if (each * names > MOST_MOMENTS) {
        ferry_say(session->job, FERRY_ERROR, "clips.too-many-moments", session->name, "",
                  "--at selects %.0f moments of %u animations; the limit is %d", (double)(each * names),
                  names, MOST_MOMENTS);
        return false;
    }
    *list = (cli_moments){ferry_new(session->job, cli_moment, (size_t)(each * names) + 1), 0};
    if (!list->data) return false;
    if (rest) list->data[list->count++] = at_rest;
    for (uint32_t i = 0; i < names; i++) add_moments(cli, list, glob, &session->scene->clips.data[clips[i]]);
    return true;
}
