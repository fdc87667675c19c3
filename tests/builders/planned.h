/* planned.h: a fixture, and what the T3DM writer plans for its materials. */
#ifndef FERRY_TESTS_PLANNED_H
#define FERRY_TESTS_PLANNED_H

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/material/t3dm_material.h"
#include "helpers.h"

typedef struct planned {
    ferry_job *job;
    ferry_bytes bytes;
    ferry_scene *scene;
    fy_t3dm_plan plan;
} planned;

/* A job with one setting, or none (NULL), and with the text of a file of rules, or none (NULL). */
static inline ferry_job *open_planning(const char *key, const char *value, const char *rules) {
    static ferry_setting_value setting;
    static ferry_input file;
    setting = (ferry_setting_value){key, value};
    file = (ferry_input){"rules.json", {(const uint8_t *)rules, rules ? strlen(rules) : 0}};
    ferry_options options = {.size = sizeof options,
                             .settings = &setting,
                             .setting_count = key ? 1 : 0,
                             .materials = rules ? &file : NULL};
    ferry_job *job = ferry_open(&options);
    ck_assert(job && (!rules || ferry_read_materials(job, "t3dm")));
    return job;
}

static inline planned open_planned(const char *name, const char *key, const char *value, const char *rules) {
    planned p = {.job = open_planning(key, value, rules), .bytes = fy_read_fixture(name)};
    ferry_file_list files = {0};
    p.scene = ferry_load(p.job, &(ferry_input){.name = name, .bytes = p.bytes}, 1);
    ck_assert(p.scene && ferry_prepare(p.job, p.scene, "t3dm", NULL));
    ck_assert(fy_t3dm_plan_materials(p.job, p.scene, "x.t3dm", &p.plan, &files));
    return p;
}

static inline void close_planned(planned *p) {
    ferry_scene_free(p->scene);
    ferry_close(p->job);
    free((void *)(uintptr_t)p->bytes.data);
}

/* By its name. */
static inline const fy_t3dm_material *planned_material(const planned *p, const char *which) {
    for (uint32_t i = 0; i < p->plan.material_count; i++)
        if (strcmp(p->plan.materials[i].name, which) == 0) return &p->plan.materials[i];
    ck_abort_msg("no material \"%s\"", which);
    return NULL;
}

#endif
