/*
 * t3dm_scale.c: the base scale, units of the file in one unit of the source.
 *
 * Format: docs/formats/t3dm.md, "Base scale". Positions and boxes are 16-bit integers, bone matrices 16.16
 * fixed point: a large scale is precise, too large a scale wraps. The largest power of two up to 64 that
 * leaves a margin fits, so that animations may move bones a little further out than the rest pose does. What
 * is less than 32 units long gets more, as far as its positions allow: as many steps as longer models have.
 * Of what fits, automatic is what is seen best (t3dm_scale_view.c).
 */
#include "formats/t3dm/pose/t3dm_scale.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/pose.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_source.h"
#include "formats/t3dm/pose/t3dm_detail.h"
#include "formats/t3dm/pose/t3dm_frames.h"
#include "formats/t3dm/pose/t3dm_hull.h"
#include "formats/t3dm/pose/t3dm_morphs.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "formats/t3dm/pose/t3dm_scale_view.h"
#include "formats/t3dm/pose/t3dm_ticks.h"

#define LARGEST 32767.0
#define ORDINARY 64.0
#define FINEST 16777216.0 /* prints in nine digits, as settings do */
#define STEPS 2048.0      /* wanted along the model's longest side */
#define ROUGH 256.0       /* fewer show */
#define MOST_LOST 0.005   /* of a model's area, by a scale that is not its own */

/* The largest length that the scale must carry, and what has it; of those, the largest of a stored position;
 * the model's box. */
typedef struct reach {
    double size, stored;
    const char *kind; /* "mesh" or "node" */
    uint32_t index;
    double least[3], most[3];
    double clips; /* what animations reach, bones and what they carry */
    /* bones alone: a clip that moves one out of the matrices' range is left out (t3dm_clips_choose.c) */
    double bones;
} reach;

/* Scales of many nodes may multiply beyond all numbers; such a length stays. */
static void widen_reach(reach *extent, double size, const char *kind, uint32_t index) {
    if (fabs(size) <= extent->size || isnan(extent->size)) return;
    extent->size = fabs(size);
    extent->kind = kind;
    extent->index = index;
}

/* Where a bone carries a coarser grid, only what is stored must fit. */
static void widen_all(reach *extent, const fy_t3dm_frame *frame, const double stored[3],
                      const double model[3], uint32_t mesh) {
    for (int i = 0; i < 3; i++) {
        widen_reach(extent, stored[i], "mesh", mesh);
        if (fabs(stored[i]) > extent->stored) extent->stored = fabs(stored[i]);
        if (!frame->grid) widen_reach(extent, model[i], "mesh", mesh);
    }
}

/* Where morphs bring a vertex at most. */
static void widen_by_morphs(reach *extent, const fy_t3dm_frame *frame, const fy_t3dm_reach *by,
                            const double stored[3], const double model[3], uint32_t mesh) {
    fy_t3dm_reach in_file = fy_t3dm_carry_reach(&frame->to_file, by),
                  in_model = fy_t3dm_carry_reach(&frame->to_model, by);
    double least[2][3], most[2][3];
    for (int i = 0; i < 3; i++) {
        least[0][i] = stored[i] + in_file.least[i], most[0][i] = stored[i] + in_file.most[i];
        least[1][i] = model[i] + in_model.least[i], most[1][i] = model[i] + in_model.most[i];
    }
    widen_all(extent, frame, least[0], least[1], mesh);
    widen_all(extent, frame, most[0], most[1], mesh);
}

/* A draw that is written. */
typedef struct drawn {
    uint32_t number; /* of its mesh */
    const ferry_mesh *mesh;
    const fy_t3dm_reach *reaches; /* of its vertices; NULL: no morphs */
    const fy_t3dm_frame *frames;
    fy_t3dm_frame own;
} drawn;

/* False: it is not written. */
static bool open_draw(const ferry_scene *scene, const fy_t3dm_pose *pose, uint32_t number, drawn *to) {
    const ferry_draw *draw = &scene->draws.data[number];
    if (!pose->visibility.written[number]) return false;
    to->number = draw->mesh;
    to->mesh = &scene->meshes.data[draw->mesh];
    to->reaches = pose->reaches[draw->mesh];
    to->frames = fy_t3dm_frames(pose, scene, draw, &to->own);
    return true;
}

