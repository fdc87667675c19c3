/* test_n64_files.c: from animation files to the game: models and their animations are converted, the header
 * plays what was written (tests/n64), and what it makes of the model is read as a file of its own: the scene
 * that was written, posed at the same moment, says the same. Runs in both byte orders, as test_n64_tracks.c
 * does. */
#include <stdio.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "../n64/ferry64_tracks.h"
#include "core/base/job_state.h"
#include "helpers.h"
#include "n64/fake_tiny3d.h"

enum { MOST_FILES = 8 };

typedef struct film {
    const char *model, *files[MOST_FILES];
    uint32_t targets; /* bits 1 << target of the chunk that it must hold */
} film;

#define TARGET(name) (1u << FERRY64_TO_##name)

static const film films[] = {
    {"figure.bdl", {"figure.bck", "figure.bva"}, TARGET(VISIBLE)},
    {"skinned.bmd", {"skinned.bls", "skinned.blk", "skinned.bxk"}, TARGET(MORPH) | TARGET(AREA)},
    {"skinned.bmd", {"skinned.bls", "skinned.bla", "skinned.bxa"}, TARGET(MORPH) | TARGET(AREA)},
    {"ttyd_paper", {NULL}, TARGET(VISIBLE) | TARGET(MORPH)}, /* and clips that move nothing */
    {"tracks.t3dm",
     {NULL},
     TARGET(VISIBLE) | TARGET(MATERIAL) | TARGET(TILE_OFFSET) | TARGET(PRIM) | TARGET(ENV) | TARGET(MORPH) |
         TARGET(AREA)},
};

