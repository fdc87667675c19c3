/*
 * t3dm_mipmaps.c: which textures of a T3DM model can have mip levels without being drawn wrong
 * (docs/formats/sprite.md, "Mip levels").
 */
#include "formats/t3dm/material/t3dm_mipmaps.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "formats/sprite/sprite.h"
#include "formats/sprite/sprite_write.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/material/t3dm_mapping.h"
#include "formats/t3dm/texture/t3dm_texture_build.h"
#include "formats/t3dm/texture/t3dm_textures.h"

/* Draw flags as a small number. Materials of one class may follow each other without the runtime sending its
 * flags again, and with them the number of levels: all of a class must have the same. */
enum { CLASSES = 64 };

static uint32_t class_of(const fy_t3dm_material *material) {
    return (material->rdp.flags & 0x1F) | (material->rdp.flags & FERRY_RDP_UNLIT ? 0x20 : 0);
}

static bool is_textured(const fy_t3dm_material *material) {
    return material->paths[0] || material->paths[1] || material->rdp.tiles[0].reference ||
           material->rdp.tiles[1].reference;
}

/* One texture, made here, and a combiner of one cycle: the library needs the other one for the levels. */
static bool may_have_levels(const fy_t3dm_material *material) {
    return material->exports[0] != FERRY_NONE && material->exports[1] == FERRY_NONE && !material->paths[1] &&
           material->rdp.combiner >> 63 == 0;
}

static uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* One round: classes to their worst material, then textures to their worst class. True if
 * anything changed. */
static bool settle_round(fy_planner *p) {
    uint32_t classes[CLASSES];
    bool changed = false;
    for (uint32_t i = 0; i < CLASSES; i++) classes[i] = FY_SPRITE_SLOTS;
    for (uint32_t i = 0; i < p->plan->material_count; i++) {
        const fy_t3dm_material *material = &p->plan->materials[i];
        uint32_t *limit = &classes[class_of(material)];
        if (material->drop || !is_textured(material)) continue;
        uint32_t own = may_have_levels(material) ? p->store.exports[material->exports[0]].extra_levels : 0;
        *limit = least(*limit, own);
    }
    for (uint32_t i = 0; i < p->plan->material_count; i++) {
        const fy_t3dm_material *material = &p->plan->materials[i];
        for (int k = 0; k < 2; k++) {
            if (material->exports[k] == FERRY_NONE || material->drop) continue;
            fy_texture_export *of = &p->store.exports[material->exports[k]];
            uint32_t limit = classes[class_of(material)];
            if (of->extra_levels <= limit) continue;
            of->extra_levels = limit < 2 ? 0 : limit;
            changed = true;
        }
    }
    return changed;
}

static void report_mipmaps(const fy_planner *p) {
    uint32_t with = 0;
    for (uint32_t i = 0; i < p->store.count; i++) with += p->store.exports[i].extra_levels > 0;
    if (p->store.count)
        ferry_say(p->job, FERRY_NOTE, "t3dm.mipmaps", p->name, "",
                  "%u of %u textures have mip levels; the others are drawn with a second texture or in two "
                  "cycles, share draw flags with such, or leave no room in TMEM",
                  with, p->store.count);
}

bool fy_t3dm_plan_levels(fy_planner *p) {
    if (!ferry_setting_is(p->job, "sprite.mipmaps", "on") || ferry_setting_is(p->job, "t3dm.sprites", "png"))
        return true;
    for (uint32_t i = 0; i < p->store.count; i++) {
        fy_texture_export *of = &p->store.exports[i];
        of->extra_levels = fy_sprite_most_levels(&of->made.sprite, fy_texture_least_rows(&of->use));
    }
    while (settle_round(p))
        if (!ferry_tick(p->job)) return false;
    report_mipmaps(p);
    return true;
}
