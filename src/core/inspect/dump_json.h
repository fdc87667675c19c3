/* dump_json.h: parts of the JSON dump for those who put them into documents of their own. */
#ifndef FERRY_CORE_INSPECT_DUMP_JSON_H
#define FERRY_CORE_INSPECT_DUMP_JSON_H

#include "ferry64.h"
#include "ferry64_format.h"

/* The state of the machine that a material comes from, as the dump has it: an object with `gx` or `rdp`, or with
 * neither. */
void fy_dump_machine(ferry_out *out, const ferry_material *material);

#endif
