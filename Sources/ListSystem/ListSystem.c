#define _GNU_SOURCE

#include "ListSystem.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>

int list_sqlite_set_defensive(struct sqlite3 *connection) {
  int isDefensive = 0;
  int result = sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, &isDefensive);
  if (result != SQLITE_OK) return result;
  return isDefensive ? SQLITE_OK : SQLITE_ERROR;
}

void list_sqlite_keep_log(struct sqlite3 *connection) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
}

int list_rename_exclusively(const char *path, const char *new_path) {
  return renameat2(AT_FDCWD, path, AT_FDCWD, new_path, RENAME_NOREPLACE);
}

/// Of libdispatch, which the Swift runtime brings; NULL means the current queue.
extern const char *dispatch_queue_get_label(void *queue);

const char *list_current_queue_name(void) { return dispatch_queue_get_label(NULL); }
