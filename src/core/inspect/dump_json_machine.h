/* dump_json_machine.h: the state of the machine that a material comes from, as JSON. */
#ifndef FERRY_CORE_INSPECT_DUMP_JSON_MACHINE_H
#define FERRY_CORE_INSPECT_DUMP_JSON_MACHINE_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/json_out.h"

/* Members `gx` or `rdp` of the object at hand, or neither. */
void fy_put_machine(fy_json_out *j, const ferry_material *material);

/* An object of these alone. */
void fy_dump_machine(ferry_out *out, const ferry_material *material);

#endif
