#define _GNU_SOURCE
#include "StorePeer.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct store_peer {
  sqlite3 *database;
  sqlite3_stmt *begin, *commit, *rollback;
  sqlite3_stmt **statements;
  int32_t statement_count;
  int64_t page_size;
  int64_t checkpoint_bytes;
  int32_t wal_pages;
  // Set when it shares the file with others.
  char *path, *lock_path;
  int lock;
};

static int note_wal(void *context, sqlite3 *database, const char *name, int pages) {
  (void)database, (void)name;
  ((store_peer *)context)->wal_pages = pages;
  return SQLITE_OK;
}

static int prepare(store_peer *peer, const char *sql, sqlite3_stmt **statement) {
  return sqlite3_prepare_v3(
    peer->database, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

int store_peer_execute(store_peer *peer, const char *sql) {
  return sqlite3_exec(peer->database, sql, NULL, NULL, NULL);
}

static int set_up(store_peer *peer, int32_t synchronous) {
  char settings[200];
  snprintf(
    settings, sizeof settings,
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = %d; PRAGMA trusted_schema = OFF;"
    "PRAGMA cell_size_check = ON; PRAGMA wal_autocheckpoint = 0;",
    (int)synchronous);
  int result = store_peer_execute(peer, settings);
  if (!result) result = prepare(peer, "BEGIN IMMEDIATE", &peer->begin);
  if (!result) result = prepare(peer, "COMMIT", &peer->commit);
  if (!result) result = prepare(peer, "ROLLBACK", &peer->rollback);
  sqlite3_stmt *page_size = NULL;
  if (!result) result = prepare(peer, "PRAGMA page_size", &page_size);
  if (!result && sqlite3_step(page_size) == SQLITE_ROW)
    peer->page_size = sqlite3_column_int64(page_size, 0);
  sqlite3_finalize(page_size);
  // After the settings: setting the automatic checkpoint takes the place of the hook.
  sqlite3_wal_hook(peer->database, note_wal, peer);
  return result;
}

int store_peer_open(
  const char *path, int32_t synchronous, int64_t checkpoint_bytes, store_peer **peer) {
  *peer = calloc(1, sizeof **peer);
  if (!*peer) return SQLITE_NOMEM;
  (*peer)->checkpoint_bytes = checkpoint_bytes;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  int result = sqlite3_open_v2(path, &(*peer)->database, flags, NULL);
  return result ? result : set_up(*peer, synchronous);
}

int store_peer_share(store_peer *peer, const char *path) {
  peer->path = strdup(path);
  if (!peer->path || asprintf(&peer->lock_path, "%s-lock", path) < 0) return SQLITE_NOMEM;
  peer->lock = open(peer->lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  return peer->lock < 0 ? SQLITE_CANTOPEN : SQLITE_OK;
}

static int lock(store_peer *peer) {
  struct stat file;
  if (!peer->lock_path) return SQLITE_OK;
  if (flock(peer->lock, LOCK_EX)) return SQLITE_BUSY;
  if (!lstat(peer->lock_path, &file) && !lstat(peer->path, &file)) return SQLITE_OK;
  flock(peer->lock, LOCK_UN);
  return SQLITE_CANTOPEN;
}

static void unlock(store_peer *peer) {
  if (!peer->lock_path) return;
  futimens(peer->lock, NULL);
  flock(peer->lock, LOCK_UN);
}

int store_peer_prepare(store_peer *peer, const char *sql, int32_t *statement) {
  size_t size = (size_t)(peer->statement_count + 1) * sizeof *peer->statements;
  sqlite3_stmt **statements = realloc(peer->statements, size);
  if (!statements) return SQLITE_NOMEM;
  peer->statements = statements;
  int result = prepare(peer, sql, &statements[peer->statement_count]);
  if (!result) *statement = peer->statement_count++;
  return result;
}

static int bind(sqlite3_stmt *statement, int parameter, const store_peer_value *value, int64_t row) {
  const char *bytes = value->bytes ? value->bytes : "";
  int64_t start = 0;
  switch (value->kind) {
    case STORE_PEER_NULL: return sqlite3_bind_null(statement, parameter);
    case STORE_PEER_NUMBER: return sqlite3_bind_int64(statement, parameter, value->number);
    case STORE_PEER_COUNTER: return sqlite3_bind_int64(statement, parameter, value->number + row);
    case STORE_PEER_BYTES:
      return sqlite3_bind_blob64(
        statement, parameter, bytes, (sqlite3_uint64)value->count, SQLITE_STATIC);
    case STORE_PEER_SLICE:
      if (row > 0) start = value->ends[row - 1];
      return sqlite3_bind_blob64(
        statement, parameter, bytes + start, (sqlite3_uint64)(value->ends[row] - start),
        SQLITE_STATIC);
  }
  return SQLITE_MISUSE;
}

static int run_to_end(sqlite3_stmt *statement) {
  int result;
  do result = sqlite3_step(statement);
  while (result == SQLITE_ROW);
  int reset = sqlite3_reset(statement);
  return result == SQLITE_DONE ? SQLITE_OK : reset ? reset : result;
}

static int run(store_peer *peer, const store_peer_step *step) {
  if (step->statement < 0 || step->statement >= peer->statement_count) return SQLITE_RANGE;
  sqlite3_stmt *statement = peer->statements[step->statement];
  int result = SQLITE_OK;
  for (int64_t row = 0; !result && row < step->row_count; row++) {
    for (int32_t column = 0; !result && column < step->value_count; column++)
      result = bind(statement, column + 1, &step->values[column], row);
    if (!result) result = run_to_end(statement);
  }
  return result;
}

static int commit(store_peer *peer, const store_peer_step *steps, int32_t count) {
  int result = run_to_end(peer->begin);
  for (int32_t step = 0; !result && step < count; step++) result = run(peer, &steps[step]);
  if (!result) result = run_to_end(peer->commit);
  if (result) {
    if (!sqlite3_get_autocommit(peer->database)) run_to_end(peer->rollback);
    return result;
  }
  if (peer->wal_pages * peer->page_size < peer->checkpoint_bytes) return SQLITE_OK;
  return sqlite3_wal_checkpoint_v2(
    peer->database, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

int store_peer_commit(store_peer *peer, const store_peer_step *steps, int32_t count) {
  int result = lock(peer);
  if (result) return result;
  result = commit(peer, steps, count);
  unlock(peer);
  return result;
}

int store_peer_scan(store_peer *peer, int32_t number, int64_t *byte_count) {
  if (number < 0 || number >= peer->statement_count) return SQLITE_RANGE;
  sqlite3_stmt *statement = peer->statements[number];
  int result;
  *byte_count = 0;
  while ((result = sqlite3_step(statement)) == SQLITE_ROW)
    for (int column = 0; column < sqlite3_column_count(statement); column++) {
      sqlite3_column_blob(statement, column);
      *byte_count += sqlite3_column_bytes(statement, column);
    }
  int reset = sqlite3_reset(statement);
  return result == SQLITE_DONE ? SQLITE_OK : reset ? reset : result;
}

const char *store_peer_message(store_peer *peer) {
  return peer ? sqlite3_errmsg(peer->database) : "out of memory";
}

void store_peer_close(store_peer *peer) {
  if (!peer) return;
  for (int32_t i = 0; i < peer->statement_count; i++) sqlite3_finalize(peer->statements[i]);
  sqlite3_finalize(peer->begin);
  sqlite3_finalize(peer->commit);
  sqlite3_finalize(peer->rollback);
  sqlite3_close(peer->database);
  if (peer->lock_path && peer->lock >= 0) close(peer->lock);
  free(peer->lock_path);
  free(peer->path);
  free(peer->statements);
  free(peer);
}

static _Atomic int64_t device_delay;

void store_peer_delay_device(int64_t microseconds) { atomic_store(&device_delay, microseconds); }

// Found before that of the C library, by SQLite as well.
int fdatasync(int file) {
  int result = (int)syscall(SYS_fdatasync, file);
  int64_t delay = atomic_load(&device_delay);
  struct timespec time = {delay / 1000000, delay % 1000000 * 1000};
  if (delay > 0) nanosleep(&time, NULL);
  return result;
}
