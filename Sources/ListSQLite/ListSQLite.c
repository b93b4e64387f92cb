#include "ListSQLite.h"

#include <sqlite3.h>
#include <stddef.h>

int list_sqlite_set_defensive(struct sqlite3 *connection) {
  int isDefensive = 0;
  int result = sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, &isDefensive);
  if (result != SQLITE_OK) return result;
  return isDefensive ? SQLITE_OK : SQLITE_ERROR;
}

void list_sqlite_keep_log(struct sqlite3 *connection) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
}
