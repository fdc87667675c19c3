/* quadric.c: see the header. */
#include "core/simplify/quadric.h"

void fy_quadric_add(fy_quadric *to, const fy_quadric *from) {
    to->xx += from->xx;
    to->xy += from->xy;
    to->xz += from->xz;
    to->yy += from->yy;
    to->yz += from->yz;
    to->zz += from->zz;
    to->x += from->x;
    to->y += from->y;
    to->z += from->z;
    to->c += from->c;
}

void fy_quadric_add_linear(fy_quadric *to, fy_point n, double offset, double weight) {
    to->xx += weight * n.x * n.x;
    to->xy += weight * n.x * n.y;
    to->xz += weight * n.x * n.z;
    to->yy += weight * n.y * n.y;
    to->yz += weight * n.y * n.z;
    to->zz += weight * n.z * n.z;
    to->x += weight * n.x * offset;
    to->y += weight * n.y * offset;
    to->z += weight * n.z * offset;
    to->c += weight * offset * offset;
}
