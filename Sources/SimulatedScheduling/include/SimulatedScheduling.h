// Takes over what Swift's runtime would run on its pool and on the main thread, for one thread only:
// what that thread enqueues goes to it, whatever other threads do meanwhile goes on as ever.

#ifndef SIMULATED_SCHEDULING_H
#define SIMULATED_SCHEDULING_H

#include <stdint.h>

/// Takes a job that the current thread has enqueued for the global pool.
typedef void (*SchedulingTaker)(void *context, void *job);

/// Who takes over a thread: the context and its taker, and the executor that is the main actor's there,
/// as two words.
typedef struct {
  void *context;
  SchedulingTaker taker;
  void *main_identity;
  uintptr_t main_implementation;
} SchedulingOwner;

/// Installs the hooks of the runtime, once for the process.
void scheduling_install(void);

/// Lets somebody take over the current thread; an owner without a context gives it back.
///
/// Returns who had it before.
SchedulingOwner scheduling_take_over(SchedulingOwner owner);

/// The context of who has taken over the current thread; null if nobody has.
void *scheduling_context(void);

#endif
