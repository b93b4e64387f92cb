// The file system: which files it takes, what it lets fail, what it remembers.

#include "Disk.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  sqlite3_file base;
  fault_disk *disk;
  uint32_t kind;
  char *name;
  sqlite3_file *real;
} fault_file;

static sqlite3_vfs *real_vfs;
static sqlite3_vfs fault_vfs;
static pthread_once_t registered = PTHREAD_ONCE_INIT;
static pthread_mutex_t disks_mutex = PTHREAD_MUTEX_INITIALIZER;
static fault_disk *disks;
static _Thread_local bool inside_hook;

// MARK: Disks

static void release(fault_disk *disk) {
  pthread_mutex_lock(&disks_mutex);
  bool last = --disk->users == 0;
  pthread_mutex_unlock(&disks_mutex);
  if (!last) return;
  fault_forget_recording(disk);
  pthread_mutex_destroy(&disk->mutex);
  free(disk->directory);
  free(disk);
}

/// The disk a path is on, with one more user; NULL for any other path.
static fault_disk *disk_of(const char *path) {
  if (!path) return NULL;
  pthread_mutex_lock(&disks_mutex);
  fault_disk *disk = disks;
  while (disk
    && (strncmp(path, disk->directory, disk->directory_length) != 0
      || path[disk->directory_length] != '/'))
    disk = disk->next;
  if (disk) disk->users++;
  pthread_mutex_unlock(&disks_mutex);
  return disk;
}

static void register_vfs(void);

fault_disk *fault_disk_mount(const char *directory) {
  pthread_once(&registered, register_vfs);
  fault_disk *disk = calloc(1, sizeof *disk);
  if (!disk) return NULL;
  disk->directory = strdup(directory);
  disk->directory_length = strlen(directory);
  disk->users = 1;
  disk->mounted = true;
  pthread_mutex_init(&disk->mutex, NULL);
  pthread_mutex_lock(&disks_mutex);
  disk->next = disks;
  disks = disk;
  pthread_mutex_unlock(&disks_mutex);
  return disk;
}

void fault_disk_unmount(fault_disk *disk) {
  fault_disk_heal(disk);
  fault_disk_set_hook(disk, 0, NULL, NULL);
  pthread_mutex_lock(&disk->mutex);
  disk->recording = false;
  pthread_mutex_unlock(&disk->mutex);
  pthread_mutex_lock(&disks_mutex);
  fault_disk **link = &disks;
  while (*link && *link != disk) link = &(*link)->next;
  if (*link) *link = disk->next;
  pthread_mutex_unlock(&disks_mutex);
  release(disk);
}

// MARK: Faults

void fault_disk_fail(
  fault_disk *disk, uint32_t operations, uint32_t files, int64_t after, bool sticky, int code) {
  pthread_mutex_lock(&disk->mutex);
  disk->failing = operations;
  disk->failing_files = files;
  disk->after = after;
  disk->sticky = sticky;
  disk->code = code;
  disk->operations = 0;
  disk->failures = 0;
  pthread_mutex_unlock(&disk->mutex);
}

void fault_disk_heal(fault_disk *disk) {
  pthread_mutex_lock(&disk->mutex);
  disk->failing = 0;
  pthread_mutex_unlock(&disk->mutex);
}

int64_t fault_disk_operation_count(fault_disk *disk) {
  pthread_mutex_lock(&disk->mutex);
  int64_t count = disk->operations;
  pthread_mutex_unlock(&disk->mutex);
  return count;
}

int64_t fault_disk_failure_count(fault_disk *disk) {
  pthread_mutex_lock(&disk->mutex);
  int64_t count = disk->failures;
  pthread_mutex_unlock(&disk->mutex);
  return count;
}

void fault_disk_set_hook(
  fault_disk *disk, uint32_t operations, void (*hook)(void *, uint32_t), void *context) {
  pthread_mutex_lock(&disk->mutex);
  disk->hooked = operations;
  disk->hook = hook;
  disk->hook_context = context;
  pthread_mutex_unlock(&disk->mutex);
}

static int natural_code(uint32_t operation) {
  switch (operation) {
    case FAULT_OPEN: return SQLITE_CANTOPEN;
    case FAULT_READ: return SQLITE_IOERR_READ;
    case FAULT_WRITE: return SQLITE_IOERR_WRITE;
    case FAULT_SYNC: return SQLITE_IOERR_FSYNC;
    case FAULT_TRUNCATE: return SQLITE_IOERR_TRUNCATE;
    case FAULT_DELETE: return SQLITE_IOERR_DELETE;
    case FAULT_SIZE: return SQLITE_IOERR_FSTAT;
    case FAULT_ACCESS: return SQLITE_IOERR_ACCESS;
    case FAULT_LOCK: return SQLITE_IOERR_LOCK;
    case FAULT_SHM_MAP: return SQLITE_IOERR_SHMMAP;
    case FAULT_SHM_LOCK: return SQLITE_IOERR_SHMLOCK;
    default: return SQLITE_IOERR;
  }
}