static void measure_vertex(const drawn *of, const fy_t3dm_frame *frame, uint32_t v, reach *extent) {
    double stored[3], model[3];
    fy_t3dm_point(&frame->to_file, of->mesh->positions[v], stored);
    fy_t3dm_point(&frame->to_model, of->mesh->positions[v], model);
    widen_all(extent, frame, stored, model, of->number);
    if (of->reaches) widen_by_morphs(extent, frame, &of->reaches[v], stored, model, of->number);
    for (int i = 0; i < 3 && !frame->grid; i++) {
        if (model[i] < extent->least[i]) extent->least[i] = model[i];
        if (model[i] > extent->most[i]) extent->most[i] = model[i];
    }
}

static bool measure_draws(ferry_job *job, const ferry_scene *scene, const fy_t3dm_pose *pose, reach *extent) {
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        drawn draw;
        if (!open_draw(scene, pose, d, &draw)) continue;
        if (!ferry_tick(job)) return false;
        for (uint32_t v = 0; v < draw.mesh->vertex_count; v++)
            measure_vertex(&draw, &draw.frames[fy_t3dm_joint(scene, draw.mesh, v)], v, extent);
    }
    return true;
}

static bool add_vertex(const drawn *of, const fy_t3dm_frame *frame, uint32_t v, fy_t3dm_hulls *hulls) {
    fy_t3dm_reach way = {{0, 0, 0}, {0, 0, 0}};
    double stored[3];
    if (frame->bone == FY_T3DM_NO_BONE || frame->grid) return true;
    fy_t3dm_point(&frame->to_file, of->mesh->positions[v], stored);
    if (of->reaches) way = fy_t3dm_carry_reach(&frame->to_file, &of->reaches[v]);
    for (int i = 0; i < 3; i++) way.least[i] += stored[i], way.most[i] += stored[i];
    return fy_t3dm_hulls_add(hulls, 0, frame->bone, way.least, way.most);
}

/* What hangs on bones while clips play, and their origins: a hull of all of it for each bone. */
static bool add_hulls(ferry_job *job, const ferry_scene *scene, const fy_t3dm_pose *pose,
                      fy_t3dm_hulls *hulls) {
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        drawn draw;
        if (!open_draw(scene, pose, d, &draw)) continue;
        if (!ferry_tick(job)) return false;
        for (uint32_t v = 0; v < draw.mesh->vertex_count; v++)
            if (!add_vertex(&draw, &draw.frames[fy_t3dm_joint(scene, draw.mesh, v)], v, hulls)) return false;
    }
    return true;
}

/* The turning and scaling part of a bone's matrix does not depend on the base scale: it fits or it
 * does not. */
static bool measure_bones(ferry_job *job, const ferry_scene *scene, const char *file,
                          const fy_t3dm_pose *pose, reach *extent) {
    for (uint32_t b = 0; b < pose->bone_count; b++) {
        uint32_t node = pose->nodes[b];
        const ferry_matrix *world = &pose->worlds[node];
        double linear = 0;
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 3; k++)
                linear = fabs(world->m[i][k]) > linear ? fabs(world->m[i][k]) : linear;
            widen_reach(extent, world->m[i][3], "node", node);
        }
        if (linear <= LARGEST * FY_T3DM_SCALE_MARGIN) continue;
        ferry_say(job, FERRY_ERROR, "t3dm.bone-scale", file, ferry_job_format(job, "node[%u]", node),
                  "\"%s\" is scaled by %g; the console's matrices hold at most %g",
                  scene->nodes.data[node].name, linear, LARGEST * FY_T3DM_SCALE_MARGIN);
        return false;
    }
    return true;
}

static double longest_side(const reach *extent) {
    double longest = 0;
    for (int i = 0; i < 3; i++) {
        double side = extent->most[i] - extent->least[i];
        if (side > longest) longest = side;
    }
    return longest; /* 0 without a vertex */
}

/* The finest that is given: a power of two at which all fits with the margin: the largest up to 64, or the
 * smallest above that gives the longest side its steps, or as near as positions allow. */
static double finest(const reach *extent) {
    double scale = ORDINARY, room = LARGEST * FY_T3DM_SCALE_MARGIN, length = longest_side(extent);
    while (length > 0 && length * scale < STEPS && extent->size * scale * 2 <= room && scale < FINEST)
        scale *= 2;
    while (extent->size * scale > room) scale /= 2;
    return scale;
}

