/* rdp_summary.h: the generic part of a material whose full state is the RDP's (docs/scene.md, "Parts"). */
#ifndef FERRY_MACHINE_RDP_RDP_SUMMARY_H
#define FERRY_MACHINE_RDP_RDP_SUMMARY_H

#include "ferry64.h"
#include "ferry64_rdp.h"

/* Sets all but name and UV set; `rdp` lives as long as the material. */
void fy_rdp_summarise(ferry_material *material, const ferry_rdp_material *rdp);

/* How a tile's axis wraps. */
ferry_wrap fy_rdp_wrap_of(const ferry_rdp_axis *axis);

#endif
