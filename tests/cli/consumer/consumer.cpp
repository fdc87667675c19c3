// consumer.cpp: the same as consumer.c, by C++.
#include <ferry64.h>
#include <ferry64_format.h>

#include <memory>

int main() {
    ferry_options options = {};
    options.size = sizeof options;
    std::unique_ptr<ferry_job, void (*)(ferry_job *)> job(ferry_open(&options), ferry_close);
    if (!job) return 1;
    ferry_input input = {};
    input.name = "nothing";
    std::unique_ptr<ferry_scene, void (*)(ferry_scene *)> scene(ferry_load(job.get(), &input, 1), ferry_scene_free);
    ferry_report_print(ferry_job_report(job.get()), FERRY_NOTE, stdout);
    return !scene && ferry_failed(job.get()) ? 0 : 1;
}