static ferry_bytes convert(ferry_job *job, const film *f) {
    ferry_input inputs[MOST_FILES + 1] = {{f->model, fy_read_fixture(f->model)}};
    uint32_t count = 1;
    ferry_file_list files = {0};
    for (; count <= MOST_FILES && f->files[count - 1]; count++)
        inputs[count] = (ferry_input){f->files[count - 1], fy_read_fixture(f->files[count - 1])};
    ferry_scene *scene = ferry_load(job, inputs, count);
    ck_assert(scene && ferry_prepare(job, scene, "t3dm", NULL) &&
              ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    ferry_scene_free(scene);
    for (uint32_t i = 0; i < count; i++) free((void *)(uintptr_t)inputs[i].bytes.data);
    return files.data[0].bytes;
}

/* ----------------------------------------------------------------------- the game's model as a file */

static void put(uint8_t *at, uint32_t bytes, uint32_t number) {
    for (uint32_t i = 0; i < bytes; i++) at[i] = (uint8_t)(number >> 8 * (bytes - 1 - i));
}

static void put_vertex(uint8_t *pair, uint32_t second, fake_vertex vertex) {
    for (uint32_t k = 0; k < 3; k++) put(pair + 8 * second + 2 * k, 2, (uint16_t)vertex.position[k]);
    put(pair + 8 * second + 6, 2, vertex.normal);
    put(pair + 16 + 4 * second, 4, vertex.rgba);
    for (uint32_t k = 0; k < 2; k++) put(pair + 24 + 4 * second + 2 * k, 2, (uint16_t)vertex.st[k]);
}

static void put_object(uint8_t *at, uint8_t *vertices, const T3DModel *model, const T3DObject *object) {
    uint32_t number = 0;
    while (fake_material(model, number) != object->material) number++;
    put(at + 8, 4, number);
    for (uint32_t p = 0; p < object->numParts; p++)
        for (uint32_t i = 0; i < (object->parts[p].vertLoadCount + 1u) / 2 * 2; i++)
            put_vertex(vertices + ferry_be32(at + 0x20 + 0x18 * (size_t)p) + 32 * (i / 2), i % 2,
                       fake_vertex_of(object->parts[p].vert, i));
}

static void put_material(uint8_t *at, const T3DMaterial *material) {
    memcpy(at + 36, &material->primColor, 4);
    memcpy(at + 40, &material->envColor, 4);
    for (int i = 0; i < 4; i++) { /* tile, axis */
        const T3DMaterialTexture *texture = i / 2 ? &material->textureB : &material->textureA;
        float numbers[2] = {i % 2 ? texture->t.low : texture->s.low,
                            i % 2 ? texture->t.height : texture->s.height};
        for (int k = 0; k < 2; k++) {
            uint32_t word;
            memcpy(&word, &numbers[k], 4);
            put(at + 0x34 + 0x2C * (i / 2) + 20 + 12 * (i % 2) + 4 * k, 4, word);
        }
    }
}

/* The model as it lies in memory now, without its chunk. */
static ferry_bytes file_of(ferry_job *job, ferry_bytes loaded, const T3DModel *model) {
    uint8_t *bytes = ferry_new(job, uint8_t, loaded.size), *vertices;
    uint32_t objects = 0, materials = 0;
    memcpy(bytes, loaded.data, loaded.size);
    vertices = bytes + (ferry_be32(bytes + 0x2C + 4 * (size_t)ferry_be32(bytes + 0x0C)) & 0xFFFFFF);
    for (uint32_t i = 0; i < ferry_be32(bytes + 4); i++) {
        uint8_t *entry = bytes + 0x2C + 4 * (size_t)i, *chunk = bytes + (ferry_be32(entry) & 0xFFFFFF);
        if (entry[0] == 'O') put_object(chunk, vertices, model, fake_object(model, objects++));
        if (entry[0] == 'M') put_material(chunk, fake_material(model, materials++));
        if (entry[0] == 'F') entry[0] = 0;
    }
    return (ferry_bytes){bytes, loaded.size};
}

/* ------------------------------------------------------------------------------------ what is alike */

static void expect_near(float got, float want, double tolerance, const char *what, uint32_t index) {
    ck_assert_msg(fabs((double)got - (double)want) <= tolerance, "%s %u: %g, expected %g", what, index,
                  (double)got, (double)want);
}

/* How much the bones enlarge at most. */
static double largest_scale(const ferry_scene *scene) {
    double most = 1;
    ferry_matrix *worlds = malloc((scene->nodes.count + 1) * sizeof *worlds);
    ck_assert(ferry_world_matrices(scene, worlds));
    for (uint32_t i = 0; i < scene->nodes.count; i++)
        for (int c = 0; c < 3; c++) {
            const ferry_matrix *w = &worlds[i];
            most =
                fmax(most, sqrt(w->m[0][c] * w->m[0][c] + w->m[1][c] * w->m[1][c] + w->m[2][c] * w->m[2][c]));
        }
    free(worlds);
    return most;
}

/* What a material's texture coordinates are counted by. */
static ferry_vec2 size_of(const ferry_scene *scene, uint32_t material) {
    const ferry_rdp_tile *tile =
        material == FERRY_NONE ? NULL : &scene->materials.data[material].rdp->tiles[0];
    return (ferry_vec2){tile && tile->width ? tile->width : 32, tile && tile->height ? tile->height : 32};
}

/* The header rounds to what the file holds: units in the bone's space, 1/32 texels, 1/255; poses cut colours
 * off, as the GameCube does. Texels, since the material may be another one now. */
static void expect_mesh(const ferry_mesh *got, const ferry_mesh *want, double scale, ferry_vec2 now,
                        ferry_vec2 rest) {
    ck_assert_uint_eq(got->vertex_count, want->vertex_count);
    for (uint32_t v = 0; v < got->vertex_count; v++) {
        const ferry_vec3 *p = &got->positions[v], *q = &want->positions[v];
        double x = (double)p->x - (double)q->x, y = (double)p->y - (double)q->y,
               z = (double)p->z - (double)q->z;
        double apart = sqrt(x * x + y * y + z * z);
        ck_assert_msg(apart <= .87 * scale, "vertex %u is %g units away", v, apart);
        if (got->normals) {
            const ferry_vec3 *a = &got->normals[v], *b = &want->normals[v];
            double dot = (double)(a->x * b->x + a->y * b->y + a->z * b->z);
            ck_assert_msg(dot > .99, "normal %u: cosine %g", v, dot);
        }
        if (got->colors[0]) {
            expect_near(got->colors[0][v].r, want->colors[0][v].r, 1.002 / 255, "red", v);
            expect_near(got->colors[0][v].g, want->colors[0][v].g, 1.002 / 255, "green", v);
            expect_near(got->colors[0][v].b, want->colors[0][v].b, 1.002 / 255, "blue", v);
            expect_near(got->colors[0][v].a, want->colors[0][v].a, 1.002 / 255, "alpha", v);
        }
        if (got->uvs[0]) {
            expect_near(got->uvs[0][v].x * now.x, want->uvs[0][v].x * rest.x, .502 / 32, "s", v);
            expect_near(got->uvs[0][v].y * now.y, want->uvs[0][v].y * rest.y, .502 / 32, "t", v);
        }
    }
}

/* A posed tile begins where the header lets it begin. */
static void expect_axis(const ferry_rdp_axis *got, const ferry_rdp_axis *want, uint32_t m) {
    ck_assert_msg(got->low == want->low, "low of material %u: %g, expected %g", m, (double)got->low,
                  (double)want->low);
}

static void expect_material(const ferry_rdp_material *got, const ferry_rdp_material *want, uint32_t m) {
    static const uint8_t none[4] = {0, 0, 0, 0}, next[4] = {0, 0, 1, 0};
    for (int k = 0; k < 4; k++) {
        const uint8_t *prim = memcmp(want->prim, none, 4) || !memcmp(got->prim, none, 4) ? want->prim : next;
        const uint8_t *env = memcmp(want->env, none, 4) || !memcmp(got->env, none, 4) ? want->env : next;
        expect_near(got->prim[k], prim[k], 1, "prim", m); /* halves */
        expect_near(got->env[k], env[k], 1, "env", m);
    }
    for (int tile = 0; tile < 2; tile++) {
        expect_axis(&got->tiles[tile].s, &want->tiles[tile].s, m);
        expect_axis(&got->tiles[tile].t, &want->tiles[tile].t, m);
    }
}

static void expect_scene(Ferry64Tracks *tracks, const ferry_scene *got, const ferry_scene *want,
                         const ferry_scene *rest) {
    double scale = largest_scale(got);
    ck_assert_uint_eq(got->draws.count, want->draws.count);
    for (uint32_t i = 0; i < got->draws.count; i++) {
        const ferry_draw *a = &got->draws.data[i], *b = &want->draws.data[i];
        ck_assert_int_eq(ferry64_shows(tracks, fake_object(tracks->model, i)), b->visible);
        if (!b->visible) continue;
        ck_assert_uint_eq(a->material, b->material);
        expect_mesh(&got->meshes.data[a->mesh], &want->meshes.data[b->mesh], scale, size_of(got, a->material),
                    size_of(want, rest->draws.data[i].material));
        if (b->material != FERRY_NONE)
            expect_material(got->materials.data[a->material].rdp, want->materials.data[b->material].rdp,
                            b->material);
    }
}

/* -------------------------------------------------------------------------------------------- films */

static uint32_t clips_of_name(const ferry_scene *scene, const char *name, uint32_t *clips) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->clips.count; i++)
        if (strcmp(scene->clips.data[i].name, name) == 0) clips[count++] = i;
    return count;
}

