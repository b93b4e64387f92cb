// A file system for SQLite that fails on demand, remembers what was written, and can lose power.
//
// After SQLite's own crash and I/O error tests (sqlite.org, "How SQLite Is Tested", section 4; its
// `test/test_vfs.c` and `src/test6.c`). The file system becomes SQLite's default one when the first
// disk is mounted; it hands every file outside of the mounted directories straight to the real
// one. So nothing under test has to know that it exists.

#ifndef FAULT_FILE_SYSTEM_H
#define FAULT_FILE_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

/// A directory whose files go through this file system.
typedef struct fault_disk fault_disk;

/// What SQLite asks of a file system; a set of bits.
enum {
  FAULT_OPEN = 1 << 0,
  FAULT_READ = 1 << 1,
  FAULT_WRITE = 1 << 2,
  FAULT_SYNC = 1 << 3,
  FAULT_TRUNCATE = 1 << 4,
  FAULT_DELETE = 1 << 5,
  FAULT_SIZE = 1 << 6,
  FAULT_ACCESS = 1 << 7,
  FAULT_LOCK = 1 << 8,
  FAULT_SHM_MAP = 1 << 9,
  FAULT_SHM_LOCK = 1 << 10,
  /// Only for hooks: the moment between a checkpoint's look at the log's header and its work.
  FAULT_UNFETCH = 1 << 11,
};

/// Which file an operation is on; a set of bits.
enum {
  FAULT_ON_DATABASE = 1 << 0,
  FAULT_ON_WAL = 1 << 1,
  FAULT_ON_JOURNAL = 1 << 2,
  FAULT_ON_ANY = 7,
};

/// Makes `directory` a disk. Files that are open already are not affected.
///
/// Returns NULL when memory has run out.
fault_disk *fault_disk_mount(const char *directory);

/// Ends a disk; files that are still open go on without faults.
void fault_disk_unmount(fault_disk *disk);

// MARK: Faults

/// Fails the operation number `after` (from 0) of the given kinds from now on, and if `sticky` all
/// that follow it. `code` is the result code; 0 stands for the one SQLite's own file system would
/// give. A write that fails has written its first half.
void fault_disk_fail(
  fault_disk *disk, uint32_t operations, uint32_t files, int64_t after, bool sticky, int code);

/// Ends all faults.
void fault_disk_heal(fault_disk *disk);

/// The number of operations of the armed kinds since ``fault_disk_fail``.
int64_t fault_disk_operation_count(fault_disk *disk);

/// The number of operations that were made to fail since ``fault_disk_fail``.
int64_t fault_disk_failure_count(fault_disk *disk);

/// Calls `hook` before every operation of the given kinds, on the thread that asks for it, but
/// never inside of itself. NULL ends it.
void fault_disk_set_hook(
  fault_disk *disk, uint32_t operations, void (*hook)(void *context, uint32_t operation),
  void *context);

// MARK: Power cuts

/// Takes the files of the directory as safely stored, and remembers everything from now on.
///
/// Returns false when a file cannot be read.
bool fault_disk_start_recording(fault_disk *disk);

/// The number of events recorded.
int64_t fault_disk_position(fault_disk *disk);

/// The number of events so far that wait for the device.
int64_t fault_disk_sync_count(fault_disk *disk);

/// Writes into `target` what the disk might hold if the power had failed after the first
/// `position` events.
///
/// What was synced is there. Of what was written since, any part is: by 512-byte sectors, in any
/// order, torn, and with garbage in the place of what got lost. Files are created and deleted in
/// order, at the latest with the next sync of any file, as journalling file systems do. `seed`
/// decides.
///
/// Returns the number of unsynced writes there were to choose from, or -1 when `target` cannot be
/// written.
int64_t fault_disk_cut_power(
  fault_disk *disk, int64_t position, uint64_t seed, const char *target);

/// Writes into `target` what a crash of the process after the first `position` events leaves: all
/// that was written.
///
/// Returns as ``fault_disk_cut_power``.
int64_t fault_disk_crash(fault_disk *disk, int64_t position, const char *target);

// MARK: Memory

/// Makes SQLite's memory fail on demand. Only before SQLite is used for the first time.
bool fault_memory_install(void);

/// Fails the allocation number `after` (from 0) from now on, and if `sticky` all that follow it.
void fault_memory_fail(int64_t after, bool sticky);

/// Ends all faults of memory.
void fault_memory_heal(void);

/// The number of allocations since ``fault_memory_fail``.
int64_t fault_memory_allocation_count(void);

/// The number of allocations that were made to fail since ``fault_memory_fail``.
int64_t fault_memory_failure_count(void);

// MARK: The raw library

/// What the raw library does to a database when a commit falls between a checkpoint's look at the
/// log's header and its work ("The WAL-Reset Bug", sqlite.org/wal.html): commits of one row until
/// the log has been used again, from a second connection.
///
/// `report` receives the first line of SQLite's integrity check afterwards. Returns a result code of
/// SQLite for what went wrong before that.
int fault_interleave_checkpoint(const char *path, fault_disk *disk, char *report, int capacity);

#endif
