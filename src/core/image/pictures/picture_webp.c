/* picture_webp.c: WebP by libwebp, of one picture (docs/formats/generic.md, "Textures"). */
#include "core/image/pictures/picture_webp.h"

#include <webp/decode.h>

#include "core/image/pictures/picture.h"
#include "core/image/pictures/webp_library.h"

bool fy_webp_read(fy_picture *p) {
    WebPBitstreamFeatures features;
    if (!fy_webp_load(p)) return false;
    /* what WebPGetFeatures() of its header does */
    if (fy_webp_calls->WebPGetFeaturesInternal(p->bytes.data, p->bytes.size, &features,
                                               WEBP_DECODER_ABI_VERSION) != VP8_STATUS_OK)
        return fy_picture_broken(p, 0, "its header is corrupt");
    if (features.has_animation) return fy_picture_broken(p, 0, "animated images are not supported");
    if (features.width < 0 || features.height < 0 ||
        !fy_picture_start(p, 0, (uint64_t)features.width, (uint64_t)features.height))
        return false;
    size_t pitch = 4 * (size_t)p->width;
    return fy_webp_calls->WebPDecodeRGBAInto(p->bytes.data, p->bytes.size, p->rgba, pitch * p->height,
                                             (int)pitch) ||
           fy_picture_broken(p, 0, "it is truncated or corrupt");
}
