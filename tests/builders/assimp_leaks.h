/*
 * assimp_leaks.h: for a test that lets assimp read in its own process what makes it leak (damaged bytes,
 * morphs in FBX): include it in that test's one file. LeakSanitizer asks for what this returns, also from its
 * own library.
 */
#ifndef FERRY_TESTS_ASSIMP_LEAKS_H
#define FERRY_TESTS_ASSIMP_LEAKS_H

__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
    return "leak:libassimp\nleak:libstdc++"; /* all that is C++ here is assimp */
}

#endif
