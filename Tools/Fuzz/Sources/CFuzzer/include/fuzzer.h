#ifndef FUZZER_H
#define FUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Checks one input, and returns 0; an input that breaks something must not return.
typedef int (*fuzzer_check)(const uint8_t *bytes, size_t count);

/// Runs libFuzzer with the arguments of the process.
///
/// Returns -1 if libFuzzer is not linked, as in a build without `-sanitize=fuzzer`.
int fuzzer_run(int argc, char **argv, fuzzer_check check);

#endif
