/* archive.c: an open archive. */
#include "cli/files/archive.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"

const ferry_contents *cli_archive_contents(const cli_archive *archive) {
    return archive->contents;
}

const ferry_contents *const *cli_opened(cli_run *cli, const cli_group *group) {
    uint32_t count = 0;
    const ferry_contents **list = ferry_new(cli->arena, const ferry_contents *, (size_t)group->count + 1);
    for (uint32_t i = 0; list && i < group->count; i++) {
        const cli_archive *archive = cli->inputs[group->first + i].archive;
        if (archive && archive->contents) list[count++] = archive->contents;
    }
    return list;
}

bool cli_read_opened(const cli_input *input, ferry_bytes *bytes) {
    if (!input->archive || !input->archive->contents) return false;
    *bytes = input->archive->contents->bytes;
    return true;
}
