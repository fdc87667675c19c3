/* dump.c: a scene as text, one property a line, made for people and for diffs. Layout: docs/scene.md,
 * "The dump". */
#include <inttypes.h>
#include <stdarg.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job_state.h"
#include "core/base/numbers.h"
#include "core/inspect/properties.h"
#include "core/inspect/properties_tell.h"
#include "core/scene/curve.h"
#include "core/scene/labels.h"

typedef struct dump {
    ferry_job *job;
    const ferry_scene *scene;
    fy_labels labels;
    bool data; /* with what comes in thousands */
    ferry_out out;
    char *subject; /* what each line begins with: `node "hip"` */
    size_t subject_size, subject_room;
} dump;

/* -------------------------------------------------------------------------------------------------- lines */

static void put_line(dump *d, const char *format, ...) FERRY_PRINTF(2, 3);

static void put_line(dump *d, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length > (int)sizeof text - 1) length = (int)sizeof text - 1;
    if (length > 0) ferry_put_bytes(&d->out, text, (size_t)length);
}

static void put_text(dump *d, const char *text) {
    ferry_put_bytes(&d->out, text, strlen(text));
}

static void put_number(dump *d, float value) {
    char number[FY_NUMBER_SIZE];
    ferry_put_u8(&d->out, ' ');
    put_text(d, fy_number(number, value));
}

static void put_floats(dump *d, const char *label, const float *values, uint32_t count) {
    if (*label) put_line(d, " %s", label);
    for (uint32_t i = 0; i < count; i++) put_number(d, values[i]);
}

static void begin_line(dump *d) {
    ferry_put_bytes(&d->out, d->subject, d->subject_size);
    ferry_put_u8(&d->out, ' ');
}

static void end(dump *d) {
    ferry_put_u8(&d->out, '\n');
}

static void put_property(void *user, const fy_property *property) {
    dump *d = user;
    begin_line(d);
    put_text(d, property->key);
    if (property->text) {
        ferry_put_u8(&d->out, ' ');
        put_text(d, property->text);
    } else {
        put_floats(d, "", property->numbers, property->count);
    }
    end(d);
}

/* What the next lines are about. False at the limit. */
static bool set_subject(dump *d, const char *kind, const char *label) {
    d->subject_size = strlen(kind) + strlen(label) + 1;
    if (d->subject_size >= d->subject_room) {
        d->subject_room = d->subject_size * 2 + 64;
        d->subject = ferry_new(d->job, char, d->subject_room);
    }
    if (d->subject) snprintf(d->subject, d->subject_room, "%s %s", kind, label);
    return d->subject != NULL;
}

/* ----------------------------------------------------------------------------------------------- the many */

static void put_weights(dump *d, const ferry_mesh *m, uint32_t v) {
    const ferry_skin *s = &d->scene->skins.data[m->skin];
    const ferry_influence *influence = &s->influences[m->influences[v]];
    put_line(d, " weights");
    for (uint32_t w = 0; w < influence->count; w++) {
        const ferry_weight *weight = &s->weights[influence->first + w];
        ferry_put_u8(&d->out, ' ');
        put_text(d, fy_label(&d->labels, FY_NODE, s->joints[weight->joint].node));
        put_number(d, weight->weight);
    }
}

static void dump_vertex(dump *d, const ferry_mesh *m, uint32_t v) {
    char label[8];
    begin_line(d);
    put_line(d, "vertex %" PRIu32, v);
    put_floats(d, "at", &m->positions[v].x, 3);
    if (m->normals) put_floats(d, "normal", &m->normals[v].x, 3);
    if (m->binormals) put_floats(d, "binormal", &m->binormals[v].x, 3);
    if (m->tangents) put_floats(d, "tangent", &m->tangents[v].x, 3);
    for (int s = 0; s < FERRY_COLOR_SETS; s++) {
        snprintf(label, sizeof label, "color%d", s);
        if (m->colors[s]) put_floats(d, label, &m->colors[s][v].r, 4);
    }
    for (int s = 0; s < FERRY_UV_SETS; s++) {
        snprintf(label, sizeof label, "uv%d", s);
        if (m->uvs[s]) put_floats(d, label, &m->uvs[s][v].x, 2);
    }
    if (m->influences) put_weights(d, m, v);
    end(d);
}

static void dump_vertices(dump *d, const ferry_mesh *m) {
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        if (!ferry_tick(d->job) || d->out.bad) return;
        dump_vertex(d, m, v);
    }
    for (uint32_t t = 0; t < m->triangle_count && ferry_tick(d->job); t++) {
        const uint32_t *k = &m->triangles[3 * (size_t)t];
        begin_line(d);
        put_line(d, "triangle %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", k[0], k[1], k[2]);
    }
}

static void dump_levels(dump *d, const ferry_image *image) {
    for (uint32_t k = 0; k < image->level_count; k++) {
        const ferry_mip_level *level = &image->levels[k];
        begin_line(d);
        put_line(d, "level %" PRIu32 " %" PRIu32 "x%" PRIu32 " texels 0x%08" PRIx32 "\n", k, level->width,
                 level->height, fy_hash(level->rgba, (size_t)level->width * level->height * 4));
    }
}

static void dump_moves(dump *d, const ferry_morph *m) {
    for (uint32_t k = 0; k < m->count && ferry_tick(d->job); k++) {
        begin_line(d);
        put_line(d, "move %" PRIu32, m->vertices[k]);
        if (m->positions) put_floats(d, "by", &m->positions[k].x, 3);
        if (m->normals) put_floats(d, "normal", &m->normals[k].x, 3);
        if (m->shifts) put_floats(d, "shift", &m->shifts[k].x, 2);
        end(d);
    }
}