/* Fewer are not given for what clips reach; but what is next to nothing at rest is there for its clips. */
static bool leaves_steps(const reach *extent, double scale) {
    double length = longest_side(extent);
    return length * scale >= FY_T3DM_LEAST_STEPS || length * finest(extent) < FY_T3DM_LEAST_STEPS;
}

/* What reaches out to `size` fits, if that leaves the model its steps. */
static double fit(const reach *extent, double scale, double size) {
    double room = LARGEST * FY_T3DM_SCALE_MARGIN, fits = fy_t3dm_rounded_scale(room / size);
    return size * scale > room && leaves_steps(extent, fits) ? fits : scale;
}

/* Halved until clips fit, too, as long as that leaves the model its steps; where half would be too few, as
 * much as clips allow. Where that is too much, bones fit, and what they carry beyond boxes is cut, and
 * told. */
static double finest_in_clips(const reach *extent) {
    double scale = finest(extent), room = LARGEST * FY_T3DM_SCALE_MARGIN, length = longest_side(extent);
    if (!isfinite(extent->clips) || !(extent->clips > 0)) return scale;
    while (extent->clips * scale > room && length * scale / 2 >= ROUGH) scale /= 2;
    return fit(extent, fit(extent, scale, extent->clips), extent->bones);
}

/* What no scale holds that leaves the model its steps is not written (t3dm_clips_choose.c): it has no say. */
static bool is_written(const reach *extent, double far) {
    return leaves_steps(extent, fy_t3dm_rounded_scale(LARGEST * FY_T3DM_SCALE_MARGIN / far));
}

static bool measure_clips(ferry_job *job, const ferry_scene *scene, const fy_t3dm_pose *pose, reach *extent) {
    fy_t3dm_hulls hulls;
    bool done = fy_t3dm_hulls_open(job, pose->bone_count, &hulls) && add_hulls(job, scene, pose, &hulls);
    for (uint32_t c = 0; done && c < scene->clips.count; c++) {
        const ferry_clip *clip = &scene->clips.data[c];
        const double known = extent->clips; /* what stays within tells nothing new */
        fy_t3dm_bounds bounds = {{-known, -known, -known}, {known, known, known}};
        double far = 0;
        if (!fy_clip_moves_nodes(clip) || !fy_t3dm_clip_fits(clip)) continue;
        done = fy_t3dm_hulls_sweep(&hulls, scene, pose, clip, 1, &bounds, &far);
        if (!done || !is_written(extent, far)) continue;
        extent->bones = fmax(extent->bones, far);
        for (int i = 0; i < 3; i++)
            extent->clips = fmax(extent->clips, fmax(fmax(-bounds.least[i], bounds.most[i]), far));
    }
    fy_t3dm_hulls_close(&hulls);
    return done;
}

static const char *farthest(const ferry_scene *scene, const reach *extent) {
    bool mesh = extent->kind[0] == 'm';
    return mesh ? scene->meshes.data[extent->index].name : scene->nodes.data[extent->index].name;
}

static bool refuse_scale(ferry_job *job, const ferry_scene *scene, const char *file, const reach *extent,
                         double scale) {
    ferry_say(job, FERRY_ERROR, "t3dm.base-scale", file,
              ferry_job_format(job, "%s[%u]", extent->kind, extent->index),
              "\"%s\" reaches %g units from the origin, which is %g at base scale %.9g; the limit is %g; "
              "use base scale %.9g",
              farthest(scene, extent), extent->size, extent->size * scale, scale, LARGEST, finest(extent));
    return false;
}

static bool refuse_reach(ferry_job *job, const ferry_scene *scene, const char *file, const reach *extent) {
    ferry_say(job, FERRY_ERROR, "t3dm.base-scale", file,
              ferry_job_format(job, "%s[%u]", extent->kind, extent->index),
              "\"%s\" has no finite extent: no base scale works", farthest(scene, extent));
    return false;
}

/* ------------------------------------------------------------------------------- a scale chosen elsewhere */

static bool bears(const fy_t3dm_lost *lost) {
    return lost->area <= MOST_LOST && !lost->draws;
}

/* The first of twice `scale`, four times and so on that bears comparison with the model's own. */
static bool find_bearable(ferry_job *job, const ferry_scene *scene, const fy_t3dm_pose *pose,
                          const fy_t3dm_detail *own, double best, double *scale) {
    bool done = true, found = false;
    while (done && !found && *scale * 2 < best) {
        ferry_mark mark = ferry_job_mark(job);
        fy_t3dm_detail detail;
        *scale *= 2;
        done = fy_t3dm_find_detail(job, scene, pose, *scale, &detail);
        fy_t3dm_lost lost = {0};
        if (done) lost = fy_t3dm_compare_detail(scene, own, &detail);
        found = done && bears(&lost);
        ferry_job_release(job, mark);
    }
    if (!found) *scale = best;
    return done;
}

