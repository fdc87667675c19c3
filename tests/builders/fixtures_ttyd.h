/* fixtures_ttyd.h: the actor of the fixtures, as a description, and the pictures of its texture bank. */
#ifndef FERRY_TESTS_FIXTURES_TTYD_H
#define FERRY_TESTS_FIXTURES_TTYD_H

#include "fixtures.h"
#include "ttyd_builder.h"

tb_actor *tb_paper(void);
tb_actor *tb_layers(void); /* paper layers in one plane, and nearly */
jb_model *tb_bank_pictures(void);

/* Files of fixtures.h. */
jb_file make_actor(const made_file *self);
jb_file make_layers(const made_file *self);
jb_file make_bank(const made_file *self);

#endif
