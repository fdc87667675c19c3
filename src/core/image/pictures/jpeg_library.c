/* jpeg_library.c: see jpeg_library.h. */
#include "core/image/pictures/jpeg_library.h"

#include "ferry64_format.h"
#include "core/base/late_library.h"
#include "core/image/pictures/picture.h"

/* What the header of libjpeg says of a function is what the table says. */
FY_JPEG_FUNCTIONS(FY_LATE_CHECK)

#ifdef FERRY_JPEG_LATE

static fy_jpeg_functions functions;
const fy_jpeg_functions *const fy_jpeg_calls = &functions;

static const char *const names[] = {FY_JPEG_FUNCTIONS(FY_LATE_NAME)};
enum { COUNT = sizeof names / sizeof *names };
_Static_assert(sizeof functions == COUNT * sizeof(void *), "a table of pointers and nothing else");

static fy_late_library library = {
    .file = FERRY_JPEG_LATE, .names = names, .count = COUNT, .functions = &functions};

bool fy_jpeg_load(const fy_picture *picture) {
    return fy_picture_library(picture, &library, "libjpeg");
}

#else

static const fy_jpeg_functions functions = {FY_JPEG_FUNCTIONS(FY_LATE_LINKED)};
const fy_jpeg_functions *const fy_jpeg_calls = &functions;

bool fy_jpeg_load(const fy_picture *picture) {
    (void)picture;
    return true;
}

#endif
