/* t3dm_write_state.h: objects without parts, which change the state that the runtime believes in
 * (docs/formats/t3dm.md, "Materials"). */
#ifndef FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_STATE_H
#define FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_STATE_H

#include "ferry64.h"
#include "formats/t3dm/draw/t3dm_sort.h"
#include "formats/t3dm/write/t3dm_writer.h"

/* The runtime's state behind all objects so far, and behind those that clips never hide. */
typedef struct fy_t3dm_known_states {
    fy_t3dm_state_tracker all, certain;
} fy_t3dm_known_states;

/* The runtime must not be led to leave out what the material needs, unless the source was drawn so, too:
 * neither when everything is drawn nor when nothing is that may be hidden. False: no memory. */
bool fy_t3dm_put_between(fy_t3dm_writer *w, fy_t3dm_known_states *at, const fy_t3dm_record *object);

/* Other models' materials do not name depth write, so it must be on behind the last object: one whose
 * material differs from the last one in that bit only. False: no memory. */
bool fy_t3dm_restore_depth_write(fy_t3dm_writer *w);

#endif
