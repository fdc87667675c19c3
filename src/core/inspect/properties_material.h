/*
 * properties_material.h: machine state as properties, one for each hardware unit (properties.h). Numbers are
 * the hardware's own, named in ferry64_gx.h and ferry64_rdp.h.
 */
#ifndef FERRY_CORE_INSPECT_PROPERTIES_MATERIAL_H
#define FERRY_CORE_INSPECT_PROPERTIES_MATERIAL_H

#include "ferry64.h"
#include "core/inspect/properties_tell.h"

/* The properties of a GX or an RDP material. */
void fy_properties_of_gx(fy_properties *properties, const ferry_gx_material *gx);
void fy_properties_of_rdp(fy_properties *properties, const ferry_rdp_material *rdp);

#endif
