// Tells the thread sanitizer when Swift's Mutex is handed from one thread to another.
//
// Mutex takes and leaves itself with atomic operations, which are inlined where it is used, so that the
// sanitizer sees them. When a thread has to wait, the kernel hands the mutex over (FUTEX_LOCK_PI), or to one
// that only tries (FUTEX_TRYLOCK_PI), in three functions of libswiftSynchronization, which is not built for the
// sanitizer: it takes what is done under the mutex before and after for a race. These take the place of
// theirs, and add what is missing.
//
// Nothing is suppressed by it: what a mutex does not protect is found as ever, as the proof shows that
// `.ci/sanitize` runs first.

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

void __tsan_acquire(void *);
void __tsan_release(void *);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void (*Lock)(uint32_t thread, SELF void *mutex);
typedef SWIFT bool (*TryLock)(SELF void *mutex);
typedef SWIFT void (*Unlock)(SELF void *mutex);

SWIFT void traced_lock(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT bool traced_try_lock(SELF void *mutex) __asm__(TRY_LOCK);
SWIFT void traced_unlock(SELF void *mutex) __asm__(UNLOCK);

static void *original(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (function == NULL) abort();
  return function;
}

SWIFT void traced_lock(uint32_t thread, SELF void *mutex) {
  ((Lock)original(LOCK))(thread, mutex);
  __tsan_acquire(mutex);
}

SWIFT bool traced_try_lock(SELF void *mutex) {
  bool is_taken = ((TryLock)original(TRY_LOCK))(mutex);
  if (is_taken) __tsan_acquire(mutex);
  return is_taken;
}

SWIFT void traced_unlock(SELF void *mutex) {
  __tsan_release(mutex);
  ((Unlock)original(UNLOCK))(mutex);
}

#endif
#endif
