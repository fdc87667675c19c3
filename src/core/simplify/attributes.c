/* attributes.c: see the header. */
#include "core/simplify/attributes.h"

#include "ferry64_format.h"
#include "core/base/maths.h"

/* What a difference of 1 weighs: a length, in parts of the model's size; and of texture coordinates, in
 * lengths of one repeat on the surface. */
static const double NORMAL_WEIGHT = .01, COLOR_WEIGHT = .01, UV_WEIGHT = .45;

/* Not longer than this part of the model counts a repeat: textures that hardly change. */
static const double LONGEST_REPEAT = .5;

/* ------------------------------------------------------------------------------------------ channels */

static double area_of(const fy_shell *s, const uint32_t *corners) {
    fy_point at[3];
    for (int i = 0; i < 3; i++) at[i] = fy_place_of(s, s->wedges[corners[i]].vertex, 0);
    return .5 * fy_point_length(fy_point_normal(at[0], at[1], at[2]));
}

/* How long one repeat of a texture is on the surface, in the mean over a mesh's triangles. */
static double repeat_length(const fy_shell *s, uint32_t mesh, const ferry_vec2 *uvs) {
    const ferry_mesh *of = &s->scene->meshes.data[mesh];
    double area = 0, covered = 0;
    for (uint32_t t = 0; t < of->triangle_count; t++) {
        const uint32_t *v = &of->triangles[3 * (size_t)t];
        uint32_t wedges[3];
        for (int i = 0; i < 3; i++) wedges[i] = s->uses[mesh].first_wedge + v[i];
        ferry_vec2 a = uvs[v[0]], b = uvs[v[1]], c = uvs[v[2]];
        double turn = ((double)b.x - a.x) * ((double)c.y - a.y) - ((double)b.y - a.y) * ((double)c.x - a.x);
        area += area_of(s, wedges);
        covered += .5 * fabs(turn);
    }
    double longest = LONGEST_REPEAT * s->size;
    return covered * longest * longest > area ? sqrt(area / covered) : longest;
}

static void add_channels(fy_mesh_use *use, fy_channel_kind kind, uint32_t set, uint32_t parts,
                         double weight) {
    for (uint32_t i = 0; i < parts; i++)
        use->channels[use->channel_count++] =
            (fy_channel){.kind = kind, .set = set, .part = i, .weight = weight};
}

static bool list_channels(fy_shell *s, uint32_t mesh) {
    const ferry_mesh *of = &s->scene->meshes.data[mesh];
    fy_mesh_use *use = &s->uses[mesh];
    uint32_t material = s->scene->draws.data[use->draw].material;
    bool lit = material == FERRY_NONE || s->scene->materials.data[material].lit ||
               s->scene->materials.data[material].gx;
    use->channels = ferry_new(s->job, fy_channel, FY_MOST_CHANNELS);
    if (!use->channels) return false;
    if (of->normals) add_channels(use, FY_CHANNEL_NORMAL, 0, 3, NORMAL_WEIGHT * s->size * (lit ? 1 : .1));
    for (uint32_t set = 0; set < FERRY_COLOR_SETS; set++)
        if (of->colors[set]) add_channels(use, FY_CHANNEL_COLOR, set, 4, COLOR_WEIGHT * s->size);
    for (uint32_t set = 0; set < FERRY_UV_SETS; set++)
        if (of->uvs[set])
            add_channels(use, FY_CHANNEL_UV, set, 2, UV_WEIGHT * repeat_length(s, mesh, of->uvs[set]));
    return true;
}

static float *number_of(const fy_shell *s, uint32_t wedge, const fy_channel *channel) {
    const fy_wedge *w = &s->wedges[wedge];
    ferry_mesh *mesh = &s->scene->meshes.data[w->mesh];
    uint32_t v = wedge - s->uses[w->mesh].first_wedge;
    if (channel->kind == FY_CHANNEL_NORMAL) return &(&mesh->normals[v].x)[channel->part];
    if (channel->kind == FY_CHANNEL_COLOR) return &(&mesh->colors[channel->set][v].r)[channel->part];
    return &(&mesh->uvs[channel->set][v].x)[channel->part];
}

static bool read_values(fy_shell *s) {
    size_t slots = 0;
    for (uint32_t w = 0; w < s->wedge_count; w++) {
        s->wedges[w].slot = slots;
        slots += fy_channel_count(s, w);
    }
    s->values = ferry_new(s->job, double, slots + 1);
    s->slopes = ferry_new(s->job, fy_slope, slots + 1);
    s->spreads = ferry_new(s->job, fy_spread, (size_t)s->wedge_count + 1);
    if (!s->values || !s->slopes || !s->spreads) return false;
    for (uint32_t w = 0; w < s->wedge_count; w++) {
        const fy_mesh_use *use = &s->uses[s->wedges[w].mesh];
        for (uint32_t i = 0; i < use->channel_count; i++)
            s->values[s->wedges[w].slot + i] =
                use->channels[i].weight * (double)*number_of(s, w, &use->channels[i]);
    }
    return true;
}

