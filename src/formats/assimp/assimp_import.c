/*
 * assimp_import.c: the one call of assimp. Its log and its last error are global, so only one thread is
 * inside at a time; what it logs becomes messages about the input (docs/formats/generic.md, "How assimp is
 * used").
 */
#include "formats/assimp/assimp_import.h"

#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <pthread.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/assimp/assimp.h"
#include "formats/assimp/assimp_files.h"
#include "formats/assimp/assimp_library.h"
#include "formats/assimp/assimp_places.h"

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

/* What is being read, and the last error so far. */
typedef struct logging {
    ferry_window *in;
    uint64_t looked; /* bytes of it, for places */
    char error[MAX_TEXT + 1];
} logging;

static void say_warning(logging *log, const char *text) {
    uint64_t at = *text ? fy_assimp_place_in(log->in, text, &log->looked) : FY_NOWHERE;
    if (at != FY_NOWHERE)
        ferry_say_at(log->in, at, FERRY_WARNING, "assimp.warning", "%s", text);
    else if (*text)
        ferry_say(log->in->job, FERRY_WARNING, "assimp.warning", log->in->file, "", "%s", text);
}

/* What assimp calls an error does not always end the import. The last one may: then it comes back as the
 * reason. */
static void on_log(const char *line, char *user) {
    logging *log = (logging *)(void *)user;
    bool error = strncmp(line, "Error", 5) == 0;
    char told[MAX_TEXT + 1];
    int length;
    const char *text = text_of(line, &length);
    if ((!error && strncmp(line, "Warn", 4) != 0) || strncmp(text, "SKIPPED", 7) == 0) return;
    snprintf(told, sizeof told, "%.*s", length, text);
    say_warning(log, error ? log->error : told);
    if (error) memcpy(log->error, told, sizeof told);
}

/* ------------------------------------------------------------------------------------------------- import */

static struct aiPropertyStore *make_properties(void) {
    struct aiPropertyStore *store = fy_assimp_calls->aiCreatePropertyStore();
    if (!store) return NULL;
    fy_assimp_calls->aiSetImportPropertyInteger(store, AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, 0);
    fy_assimp_calls->aiSetImportPropertyFloat(store, AI_CONFIG_PP_GSN_MAX_SMOOTHING_ANGLE, 66);
    return store;
}

static const struct aiScene *import(ferry_window *in, fy_assimp_files *files) {
    unsigned steps = aiProcess_Triangulate | aiProcess_GenSmoothNormals | aiProcess_GenUVCoords;
    struct aiFileIO io = fy_assimp_file_io(files);
    logging log = {.in = in};
    struct aiLogStream stream = {on_log, (char *)&log};
    struct aiPropertyStore *store = make_properties();
    if (!store) return NULL;
    fy_assimp_calls->aiAttachLogStream(&stream);
    const struct aiScene *scene =
        fy_assimp_calls->aiImportFileExWithProperties(files->name, steps, &io, store);
    fy_assimp_calls->aiDetachLogStream(&stream);
    if (scene) say_warning(&log, log.error);
    fy_assimp_calls->aiReleasePropertyStore(store);
    return scene;
}

/* Where assimp tells no place it is the file's start. */
static bool refuse_file(ferry_window *in, const fy_assimp_files *files) {
    int length;
    const char *text = text_of(fy_assimp_calls->aiGetErrorString(), &length);
    if (files->stopped && ferry_failed(in->job)) return false;
    uint64_t looked = 0, at = fy_assimp_place_in(in, text, &looked);
    return ferry_refuse(in, at == FY_NOWHERE ? 0 : at, "assimp.error", "%.*s", length ? length : 14,
                        length ? text : "cannot be read");
}

const struct aiScene *fy_assimp_import(ferry_job *job, ferry_window *in, const char *name,
                                       fy_assimp_moves *moves) {
    fy_assimp_files files = {.job = job, .name = name, .bytes = {in->data, in->size}, .moves = moves};
    if (!ferry_progress(job, "parse", 0)) return NULL;
    pthread_mutex_lock(&lock);
    const struct aiScene *scene = import(in, &files);
    if (!scene) refuse_file(in, &files);
    if (scene && (files.stopped || !ferry_tick(job))) {
        fy_assimp_calls->aiReleaseImport(scene);
        scene = NULL;
    }
    pthread_mutex_unlock(&lock);
    return scene;
}

void fy_assimp_release(const struct aiScene *scene) {
    pthread_mutex_lock(&lock);
    fy_assimp_calls->aiReleaseImport(scene);
    pthread_mutex_unlock(&lock);
}
