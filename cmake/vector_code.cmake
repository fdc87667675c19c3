# Files whose time goes into loops over planes of numbers: compilers make vector code of them, of which the results are the same.
# gcc takes comparisons for traps without -fno-trapping-math, and leaves such loops as they are.

set_source_files_properties(
    src/core/image/texels.c
    src/core/image/texels_fit.c
    src/shade/search/t3dm_candidate.c
    PROPERTIES COMPILE_OPTIONS "$<$<NOT:$<CONFIG:Debug>>:-O3;-fno-trapping-math>")