void fy_attributes_store(const fy_shell *s, uint32_t wedge) {
    const fy_mesh_use *use = &s->uses[s->wedges[wedge].mesh];
    for (uint32_t i = 0; i < use->channel_count; i++)
        if (use->channels[i].weight > 0)
            *number_of(s, wedge, &use->channels[i]) =
                (float)(s->values[s->wedges[wedge].slot + i] / use->channels[i].weight);
}

/* ------------------------------------------------------------------------------------------- charts */

static uint32_t chart_of(fy_shell *s, uint32_t w) {
    while (s->wedges[w].chart != w) w = s->wedges[w].chart = s->wedges[s->wedges[w].chart].chart;
    return w;
}

/* What the values of a chart's wedges lie between: [2 * slot of its first wedge + 2 * channel]. */
static bool bound_charts(fy_shell *s) {
    size_t slots = s->wedge_count ? s->wedges[s->wedge_count - 1].slot + FY_MOST_CHANNELS : 0;
    s->bounds = ferry_new(s->job, double, 2 * slots + 2);
    if (!s->bounds) return false;
    for (uint32_t w = 0; w < s->wedge_count; w++) s->wedges[w].chart = w;
    for (uint32_t t = 0; t < s->triangle_count; t++)
        for (uint32_t i = 1; i < 3; i++) {
            uint32_t a = chart_of(s, s->corners[3 * t]), b = chart_of(s, s->corners[3 * t + i]);
            s->wedges[a < b ? b : a].chart = a < b ? a : b;
        }
    for (uint32_t w = 0; w < s->wedge_count; w++) {
        uint32_t chart = s->wedges[w].chart = chart_of(s, w); /* the lowest of its wedges: seen first */
        for (uint32_t i = 0; i < fy_channel_count(s, w); i++) {
            double value = s->values[s->wedges[w].slot + i],
                   *of = s->bounds + 2 * (s->wedges[chart].slot + i);
            of[0] = w == chart ? value : fmin(of[0], value);
            of[1] = w == chart ? value : fmax(of[1], value);
        }
    }
    return true;
}

/* ------------------------------------------------------------------------------------------- slopes */

/* A sliver says little of what changes across it: parts of its length that count as no width. */
static const double SLIVER = .01;

/* The slope of values at the corners of a triangle, which is flat outside of its plane: along its longest
 * side, and across. */
static fy_slope slope_of(const fy_point at[3], const double values[3]) {
    double longest = 0;
    uint32_t first = 0;
    fy_slope slope = {{0, 0, 0}, (values[0] + values[1] + values[2]) / 3};
    for (uint32_t i = 0; i < 3; i++) {
        fy_point side = fy_point_sub(at[(i + 1) % 3], at[i]);
        double square = fy_point_dot(side, side);
        if (square > longest) longest = square, first = i;
    }
    if (!(longest > 0)) return slope;
    uint32_t second = (first + 1) % 3, third = (first + 2) % 3;
    fy_point along = fy_point_sub(at[second], at[first]), to = fy_point_sub(at[third], at[first]);
    double change = (values[second] - values[first]) / longest, part = fy_point_dot(along, to);
    fy_point across = fy_point_sub(to, fy_point_scale(along, part / longest));
    double width = fy_point_dot(across, across) + SLIVER * SLIVER * longest;
    double rest = values[third] - values[first] - change * part;
    slope.slope = fy_point_add(fy_point_scale(along, change), fy_point_scale(across, rest / width));
    fy_point middle = fy_point_scale(fy_point_add(fy_point_add(at[0], at[1]), at[2]), 1. / 3);
    slope.offset -= fy_point_dot(slope.slope, middle);
    return slope;
}

static void add_triangle(fy_shell *s, uint32_t t) {
    const uint32_t *corners = &s->corners[3 * (size_t)t];
    double area = fy_triangle_area(s, t) * s->details[t];
    fy_point at[3];
    for (int i = 0; i < 3; i++) at[i] = fy_place_of(s, s->wedges[corners[i]].vertex, 0);
    for (int i = 0; i < 3; i++) s->spreads[corners[i]].area += area;
    for (uint32_t k = 0; k < fy_channel_count(s, corners[0]); k++) {
        double values[3];
        for (int i = 0; i < 3; i++) values[i] = s->values[s->wedges[corners[i]].slot + k];
        fy_slope slope = slope_of(at, values);
        for (int i = 0; i < 3; i++) {
            fy_slope *sum = &s->slopes[s->wedges[corners[i]].slot + k];
            sum->slope = fy_point_add(sum->slope, fy_point_scale(slope.slope, area));
            sum->offset += area * slope.offset;
            fy_quadric_add_linear(&s->spreads[corners[i]].form, slope.slope, slope.offset, area);
        }
    }
}

