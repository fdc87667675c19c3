#!/usr/bin/env bash
# ferry64_add_models() on a small tree, with an installed ferry64: what is built first, again, and after each kind of change.
#
#     cmake.sh BUILD-FOLDER SOURCE-FOLDER CMAKE
set -eu
. "$2/tests/n64/rules/tree.sh"
build=$1 cmake=$3
"$cmake" --install "$build" --prefix "$tree/usr" >log
mkdir -p game/assets/rooms
cp "$fixtures/maya.bdl" game/assets/
cp "$fixtures/figure.bdl" "game/assets/rooms/great hall.bdl"
cp "$fixtures/figure.bck" game/assets/walk.bck
cp "$fixtures/ttyd_paper" game/assets/paper
cp "$fixtures/ttyd_bank-" game/assets/
echo '{"version": 1, "rules": [{"material": "*", "set": {"cull": "none"}}]}' >game/assets/rules.json
cat >game/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(game NONE)
find_package(ferry64 REQUIRED COMPONENTS models)
ferry64_add_models(models maya.bdl paper ASSETS_DIR ${CMAKE_SOURCE_DIR}/assets OUTPUT_DIR filesystem
    OPTIONS --materials ${CMAKE_SOURCE_DIR}/assets/rules.json)
ferry64_add_models(rooms "rooms/great hall.bdl" ASSETS_DIR assets OUTPUT_DIR filesystem WITH assets/walk.bck)
get_target_property(files models FERRY64_MODELS)
add_custom_command(OUTPUT game.dfs COMMAND ${CMAKE_COMMAND} -E touch game.dfs DEPENDS ${files} COMMENT "dfs")
add_custom_target(game ALL DEPENDS game.dfs)
add_dependencies(game models)
END

# run WHAT EXPECTED...: which models were made, in any order.
run() {
    local what=$1 text
    shift
    "$cmake" --build "$folder" -j2 >out 2>&1 || { echo "$what: the build failed"; cat out; failed=1; return; }
    text=$(grep -o 'Model [^ ].*\|dfs$' out | sort | tr '\n' ',')
    [ "$text" = "$*" ] || { echo "$generator, $what: expected [$*], ran [$text]"; cat out; failed=1; }
}

for generator in "Unix Makefiles" Ninja; do
    case $generator in Ninja) command -v ninja >/dev/null || continue ;; esac
    folder=$tree/${generator%% *}
    "$cmake" -S game -B "$folder" -G "$generator" -DCMAKE_PREFIX_PATH="$tree/usr" >>log
    run "first" "Model maya.t3dm,Model paper.t3dm,Model rooms/great hall.t3dm,dfs,"
    [ -e "$folder/filesystem/rooms/great hall.t3dm" ] || { echo "no model"; failed=1; }
    run "again"
    later game/assets/walk.bck
    run "an animation" "Model rooms/great hall.t3dm,"
    later game/assets/ttyd_bank-
    run "a texture bank" "Model paper.t3dm,"
    run "again"
    later game/assets/rules.json
    run "rules" "Model maya.t3dm,Model paper.t3dm,"
    run "again"
done
exit $failed
