/* work_item.c: what a piece of work needs before it begins (docs/architecture.md, "Processes"). */
#include "cli/processing/work_item.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/run_state.h"
#include "cli/files/archives.h"

bool cli_work_passes_over(const cli_run *cli, const cli_work *work, uint32_t group) {
    return work->looks && !cli->groups[group].looked;
}

uint32_t cli_work_pieces(const cli_run *cli, const cli_work *work) {
    return work->together && cli->group_count ? 1 : cli->group_count;
}

void cli_work_ready_archives(cli_run *cli, const cli_work *work, uint32_t group) {
    uint32_t end = work->together ? cli->group_count : group + 1;
    for (; group < end; group++) cli_ready_archives(cli, &cli->groups[group]);
}

void cli_work_leave_archives(cli_run *cli, const cli_work *work, uint32_t group) {
    uint32_t end = work->together ? cli->group_count : group + 1;
    for (; group < end; group++) cli_leave_archives(cli, &cli->groups[group], work->silent);
}

static bool is_foreign_format(const cli_run *cli, const char *name) {
    const ferry_format *format = name ? ferry_find_format(cli->arena, name) : NULL;
    return format && format->flags & FERRY_FORMAT_FOREIGN_READ;
}

bool cli_group_is_foreign(const cli_run *cli, const cli_group *group) {
    bool foreign = false;
    for (uint32_t i = 0; i < group->count && !foreign; i++)
        foreign = is_foreign_format(cli, cli->inputs[group->first + i].format);
    return foreign;
}

bool cli_work_is_foreign(const cli_run *cli, const cli_work *work, uint32_t group) {
    uint32_t flags = FERRY_FORMAT_FOREIGN_WRITE | (work->reads_back ? FERRY_FORMAT_FOREIGN_READ : 0u);
    bool foreign = work->target && work->target->flags & flags;
    if (!work->together) return foreign || cli_group_is_foreign(cli, &cli->groups[group]);
    for (uint32_t i = 0; i < cli->group_count && !foreign; i++)
        foreign = cli_group_is_foreign(cli, &cli->groups[i]);
    return foreign;
}

void cli_load_libraries(const cli_run *cli, const cli_group *group) {
    for (uint32_t i = 0; i < group->count; i++) {
        const char *name = cli->inputs[group->first + i].format;
        const ferry_format *format = name ? ferry_find_format(cli->arena, name) : NULL;
        if (format && format->load) format->load();
    }
}
