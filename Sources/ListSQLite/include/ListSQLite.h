// What SQLite's interface has in C only: functions with variable arguments.

#ifndef LIST_SQLITE_H
#define LIST_SQLITE_H

/// A connection, as `sqlite3_open_v2` makes it.
struct sqlite3;

/// Forbids all SQL that could damage the file through what is meant for SQLite's own use: writing
/// the schema table, shadow tables or pages, and turning off the journal
/// (`SQLITE_DBCONFIG_DEFENSIVE`).
///
/// Returns a result code of SQLite.
int list_sqlite_set_defensive(struct sqlite3 *connection);

/// Has a connection leave the write-ahead log as it is when it is closed, also when nobody else seems
/// to have the database open (`SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE`).
void list_sqlite_keep_log(struct sqlite3 *connection);

#endif
