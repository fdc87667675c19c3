/* export_scene_names.c: see export_scene_names.h. */
#include "formats/export/export_scene_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/order.h"
#include "formats/export/export_scene_state.h"

typedef struct naming {
    const char **list;
    fy_order order;
} naming;

static int by_name(const void *user, uint32_t a, uint32_t b) {
    const naming *n = user;
    return strcmp(n->list[a], n->list[b]);
}

/* The first of `wanted` with a number behind it, from `tail` on, that is not taken. */
static bool add_tail(ferry_job *job, naming *n, uint32_t i, const char *link, uint32_t *tail) {
    const char *wanted = n->list[i];
    size_t size = strlen(wanted) + strlen(link) + sizeof "4294967295";
    char *name = ferry_new(job, char, size);
    if (!name) return false;
    n->list[i] = name;
    do {
        if (!ferry_tick(job)) return false;
        snprintf(name, size, "%s%s%" PRIu32, wanted, link, (*tail)++);
    } while (fy_order_find(&n->order, n, i) != UINT32_MAX);
    return true;
}

/* No two are the same: what is taken gets a number behind it, `link` between: that of its place, or the next
 * that is free. Those before are not tried again. */
static bool make_different(ferry_job *job, const char **list, uint32_t count, const char *link) {
    naming n = {.list = list, .order = {.compare = by_name}};
    uint32_t *tails = ferry_new(job, uint32_t, (size_t)count + 1); /* of the names that were wanted twice */
    if (!tails) return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = fy_order_find(&n.order, &n, i);
        if (first != UINT32_MAX) {
            if (tails[first] < i) tails[first] = i;
            if (!add_tail(job, &n, i, link, &tails[first])) return false;
        }
        if (!fy_order_add(job, &n.order, &n, i) || !ferry_tick(job)) return false;
    }
    return true;
}

/* What may stand in any format's words: letters, digits, `-` and `_`, no digit or `-` first. */
static const char *plain_word(ferry_job *job, const char *name) {
    bool lead = (*name >= '0' && *name <= '9') || *name == '-';
    char *word = ferry_new(job, char, strlen(name) + 2);
    if (!word) return "";
    if (lead) word[0] = '_';
    for (size_t i = 0; name[i]; i++) {
        char c = name[i];
        bool stays = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                     c == '_';
        word[i + lead] = stays ? c : '_';
    }
    return word;
}

bool fy_export_name_all(fy_export_scene *x) {
    ferry_job *job = x->e.job;
    const ferry_scene *scene = x->e.scene;
    uint32_t nodes = scene->nodes.count, at = 0, all = nodes + x->twin_count + x->model_count;
    x->names = ferry_new(job, const char *, (size_t)all + 1);
    x->ids = ferry_new(job, const char *, (size_t)all + 1);
    if (!x->names || !x->ids) return false;
    for (uint32_t i = 0; i < nodes; i++) {
        const char *own = scene->nodes.data[i].name;
        x->names[at++] = *own ? own : "node";
    }
    for (uint32_t t = 0; t < x->twin_count; t++)
        x->names[at++] = ferry_job_format(job, "%s.bind", x->names[x->twins[t].node]);
    for (uint32_t m = 0; m < x->model_count; m++) {
        const ferry_draw *draw = &scene->draws.data[x->models[m].draw];
        const char *own = *draw->name ? draw->name : scene->meshes.data[draw->mesh].name;
        x->names[at++] = *own ? own : "mesh";
    }
    if (!make_different(job, x->names, all, ".")) return false;
    for (uint32_t t = 0; t < x->twin_count; t++) x->twins[t].name = x->names[nodes + t];
    for (uint32_t m = 0; m < x->model_count; m++) x->models[m].name = x->names[nodes + x->twin_count + m];
    for (uint32_t i = 0; i < all; i++) x->ids[i] = plain_word(job, x->names[i]);
    return make_different(job, x->ids, all, "_");
}
