/* export_clip_names.c: see export_clip_names.h. */
#include "formats/export/export_clip_names.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/export/export.h"

typedef struct named {
    const char *name;
    uint32_t clip;
} named;

static int by_name(const void *a, const void *b) {
    return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

bool *fy_export_find_alone(const fy_export *e) {
    uint32_t count = e->scene->clips.count;
    bool *alone = ferry_new(e->job, bool, count);
    named *list = ferry_new(e->job, named, count);
    if (!alone || !list) return NULL;
    for (uint32_t i = 0; i < count; i++) list[i] = (named){e->scene->clips.data[i].name, i};
    qsort(list, count, sizeof *list, by_name);
    for (uint32_t i = 0; i < count; i++)
        alone[list[i].clip] =
            (!i || by_name(&list[i], &list[i - 1])) && (i + 1 == count || by_name(&list[i], &list[i + 1]));
    return alone;
}

const char *fy_export_clip_name(const fy_export *e, const ferry_clip *clip, bool alone) {
    return alone ? clip->name : ferry_job_format(e->job, "%s.%s", clip->name, clip->kind);
}
