/* child_line.c: the socket from a child process to the program that started it. */
#include "cli/files/child_line.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/base/frames.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"

/* Without its program a child has nothing to do. */
static void send_bytes(int line, const void *bytes, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t sent = send(line, (const char *)bytes + done, size - done, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) _exit(CLI_FAILED);
        done += (size_t)sent;
    }
}

void cli_line_get(int line, void *bytes, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t got = recv(line, (char *)bytes + done, size - done, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) _exit(CLI_FAILED);
        done += (size_t)got;
    }
}

void cli_line_number(int line, uint64_t number) {
    send_bytes(line, &number, sizeof number);
}

void cli_line_bytes(int line, const void *bytes, size_t size) {
    cli_line_number(line, size);
    send_bytes(line, bytes, size);
}

void cli_line_head(int line, cli_frame_kind kind, uint64_t size) {
    cli_frame frame = {CLI_FRAME_MAGIC, (uint32_t)kind, size};
    send_bytes(line, &frame, sizeof frame);
}

/* The files that this child has read since it told of some: cli_frame_reads() takes them. */
uint64_t cli_line_size_of_reads(const cli_run *cli) {
    uint64_t sum = sizeof(uint64_t);
    for (uint32_t i = cli->reads_told; i < cli->reads.by_identity.count; i++)
        sum += 3 * sizeof(uint64_t) + strlen(cli->reads.data[i].text);
    return sum;
}

void cli_line_reads(cli_run *cli) {
    cli_line_number(cli->parent, cli->reads.by_identity.count - cli->reads_told);
    for (; cli->reads_told < cli->reads.by_identity.count; cli->reads_told++) {
        const cli_file *read = &cli->reads.data[cli->reads_told];
        cli_line_number(cli->parent, (uint64_t)read->identity.device);
        cli_line_number(cli->parent, (uint64_t)read->identity.number);
        cli_line_bytes(cli->parent, read->text, strlen(read->text));
    }
}
