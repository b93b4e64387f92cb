// What the parts of the file system share.

#ifndef FAULT_DISK_H
#define FAULT_DISK_H

#include "FaultFileSystem.h"

#include <pthread.h>
#include <sqlite3.h>

/// A file from its creation to its deletion; a path may have several one after another.
typedef struct {
  char *name;
  /// What was safely stored when the recording began.
  unsigned char *initial;
  int64_t initial_size;
  bool initially_there;
  bool deleted;
} fault_life;

typedef enum {
  EVENT_CREATE,
  EVENT_DELETE,
  EVENT_WRITE,
  EVENT_TRUNCATE,
  EVENT_SYNC,
} fault_event_kind;

typedef struct {
  fault_event_kind kind;
  int life;
  int64_t offset;
  int64_t size;
  unsigned char *bytes;
} fault_event;

struct fault_disk {
  pthread_mutex_t mutex;
  char *directory;
  size_t directory_length;
  int users;
  bool mounted;
  struct fault_disk *next;

  uint32_t failing;
  uint32_t failing_files;
  int64_t after;
  bool sticky;
  int code;
  int64_t operations;
  int64_t failures;

  uint32_t hooked;
  void (*hook)(void *, uint32_t);
  void *hook_context;

  bool recording;
  fault_life *lives;
  int life_count;
  fault_event *events;
  int64_t event_count;
  int64_t event_capacity;
  int64_t sync_count;
};

/// Adds an event; the caller holds the mutex. `bytes` is copied.
void fault_record(
  fault_disk *disk, fault_event_kind kind, int life, int64_t offset, int64_t size,
  const void *bytes);

/// The life of the file of that name which is there now; made if `create`. -1 if there is none.
int fault_life_of(fault_disk *disk, const char *name, bool create);

void fault_forget_recording(fault_disk *disk);

#endif
