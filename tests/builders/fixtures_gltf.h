/* fixtures_gltf.h: the fixture numbers.glb. */
#ifndef FERRY_TESTS_FIXTURES_GLTF_H
#define FERRY_TESTS_FIXTURES_GLTF_H

#include "builders/j3d_builder.h"

/* Freed by jb_file_free(). */
jb_file fixture_glb(void);

#endif
