/* t3dm_tracks_list.c: the lists of a tracks chunk, and where the vertices of an object's mesh went. */
#include "formats/t3dm/tracks/t3dm_tracks_list.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"

bool fy_t3dm_add_track(fy_t3dm_tracks *to, const fy_t3dm_track *track) {
    if (!fy_job_reserve(to->job, (void **)&to->tracks, to->track_count, &to->track_capacity, 1,
                        sizeof *to->tracks))
        return false;
    to->tracks[to->track_count++] = *track;
    return true;
}

bool fy_t3dm_add_morph(fy_t3dm_tracks *to, const fy_t3dm_morph *morph, uint32_t *number) {
    if (!fy_job_reserve(to->job, (void **)&to->morphs, to->morph_count, &to->morph_capacity, 1,
                        sizeof *to->morphs))
        return false;
    to->morphs[ *number = to->morph_count++] = *morph;
    return true;
}

bool fy_t3dm_add_area(fy_t3dm_tracks *to, const fy_t3dm_area *area, uint32_t *number) {
    if (!fy_job_reserve(to->job, (void **)&to->areas, to->area_count, &to->area_capacity, 1,
                        sizeof *to->areas))
        return false;
    to->areas[ *number = to->area_count++] = *area;
    return true;
}

bool fy_t3dm_add_hidden(fy_t3dm_tracks *to, uint32_t object) {
    if (!fy_job_reserve(to->job, (void **)&to->hidden, to->hidden_count, &to->hidden_capacity, 1,
                        sizeof *to->hidden))
        return false;
    to->hidden[to->hidden_count++] = object;
    return true;
}

void fy_t3dm_tracks_close(fy_t3dm_tracks *tracks) {
    ferry_job *job = tracks->job;
    void *lists[] = {tracks->clips, tracks->tracks, tracks->morphs, tracks->areas, tracks->hidden};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) fy_job_drop(job, lists[i]);
    *tracks = (fy_t3dm_tracks){.job = job};
}

bool fy_t3dm_find_places(const fy_t3dm_tracker *t, uint32_t number, fy_t3dm_places *places) {
    const fy_t3dm_object *object = &t->objects[number];
    uint32_t count = t->scene->meshes.data[t->scene->draws.data[object->draw].mesh].vertex_count;
    const uint32_t *sources = t->sources + object->first_source;
    uint32_t *starts = ferry_new(t->job, uint32_t, count + (size_t)2);
    uint32_t *vertices = ferry_new(t->job, uint32_t, object->vertex_count + (size_t)1);
    if (!starts || !vertices) return false;
    for (uint32_t i = 0; i < object->vertex_count; i++) starts[sources[i] + 2]++;
    for (uint32_t v = 2; v < count + 2; v++) starts[v] += starts[v - 1];
    for (uint32_t i = 0; i < object->vertex_count; i++)
        vertices[starts[sources[i] + 1]++] = object->first_vertex + i;
    *places = (fy_t3dm_places){starts, vertices};
    return true;
}
