/* consumer.c: the smallest user of an installed ferry64. A job, a message, a format's name: all parts of the
 * library link. */
#include <ferry64.h>
#include <ferry64_format.h>

int main(void) {
    ferry_options options = {.size = sizeof options};
    ferry_job *job = ferry_open(&options);
    if (!job) return 1;
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = "nothing"}, 1);
    bool refused = !scene && ferry_failed(job);
    ferry_report_print(ferry_job_report(job), FERRY_NOTE, stdout);
    ferry_scene_free(scene);
    ferry_close(job);
    return refused ? 0 : 1;
}
