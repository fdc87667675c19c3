/*
 * assimp_import.c: the one call of assimp. Its log and its last error are global, so only one thread is inside at a time;
 * what it logs becomes messages about the input (docs/formats/generic.md, "How it is read").
 */
#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <pthread.h>

#include "formats/assimp/assimp.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ---------------------------------------------------------------------------------------------------- log */

enum { MAX_TEXT = 240 };

/* "Warn,  T0: text\n" -> text, its length in `*length`. */
static const char *text_of(const char *line, int *length) {
    const char *colon = strstr(line, ": "), *text = colon && colon - line < 16 ? colon + 2 : line;
    size_t size = strlen(text);
    while (size && (text[size - 1] == '\n' || text[size - 1] == ' ')) size--;
    *length = (int)(size < MAX_TEXT ? size : MAX_TEXT);
    return text;
}

/* What assimp calls an error here does not end the import: that, it returns. */
static void on_log(const char *line, char *user) {
    ferry_window *in = (ferry_window *)(void *)user;
    bool loud = strncmp(line, "Warn", 4) == 0 || strncmp(line, "Error", 5) == 0;
    int length;
    const char *text = text_of(line, &length);
    if (!loud || !length || strncmp(text, "SKIPPED", 7) == 0) return; /* a heading: the line before it said what */
    ferry_mark mark = ferry_job_mark(in->job);
    ferry_say(in->job, FERRY_WARNING, "assimp.warning", in->file, "", "%s",
              ferry_job_format(in->job, "%.*s", length, text));
    ferry_job_release(in->job, mark);
}

/* ------------------------------------------------------------------------------------------------- import */

static struct aiPropertyStore *make_properties(void) {
    struct aiPropertyStore *store = aiCreatePropertyStore();
    if (!store) return NULL;
    aiSetImportPropertyInteger(store, AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, 0);
    aiSetImportPropertyFloat(store, AI_CONFIG_PP_GSN_MAX_SMOOTHING_ANGLE, 66);
    return store;
}

static const struct aiScene *import(ferry_window *in, fy_assimp_files *files, bool smooth) {
    unsigned steps = aiProcess_Triangulate | (smooth ? aiProcess_GenSmoothNormals : 0u);
    struct aiFileIO io = fy_assimp_file_io(files);
    struct aiLogStream stream = {on_log, (char *)in};
    struct aiPropertyStore *store = make_properties();
    if (!store) return NULL;
    aiAttachLogStream(&stream);
    const struct aiScene *scene = aiImportFileExWithProperties(files->name, steps, &io, store);
    aiDetachLogStream(&stream);
    aiReleasePropertyStore(store);
    return scene;
}

static bool refuse(ferry_job *job, ferry_window *in, bool stopped) {
    int length;
    const char *text = text_of(aiGetErrorString(), &length);
    if (stopped && ferry_failed(job)) return false;
    return ferry_refuse(in, 0, "assimp.error", "%.*s", length ? length : 13, length ? text : "cannot be read");
}

const struct aiScene *fy_assimp_import(ferry_job *job, ferry_window *in, const char *name, bool smooth) {
    fy_assimp_files files = {.job = job, .name = name, .bytes = {in->data, in->size}};
    if (!ferry_progress(job, "parse", 0)) return NULL;
    pthread_mutex_lock(&lock);
    const struct aiScene *scene = import(in, &files, smooth);
    if (!scene) refuse(job, in, files.stopped);
    if (scene && (files.stopped || !ferry_tick(job))) {
        aiReleaseImport(scene);
        scene = NULL;
    }
    pthread_mutex_unlock(&lock);
    return scene;
}

void fy_assimp_release(const struct aiScene *scene) {
    pthread_mutex_lock(&lock);
    aiReleaseImport(scene);
    pthread_mutex_unlock(&lock);
}
