// Takes over the jobs that Swift's runtime would run on its pool and on the main thread, for one thread
// only: jobs that this thread enqueues go to its owner, the jobs of other threads run as usual.

#ifndef SIMULATED_SCHEDULING_H
#define SIMULATED_SCHEDULING_H

#include <stdint.h>

/// Takes a job that the current thread has enqueued for the global pool.
typedef void (*SchedulingTaker)(void *context, void *job);

/// The owner of a thread: a context and its taker, and the executor of the main actor on that thread,
/// as two words.
typedef struct {
  void *context;
  SchedulingTaker taker;
  void *main_identity;
  uintptr_t main_implementation;
} SchedulingOwner;

/// Installs the hooks of the runtime, once for the process.
void scheduling_install(void);

/// Lets an owner take over the current thread; an owner without a context gives it back.
///
/// Returns the previous owner.
SchedulingOwner scheduling_take_over(SchedulingOwner owner);

/// The context of the current thread's owner; null if it has none.
void *scheduling_context(void);

#endif
