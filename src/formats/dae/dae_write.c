/*
 * dae_write.c: a prepared scene as COLLADA 1.4.1: elements, and the tree (docs/formats/fbx.md,
 * "COLLADA").
 */
#include "formats/dae/dae_write.h"

#include <inttypes.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/base/numbers.h"
#include "formats/dae/dae_clips.h"
#include "formats/dae/dae_materials.h"
#include "formats/dae/dae_meshes.h"
#include "formats/dae/dae_out.h"
#include "formats/export/export.h"
#include "formats/export/export_left_out.h"
#include "formats/export/export_scene.h"
#include "formats/export/export_scene_models.h"
#include "formats/export/export_scene_state.h"

/* --------------------------------------------------------------------------------------------------- tree */

/* Nodes, then twins, then models, with their children; FERRY_NONE: none. */
typedef struct tree {
    fy_dae *d;
    uint32_t nodes, twins, all; /* how many there are */
    uint32_t *parents, *first, *next;
} tree;

/* Row by row. */
static void put_place(fy_dae *d, const ferry_matrix *place) {
    float values[16];
    fy_dae_rows(place, values);
    fy_dae_indent(d);
    fy_dae_put(d, "<matrix sid=\"transform\">");
    fy_dae_numbers(d, values, 16);
    fy_dae_put(d, "</matrix>\n");
}

static void put_material_of(fy_dae *d, const fy_export_model *model) {
    uint32_t sets[FERRY_UV_SETS + 1], count = fy_export_model_sets(&d->x, model, sets);
    fy_dae_open(d, "bind_material");
    fy_dae_open(d, "technique_common");
    fy_dae_open(d, "instance_material symbol=\"surface\" target=\"#material.%" PRIu32 "\"", model->surface);
    for (uint32_t s = 0; s < count; s++)
        fy_dae_empty(d,
                     "bind_vertex_input semantic=\"UVMap%" PRIu32
                     "\" input_semantic=\"TEXCOORD\" input_set=\"%" PRIu32 "\"",
                     s, s);
    fy_dae_close(d, "instance_material");
    fy_dae_close(d, "technique_common");
    fy_dae_close(d, "bind_material");
}

/* The roots of the trees that a skin's joints stand in. */
static bool put_skeletons(fy_dae *d, const ferry_skin *skin) {
    const ferry_node_list *nodes = &d->x.e.scene->nodes;
    bool *named = ferry_new(d->x.e.job, bool, nodes->count + (size_t)1);
    if (!named) return false;
    for (uint32_t j = 0; j < skin->joint_count; j++) named[skin->joints[j].node] = true;
    for (uint32_t i = nodes->count; i-- > 0;)
        if (named[i] && nodes->data[i].parent != FERRY_NONE) named[nodes->data[i].parent] = true;
    for (uint32_t i = 0; i < nodes->count; i++)
        if (named[i] && nodes->data[i].parent == FERRY_NONE)
            fy_dae_element(d, "skeleton", ferry_job_format(d->x.e.job, "#%s", d->x.ids[i]));
    return true;
}

static bool put_model(fy_dae *d, uint32_t m) {
    const fy_export_model *model = &d->x.models[m];
    const ferry_mesh *mesh = fy_export_model_mesh(&d->x, model);
    bool skinned = mesh->skin != FERRY_NONE;
    fy_dae_open(d, "node id=\"%s\" name=\"%s\" type=\"NODE\"",
                d->x.ids[d->x.e.scene->nodes.count + d->x.twin_count + m], fy_dae_text(d, model->name));
    if (skinned)
        fy_dae_open(d, "instance_controller url=\"#skin.%" PRIu32 "\"", m);
    else
        fy_dae_open(d, "instance_geometry url=\"#mesh.%" PRIu32 "\"", m);
    if (skinned && !put_skeletons(d, &d->x.e.scene->skins.data[mesh->skin])) return false;
    put_material_of(d, model);
    fy_dae_close(d, skinned ? "instance_controller" : "instance_geometry");
    fy_dae_close(d, "node");
    return true;
}

static void open_node(fy_dae *d, const char *id, const char *name, bool joint) {
    fy_dae_open(d, "node id=\"%s\" sid=\"%s\" name=\"%s\" type=\"%s\"", id, id, fy_dae_text(d, name),
                joint ? "JOINT" : "NODE");
}

/* What has no children is closed at once. */
static bool put_entry(const tree *t, uint32_t entry) {
    fy_dae *d = t->d;
    const fy_export_scene *x = &d->x;
    if (entry >= t->nodes + t->twins) return put_model(d, entry - t->nodes - t->twins);
    if (entry >= t->nodes) {
        open_node(d, x->ids[entry], x->twins[entry - t->nodes].name, true);
        ferry_matrix same = fy_matrix_identity();
        put_place(d, &same);
        fy_dae_close(d, "node");
        return true;
    }
    const ferry_node *node = &x->e.scene->nodes.data[entry];
    ferry_vec3 move = fy_export_length3(&d->x, node->translate);
    ferry_matrix place = fy_node_local(node);
    for (int k = 0; k < 3; k++) place.m[k][3] = (double)(&move.x)[k];
    open_node(d, x->ids[entry], x->names[entry], x->bones[entry] && !node->fixed);
    put_place(d, &place);
    if (t->first[entry] == FERRY_NONE) fy_dae_close(d, "node");
    return ferry_tick(x->e.job);
}

