/*
 * packing_builder.h: small encoders for tests and fixtures: Yaz0, Yay0, DCA, gzip and RARC.
 *
 * Results live in the job's memory; empty bytes at its limit. Same input, same output.
 */
#ifndef FERRY_TESTS_PACKING_BUILDER_H
#define FERRY_TESTS_PACKING_BUILDER_H

#include "ferry64_format.h"

ferry_bytes build_yaz0(ferry_job *job, ferry_bytes bytes);
ferry_bytes build_yay0(ferry_job *job, ferry_bytes bytes);

/* libdragon's container with LZ4 data. */
ferry_bytes build_dca(ferry_job *job, ferry_bytes bytes);

/* One member without name and time stamp. Equal bytes for one zlib only. */
ferry_bytes build_gzip(ferry_job *job, ferry_bytes bytes);

/* A file of an archive: "bdl/link.bdl", with any depth; up to 127 folders in all. */
typedef struct build_member {
    const char *path;
    ferry_bytes bytes;
} build_member;

/* `root` is the name of the root directory, which is no part of the paths. Entries come out grouped by
 * directory: the root first, then in the order in which directories are first named; inside one in the order
 * given. */
ferry_bytes build_rarc(ferry_job *job, const char *root, const build_member *members, uint32_t count);

#endif
