#include "SimulatedScheduling.h"

#include <pthread.h>
#include <stdbool.h>

#define SWIFT_CC __attribute__((swiftcall))

// The hooks are those of swift/Runtime/Concurrency.h (Swift 6). An executor is two words.

typedef struct {
  void *identity;
  uintptr_t implementation;
} ExecutorRef;

typedef void (*EnqueueOriginal)(void *job) SWIFT_CC;
typedef ExecutorRef (*MainOriginal)(void) SWIFT_CC;
typedef bool (*IsMainOriginal)(ExecutorRef executor) SWIFT_CC;

extern void (*swift_task_enqueueGlobal_hook)(void *job, EnqueueOriginal original) SWIFT_CC;
extern ExecutorRef (*swift_task_getMainExecutor_hook)(MainOriginal original) SWIFT_CC;
extern bool (*swift_task_isMainExecutor_hook)(ExecutorRef executor,
                                              IsMainOriginal original) SWIFT_CC;

static _Thread_local SchedulingOwner owner;

static SWIFT_CC void enqueue_global(void *job, EnqueueOriginal original) {
  if (owner.context) {
    owner.taker(owner.context, job);
  } else {
    original(job);
  }
}

static SWIFT_CC ExecutorRef get_main(MainOriginal original) {
  if (!owner.context) return original();
  ExecutorRef main = {owner.main_identity, owner.main_implementation};
  return main;
}

static SWIFT_CC bool is_main(ExecutorRef executor, IsMainOriginal original) {
  return owner.context ? executor.identity == owner.main_identity : original(executor);
}

static void install(void) {
  swift_task_enqueueGlobal_hook = enqueue_global;
  swift_task_getMainExecutor_hook = get_main;
  swift_task_isMainExecutor_hook = is_main;
}

void scheduling_install(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
}

SchedulingOwner scheduling_take_over(SchedulingOwner next) {
  SchedulingOwner previous = owner;
  owner = next;
  return previous;
}

void *scheduling_context(void) { return owner.context; }
