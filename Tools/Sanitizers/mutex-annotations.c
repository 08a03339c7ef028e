// Tells ThreadSanitizer what `Synchronization.Mutex` orders when threads contend for it on Linux. The
// way without contention is compiled into the program, which is watched; the way with it stands in the
// toolchain's library, which is not, so that what a lock orders would be reported as a race.
//
// To be loaded before that library. Programs without ThreadSanitizer may have it too.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

static void acquire(void *mutex) {
  if (__tsan_acquire) __tsan_acquire(mutex);
}

static void release(void *mutex) {
  if (__tsan_release) __tsan_release(mutex);
}

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void (*Lock)(uint32_t thread, SELF);
typedef SWIFT bool (*TryLock)(SELF);
typedef SWIFT void (*Unlock)(SELF);

static Lock systemLock;
static TryLock systemTryLock;
static Unlock systemUnlock;

__attribute__((constructor)) static void findSystem(void) {
  systemLock = (Lock)dlsym(RTLD_NEXT, LOCK);
  systemTryLock = (TryLock)dlsym(RTLD_NEXT, TRY_LOCK);
  systemUnlock = (Unlock)dlsym(RTLD_NEXT, UNLOCK);
}

SWIFT void lock(uint32_t thread, SELF mutex) __asm__(LOCK);
SWIFT void lock(uint32_t thread, SELF mutex) {
  systemLock(thread, mutex);
  acquire(mutex);
}

SWIFT bool tryLock(SELF mutex) __asm__(TRY_LOCK);
SWIFT bool tryLock(SELF mutex) {
  bool isLocked = systemTryLock(mutex);
  if (isLocked) acquire(mutex);
  return isLocked;
}

SWIFT void unlock(SELF mutex) __asm__(UNLOCK);
SWIFT void unlock(SELF mutex) {
  release(mutex);
  systemUnlock(mutex);
}
