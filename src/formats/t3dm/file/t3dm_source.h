/*
 * t3dm_source.h: what a scene that was read from a T3DM file keeps of it, and whether it gets a tracks
 * chunk.
 */
#ifndef FERRY_FORMATS_T3DM_FILE_T3DM_SOURCE_H
#define FERRY_FORMATS_T3DM_FILE_T3DM_SOURCE_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_layout.h"

/* Whether the reader of T3DM files kept this extra, or the writer added it for itself (t3dm_file.h). */
bool fy_t3dm_is_passthrough(const ferry_extra *extra);

/* Whether the scene comes from a T3DM file: its lengths are the file's units then. */
bool fy_t3dm_is_rewritten(const ferry_scene *scene);

/* The first extra of that kind at `path`; NULL: there is none. It lives as long as the scene. */
const ferry_extra *fy_t3dm_find_passthrough(const ferry_scene *scene, const char *path);

/* Whether the writer has added bones of its own: helper bones, or ones with a grid of their own. */
bool fy_t3dm_has_helpers(const ferry_scene *scene);

/* Whether files of this layout get a tracks chunk, by setting and layout. */
bool fy_t3dm_has_tracks(const ferry_job *job, const fy_t3dm_layout *layout);

/* Whether such a chunk has something to say about this node, which has a bone. */
bool fy_t3dm_is_tracked(const ferry_node *node);

#endif
