/* assimp_library.c: see assimp_library.h. */
#include "formats/assimp/assimp_library.h"

#include "core/base/late_library.h"

/* What the header of assimp says of a function is what the table says. */
FY_ASSIMP_FUNCTIONS(FY_LATE_CHECK)

#ifdef FERRY_ASSIMP_LATE

static fy_assimp_functions functions;
const fy_assimp_functions *const fy_assimp_calls = &functions;

static const char *const names[] = {FY_ASSIMP_FUNCTIONS(FY_LATE_NAME)};
enum { COUNT = sizeof names / sizeof *names };
_Static_assert(sizeof functions == COUNT * sizeof(void *), "a table of pointers and nothing else");

static fy_late_library library = {
    .file = FERRY_ASSIMP_LATE, .names = names, .count = COUNT, .functions = &functions};

bool fy_assimp_load(char *why, size_t size) {
    return fy_late_library_load(&library, why, size);
}

#else

static const fy_assimp_functions functions = {FY_ASSIMP_FUNCTIONS(FY_LATE_LINKED)};
const fy_assimp_functions *const fy_assimp_calls = &functions;

bool fy_assimp_load(char *why, size_t size) {
    (void)why, (void)size;
    return true;
}

#endif
