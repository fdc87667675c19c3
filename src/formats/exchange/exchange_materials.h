/*
 * exchange_materials.h: what the glTF writer makes of materials, for formats whose readers take a
 * picture as it is: they repeat it but do not mirror it, do not tint it, and take any alpha for
 * transparency. So all that is painted into the picture (docs/formats/exchange.md, "Pictures").
 */
#ifndef FERRY_FORMATS_EXCHANGE_EXCHANGE_MATERIALS_H
#define FERRY_FORMATS_EXCHANGE_EXCHANGE_MATERIALS_H

#include "formats/exchange/exchange_state.h"

/* Fills `materials`, from g.looks. */
bool fy_exchange_find_materials(fy_exchange *x);

/* A picture's file without folders, and as seen from the model's folder. */
const char *fy_exchange_picture_name(const fy_exchange *x, uint32_t picture);
const char *fy_exchange_picture_link(const fy_exchange *x, uint32_t picture);

#endif
