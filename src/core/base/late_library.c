/* late_library.c: see late_library.h. */
#include "core/base/late_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool find_functions(const fy_late_library *library, void *handle) {
    for (size_t k = 0; k < library->count; k++) {
        void *found = dlsym(handle, library->names[k]);
        if (!found) return false;
        memcpy((char *)library->functions + k * sizeof found, &found, sizeof found);
    }
    return true;
}

static bool load(fy_late_library *library, char *why, size_t size) {
    void *handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
    library->loaded = handle && find_functions(library, handle);
    if (library->loaded) return true;
    const char *reason = dlerror();
    snprintf(why, size, "%s", reason ? reason : library->file);
    if (handle) dlclose(handle);
    return false;
}

bool fy_late_library_load(fy_late_library *library, char *why, size_t size) {
    pthread_mutex_lock(&lock);
    bool loaded = library->loaded || load(library, why, size);
    pthread_mutex_unlock(&lock);
    return loaded;
}
