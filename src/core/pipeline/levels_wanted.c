/* levels_wanted.c: see the header. */
#include "core/pipeline/levels_wanted.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ferry64_format.h"
#include "core/base/parse_number.h"
#include "core/scene/scene.h"

uint32_t fy_levels_wanted(const ferry_job *job, fy_level_target targets[FY_MOST_LEVELS]) {
    const char *text = ferry_setting_text(job, "simplify.levels");
    uint32_t count = 0;
    if (strcmp(text, "none") == 0) return 0;
    while (count < FY_MOST_LEVELS) {
        char digits[32];
        size_t length = strcspn(text, ",%"), after = strcspn(text, ",");
        snprintf(digits, sizeof digits, "%.*s", (int)length, text);
        double number = fy_parse_number(digits); /* of the setting, which is checked */
        targets[count++] = length < after ? (fy_level_target){.share = number / 100}
                                          : (fy_level_target){.triangles = (uint32_t)number};
        if (!text[after]) break;
        text += after + 1;
    }
    return count;
}

bool fy_levels_count(ferry_job *job, const ferry_scene *scene, const fy_level_target *targets, uint32_t count,
                     uint32_t first, uint32_t most[FY_MOST_LEVELS]) {
    uint32_t before = first;
    for (uint32_t i = 0; i < count; i++) {
        most[i] = targets[i].triangles ? targets[i].triangles : (uint32_t)(targets[i].share * first + .5);
        if (!most[i]) most[i] = 1;
        if (most[i] >= before && before > 1) {
            ferry_say(job, FERRY_ERROR, "simplify.levels", fy_scene_place(scene), "",
                      "level %" PRIu32 " is to have %" PRIu32 " triangles, but level %" PRIu32
                      " before it has no more than %" PRIu32
                      ": each level must be coarser than the one before",
                      i + 1, most[i], i, before);
            return false;
        }
        before = most[i];
    }
    return true;
}