static void dump_vertex_color_group(dump *d, const ferry_vertex_color_group *p) {
    for (uint32_t k = 0; k < p->count && ferry_tick(d->job); k++) {
        begin_line(d);
        put_line(d, "vertex %" PRIu32 "\n", p->vertices[k]);
    }
}

/* ------------------------------------------------------------------------------------------------- tracks */

static void begin_track(dump *d, const ferry_track *t) {
    fy_thing thing = fy_target_thing(t->target);
    begin_line(d);
    put_line(d, "%s ", fy_thing_name(thing));
    put_text(d, fy_label(&d->labels, thing, t->object));
    put_line(d, " %s %" PRIu32 " %" PRIu32, fy_target_name(t->target), t->slot, t->channel);
}

/* Tracks of textures and materials have indices for values. */
static void put_values(dump *d, const ferry_track *t, uint32_t key) {
    const float *values = &t->values[(size_t)key * t->width];
    bool texture = t->target == FERRY_TARGET_TEXTURE, material = t->target == FERRY_TARGET_DRAW_MATERIAL;
    fy_thing thing = texture ? FY_TEXTURE : FY_MATERIAL;
    uint32_t count = fy_thing_count(d->scene, thing);
    if ((texture || material) && values[0] >= 0 && values[0] < (float)count) {
        put_line(d, " is ");
        put_text(d, fy_label(&d->labels, thing, (uint32_t)values[0]));
        return;
    }
    put_floats(d, "is", values, t->width);
}

static void dump_key(dump *d, const ferry_track *t, uint32_t k) {
    begin_track(d, t);
    put_line(d, " key");
    put_number(d, (float)t->times[k]);
    put_values(d, t, k);
    if (t->in) put_floats(d, "in", &t->in[(size_t)k * t->width], t->width);
    if (t->out) put_floats(d, "out", &t->out[(size_t)k * t->width], t->width);
    end(d);
}

static void dump_tracks(dump *d, const ferry_clip *c) {
    for (uint32_t i = 0; i < c->track_count; i++) {
        const ferry_track *t = &c->tracks[i];
        if (!ferry_tick(d->job) || d->out.bad) return;
        begin_track(d, t);
        if (t->key_count == 1) { /* a constant needs no time */
            put_values(d, t, 0);
            end(d);
            continue;
        }
        put_line(d, " %s keys %" PRIu32 "\n", fy_interpolation_name(t->interpolation), t->key_count);
        for (uint32_t k = 0; k < t->key_count; k++) dump_key(d, t, k);
    }
}

/* -------------------------------------------------------------------------------------------------- scene */

static void dump_many(dump *d, fy_thing thing, uint32_t i) {
    const ferry_scene *s = d->scene;
    if (thing == FY_IMAGE) dump_levels(d, &s->images.data[i]);
    if (thing == FY_MORPH) dump_moves(d, &s->morphs.data[i]);
    if (thing == FY_COLOR_ANIMATION) dump_vertex_color_group(d, &s->vertex_color_groups.data[i]);
    if (thing == FY_CLIP) dump_tracks(d, &s->clips.data[i]);
    if (thing == FY_MESH) dump_vertices(d, &s->meshes.data[i]);
}

static bool dump_things(dump *d, fy_properties *properties) {
    for (int thing = 0; thing < FY_THINGS; thing++) {
        for (uint32_t i = 0; i < fy_thing_count(d->scene, (fy_thing)thing); i++) {
            if (!ferry_tick(d->job) || d->out.bad ||
                !set_subject(d, fy_thing_name((fy_thing)thing), fy_label(&d->labels, (fy_thing)thing, i)))
                return false;
            ferry_mark mark = ferry_job_mark(d->job);
            fy_properties_of(properties, (fy_thing)thing, i);
            if (d->data || thing == FY_IMAGE) dump_many(d, (fy_thing)thing, i);
            ferry_job_release(d->job, mark);
        }
    }
    return true;
}

bool ferry_dump(ferry_job *job, const ferry_scene *scene, ferry_bytes *text) {
    dump d = {.job = job, .scene = scene, .out = ferry_out_open(job, scene->name)};
    d.data = ferry_setting_is(job, "dump.data", "yes");
    fy_properties properties = {job, scene, &d.labels, put_property, &d};
    if (!fy_labels_build(job, scene, &d.labels)) return false;
    d.subject = (char[]){"scene"};
    d.subject_size = 5;
    fy_properties_of_scene(&properties);
    if (!dump_things(&d, &properties) || d.out.bad || job->exhausted) return false;
    *text = (ferry_bytes){d.out.data, d.out.size};
    return true;
}

bool ferry_dump_matrices(ferry_job *job, const ferry_scene *scene, ferry_bytes *text) {
    dump d = {.job = job, .scene = scene, .out = ferry_out_open(job, scene->name)};
    ferry_matrix *worlds = ferry_new(job, ferry_matrix, (size_t)scene->nodes.count + 1);
    if (!worlds || !ferry_world_matrices(scene, worlds) || !fy_labels_build(job, scene, &d.labels))
        return false;
    for (uint32_t i = 0; i < scene->nodes.count; i++) {
        const ferry_node *node = &scene->nodes.data[i];
        put_line(&d, "node ");
        put_text(&d, fy_label(&d.labels, FY_NODE, i));
        put_line(&d, " world");
        for (int k = 0; k < 12; k++) put_number(&d, (float)worlds[i].m[k / 4][k % 4]);
        put_line(&d, "%s\n", node->visible ? "" : " hidden");
    }
    *text = (ferry_bytes){d.out.data, d.out.size};
    return !d.out.bad;
}
