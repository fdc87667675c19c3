# ferry64Models.cmake: models of a game as build targets (docs/building-with-make.md).
#
#     ferry64_add_models(TARGET MODEL... OUTPUT_DIR DIR
#                        [ASSETS_DIR DIR] [ROM_ROOT DIR] [WITH FILE...] [OPTIONS OPTION...])
#
# Target TARGET, which belongs to ALL, makes OUTPUT_DIR/NAME.t3dm of each MODEL, its sprites and streams beside it. Relative MODELs
# lie below ASSETS_DIR (relative to the current source folder, which is the default), and OUTPUT_DIR mirrors their folders.
# WITH: what joins each model, as animations. What a model is made of is known from the second time on; files that would not
# change are left alone. The property FERRY64_MODELS of TARGET lists the .t3dm files.

cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

function(ferry64_add_models target)
    cmake_parse_arguments(PARSE_ARGV 1 ferry "" "OUTPUT_DIR;ASSETS_DIR;ROM_ROOT" "WITH;OPTIONS")
    if(NOT ferry_OUTPUT_DIR)
        message(FATAL_ERROR "ferry64_add_models: OUTPUT_DIR is missing")
    endif()
    if(NOT ferry_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "ferry64_add_models: no models")
    endif()
    if(NOT ferry_ASSETS_DIR)
        set(ferry_ASSETS_DIR ${CMAKE_CURRENT_SOURCE_DIR})
    endif()
    if(NOT ferry_ROM_ROOT)
        set(ferry_ROM_ROOT ${ferry_OUTPUT_DIR})
    endif()
    get_filename_component(ferry_ASSETS_DIR ${ferry_ASSETS_DIR} ABSOLUTE)
    foreach(folder OUTPUT_DIR ROM_ROOT)
        get_filename_component(ferry_${folder} ${ferry_${folder}} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})
    endforeach()
    if(TARGET ferry64)
        set(program $<TARGET_FILE:ferry64>)
        set(built ferry64)
    else()
        set(program ${FERRY64_PROGRAM})
    endif()
    set(joins)
    foreach(file ${ferry_WITH})
        get_filename_component(file ${file} ABSOLUTE)
        list(APPEND joins ${file})
    endforeach()

    set(stamps)
    set(outputs)
    foreach(model ${ferry_UNPARSED_ARGUMENTS})
        get_filename_component(source ${model} ABSOLUTE BASE_DIR ${ferry_ASSETS_DIR})
        file(RELATIVE_PATH name ${ferry_ASSETS_DIR} ${source})
        if(name MATCHES "^\\.\\./")
            get_filename_component(name ${source} NAME)
        endif()
        string(REGEX REPLACE "\\.[^./]*$" "" name ${name})
        set(output ${ferry_OUTPUT_DIR}/${name}.t3dm)
        set(stamp ${CMAKE_CURRENT_BINARY_DIR}/${target}.ferry64/${name}.stamp)
        get_filename_component(folder ${output} DIRECTORY)
        get_filename_component(stamp_folder ${stamp} DIRECTORY)
        add_custom_command(OUTPUT ${stamp}
            COMMAND ${CMAKE_COMMAND} -E make_directory ${folder} ${stamp_folder}
            COMMAND ${program} ${source} ${joins} -o ${output} -q --sprites sprite --rom-root ${ferry_ROM_ROOT}
                    --only-if-changed -MF ${stamp}.d -MT ${stamp} ${ferry_OPTIONS}
            COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
            BYPRODUCTS ${output}
            DEPENDS ${source} ${joins} ${built}
            DEPFILE ${stamp}.d
            COMMENT "Model ${name}.t3dm"
            VERBATIM)
        list(APPEND stamps ${stamp})
        list(APPEND outputs ${output})
    endforeach()
    add_custom_target(${target} ALL DEPENDS ${stamps})
    set_target_properties(${target} PROPERTIES FERRY64_MODELS "${outputs}")
endfunction()

cmake_policy(POP)
