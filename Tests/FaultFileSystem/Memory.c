// SQLite's memory, failing on demand. After SQLite's `test_malloc.c`.

#include "FaultFileSystem.h"

#include <sqlite3.h>
#include <stdatomic.h>

static sqlite3_mem_methods real_memory;
static atomic_bool armed;
static atomic_bool failing_on;
static atomic_llong first_failure;
static atomic_llong allocations;
static atomic_llong failures;

static bool fails(void) {
  if (!atomic_load(&armed)) return false;
  int64_t number = atomic_fetch_add(&allocations, 1);
  int64_t first = atomic_load(&first_failure);
  if (number != first && !(atomic_load(&failing_on) && number > first)) return false;
  atomic_fetch_add(&failures, 1);
  return true;
}

static void *allocate(int size) { return fails() ? 0 : real_memory.xMalloc(size); }

static void *reallocate(void *memory, int size) {
  return fails() ? 0 : real_memory.xRealloc(memory, size);
}

bool fault_memory_install(void) {
  if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory) != SQLITE_OK) return false;
  // Before SQLite is first used its methods are not set yet; starting and ending it sets them.
  if (!real_memory.xMalloc) {
    sqlite3_initialize();
    sqlite3_shutdown();
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory);
  }
  sqlite3_mem_methods methods = real_memory;
  methods.xMalloc = allocate;
  methods.xRealloc = reallocate;
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) == SQLITE_OK;
}

void fault_memory_fail(int64_t after, bool sticky) {
  atomic_store(&first_failure, after);
  atomic_store(&failing_on, sticky);
  atomic_store(&allocations, 0);
  atomic_store(&failures, 0);
  atomic_store(&armed, true);
}

void fault_memory_heal(void) { atomic_store(&armed, false); }

int64_t fault_memory_allocation_count(void) { return atomic_load(&allocations); }

int64_t fault_memory_failure_count(void) { return atomic_load(&failures); }
