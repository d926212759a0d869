#include "engine/cache/kv_cache.h"
#include "engine/ops/support.h"
#include "tests/support/catch.h"

using namespace cutaway;

TEST_CASE("A cache holds what was planned, and each element has its own place")
{
    for (const kernels::DType type : { kernels::DType::f16, kernels::DType::f32 }) {
        cache::KvShape shape { .layers = { { 2, 8 }, { 1, 8 } }, .positions = 20, .type = type };
        CHECK(shape.capacity() == 32);
        const std::uint64_t element = type == kernels::DType::f16 ? 2 : 4;
        CHECK(shape.bytes() == 2 * (2 + 1) * 8 * 32 * element);
        auto cache = cache::KvCache::allocate(shape);
        REQUIRE(cache);
        float next = 1;
        for (const ops::KvLayer& layer : cache->layers()) {
            for (std::int32_t head = 0; head < layer.nHeadKv; ++head) {
                for (std::int64_t position = 0; position < 20; ++position) {
                    for (std::int32_t dim = 0; dim < 8; ++dim) {
                        ops::setKvKey(layer, head, position, dim, next++);
                        ops::setKvValue(layer, head, position, dim, next++);
                    }
                }
            }
        }
        next = 1;
        bool equal = true;
        for (const ops::KvLayer& layer : cache->layers()) {
            for (std::int32_t head = 0; head < layer.nHeadKv; ++head) {
                for (std::int64_t position = 0; position < 20; ++position) {
                    for (std::int32_t dim = 0; dim < 8; ++dim) {
                        equal = equal && ops::kvKey(layer, head, position, dim) == next++;
                        equal = equal && ops::kvValue(layer, head, position, dim) == next++;
                    }
                }
            }
        }
        CHECK(equal);
    }
}
