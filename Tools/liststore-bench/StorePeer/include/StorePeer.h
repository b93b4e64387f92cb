// What a program in C would do in a store's place: the same rows, through SQLite's own interface.
//
// It knows no table: the benchmark hands it its statements. Functions return a result code of SQLite; `store_peer_message` explains the last failure.

#ifndef STORE_PEER_H
#define STORE_PEER_H

#include <stdint.h>

/// An open database with prepared statements.
typedef struct store_peer store_peer;

/// What a column of a row is.
typedef enum {
  STORE_PEER_NULL,
  /// `number`.
  STORE_PEER_NUMBER,
  /// `count` bytes at `bytes`, as a BLOB.
  STORE_PEER_BYTES,
  /// Of many rows: `number` in the first, one more in each that follows.
  STORE_PEER_COUNTER,
  /// Of many rows: a part of `bytes`; that of row i ends at `ends[i]`, where that of row i + 1
  /// begins.
  STORE_PEER_SLICE,
} store_peer_kind;

/// The value of a column.
typedef struct {
  store_peer_kind kind;
  int64_t number;
  const void *bytes;
  int64_t count;
  const int64_t *ends;
} store_peer_value;

/// A statement to run.
typedef struct {
  /// What `store_peer_prepare` gave.
  int32_t statement;
  /// The values of its parameters.
  const store_peer_value *values;
  int32_t value_count;
  /// How many rows to run it for; 1 but for counters and slices.
  int64_t row_count;
} store_peer_step;

/// Opens a database as a store does: a write-ahead log, no automatic checkpoints, and a PASSIVE one
/// after a commit that finds the log of `checkpoint_bytes` or more.
///
/// `synchronous` is 2 to wait for the device (FULL), 1 not to (NORMAL).
int store_peer_open(
  const char *path, int32_t synchronous, int64_t checkpoint_bytes, store_peer **peer);

/// Makes commits what they must be when other processes write the file at `path` too: each is made
/// under a lock beside the file, after a look whether both are still there, and announced.
int store_peer_share(store_peer *peer, const char *path);

/// Runs any SQL, such as a schema or a PRAGMA.
int store_peer_execute(store_peer *peer, const char *sql);

/// Prepares a statement, once for all its runs.
int store_peer_prepare(store_peer *peer, const char *sql, int32_t *statement);

/// Runs steps in one transaction: BEGIN IMMEDIATE, each step to its end, COMMIT.
///
/// A step may read; its rows are stepped over. When one fails, everything is rolled back.
int store_peer_commit(store_peer *peer, const store_peer_step *steps, int32_t count);

/// Runs a prepared statement that only reads, looks at every column of every row, and says how many
/// bytes they had.
int store_peer_scan(store_peer *peer, int32_t statement, int64_t *byte_count);

/// The last failure, in SQLite's words.
const char *store_peer_message(store_peer *peer);

/// Closes the database. NULL is fine.
void store_peer_close(store_peer *peer);

/// Makes the device of this whole process slower: each wait for it takes so much longer, no matter who
/// waits.
void store_peer_delay_device(int64_t microseconds);

#endif
