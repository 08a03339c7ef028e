#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted on this system: with glibc, whose functions can be replaced.
bool allocations_are_counted(void);

/// How many blocks have been allocated since the process began, on all threads.
int64_t allocations_count(void);

/// How many bytes are allocated now, as the allocator rounds them.
int64_t allocations_live_bytes(void);

#endif
