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

/// Lets all threads allocate in one place, so that what they free can be given back; to be called first.
void keep_memory_together(void);

/// Gives back to the system what has been freed, where the allocator can be asked to.
void give_back_freed_memory(void);

/// How many bytes of this process are in memory now; 0 where that is not known.
int64_t resident_bytes(void);

#endif