static uint32_t targets_of(const Ferry64Tracks *tracks) {
    uint32_t targets = 0;
    Ferry64Track track;
    for (uint32_t i = 0; i < tracks->sections[FERRY64_TRAK].count; i++) {
        ck_assert(ferry64_track(tracks, i, &track));
        targets |= 1u << track.target;
    }
    return targets;
}

START_TEST(games_show_what_the_scene_does) {
    const film *f = &films[_i];
    ferry_job *job = fy_quick_job();
    ferry_bytes file = convert(job, f), none = {NULL, 0};
    ferry_scene *scene = ferry_load(job, &(ferry_input){"x.t3dm", file}, 1);
    T3DModel *model = fake_load(file, none, none);
    Ferry64Tracks tracks;
    Ferry64Player player;
    Ferry64Clip clip;
    uint32_t clips[FERRY64_TOGETHER];
    fake_open(2);
    ck_assert(scene && ferry64_tracks_open(&tracks, model));
    ck_assert(ferry64_player_open(&player, &tracks, 2));
    ck_assert_uint_eq(targets_of(&tracks) & f->targets, f->targets);
    for (uint32_t c = 0; c < ferry64_clip_count(&tracks); c++) {
        ck_assert(ferry64_clip(&tracks, c, &clip));
        uint32_t count = clips_of_name(scene, clip.name, clips);
        ck_assert(count && ferry64_play(&player, clip.name));
        for (int i = 0; i < 9; i++) {
            float seconds = (float)i * (clip.duration / 7 + 1.0f / 64);
            ferry64_set_time(&player, seconds);
            ferry64_draw(&player, NULL);
            ferry_scene *got = ferry_load(job, &(ferry_input){"now.t3dm", file_of(job, file, model)}, 1);
            const ferry_scene *want = ferry_pose(job, scene, clips, count, (double)seconds);
            ck_assert(got && want);
            expect_scene(&tracks, got, want, scene);
            ferry_scene_free(got);
            fake_frame();
        }
    }
    fake_close();
    ferry64_player_close(&player);
    ferry64_tracks_close(&tracks);
    fake_free(model);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A material whose one tile, of this kind, is moved to `low`, as the scene's pose has it. */
static ferry_rdp_axis posed_axis(const ferry_rdp_axis *rest, uint16_t size, float low) {
    double start = 0;
    uint32_t first = 0;
    ferry_rdp_material rdp = {.tiles[1] = {.height = size, .t = *rest}};
    ferry_material material = {.rdp = &rdp};
    ferry_track track = {FERRY_TARGET_TILE, 0, 1, 1, FERRY_STEP, 1, 1, &start, &low, NULL, NULL};
    ferry_clip clip = {.name = "x", .kind = "btk", .duration = 1, .rate = 30, .tracks = &track};
    clip.track_count = 1;
    ferry_scene scene = {.materials = {&material, 1}, .clips = {&clip, 1}};
    ferry_job *job = fy_quick_job();
    const ferry_scene *posed = ferry_pose(job, &scene, &first, 1, 0);
    ck_assert(posed);
    ferry_rdp_axis axis = posed->materials.data[0].rdp->tiles[1].t;
    ferry_close(job);
    return axis;
}

/* Pictures of a pose show tiles on the quarters where the header puts them, not on those next to them. */
START_TEST(posed_tiles_begin_where_the_header_lets_them) {
    static const struct {
        uint16_t size;
        bool clamps, mirrors;
    } kinds[] = {
        {32, false, false}, {512, false, true}, {256, false, true}, {64, true, false}, {2000, true, false}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int i = -400; i <= 400; i++) {
            float low = (float)i * 3.3f, high = (float)kinds[k].size - 0.75f;
            ferry_rdp_axis rest = {
                .low = 0.25f, .high = high, .clamp = kinds[k].clamps, .mirror = kinds[k].mirrors};
            T3DMaterialAxis game = {.low = 0.25f, .height = high, .clamp = rest.clamp, .mirror = rest.mirror};
            ferry64_set_tile_offset(&game, low, 0.25f, high, kinds[k].size);
            ferry_rdp_axis seen = posed_axis(&rest, kinds[k].size, low);
            ck_assert_msg(seen.low == game.low, "kind %zu at %g begins at %g, not at %g", k, (double)low,
                          (double)seen.low, (double)game.low);
            ck_assert(!kinds[k].clamps || seen.high == game.height);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("n64_files");
    TCase *tests = tcase_create("files");
    tcase_add_loop_test(tests, games_show_what_the_scene_does, 0, sizeof films / sizeof *films);
    tcase_add_test(tests, posed_tiles_begin_where_the_header_lets_them);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
