/*
 * gx_join.c: textures from files of their own into a scene that has some already
 * (docs/formats/gx_textures.md, "Joining").
 *
 * Games swap textures by name: a file `wall.bti` beside a model stands for the model's texture "wall".
 */
#include "formats/gx/gx_join.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/order.h"
#include "core/base/path.h"

/* A texture of the model, to be found by name. */
typedef struct named {
    const char *name;
    uint32_t index;
} named;

static int compare_names(const char *a, const char *b) {
    while (*a && fy_lower(*a) == fy_lower(*b)) a++, b++;
    return (unsigned char)fy_lower(*a) - (unsigned char)fy_lower(*b);
}

static int compare(const void *left, const void *right) {
    const named *a = left, *b = right;
    const int by_name = compare_names(a->name, b->name);
    return by_name ? by_name : (a->index > b->index) - (a->index < b->index);
}

/* Every old texture of this name becomes the new one, but keeps its own spelling. */
static uint32_t replace_all(ferry_scene *scene, const named *sorted, uint32_t count,
                            const ferry_texture *texture) {
    uint32_t replaced = 0;
    const named wanted = {.name = texture->name};
    for (uint32_t i = fy_first_not_before(&wanted, sorted, count, sizeof *sorted, compare);
         i < count && compare_names(sorted[i].name, texture->name) == 0; i++, replaced++) {
        scene->textures.data[sorted[i].index] = *texture;
        scene->textures.data[sorted[i].index].name = sorted[i].name;
    }
    return replaced;
}

static void note(const ferry_window *window, const ferry_texture *texture, uint32_t replaced) {
    if (replaced)
        ferry_say_at(window, 0, FERRY_NOTE, "gx.texture-replaced",
                     "replaces %u texture(s) of the model, named \"%s\"", replaced, texture->name);
    else
        ferry_say_at(window, 0, FERRY_NOTE, "gx.texture-added", "the model has no texture \"%s\"; added",
                     texture->name);
}

bool fy_gx_textures_join(ferry_window *window, ferry_scene *scene, uint32_t first) {
    if (first == 0 && scene->materials.count == 0) return true;
    const ferry_mark mark = ferry_job_mark(window->job);
    named *sorted = first ? ferry_new(window->job, named, first) : NULL;
    if (first && !sorted) return false;
    for (uint32_t i = 0; i < first; i++) sorted[i] = (named){scene->textures.data[i].name, i};
    if (first) qsort(sorted, first, sizeof *sorted, compare);

    uint32_t kept = first;
    const bool whole = ferry_tick(window->job);
    for (uint32_t i = first; i < scene->textures.count; i++) {
        const ferry_texture texture = scene->textures.data[i];
        const uint32_t replaced = replace_all(scene, sorted, first, &texture);
        note(window, &texture, replaced);
        if (replaced == 0) scene->textures.data[kept++] = texture;
    }
    scene->textures.count = kept;
    ferry_job_release(window->job, mark);
    return whole;
}
