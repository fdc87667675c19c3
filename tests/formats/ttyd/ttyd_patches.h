/* ttyd_patches.h: place, offset from it, width and new value; whether a scene comes of it; what is said. Of
 * test_ttyd_broken.c. */
{"header", 0, 4, 0x100, false, "x:0x0: error: header and blocks of 0x100 bytes, expected 0x1b0 to 0x670\n"},
{"header", 0, 4, 0x100000, false, "x:0x0: error: header and blocks of 0x100000 bytes, expected 0x1b0 to "
                                  "0x670\n"},
{"header", 0x44, 1, 0, true, "x:0x44: warning: the actor references no texture bank; the textures have no "
                             "image\n"},
{"header", 0xC4, 4, 2, true, NO_BANK "x:0xc4: warning: the draw mode mask is 0x2, but shapes use 0x1: the "
                                     "game skips some, here all are drawn\n"},
{"header", 0x144, 4, 0, false, "x:0x144: error: the actor has no group\n"},
{"shape0", 0x40, 4, 0xFFFF, false, "x:0x290: error: position-index[0]: with the shape's base index 65535 "
                                   "it references entry 65535, but the pool has 4\n"},
{"shape0", 0x48, 4, 1, false, "x:0x2ac: error: normal-index[0]: with the shape's base index 1 it "
                              "references entry 1, but the pool has 1\n"},
{"shape0", 0x50, 4, 0x7FFFFFFF, false, "x:0x2cc: error: color-index[0]: with the shape's base index "
                                       "2147483647 it references entry 2147483647, but the pool has 4\n"},
{"shape0", 0x58, 4, 1, false, "x:0x2e8: error: uv0-index[3]: with the shape's base index 1 it references "
                              "entry 4, but the pool has 4\n"},
{"shape0", 0x98, 4, 7, false, "x:0x248: error: shape[0]: needs 1 subshapes starting at index 7, but there "
                              "are 1\n"},
{"shape0", 0x9C, 4, 2, false, "x:0x248: error: shape[0]: needs 2 subshapes starting at index 0, but there "
                              "are 1\n"},
{"shape0", 0xA0, 4, 9, true, NO_BANK "x:0x250: warning: shape[0]: unknown draw mode 9; used 0\n"},
{"shape0", 0xA4, 4, 4, true, NO_BANK "x:0x254: warning: shape[0]: unknown cull mode 4; used 3\n"},
{"polygons", 4, 4, 2, true, "x:0x25c: warning: polygon[0]: polygon with 2 corners; skipped\n" NO_BANK},
{"polygons", 4, 4, 9, false, "x:0x258: error: polygon[0]: its corners end at index 9 of position-index, "
                             "but there are 4\n"},
{"polygons", 0, 4, 1, false, "x:0x258: error: polygon[0]: its corners end at index 5 of position-index, "
                             "but there are 4\n"},
{"position-indices", 4, 4, 5, false, "x:0x294: error: position-index[1]: with the shape's base index 0 it "
                                     "references entry 5, but the pool has 4\n"},
{"position-indices", 4, 4, 0x10001, true, NO_BANK},
{"normal-indices", 0, 4, 1, false, "x:0x2ac: error: normal-index[0]: with the shape's base index 0 it "
                                   "references entry 1, but the pool has 1\n"},
{"color-indices", 8, 4, 4, false, "x:0x2d4: error: color-index[2]: with the shape's base index 0 it "
                                  "references entry 4, but the pool has 4\n"},
{"uv0-indices", 12, 4, 0x4000, false, "x:0x2e8: error: uv0-index[3]: with the shape's base index 0 it "
                                      "references entry 16384, but the pool has 4\n"},
{"subshape0", 0, 4, 9, false, "x:0x36c: error: subshape[0]: 9 textures, expected at most 8\n"},
{"subshape0", 0x30, 1, 0xFF, false, "x:0x39c: error: subshape[0]: slot 0 uses UV set -1, expected 0 to "
                                    "7\n"},
{"subshape0", 0x30, 1, 8, false, "x:0x39c: error: subshape[0]: slot 0 uses UV set 8, expected 0 to 7\n"},
{"subshape0", 0x10, 4, 1, false, NO_BANK "x:0x37c: error: subshape[0]: references sampler 1, but there "
                                         "are 1\n"},
{"subshape0", 0x10, 4, 0xFFFFFFFF, false, NO_BANK "x:0x37c: error: subshape[0]: references sampler "
                                                  "4294967295, but there are 1\n"},
{"subshape0", 8, 4, 1, true, NO_BANK "x:0x36c: warning: subshape[0]: combine mode 1 wants 2 textures, there "
                                     "is 1; drawn as 0\n"},
{"subshape0", 8, 4, 8, true, NO_BANK "x:0x374: note: subshape[0]: combine mode 8: the game pulses the "
                                     "green channel; left out\n"},
{"subshape0", 8, 4, 9, true, NO_BANK "x:0x374: note: subshape[0]: combine mode 9: the game scrolls the "
                                     "texture; left out\n"
                                     "x:0x36c: warning: subshape[0]: combine mode 9 wants 2 textures, "
                                     "there is 1; drawn as 0\n"},
{"subshape0", 8, 4, 77, true, NO_BANK "x:0x374: note: subshape[0]: combine mode 77 is drawn as 0, as the "
                                      "game does\n"},
{"subshape0", 0x38, 4, 1, false, "x:0x3a4: error: subshape[0]: needs 1 polygons starting at index 1, but "
                                 "there are 1\n"},
{"subshape0", 0x38, 4, 0xFFFFFFFF, true, NO_BANK},
{"subshape0", 0x3C, 4, 2, false, "x:0x3a4: error: subshape[0]: needs 2 polygons starting at index 0, but "
                                 "there are 1\n"},
{"subshape0", 0x40, 4, 1, false, "x:0x258: error: polygon[0]: its corners end at index 5 of "
                                 "position-index, but there are 4\n"},
{"subshape0", 0x44, 4, 1, false, "x:0x258: error: polygon[0]: its corners end at index 5 of normal-index, "
                                 "but there are 4\n"},
{"subshape0", 0x4C, 4, 3, false, "x:0x258: error: polygon[0]: its corners end at index 7 of uv0-index, "
                                 "but there are 4\n"},
{"samplers", 0, 4, 1, true, NO_BANK "x:0x324: warning: sampler[0]: references texture 1, but there are 1; "
                                    "used 0, as the game does\n"},
{"records", 8, 4, 2, true, NO_BANK "x:0x334: note: texture[0]: \"dots\" is captured by the game at run "
                                   "time; it has no image here\n"},
{"placings", 4, 4, 0x7F800000, false, NO_BANK "x:0x310: error: placing[0]: the number is not finite\n"},
{"placings", 0x14, 4, 0x7FC00000, false, NO_BANK "x:0x320: error: placing[0]: the number is not finite\n"},
{"placings", 0x14, 4, 0xFF000000, true, NO_BANK},
{"positions", 4, 4, 0x7F800000, false, "x:0x260: error: position[0]: the position is not a finite number\n"},
{"uvs", 8, 4, 0x7FC00000, true, "x:0x2f4: warning: uv[1]: texture coordinates are not finite numbers; "
                                "used (0, 0)\n" NO_BANK},
{"floats", 12, 4, 0xFF800000, false, "x:0x4ec: error: group[0]: transform float 3 is not a finite number\n"},
{"group0", 0x40, 4, 0, false, "x:0x4dc: error: group[0]: references group 0, which already has a parent: "
                              "groups form a tree\n"},
{"group0", 0x40, 4, 1, false, "x:0x4dc: error: group[0]: references group 1, which already has a parent: "
                              "groups form a tree\n"},
{"group0", 0x40, 4, 5, false, "x:0x4dc: error: group[0]: references group 5, but there are 2\n"},
{"group0", 0x44, 4, 1, false, "x:0x4e0: error: group[0]: references group 1, which already has a parent: "
                              "groups form a tree\n"},
{"group1", 0x44, 4, 0xFFFFFFFF, true, "x:0x49c: warning: 1 of 2 groups are not in the tree; left out\n" NO_BANK},
{"group1", 0x44, 4, 2, false, "x:0x538: error: group[1]: references group 2, but there are 2\n"},
{"group1", 0x40, 4, 0, false, "x:0x538: error: group[1]: references group 0, which already has a parent: "
                              "groups form a tree\n"},
{"group0", 0x48, 4, 1, false, "x:0x4e4: error: group[0]: references shape 1, but there are 1\n"},
{"group0", 0x4C, 4, 2, false, "x:0x4e8: error: group[0]: references visibility 2, but there are 2\n"},
{"group0", 0x50, 4, 25, false, "x:0x4ec: error: group[0]: needs 24 transform floats starting at index 25, "
                               "but there are 48\n"},
{"group0", 0x50, 4, 0xFFFFFFF0, false, "x:0x4ec: error: group[0]: needs 24 transform floats starting at "
                                       "index 4294967280, but there are 48\n"},
{"table", 0x3C, 4, 0, true, "x:0x588: note: animation[0]: animation \"go\" has no data: the game draws "
                            "nothing; used the rest pose\n" NO_BANK},
{"table", 0x3C, 4, 0x10000000, false, "x:0x588: error: animation[0]: a record of 0x5c bytes at 0x10000000 "
                                      "does not fit in the file of 0x670 bytes\n"},
{"animation0", 0, 4, 0x5B, false, "x:0x588: error: animation[0]: the record at 0x58c states 0x5b bytes, "
                                  "expected 0x5c to 0xe4\n"},
{"animation0", 0, 4, 0x10000, false, "x:0x588: error: animation[0]: the record at 0x58c states 0x10000 "
                                     "bytes, expected 0x5c to 0xe4\n"},
{"animation0", 4, 4, 0, true, "x:0x590: warning: animation[0]: has no base record; it stays at frame 0\n" NO_BANK},
{"animation0", 4, 4, 100, false, "x:0x590: error: animation[0]: 100 bases of 12 bytes at 0x5c do not fit "
                                 "in the record of 0xe4 bytes\n"},
{"animation0", 8, 4, 100, false, "x:0x594: error: animation[0]: 100 keys of 44 bytes at 0x68 do not fit "
                                 "in the record of 0xe4 bytes\n"},
{"animation0", 0x0C, 4, 100, false, "x:0x598: error: animation[0]: 100 position-deltas of 4 bytes at 0xc0 "
                                    "do not fit in the record of 0xe4 bytes\n"},
{"animation0", 0x10, 4, 100, false, "x:0x59c: error: animation[0]: 100 normal-deltas of 4 bytes at 0xc4 "
                                    "do not fit in the record of 0xe4 bytes\n"},
{"animation0", 0x14, 4, 100, false, "x:0x5a0: error: animation[0]: 100 texture-deltas of 12 bytes at 0xc8 "
                                    "do not fit in the record of 0xe4 bytes\n"},
{"animation0", 0x18, 4, 200, false, "x:0x5a4: error: animation[0]: 200 visibility-deltas of 2 bytes at "
                                    "0xd4 do not fit in the record of 0xe4 bytes\n"},
{"animation0", 0x1C, 4, 100, false, "x:0x5a8: error: animation[0]: 100 transform-deltas of 4 bytes at "
                                    "0xd8 do not fit in the record of 0xe4 bytes\n"},
{"animation0", 0x20, 4, 100, false, "x:0x5ac: error: animation[0]: 100 events of 8 bytes at 0xdc do not "
                                    "fit in the record of 0xe4 bytes\n"},
{"animation0", 0x24, 4, 0x10000, false, "x:0x590: error: animation[0]: 1 bases of 12 bytes at 0x10000 do "
                                        "not fit in the record of 0xe4 bytes\n"},
{"animation0", 0x28, 4, 0x10000, false, "x:0x594: error: animation[0]: 2 keys of 44 bytes at 0x10000 do "
                                        "not fit in the record of 0xe4 bytes\n"},
{"animation0", 0x2C, 4, 0x10000, false, "x:0x598: error: animation[0]: 1 position-deltas of 4 bytes at "
                                        "0x10000 do not fit in the record of 0xe4 bytes\n"},
{"animation0", 0x30, 4, 0x10000, false, "x:0x59c: error: animation[0]: 1 normal-deltas of 4 bytes at "
                                        "0x10000 do not fit in the record of 0xe4 bytes\n"},
{"animation0", 0x34, 4, 0x10000, false, "x:0x5a0: error: animation[0]: 1 texture-deltas of 12 bytes at "
                                        "0x10000 do not fit in the record of 0xe4 bytes\n"},
{"animation0", 0x38, 4, 0x10000, false, "x:0x5a4: error: animation[0]: 1 visibility-deltas of 2 bytes at "
                                        "0x10000 do not fit in the record of 0xe4 bytes\n"},
{"animation0", 0x3C, 4, 0x10000, false, "x:0x5a8: error: animation[0]: 1 transform-deltas of 4 bytes at "
                                        "0x10000 do not fit in the record of 0xe4 bytes\n"},
{"animation0", 0x40, 4, 0x10000, false, "x:0x5ac: error: animation[0]: 1 events of 8 bytes at 0x10000 do "
                                        "not fit in the record of 0xe4 bytes\n"},
{"bases0", 4, 4, 0x7F800000, false, "x:0x5ec: error: animation[0].bases: start or end is not a finite "
                                    "number\n"},
{"bases0", 4, 4, 0x41A00000, true, "x:0x5f4: warning: animation[0].keys: start, end and key frames are "
                                   "not sorted by time; the animation stays at its start\n" NO_BANK},
{"keys0", 0, 4, 0x7FC00000, true, "x:0x5f4: warning: animation[0].keys: start, end and key frames are not "
                                  "sorted by time; the animation stays at its start\n" NO_BANK},
{"keys0", 0x2C, 4, 0xBF800000, true, "x:0x620: warning: animation[0].keys: start, end and key frames are "
                                     "not sorted by time; the animation stays at its start\n" NO_BANK},
{"keys0", 0x30, 4, 1, false, "x:0x624: error: animation[0].key[1]: needs 1 position-deltas starting at "
                             "index 1, but there are 1\n"},
{"keys0", 0x3C, 4, 2, false, "x:0x62c: error: animation[0].key[1]: needs 2 normal-deltas starting at "
                             "index 0, but there are 1\n"},
{"keys0", 0x44, 4, 2, false, "x:0x634: error: animation[0].key[1]: needs 2 texture-deltas starting at "
                             "index 0, but there are 1\n"},
{"keys0", 0x48, 4, 0xFFFFFFFF, false, "x:0x63c: error: animation[0].key[1]: needs 1 visibility-deltas "
                                      "starting at index 4294967295, but there are 1\n"},
{"keys0", 0x54, 4, 9, false, "x:0x644: error: animation[0].key[1]: needs 9 transform-deltas starting at "
                             "index 0, but there are 1\n"},
{"position-deltas0", 0, 1, 4, false, "x:0x64c: error: animation[0].position-deltas: delta 0 of key frame "
                                     "1 changes element 4, but there are 4\n"},
{"normal-deltas0", 0, 1, 1, false, "x:0x650: error: animation[0].normal-deltas: delta 0 of key frame 1 "
                                   "changes element 1, but there are 1\n"},
{"placing-deltas0", 0, 1, 1, false, "x:0x654: error: animation[0].texture-deltas: delta 0 of key frame 1 "
                                    "changes element 1, but there are 1\n"},
{"placing-deltas0", 4, 4, 0x7F800000, false, "x:0x654: error: animation[0].texture-deltas: delta 0 is not a "
                                             "finite number\n"},
{"switch-deltas0", 0, 1, 2, false, "x:0x660: error: animation[0].visibility-deltas: delta 0 of key frame "
                                   "1 changes element 2, but there are 2\n"},
{"float-deltas0", 0, 1, 48, false, "x:0x664: error: animation[0].transform-deltas: delta 0 of key frame 1 "
                                   "changes element 48, but there are 48\n"},
{"float-deltas0", 2, 1, 90, true, "x:0x666: warning: animation[0].transform-deltas: slope of 90 degrees; "
                                  "used 89\n" NO_BANK},
{"float-deltas0", 3, 1, 0xA6, true, "x:0x667: warning: animation[0].transform-deltas: slope of -90 "
                                    "degrees; used -89\n" NO_BANK},
