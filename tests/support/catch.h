#pragma once
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif

#include <iostream>

/// Ends the test case as skipped (ctest reads the line), saying why. Use before the first assertion.
#define CUTAWAY_SKIP(reason) \
    do { \
        std::cout << "CUTAWAY_SKIP: " << (reason) << '\n' << std::flush; \
        return; \
    } while (false)
