/* tiff_library.c: see tiff_library.h. */
#include "core/image/pictures/tiff_library.h"

#include "ferry64_format.h"
#include "core/base/late_library.h"
#include "core/image/pictures/picture.h"

/* What the header of libtiff says of a function is what the table says. */
FY_TIFF_FUNCTIONS(FY_LATE_CHECK)

#ifdef FERRY_TIFF_LATE

static fy_tiff_functions functions;
const fy_tiff_functions *const fy_tiff_calls = &functions;

static const char *const names[] = {FY_TIFF_FUNCTIONS(FY_LATE_NAME)};
enum { COUNT = sizeof names / sizeof *names };
_Static_assert(sizeof functions == COUNT * sizeof(void *), "a table of pointers and nothing else");

static fy_late_library library = {
    .file = FERRY_TIFF_LATE, .names = names, .count = COUNT, .functions = &functions};

bool fy_tiff_load(const fy_picture *picture) {
    return fy_picture_library(picture, &library, "libtiff");
}

#else

static const fy_tiff_functions functions = {FY_TIFF_FUNCTIONS(FY_LATE_LINKED)};
const fy_tiff_functions *const fy_tiff_calls = &functions;

bool fy_tiff_load(const fy_picture *picture) {
    (void)picture;
    return true;
}

#endif