static void refuse_lost(ferry_job *job, const ferry_scene *scene, const char *file, const fy_t3dm_lost *lost,
                        const double scales[3]) {
    uint32_t draws = 0;
    for (uint32_t d = 0; d < scene->draws.count; d++)
        draws += scene->meshes.data[scene->draws.data[d].mesh].triangle_count > 0;
    const char *gone = lost->draws ? ferry_job_format(job,
                                                      ", and all triangles of %u of %u draws "
                                                      "(\"%s\"%s)",
                                                      lost->draws, draws, scene->draws.data[lost->first].name,
                                                      lost->draws == 1 ? "" : " first")
                                   : "";
    ferry_say(job, FERRY_ERROR, "t3dm.base-scale-loss", file,
              lost->draws ? ferry_job_format(job, "draw[%u]", lost->first) : "",
              "base scale %.9g is too coarse: it would drop %.3g %% of the area, %u triangle%s%s; use at "
              "least %.9g; automatic: %.9g",
              scales[0], 100 * lost->area, lost->triangles, lost->triangles == 1 ? "" : "s", gone, scales[1],
              scales[2]);
}

/* Whether a scale that the user or other models chose leaves about what the model's own would. */
static bool keeps_detail(ferry_job *job, const ferry_scene *scene, const char *file, const fy_t3dm_pose *pose,
                         double best) {
    ferry_mark mark = ferry_job_mark(job);
    fy_t3dm_detail own, given;
    fy_t3dm_lost lost = {0};
    double scales[3] = {pose->scale, pose->scale, best};
    bool done = fy_t3dm_find_detail(job, scene, pose, best, &own) &&
                fy_t3dm_find_detail(job, scene, pose, pose->scale, &given);
    if (done) lost = fy_t3dm_compare_detail(scene, &own, &given);
    bool kept = done && bears(&lost);
    if (done && !kept) done = find_bearable(job, scene, pose, &own, best, &scales[1]);
    ferry_job_release(job, mark);
    if (done && !kept) refuse_lost(job, scene, file, &lost, scales);
    return kept;
}

/* --------------------------------------------------------------------------------------------- the choice */

static bool measure_clips_if_any(ferry_job *job, const ferry_scene *scene, const fy_t3dm_pose *pose,
                                 reach *extent) {
    return !pose->skeleton || !pose->layout->animations || measure_clips(job, scene, pose, extent);
}

/* What clips reach must not cost the model its detail: rather boxes are cut, as above. Bones always fit. */
static bool keep_area(ferry_job *job, const ferry_scene *scene, const fy_t3dm_pose *pose, const reach *extent,
                      double *scale) {
    double most = fit(extent, pose->scale_at_rest, extent->bones);
    if (*scale >= most) return true;
    ferry_mark mark = ferry_job_mark(job);
    fy_t3dm_detail own, given;
    fy_t3dm_lost lost = {0};
    bool done = fy_t3dm_find_detail(job, scene, pose, most, &own) &&
                fy_t3dm_find_detail(job, scene, pose, *scale, &given);
    if (done) lost = fy_t3dm_compare_detail(scene, &own, &given);
    if (done && !bears(&lost)) done = find_bearable(job, scene, pose, &own, most, scale);
    ferry_job_release(job, mark);
    return done;
}

static bool choose_own(ferry_job *job, const ferry_scene *scene, fy_t3dm_pose *pose, reach *extent,
                       double *scale) {
    pose->finest = finest(extent);
    if (!measure_clips_if_any(job, scene, pose, extent) ||
        !fy_t3dm_scale_for_view(job, scene, pose, pose->length, pose->finest, &pose->scale_at_rest))
        return false;
    *scale = fmin(finest_in_clips(extent), pose->scale_at_rest);
    pose->clips_reach = extent->clips;
    return keep_area(job, scene, pose, extent, scale);
}

