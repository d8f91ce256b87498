#pragma once

/// Before a function of plain elementwise loops: compiles it a second time for AVX2 and picks one
/// when the program starts. Elementwise, so that the number of lanes changes no bit. GCC only, as
/// sanitizers and debuggers don't know such functions.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(NDEBUG) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define GRADUS_AVX2_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define GRADUS_AVX2_CLONES
#endif
