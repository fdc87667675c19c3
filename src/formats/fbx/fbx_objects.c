/* fbx_objects.c: objects of an FBX file, and the links between them. */
#include "formats/fbx/fbx_objects.h"

#include <string.h>

#include "ferry64.h"
#include "core/base/job.h"
#include "formats/fbx/fbx_out.h"

static const char *const kinds[FY_FBX_KINDS] = {"AnimationStack", "AnimationLayer", "AnimationCurveNode",
                                                "AnimationCurve", "NodeAttribute",  "Model",
                                                "Geometry",       "Material",       "Texture",
                                                "Video",          "Deformer",       "Pose"};

/* What stands behind the names of objects, where it is not the kind. */
static const char *class_of(fy_fbx_kind kind, const char *sort) {
    static const char *const classes[FY_FBX_KINDS] = {"AnimStack", "AnimLayer", "AnimCurveNode", "AnimCurve"};
    if (kind == FY_FBX_DEFORMER && (strcmp(sort, "Cluster") == 0 || strcmp(sort, "BlendShapeChannel") == 0))
        return "SubDeformer";
    return classes[kind] ? classes[kind] : kinds[kind];
}

int64_t fy_fbx_number(fy_fbx *f) {
    return ++f->last_id;
}

void fy_fbx_open_numbered(fy_fbx *f, fy_fbx_kind kind, int64_t number, const char *name, const char *sort) {
    f->counts[kind]++;
    fy_fbx_open(&f->o, kinds[kind]);
    fy_fbx_i64(&f->o, number);
    fy_fbx_object_name(&f->o, name, class_of(kind, sort));
    fy_fbx_string(&f->o, sort);
}

int64_t fy_fbx_open_object(fy_fbx *f, fy_fbx_kind kind, const char *name, const char *sort) {
    int64_t number = fy_fbx_number(f);
    fy_fbx_open_numbered(f, kind, number, name, sort);
    return number;
}

bool fy_fbx_link_to(fy_fbx *f, int64_t from, int64_t to, const char *property) {
    if (!fy_job_reserve(f->x.e.job, (void **)&f->links, f->link_count, &f->link_capacity, 1,
                        sizeof *f->links))
        return false;
    f->links[f->link_count++] = (fy_fbx_link){from, to, property};
    return true;
}

void fy_fbx_put_matrix(fy_fbx *f, const char *name, const ferry_matrix *m) {
    double values[16];
    for (int col = 0; col < 4; col++)
        for (int row = 0; row < 4; row++) values[4 * col + row] = row < 3 ? m->m[row][col] : col == 3;
    fy_fbx_open(&f->o, name);
    fy_fbx_f64s(&f->o, values, 16);
    fy_fbx_close(&f->o);
}

const char *fy_fbx_kind_name(fy_fbx_kind kind) {
    return kinds[kind];
}