/// Calls the hook and counts the operation; the result code it fails with, or SQLITE_OK.
static int visit(fault_disk *disk, uint32_t operation, uint32_t file) {
  pthread_mutex_lock(&disk->mutex);
  void (*hook)(void *, uint32_t) = disk->hooked & operation ? disk->hook : NULL;
  void *context = disk->hook_context;
  int result = SQLITE_OK;
  if (disk->failing & operation && disk->failing_files & file) {
    int64_t number = disk->operations++;
    if (number == disk->after || (disk->sticky && number > disk->after)) {
      disk->failures++;
      result = disk->code ? disk->code : natural_code(operation);
    }
  }
  pthread_mutex_unlock(&disk->mutex);
  if (hook && !inside_hook) {
    inside_hook = true;
    hook(context, operation);
    inside_hook = false;
  }
  return result;
}

// MARK: Files

static sqlite3_file *real_file(sqlite3_file *file) { return ((fault_file *)file)->real; }

static int file_close(sqlite3_file *file) {
  fault_file *self = (fault_file *)file;
  int result = self->real->pMethods->xClose(self->real);
  free(self->name);
  release(self->disk);
  return result;
}

static int file_read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 offset) {
  fault_file *self = (fault_file *)file;
  int fault = visit(self->disk, FAULT_READ, self->kind);
  if (fault) {
    memset(bytes, 0, (size_t)size);
    return fault;
  }
  return self->real->pMethods->xRead(self->real, bytes, size, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset) {
  fault_file *self = (fault_file *)file;
  int fault = visit(self->disk, FAULT_WRITE, self->kind);
  if (fault) size /= 2;
  pthread_mutex_lock(&self->disk->mutex);
  int result = self->real->pMethods->xWrite(self->real, bytes, size, offset);
  if (!result && self->disk->recording) {
    int life = fault_life_of(self->disk, self->name, true);
    fault_record(self->disk, EVENT_WRITE, life, offset, size, bytes);
  }
  pthread_mutex_unlock(&self->disk->mutex);
  return fault ? fault : result;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  fault_file *self = (fault_file *)file;
  int fault = visit(self->disk, FAULT_TRUNCATE, self->kind);
  if (fault) return fault;
  pthread_mutex_lock(&self->disk->mutex);
  int result = self->real->pMethods->xTruncate(self->real, size);
  if (!result && self->disk->recording) {
    int life = fault_life_of(self->disk, self->name, true);
    fault_record(self->disk, EVENT_TRUNCATE, life, 0, size, NULL);
  }
  pthread_mutex_unlock(&self->disk->mutex);
  return result;
}

static int file_sync(sqlite3_file *file, int flags) {
  fault_file *self = (fault_file *)file;
  int fault = visit(self->disk, FAULT_SYNC, self->kind);
  if (fault) return fault;
  pthread_mutex_lock(&self->disk->mutex);
  int result = self->real->pMethods->xSync(self->real, flags);
  if (!result && self->disk->recording) {
    int life = fault_life_of(self->disk, self->name, true);
    fault_record(self->disk, EVENT_SYNC, life, 0, 0, NULL);
  }
  pthread_mutex_unlock(&self->disk->mutex);
  return result;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  fault_file *self = (fault_file *)file;
  int fault = visit(self->disk, FAULT_SIZE, self->kind);
  return fault ? fault : self->real->pMethods->xFileSize(self->real, size);
}

static int file_lock(sqlite3_file *file, int level) {
  fault_file *self = (fault_file *)file;
  int fault = visit(self->disk, FAULT_LOCK, self->kind);
  return fault ? fault : self->real->pMethods->xLock(self->real, level);
}

static int file_unlock(sqlite3_file *file, int level) {
  return real_file(file)->pMethods->xUnlock(real_file(file), level);
}

static int file_check_lock(sqlite3_file *file, int *reserved) {
  return real_file(file)->pMethods->xCheckReservedLock(real_file(file), reserved);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  return real_file(file)->pMethods->xFileControl(real_file(file), operation, argument);
}

static int file_sector_size(sqlite3_file *file) {
  return real_file(file)->pMethods->xSectorSize(real_file(file));
}

static int file_characteristics(sqlite3_file *file) {
  return real_file(file)->pMethods->xDeviceCharacteristics(real_file(file));
}

static int file_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **bytes) {
  fault_file *self = (fault_file *)file;
  int fault = visit(self->disk, FAULT_SHM_MAP, self->kind);
  if (fault) {
    *bytes = NULL;
    return fault;
  }
  return self->real->pMethods->xShmMap(self->real, page, size, extend, bytes);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  fault_file *self = (fault_file *)file;
  // Letting go of a lock cannot fail in the real file system either.
  int fault = flags & SQLITE_SHM_LOCK ? visit(self->disk, FAULT_SHM_LOCK, self->kind) : SQLITE_OK;
  return fault ? fault : self->real->pMethods->xShmLock(self->real, offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file) {
  real_file(file)->pMethods->xShmBarrier(real_file(file));
}

static int file_shm_unmap(sqlite3_file *file, int delete) {
  return real_file(file)->pMethods->xShmUnmap(real_file(file), delete);
}

static int file_fetch(sqlite3_file *file, sqlite3_int64 offset, int size, void **bytes) {
  (void)file, (void)offset, (void)size;
  // Nothing is ever mapped: every read and write is to be seen.
  *bytes = NULL;
  return SQLITE_OK;
}

static int file_unfetch(sqlite3_file *file, sqlite3_int64 offset, void *bytes) {
  (void)offset, (void)bytes;
  fault_file *self = (fault_file *)file;
  visit(self->disk, FAULT_UNFETCH, self->kind);
  return SQLITE_OK;
}

static const sqlite3_io_methods file_methods = {
  3,
  file_close,
  file_read,
  file_write,
  file_truncate,
  file_sync,
  file_size,
  file_lock,
  file_unlock,
  file_check_lock,
  file_control,
  file_sector_size,
  file_characteristics,
  file_shm_map,
  file_shm_lock,
  file_shm_barrier,
  file_shm_unmap,
  file_fetch,
  file_unfetch,
};

// MARK: The file system

static uint32_t kind_of(int flags) {
  if (flags & SQLITE_OPEN_WAL) return FAULT_ON_WAL;
  if (flags & SQLITE_OPEN_MAIN_DB) return FAULT_ON_DATABASE;
  return FAULT_ON_JOURNAL;
}

static int vfs_open(
  sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *granted) {
  (void)vfs;
  fault_disk *disk = disk_of(path);
  if (!disk) return real_vfs->xOpen(real_vfs, path, file, flags, granted);

  fault_file *self = (fault_file *)file;
  memset(self, 0, sizeof *self);
  int result = visit(disk, FAULT_OPEN, kind_of(flags));
  if (!result) {
    self->real = (sqlite3_file *)(self + 1);
    pthread_mutex_lock(&disk->mutex);
    result = real_vfs->xOpen(real_vfs, path, self->real, flags, granted);
    if (!result && disk->recording && flags & SQLITE_OPEN_CREATE)
      fault_life_of(disk, path + disk->directory_length + 1, true);
    pthread_mutex_unlock(&disk->mutex);
  }
  if (result) {
    release(disk);
    return result;
  }
  self->disk = disk;
  self->kind = kind_of(flags);
  self->name = strdup(path + disk->directory_length + 1);
  self->base.pMethods = &file_methods;
  return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int sync_directory) {
  (void)vfs;
  fault_disk *disk = disk_of(path);
  if (!disk) return real_vfs->xDelete(real_vfs, path, sync_directory);
  int result = visit(disk, FAULT_DELETE, FAULT_ON_ANY);
  if (!result) {
    pthread_mutex_lock(&disk->mutex);
    result = real_vfs->xDelete(real_vfs, path, sync_directory);
    if (!result && disk->recording) {
      int life = fault_life_of(disk, path + disk->directory_length + 1, false);
      if (life >= 0) {
        disk->lives[life].deleted = true;
        fault_record(disk, EVENT_DELETE, life, 0, 0, NULL);
      }
    }
    pthread_mutex_unlock(&disk->mutex);
  }
  release(disk);
  return result;
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  (void)vfs;
  fault_disk *disk = disk_of(path);
  if (disk) {
    int fault = visit(disk, FAULT_ACCESS, FAULT_ON_ANY);
    release(disk);
    if (fault) return fault;
  }
  return real_vfs->xAccess(real_vfs, path, flags, result);
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int size, char *full) {
  (void)vfs;
  return real_vfs->xFullPathname(real_vfs, path, size, full);
}

static void register_vfs(void) {
  real_vfs = sqlite3_vfs_find(NULL);
  // What is not replaced here takes no file and looks at nothing of its file system.
  fault_vfs = *real_vfs;
  fault_vfs.pNext = NULL;
  fault_vfs.zName = "fault";
  fault_vfs.szOsFile = (int)sizeof(fault_file) + real_vfs->szOsFile;
  fault_vfs.xOpen = vfs_open;
  fault_vfs.xDelete = vfs_delete;
  fault_vfs.xAccess = vfs_access;
  fault_vfs.xFullPathname = vfs_full_path;
  sqlite3_vfs_register(&fault_vfs, 1);
}
