#include "tests/kernels/cpu/tables.h"
#include "tests/support/catch.h"

using namespace cutaway;
using namespace cutaway::kernels::cpu;

TEST_CASE("Every function that callers use without asking is in every table")
{
    for (const KernelTable* table : test::availableTables()) {
        CAPTURE(isaName(table->isa));
        const KernelTable& t = *table;
        CHECK(t.actBytes);
        CHECK(t.prepareQ8per32);
        CHECK(t.prepareQ8per256);
        CHECK(t.linear);
        CHECK(t.rmsNorm);
        CHECK(t.rope);
        CHECK(t.add);
        CHECK(t.scale);
        CHECK(t.glu);
        CHECK(t.softcap);
        CHECK(t.kvWrite);
        CHECK(t.attentionPiece);
        CHECK(t.attentionMerge);
        CHECK(t.attentionPrefillScratchBytes);
        CHECK(t.attentionPrefill);
    }
}

TEST_CASE("The tables are the ones asked for, up to the best of this processor")
{
    for (const KernelTable* table : test::availableTables())
        CHECK(kernelTable(table->isa) == table);
    CHECK(kernelTable(bestIsa()) == test::availableTables().back());
}