/* Trees may be deep: their branches are gone back by the numbers of parents. */
static bool put_tree(const tree *t, uint32_t at) {
    while (at != FERRY_NONE) {
        ferry_mark mark = ferry_job_mark(t->d->x.e.job);
        if (!put_entry(t, at)) return false;
        ferry_job_release(t->d->x.e.job, mark);
        if (t->first[at] != FERRY_NONE) {
            at = t->first[at];
            continue;
        }
        while (t->next[at] == FERRY_NONE && t->parents[at] != FERRY_NONE) {
            at = t->parents[at];
            fy_dae_close(t->d, "node");
        }
        at = t->next[at];
    }
    return true;
}

/* A model with a skin has no place of its own; what is hidden is left out. */
static uint32_t parent_of(const tree *t, uint32_t entry, bool *shown) {
    const fy_export_scene *x = &t->d->x;
    *shown = true;
    if (entry < t->nodes) return x->e.scene->nodes.data[entry].parent;
    if (entry < t->nodes + t->twins) return x->twins[entry - t->nodes].node;
    const fy_export_model *model = &x->models[entry - t->nodes - t->twins];
    *shown = model->visible;
    return fy_export_model_mesh(x, model)->skin == FERRY_NONE ? x->e.scene->draws.data[model->draw].node
                                                              : FERRY_NONE;
}

static bool put_scene(fy_dae *d) {
    tree t = {.d = d, .nodes = d->x.e.scene->nodes.count, .twins = d->x.twin_count};
    uint32_t root = FERRY_NONE;
    t.all = t.nodes + t.twins + d->x.model_count;
    t.parents = ferry_new(d->x.e.job, uint32_t, (size_t)t.all + 1);
    t.first = ferry_new(d->x.e.job, uint32_t, (size_t)t.all + 1);
    t.next = ferry_new(d->x.e.job, uint32_t, (size_t)t.all + 1);
    if (!t.parents || !t.first || !t.next) return false;
    for (uint32_t i = 0; i < t.all; i++) t.first[i] = FERRY_NONE;
    for (uint32_t i = t.all; i-- > 0;) {
        bool shown;
        t.parents[i] = parent_of(&t, i, &shown);
        uint32_t *list = t.parents[i] == FERRY_NONE ? &root : &t.first[t.parents[i]];
        t.next[i] = *list;
        if (shown) *list = i;
        d->hidden += !shown;
    }
    fy_dae_open(d, "library_visual_scenes");
    fy_dae_open(d, "visual_scene id=\"scene.0\""); /* without a name: some look for nodes by such, too */
    if (!put_tree(&t, root)) return false;
    fy_dae_close(d, "visual_scene");
    fy_dae_close(d, "library_visual_scenes");
    fy_dae_open(d, "scene");
    fy_dae_empty(d, "instance_visual_scene url=\"#scene.0\"");
    fy_dae_close(d, "scene");
    return true;
}

/* --------------------------------------------------------------------------------------------- the whole */

/* The format wants to know when a file was made. */
static void put_asset(fy_dae *d) {
    static const char then[] = "1970-01-01T00:00:00Z";
    char unit[FY_NUMBER_SIZE];
    fy_dae_open(d, "asset");
    fy_dae_open(d, "contributor");
    fy_dae_element(d, "authoring_tool", ferry_job_format(d->x.e.job, "ferry64 %s", ferry_version()));
    fy_dae_close(d, "contributor");
    fy_dae_element(d, "created", then);
    fy_dae_element(d, "modified", then);
    fy_dae_empty(d, "unit name=\"unit\" meter=\"%s\"", fy_number(unit, (float)d->x.unit));
    fy_dae_element(d, "up_axis", "Y_UP");
    fy_dae_close(d, "asset");
}

static void report_written(const fy_dae *d, size_t size) {
    const fy_export_scene *x = &d->x;
    fy_export_tell(x, d->hidden, "dae.hidden", "draws hidden at rest, left out");
    fy_export_tell(x, x->e.scene->morphs.count, "dae.morphs", "morphs, left out");
    if (d->animations > 1)
        ferry_say(x->e.job, FERRY_NOTE, "dae.several-clips", x->e.file, "",
                  "%" PRIu32
                  " animations; programs without clip support blend them: for those, write each into "
                  "its own file (--anim)",
                  d->animations);
    ferry_say(x->e.job, FERRY_NOTE, "dae.written", x->e.file, "",
              "%" PRIu32 " nodes, %" PRIu32 " meshes, %" PRIu32 " animations, %zu bytes",
              x->e.scene->nodes.count, x->model_count - d->hidden, d->animations, size);
}

static bool write_all(fy_dae *d, ferry_file_list *files) {
    d->x.weightless = true;
    if (!fy_export_scene_open(&d->x)) return false;
    fy_dae_put(d, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    fy_dae_open(d, "COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\"");
    put_asset(d);
    if (!fy_dae_put_materials(d) || !fy_dae_put_meshes(d) || !fy_dae_put_clips(d) || !put_scene(d))
        return false;
    fy_dae_close(d, "COLLADA");
    size_t size = d->out.size;
    if (!fy_export_scene_finish(&d->x, &d->out, files)) return false;
    report_written(d, size);
    return fy_export_report_empty(&d->x.e, false) && !ferry_failed(d->x.e.job);
}

bool fy_dae_write(ferry_job *job, const ferry_scene *scene, const char *name, ferry_file_list *files) {
    ferry_mark mark = ferry_job_mark(job);
    fy_dae d = {.x = {.e = fy_export_of(job, scene, name)}, .out = ferry_out_open(job, name)};
    bool done = write_all(&d, files);
    if (!done) fy_export_is_sound(&d.x.e); /* tells what stopped it */
    ferry_job_release(job, mark);
    return done;
}
