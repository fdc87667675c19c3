/* t3dm_write_boxes.h: boxes of objects and of the model, at rest and over clips (docs/formats/t3dm.md,
 * "Objects"). */
#ifndef FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_BOXES_H
#define FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_BOXES_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/pose/t3dm_place.h"
#include "formats/t3dm/write/t3dm_writer.h"

/* An empty box. */
fy_t3dm_box fy_t3dm_empty_box(void);

/* Twelve bytes: the least corner and the greatest. */
void fy_t3dm_put_box(ferry_out *out, const fy_t3dm_box *bounds);

/* The box of a mesh as the console draws it in the rest pose. If boxes are to cover clips, what they need for
 * that is recorded. False after an error: it does not fit into 16 bits, or there is no memory. */
bool fy_t3dm_measure_box(fy_t3dm_writer *w, const fy_t3dm_record *object, const fy_t3dm_mesh *mesh,
                         fy_t3dm_box *bounds);

/* Writes the box of an object into its record, and extends the model's box by it. */
void fy_t3dm_set_bounds(fy_t3dm_writer *w, fy_t3dm_record *object, const fy_t3dm_box *bounds);

/* To be called before the first object of a file: makes room for boxes in poses if boxes are to cover
 * clips. */
bool fy_t3dm_open_hulls(fy_t3dm_writer *w);

/* To be called after the last object: extends boxes to cover the file's animations. */
bool fy_t3dm_cover_clips(fy_t3dm_writer *w);

/* Objects without parts get the whole model's box. */
void fy_t3dm_bound_empty(fy_t3dm_writer *w);

#endif
