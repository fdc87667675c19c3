/* webp_library.c: see webp_library.h. */
#include "core/image/pictures/webp_library.h"

#include "ferry64_format.h"
#include "core/base/late_library.h"
#include "core/image/pictures/picture.h"

/* What the header of libwebp says of a function is what the table says. */
FY_WEBP_FUNCTIONS(FY_LATE_CHECK)

#ifdef FERRY_WEBP_LATE

static fy_webp_functions functions;
const fy_webp_functions *const fy_webp_calls = &functions;

static const char *const names[] = {FY_WEBP_FUNCTIONS(FY_LATE_NAME)};
enum { COUNT = sizeof names / sizeof *names };
_Static_assert(sizeof functions == COUNT * sizeof(void *), "a table of pointers and nothing else");

static fy_late_library library = {
    .file = FERRY_WEBP_LATE, .names = names, .count = COUNT, .functions = &functions};

bool fy_webp_load(const fy_picture *picture) {
    return fy_picture_library(picture, &library, "libwebp");
}

#else

static const fy_webp_functions functions = {FY_WEBP_FUNCTIONS(FY_LATE_LINKED)};
const fy_webp_functions *const fy_webp_calls = &functions;

bool fy_webp_load(const fy_picture *picture) {
    (void)picture;
    return true;
}

#endif