/* What others chose. Clips are only looked at where the model would choose more for itself. */
static bool take_asked(ferry_job *job, const ferry_scene *scene, const char *file, fy_t3dm_pose *pose,
                       reach *extent, double asked) {
    bool rewritten = fy_t3dm_is_rewritten(scene);
    double best = 1;
    pose->scale = asked;
    if (extent->size * asked > LARGEST) return refuse_scale(job, scene, file, extent, asked);
    bool enough = asked >= (rewritten ? 1 : finest(extent));
    if (!enough && !rewritten && !choose_own(job, scene, pose, extent, &best)) return false;
    pose->scale_at_rest = asked;
    return enough || asked >= best || keeps_detail(job, scene, file, pose, best);
}

bool fy_t3dm_scale_for_detail(ferry_job *job, const ferry_scene *scene, const char *file,
                              fy_t3dm_pose *pose) {
    reach extent = {.least = {INFINITY, INFINITY, INFINITY}, .most = {-INFINITY, -INFINITY, -INFINITY}};
    double asked = ferry_setting_number(job, "t3dm.base-scale");
    if (scene->file) file = scene->file;
    if (!measure_draws(job, scene, pose, &extent) || !measure_bones(job, scene, file, pose, &extent))
        return false;
    pose->length = longest_side(&extent);
    pose->reach = extent.size;
    pose->scale_at_rest = isfinite(extent.size) ? finest(&extent) : 1;
    pose->scale = isnan(asked) ? pose->scale_at_rest : asked;
    return true;
}

bool fy_t3dm_choose_scale(ferry_job *job, const ferry_scene *scene, const char *file, fy_t3dm_pose *pose) {
    reach extent = {.least = {INFINITY, INFINITY, INFINITY}, .most = {-INFINITY, -INFINITY, -INFINITY}};
    if (scene->file) file = scene->file; /* what is refused is the input */
    if (!measure_draws(job, scene, pose, &extent) || !measure_bones(job, scene, file, pose, &extent))
        return false;
    if (!isfinite(extent.size)) return refuse_reach(job, scene, file, &extent);
    double asked = ferry_setting_number(job, "t3dm.base-scale");
    pose->own_scale = isnan(asked);
    /* integers come back as they were */
    pose->kept = fy_t3dm_is_rewritten(scene) && (isnan(asked) || asked == 1);
    pose->length = longest_side(&extent);
    pose->reach = extent.size;
    pose->scale = pose->scale_at_rest = 1;
    if (pose->kept) return extent.stored <= -(double)INT16_MIN || refuse_scale(job, scene, file, &extent, 1);
    return isnan(asked) ? choose_own(job, scene, pose, &extent, &pose->scale)
                        : take_asked(job, scene, file, pose, &extent, asked);
}

void fy_t3dm_take_scale(const fy_t3dm_pose *from, fy_t3dm_pose *pose) {
    pose->own_scale = from->own_scale;
    pose->kept = from->kept;
    pose->length = from->length;
    pose->reach = from->reach;
    pose->scale = from->scale;
    pose->scale_at_rest = from->scale_at_rest;
    pose->finest = from->finest;
    pose->clips_reach = from->clips_reach;
}

/* Why it is not the finest one that fits. */
static const char *reason(ferry_job *job, const fy_t3dm_pose *pose) {
    if (!(pose->scale_at_rest < pose->finest)) return "";
    return ferry_job_format(job, "; %.9g would fit, but leave its lighting too few bits on the console",
                            pose->finest);
}

void fy_t3dm_report_scale(ferry_job *job, const char *file, const fy_t3dm_pose *pose, bool helped) {
    double steps = pose->length * pose->scale;
    bool free = isnan(ferry_setting_number(job, "t3dm.base-scale"));
    ferry_say(job, FERRY_NOTE, "t3dm.base-scale", file, "",
              "base scale %.9g: one source unit is %.9g units of the file%s", pose->scale, pose->scale,
              free ? reason(job, pose) : "");
    if (pose->scale < pose->scale_at_rest)
        ferry_say(job, FERRY_NOTE, "t3dm.animation-range", file, "",
                  "animations reach %g units, the rest pose %g: base scale %.9g instead of %.9g",
                  pose->clips_reach, pose->reach, pose->scale, pose->scale_at_rest);
    if (free && !pose->kept && !helped && pose->length > 0 && steps < ROUGH && pose->scale < FINEST)
        ferry_say(job, FERRY_LOSS, "t3dm.far-from-origin", file, "",
                  "it is %g units long, up to %g units from the origin: 16-bit positions resolve it in %.0f "
                  "steps at base scale %.9g; move it closer to the origin for more",
                  pose->length, pose->reach, steps, pose->scale);
}
