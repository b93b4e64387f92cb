// The WAL-reset bug, on the raw library: why commits and checkpoints need a lock of their own.

#include "FaultFileSystem.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  sqlite3 *writer;
  int calls;
  int result;
} interleaving;

static int run(sqlite3 *database, const char *sql) {
  return sqlite3_exec(database, sql, NULL, NULL, NULL);
}

/// One commit that starts the log anew: all of it has been copied into the database.
static void commit_in_between(void *context, uint32_t operation) {
  (void)operation;
  interleaving *self = context;
  if (self->calls++ == 0) self->result = run(self->writer, "INSERT INTO t (x) VALUES (randomblob(50))");
}

static int first_line(void *report, int count, char **columns, char **names) {
  (void)names;
  // The first line stays: a report of damage may have a hundred.
  if (count > 0 && columns[0] && !((char *)report)[0]) strcpy(report, columns[0]);
  return 0;
}

static int interleave(
  sqlite3 *checkpointer, sqlite3 *writer, fault_disk *disk, int rounds) {
  const char *setup =
    "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;"
    "CREATE TABLE t (id INTEGER PRIMARY KEY, x BLOB); CREATE INDEX i ON t (x);"
    "INSERT INTO t (x) VALUES (randomblob(50));";
  int result = run(checkpointer, setup);
  if (!result) result = run(writer, "PRAGMA wal_autocheckpoint = 0");
  for (int round = 0; !result && round < rounds; round++)
    result = run(writer, "INSERT INTO t (x) VALUES (randomblob(50))");
  // Everything is in the database, and the next commit starts the log anew; the checkpointer has
  // not seen the last commits yet.
  if (!result) result = run(writer, "PRAGMA wal_checkpoint(PASSIVE)");
  interleaving between = {.writer = writer};
  fault_disk_set_hook(disk, FAULT_UNFETCH, commit_in_between, &between);
  if (!result) result = run(checkpointer, "PRAGMA wal_checkpoint(PASSIVE)");
  fault_disk_set_hook(disk, 0, NULL, NULL);
  if (!result && between.calls == 0) result = SQLITE_MISUSE;
  if (!result) result = between.result;
  for (int round = 0; !result && round < 3 * rounds; round++)
    result = run(writer, "INSERT INTO t (x) VALUES (randomblob(50))");
  if (!result) result = run(writer, "PRAGMA wal_checkpoint(TRUNCATE)");
  return result;
}

int fault_interleave_checkpoint(const char *path, fault_disk *disk, char *report, int capacity) {
  char line[4096] = "";
  sqlite3 *checkpointer = NULL, *writer = NULL, *reader = NULL;
  int result = sqlite3_open(path, &checkpointer);
  if (!result) result = sqlite3_open(path, &writer);
  if (!result) result = interleave(checkpointer, writer, disk, 40);
  sqlite3_close(checkpointer);
  sqlite3_close(writer);
  int opened = sqlite3_open(path, &reader);
  if (!opened) sqlite3_exec(reader, "PRAGMA integrity_check(1)", first_line, line, NULL);
  sqlite3_close(reader);
  snprintf(report, (size_t)capacity, "%s", line);
  return result;
}
