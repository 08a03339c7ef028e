#include "allocations.h"

#if defined(__linux__)
#include <features.h>
#endif
#include <stdatomic.h>
#include <stddef.h>

static _Atomic int64_t count;
static _Atomic int64_t live_bytes;

int64_t allocations_count(void) { return atomic_load(&count); }

int64_t allocations_live_bytes(void) { return atomic_load(&live_bytes); }

#if defined(__GLIBC__)

#include <errno.h>
#include <malloc.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

bool allocations_are_counted(void) { return true; }

void keep_memory_together(void) { mallopt(M_ARENA_MAX, 1); }

void give_back_freed_memory(void) { malloc_trim(0); }

static void *counted(void *block) {
  if (block != NULL) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(
        &live_bytes, (int64_t)malloc_usable_size(block), memory_order_relaxed);
  }
  return block;
}

static void uncount(void *block) {
  if (block != NULL) {
    atomic_fetch_sub_explicit(
        &live_bytes, (int64_t)malloc_usable_size(block), memory_order_relaxed);
  }
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t number, size_t size) { return counted(__libc_calloc(number, size)); }

void *realloc(void *block, size_t size) {
  int64_t before = block == NULL ? 0 : (int64_t)malloc_usable_size(block);
  void *moved = __libc_realloc(block, size);
  if (moved != NULL || size == 0) {
    atomic_fetch_sub_explicit(&live_bytes, before, memory_order_relaxed);
  }
  return counted(moved);
}

void *memalign(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size));
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  void *result = counted(__libc_memalign(alignment, size));
  if (result == NULL) {
    return ENOMEM;
  }
  *block = result;
  return 0;
}

void free(void *block) {
  uncount(block);
  __libc_free(block);
}

#else

bool allocations_are_counted(void) { return false; }

void keep_memory_together(void) {}

void give_back_freed_memory(void) {}

#endif

#if defined(__linux__)

#include <stdio.h>
#include <unistd.h>

int64_t resident_bytes(void) {
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL) {
    return 0;
  }
  long long total = 0;
  long long resident = 0;
  int found = fscanf(file, "%lld %lld", &total, &resident);
  fclose(file);
  return found == 2 ? (int64_t)resident * sysconf(_SC_PAGESIZE) : 0;
}

#elif defined(__APPLE__)

#include <mach/mach.h>

int64_t resident_bytes(void) {
  mach_task_basic_info_data_t info;
  mach_msg_type_number_t size = MACH_TASK_BASIC_INFO_COUNT;
  kern_return_t result =
      task_info(mach_task_self(), MACH_TASK_BASIC_INFO, (task_info_t)&info, &size);
  return result == KERN_SUCCESS ? (int64_t)info.resident_size : 0;
}

#else

int64_t resident_bytes(void) { return 0; }

#endif
