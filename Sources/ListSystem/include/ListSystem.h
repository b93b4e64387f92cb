// What SQLite and the system have in C only: functions with variable arguments, and some that Swift
// does not see.

#ifndef LIST_SYSTEM_H
#define LIST_SYSTEM_H

#include <stdint.h>

/// A connection, as `sqlite3_open_v2` makes it.
struct sqlite3;

/// Forbids all SQL that could damage the file through what is meant for SQLite's own use: writing
/// the schema table, shadow tables or pages, and turning off the journal
/// (`SQLITE_DBCONFIG_DEFENSIVE`).
///
/// Returns a result code of SQLite.
int list_sqlite_set_defensive(struct sqlite3 *connection);

/// Has a connection leave the write-ahead log as it is when it is closed, also when no other process seems
/// to have the database open (`SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE`).
void list_sqlite_keep_log(struct sqlite3 *connection);

/// The length in bytes up to which the write-ahead log of a connection's main database has what was
/// committed, as the log's index says that all processes share; 0 while nothing was committed to it,
/// -1 if there is no index. Sets `is_moved` to 1 if all of it was moved into the database, else to 0.
///
/// The connection must have read the database. Takes no lock: two equal answers are right for the time
/// between them, unless another process writes without the store's lock.
long long list_sqlite_log_length(struct sqlite3 *connection, int *is_moved);

/// Whether this build uses only what POSIX has, also on Linux: 1 if it was made with `LISTSTORE_PORTABLE` in
/// the environment, else 0.
int list_uses_portable_parts(void);

/// The number of the current thread, which no other thread has while this one runs.
uintptr_t list_current_thread(void);

/// Gives a file another name, unless there is a file of that name (`renameat2` with `RENAME_NOREPLACE` on
/// Linux, `renamex_np` on Apple's systems; POSIX has no such call).
///
/// Returns 0, or -1 and sets `errno`: `EEXIST`, or `EINVAL` or `ENOTSUP` where the system or a file system cannot do that.
int list_rename_exclusively(const char *path, const char *new_path);

/// The name of the dispatch queue that the current thread works for; empty when it works for none.
const char *list_current_queue_name(void);

#endif
