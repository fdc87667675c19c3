/* info_n64.c: what a material's textures become on the Nintendo 64, for `ferry64 info`. */
#include "cli/info/info_n64.h"

#include "ferry64.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/files/jobs.h"
#include "cli/info/info_names.h"
#include "cli/print/print.h"
#include "cli/print/say.h"
#include "cli/print/table.h"
#include "formats/t3dm/check/t3dm_tmem.h"

/* In a job of its own: what would be lost is told when it is lost, by `convert`. */
static bool plan_texture_memory(const cli_session *session, ferry_job **job, fy_tmem **materials) {
    *job = cli_open_job(session->cli);
    return *job && fy_t3dm_tmem(*job, session->scene, materials);
}

static const char *texel_name(ferry_rdp_texel format) {
    return cli_texel_name(&(ferry_image){.has_rdp = true, .rdp_format = format});
}

static const char *source_text(const cli_session *session, uint32_t texture) {
    const ferry_texture *of = &session->scene->textures.data[texture];
    if (of->image == FERRY_NONE) return "";
    const ferry_image *image = &session->scene->images.data[of->image];
    return cli_text(session->cli, "%u x %u %s", image->width, image->height, cli_texel_name(image));
}

static void add_material(const cli_session *session, cli_table *table, uint32_t number, const fy_tmem *of) {
    cli_run *cli = session->cli;
    for (uint32_t k = 0; k < of->count; k++) {
        const fy_tmem_texture *texture = &of->textures[k];
        const char *cells[CLI_MAX_COLUMNS] = {0};
        if (k == 0) {
            cells[0] = cli_number(cli, number);
            cells[1] = session->scene->materials.data[number].name;
            cells[5] =
                cli_text(cli, "%s of %s bytes%s", cli_number(cli, of->bytes), cli_number(cli, of->limit),
                         of->bytes > of->limit ? ", does not fit" : ", fits");
        }
        cells[2] = session->scene->textures.data[texture->texture].name;
        cells[3] = source_text(session, texture->texture);
        cells[4] = cli_text(cli, "%u x %u %s", texture->width, texture->height, texel_name(texture->format));
        cli_table_add(table, cells);
    }
}

void cli_info_n64(const cli_session *session) {
    cli_table table = {.cli = session->cli, .right = {true}};
    ferry_job *job;
    fy_tmem *materials;
    if (plan_texture_memory(session, &job, &materials))
        for (uint32_t i = 0; i < session->scene->materials.count; i++)
            add_material(session, &table, i, &materials[i]);
    if (table.count) cli_print(stdout, "\n  Nintendo 64 texture memory\n");
    cli_table_print(&table, "  ", stdout);
    ferry_close(job);
}

static json_t *material_json(const fy_tmem *of) {
    json_t *textures = json_array();
    for (uint32_t k = 0; k < of->count; k++) {
        const fy_tmem_texture *texture = &of->textures[k];
        json_array_append_new(textures,
                              json_pack("{si ss si si si}", "texture", (int)texture->texture, "format",
                                        texel_name(texture->format), "width", (int)texture->width, "height",
                                        (int)texture->height, "bytes", (int)texture->bytes));
    }
    return json_pack("{so si si sb}", "textures", textures, "bytes", (int)of->bytes, "limit", (int)of->limit,
                     "fits", of->bytes <= of->limit);
}

void cli_info_n64_json(const cli_session *session, json_t *list) {
    ferry_job *job;
    fy_tmem *materials;
    bool planned = plan_texture_memory(session, &job, &materials);
    for (uint32_t i = 0; i < session->scene->materials.count; i++)
        json_object_set_new(json_array_get(list, i), "n64",
                            planned && materials[i].count ? material_json(&materials[i]) : json_null());
    ferry_close(job);
}
