#define _GNU_SOURCE

#include "ListSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>

// Set by Package.swift: whether only what POSIX has is used.
#ifndef LIST_IS_PORTABLE
#define LIST_IS_PORTABLE 0
#endif

int list_sqlite_set_defensive(struct sqlite3 *connection) {
  int isDefensive = 0;
  int result = sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, &isDefensive);
  if (result != SQLITE_OK) return result;
  return isDefensive ? SQLITE_OK : SQLITE_ERROR;
}

void list_sqlite_keep_log(struct sqlite3 *connection) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
}

long long list_sqlite_log_length(struct sqlite3 *connection, int *is_moved) {
  *is_moved = 0;
  sqlite3_file *file = NULL;
  int result = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (result != SQLITE_OK || !file || !file->pMethods || file->pMethods->iVersion < 2) return -1;
  // The header of the index, as sqlite.org, *WAL-mode File Format*, 2.1 describes it: native byte
  // order; at 12 whether it is filled, at 14 the size of a page, at 16 the number of frames. Behind two
  // such headers of 48 bytes, at 96, is how many frames were moved.
  volatile void *index = NULL;
  result = file->pMethods->xShmMap(file, 0, 32768, 0, &index);
  if (result != SQLITE_OK || !index) return -1;
  const volatile unsigned char *header = index;
  if (!header[12]) return 0;
  long long page_size = *(const volatile uint16_t *)(header + 14);
  long long frame_count = *(const volatile uint32_t *)(header + 16);
  if (page_size == 1) page_size = 65536;
  *is_moved = *(const volatile uint32_t *)(header + 96) == frame_count;
  return frame_count ? 32 + frame_count * (24 + page_size) : 0;
}

int list_uses_portable_parts(void) { return LIST_IS_PORTABLE; }

int list_rename_exclusively(const char *path, const char *new_path) {
#if defined(__APPLE__)
  return renamex_np(path, new_path, RENAME_EXCL);
#elif defined(__linux__)
  if (!LIST_IS_PORTABLE) return renameat2(AT_FDCWD, path, AT_FDCWD, new_path, RENAME_NOREPLACE);
#endif
  errno = EINVAL;
  return -1;
}

uintptr_t list_current_thread(void) { return (uintptr_t)pthread_self(); }

/// Of libdispatch, which the Swift runtime brings; NULL means the current queue.
extern const char *dispatch_queue_get_label(void *queue);

const char *list_current_queue_name(void) { return dispatch_queue_get_label(NULL); }
