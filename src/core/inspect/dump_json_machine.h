/* dump_json_machine.h: the machine state of a material as JSON. */
#ifndef FERRY_CORE_INSPECT_DUMP_JSON_MACHINE_H
#define FERRY_CORE_INSPECT_DUMP_JSON_MACHINE_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/json_out.h"

/* Writes the member `gx` or `rdp` of the current object, or neither. */
void fy_put_machine(fy_json_out *j, const ferry_material *material);

/* Writes an object with only this member. */
void fy_dump_machine(ferry_out *out, const ferry_material *material);

#endif