bool fy_attributes_open(fy_shell *s) {
    for (uint32_t m = 0; m < s->scene->meshes.count; m++)
        if (s->uses[m].used && !list_channels(s, m)) return false;
    if (!read_values(s) || !bound_charts(s)) return false;
    for (uint32_t t = 0; t < s->triangle_count; t++) add_triangle(s, t);
    return ferry_tick(s->job);
}

/* ---------------------------------------------------------------------------------------------- use */

static double sum_at(const fy_slope *slope, fy_point at) {
    return fy_point_dot(slope->slope, at) + slope->offset;
}

double fy_attributes_cost(const fy_shell *s, uint32_t wedge, fy_point at, const double *values) {
    const fy_slope *slopes = s->slopes + s->wedges[wedge].slot;
    const fy_spread *spread = &s->spreads[wedge];
    double cost = fy_quadric_at(&spread->form, at);
    for (uint32_t i = 0; i < fy_channel_count(s, wedge); i++)
        cost += values[i] * (spread->area * values[i] - 2 * sum_at(&slopes[i], at));
    return cost > 0 ? cost : 0;
}

static void make_unit(const fy_mesh_use *use, double *values) {
    if (!use->channel_count || use->channels[0].kind != FY_CHANNEL_NORMAL) return;
    fy_point n = {values[0], values[1], values[2]};
    double length = fy_point_length(n);
    if (!(length > 0)) return;
    n = fy_point_scale(n, use->channels[0].weight / length);
    values[0] = n.x, values[1] = n.y, values[2] = n.z;
}

/* The values that cost least at a place within the chart of a wedge, and that cost. */
static double find_best(const fy_shell *s, uint32_t wedge, const fy_slope *slopes, const fy_spread *spread,
                        fy_point at, double *values) {
    const fy_wedge *w = &s->wedges[wedge];
    const double *bounds = s->bounds + 2 * s->wedges[w->chart].slot;
    uint32_t count = fy_channel_count(s, wedge);
    double sums[FY_MOST_CHANNELS], cost = fy_quadric_at(&spread->form, at);
    for (uint32_t i = 0; i < count; i++) {
        sums[i] = sum_at(&slopes[i], at);
        double best = spread->area > 0 ? sums[i] / spread->area : s->values[w->slot + i];
        values[i] = fmin(fmax(best, bounds[2 * i]), bounds[2 * i + 1]);
    }
    make_unit(&s->uses[w->mesh], values);
    for (uint32_t i = 0; i < count; i++) cost += values[i] * (spread->area * values[i] - 2 * sums[i]);
    return cost > 0 ? cost : 0;
}

double fy_attributes_best(const fy_shell *s, uint32_t wedge, fy_point at, double *values) {
    return find_best(s, wedge, s->slopes + s->wedges[wedge].slot, &s->spreads[wedge], at, values);
}

static void add_sums(fy_slope *slopes, fy_spread *spread, const fy_shell *s, uint32_t wedge) {
    const fy_slope *more = s->slopes + s->wedges[wedge].slot;
    for (uint32_t i = 0; i < fy_channel_count(s, wedge); i++) {
        slopes[i].slope = fy_point_add(slopes[i].slope, more[i].slope);
        slopes[i].offset += more[i].offset;
    }
    fy_quadric_add(&spread->form, &s->spreads[wedge].form);
    spread->area += s->spreads[wedge].area;
}

void fy_attributes_join(fy_shell *s, uint32_t to, uint32_t from) {
    add_sums(s->slopes + s->wedges[to].slot, &s->spreads[to], s, from);
}

void fy_sums_of(const fy_shell *s, uint32_t wedge, fy_sums *sums) {
    const fy_slope *slopes = s->slopes + s->wedges[wedge].slot;
    for (uint32_t i = 0; i < fy_channel_count(s, wedge); i++) sums->slopes[i] = slopes[i];
    sums->spread = s->spreads[wedge];
}

void fy_sums_add(const fy_shell *s, uint32_t wedge, fy_sums *sums) {
    add_sums(sums->slopes, &sums->spread, s, wedge);
}

double fy_sums_best(const fy_shell *s, uint32_t wedge, const fy_sums *sums, fy_point at, double *values) {
    return find_best(s, wedge, sums->slopes, &sums->spread, at, values);
}

void fy_attributes_settle(fy_shell *s, uint32_t vertex) {
    uint32_t stamp = ++s->wedge_stamp;
    FY_EACH_CORNER(s, vertex, c) {
        fy_wedge *w = &s->wedges[s->corners[c]];
        double values[FY_MOST_CHANNELS];
        if (w->stamp == stamp) continue;
        w->stamp = stamp;
        w->moved = true;
        fy_attributes_best(s, s->corners[c], fy_place_of(s, vertex, 0), values);
        for (uint32_t i = 0; i < fy_channel_count(s, s->corners[c]); i++) s->values[w->slot + i] = values[i];
    }
}
