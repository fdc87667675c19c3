/*
 * t3dm_read_hazards.c: materials that the console will not draw as they are written, because of what the
 * object before leaves in its registers (docs/formats/n64_drawing.md, "State around a model").
 */
#include "formats/t3dm/read/t3dm_read_hazards.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"
#include "machine/rdp/rdp_state.h"

static const struct {
    unsigned hazard;
    const char *code, *text;
} hazards[] = {
    {FY_RDP_LOST_CUTOUT, "t3dm.lost-cutout",
     "is a cutout after another one with the same textures: the runtime will draw it opaque"},
    {FY_RDP_STALE_TILE, "t3dm.stale-tile",
     "uses the previous object's textures with other tile settings: the runtime will keep the old ones"},
    {FY_RDP_INHERITED_Z, "t3dm.inherited-depth-mode",
     "does not set its depth mode: the runtime will keep the previous object's"},
    {FY_RDP_KEPT_COLOR, "t3dm.color-not-sent",
     "sets a colour to 0, 0, 0, 0 before any other: the runtime will not send it"},
};

/* At the object's field that names its material. */
static void say(fy_t3dm_reader *r, const ferry_window *object, const char *code, const char *text) {
    ferry_say_at(object, r->layout->material_at, FERRY_WARNING, code, "%s", text);
}

static void report_hazards(fy_t3dm_reader *r, const ferry_window *object, const ferry_material *material,
                           unsigned met) {
    for (size_t i = 0; i < sizeof hazards / sizeof *hazards; i++)
        if (met & hazards[i].hazard)
            say(r, object, hazards[i].code,
                ferry_job_format(r->job, "its material \"%s\" %s", material->name, hazards[i].text));
}

/* The next object's chunk: each has become one draw, in this order. */
static ferry_window next_object(fy_t3dm_reader *r, uint32_t *chunk, uint32_t number) {
    while (*chunk < r->chunk_count && r->chunks[*chunk].type != 'O') ++*chunk;
    if (*chunk == r->chunk_count) return *r->in; /* no object at all */
    return fy_t3dm_cut_chunk(r, (*chunk)++, "object", number);
}

/* Whatever was drawn before. */
static void start_level(fy_rdp_state *state) {
    fy_rdp_start_frame(state);
    fy_rdp_start_model(state);
    memset(state->prim, 0x5A, 4), memset(state->env, 0x5A, 4);
}

static void end_level(fy_t3dm_reader *r, const ferry_window *object, const fy_rdp_state *state) {
    if (!(state->other_mode & FERRY_RDP_Z_WRITE))
        say(r, object, "t3dm.depth-write",
            "depth write is off after the last object: models drawn next will not write depth");
}

bool fy_t3dm_read_hazards(fy_t3dm_reader *r, uint32_t first_draw) {
    const ferry_scene *scene = r->scene;
    fy_rdp_state state;
    ferry_window object = *r->in;
    uint32_t chunk = 0;
    start_level(&state);
    for (uint32_t i = first_draw; i < scene->draws.count; i++) {
        if (!ferry_tick(r->job)) return false;
        if (i > first_draw && scene->draws.data[i].level != scene->draws.data[i - 1].level) {
            end_level(r, &object, &state);
            start_level(&state);
        }
        object = next_object(r, &chunk, i - first_draw);
        uint32_t number = scene->draws.data[i].material;
        const ferry_material *material = number == FERRY_NONE ? NULL : &scene->materials.data[number];
        if (!material || !material->rdp) continue;
        report_hazards(r, &object, material, fy_rdp_apply_of(&state, material->rdp, scene));
    }
    end_level(r, &object, &state);
    return true;
}
