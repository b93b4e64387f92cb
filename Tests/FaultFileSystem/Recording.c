// What a disk remembers, and what it holds after the power has failed.

#include "Disk.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECTOR 512

// MARK: Recording

void fault_forget_recording(fault_disk *disk) {
  for (int life = 0; life < disk->life_count; life++) {
    free(disk->lives[life].name);
    free(disk->lives[life].initial);
  }
  for (int64_t event = 0; event < disk->event_count; event++) free(disk->events[event].bytes);
  free(disk->lives);
  free(disk->events);
  disk->lives = NULL;
  disk->events = NULL;
  disk->life_count = 0;
  disk->event_count = disk->event_capacity = disk->sync_count = 0;
}

void fault_record(
  fault_disk *disk, fault_event_kind kind, int life, int64_t offset, int64_t size,
  const void *bytes) {
  if (disk->event_count == disk->event_capacity) {
    disk->event_capacity = disk->event_capacity ? 2 * disk->event_capacity : 256;
    disk->events = realloc(disk->events, (size_t)disk->event_capacity * sizeof *disk->events);
  }
  fault_event event = {.kind = kind, .life = life, .offset = offset, .size = size};
  if (bytes) {
    event.bytes = malloc((size_t)size + 1);
    memcpy(event.bytes, bytes, (size_t)size);
  }
  disk->events[disk->event_count++] = event;
  if (kind == EVENT_SYNC) disk->sync_count++;
}

static int add_life(fault_disk *disk, const char *name) {
  disk->lives = realloc(disk->lives, (size_t)(disk->life_count + 1) * sizeof *disk->lives);
  disk->lives[disk->life_count] = (fault_life){.name = strdup(name)};
  return disk->life_count++;
}

int fault_life_of(fault_disk *disk, const char *name, bool create) {
  for (int life = disk->life_count - 1; life >= 0; life--)
    if (!disk->lives[life].deleted && strcmp(disk->lives[life].name, name) == 0) return life;
  if (!create) return -1;
  int life = add_life(disk, name);
  fault_record(disk, EVENT_CREATE, life, 0, 0, NULL);
  return life;
}

static bool read_file(const char *path, unsigned char **bytes, int64_t *size) {
  // A file that SQLite has open must not be opened and closed here: that would drop its locks. So
  // recording starts on files nobody has open.
  FILE *file = fopen(path, "rb");
  if (!file) return false;
  fseek(file, 0, SEEK_END);
  *size = ftell(file);
  rewind(file);
  *bytes = malloc((size_t)*size + 1);
  bool complete = fread(*bytes, 1, (size_t)*size, file) == (size_t)*size;
  fclose(file);
  return complete;
}

/// Whether a file is one of SQLite's that survives a power cut.
static bool is_remembered(const char *name) {
  size_t length = strlen(name);
  const char *forgotten[] = {"-shm", "-lock"};
  for (int i = 0; i < 2; i++) {
    size_t suffix = strlen(forgotten[i]);
    if (length >= suffix && strcmp(name + length - suffix, forgotten[i]) == 0) return false;
  }
  return name[0] != '.';
}

bool fault_disk_start_recording(fault_disk *disk) {
  pthread_mutex_lock(&disk->mutex);
  fault_forget_recording(disk);
  bool complete = true;
  DIR *directory = opendir(disk->directory);
  struct dirent *entry;
  while (directory && (entry = readdir(directory))) {
    if (!is_remembered(entry->d_name)) continue;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", disk->directory, entry->d_name);
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode)) continue;
    int number = add_life(disk, entry->d_name);
    fault_life *life = &disk->lives[number];
    life->initially_there = true;
    complete = read_file(path, &life->initial, &life->initial_size) && complete;
  }
  if (directory) closedir(directory);
  disk->recording = complete && directory;
  pthread_mutex_unlock(&disk->mutex);
  return complete && directory;
}

int64_t fault_disk_position(fault_disk *disk) {
  pthread_mutex_lock(&disk->mutex);
  int64_t position = disk->event_count;
  pthread_mutex_unlock(&disk->mutex);
  return position;
}

int64_t fault_disk_sync_count(fault_disk *disk) {
  pthread_mutex_lock(&disk->mutex);
  int64_t count = disk->sync_count;
  pthread_mutex_unlock(&disk->mutex);
  return count;
}

// MARK: Images

typedef struct {
  unsigned char *bytes;
  int64_t size;
  int64_t capacity;
  bool there;
  int64_t *pending;
  int64_t pending_count;
  int64_t pending_capacity;
} image_file;

static void reserve_bytes(image_file *file, int64_t size) {
  if (size <= file->capacity) return;
  int64_t capacity = 2 * size;
  file->bytes = realloc(file->bytes, (size_t)capacity);
  memset(file->bytes + file->capacity, 0, (size_t)(capacity - file->capacity));
  file->capacity = capacity;
}

static void put(image_file *file, int64_t offset, const unsigned char *bytes, int64_t size) {
  reserve_bytes(file, offset + size);
  if (size) memcpy(file->bytes + offset, bytes, (size_t)size);
  if (offset + size > file->size) file->size = offset + size;
}

static void set_size(image_file *file, int64_t size) {
  reserve_bytes(file, size);
  if (size < file->size) memset(file->bytes + size, 0, (size_t)(file->size - size));
  file->size = size;
}

static void perform(image_file *file, const fault_event *event) {
  if (event->kind == EVENT_WRITE) put(file, event->offset, event->bytes, event->size);
  if (event->kind == EVENT_TRUNCATE) set_size(file, event->size);
}

static void hold_back(image_file *file, int64_t event) {
  if (file->pending_count == file->pending_capacity) {
    file->pending_capacity = file->pending_capacity ? 2 * file->pending_capacity : 64;
    file->pending = realloc(file->pending, (size_t)file->pending_capacity * sizeof(int64_t));
  }
  file->pending[file->pending_count++] = event;
}

/// SplitMix64, after Sebastiano Vigna.
static uint64_t next(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static bool coin(uint64_t *state) { return next(state) & 1; }

typedef enum {
  LOSE_ALL,
  KEEP_ALL,
  KEEP_PREFIX,
  KEEP_SUFFIX,
  KEEP_SOME_WRITES,
  KEEP_SOME_SECTORS,
  KEEP_SOME_SECTORS_AND_GARBAGE,
  LOSS_COUNT,
} loss;

/// Writes some of the sectors of a write; of what is lost, some becomes garbage if asked for.
static void put_sectors(
  image_file *file, const fault_event *event, bool garbage, uint64_t *state) {
  int64_t offset = 0;
  while (offset < event->size) {
    int64_t place = event->offset + offset;
    int64_t length = SECTOR - place % SECTOR;
    if (length > event->size - offset) length = event->size - offset;
    if (coin(state)) {
      put(file, place, event->bytes + offset, length);
    } else if (garbage && coin(state)) {
      unsigned char noise[SECTOR];
      for (int64_t byte = 0; byte < length; byte++) noise[byte] = (unsigned char)next(state);
      put(file, place, noise, length);
    }
    offset += length;
  }
}

static void lose_some(
  image_file *file, const fault_event *events, loss kept, uint64_t *state) {
  int64_t border = (int64_t)(next(state) % (uint64_t)(file->pending_count + 1));
  for (int64_t i = 0; i < file->pending_count; i++) {
    const fault_event *event = &events[file->pending[i]];
    bool keep = false;
    switch (kept) {
      case LOSE_ALL: break;
      case KEEP_ALL: keep = true; break;
      case KEEP_PREFIX:
        keep = i < border;
        // The write at the border is torn.
        if (i == border && event->kind == EVENT_WRITE) put_sectors(file, event, false, state);
        break;
      case KEEP_SUFFIX: keep = i >= border; break;
      case KEEP_SOME_WRITES: keep = coin(state); break;
      default:
        if (event->kind == EVENT_WRITE)
          put_sectors(file, event, kept == KEEP_SOME_SECTORS_AND_GARBAGE, state);
        else
          keep = coin(state);
    }
    if (keep) perform(file, event);
  }
}

/// What is stored after `position` events, and in each file what is still held back. `names` are
/// the creations and deletions held back, in order; the caller frees them.
static image_file *replay(
  fault_disk *disk, int64_t position, int64_t **names, int64_t *name_count) {
  image_file *files = calloc((size_t)disk->life_count + 1, sizeof *files);
  *names = calloc((size_t)disk->event_count + 1, sizeof **names);
  *name_count = 0;
  for (int life = 0; life < disk->life_count; life++) {
    files[life].there = disk->lives[life].initially_there;
    if (disk->lives[life].initial)
      put(&files[life], 0, disk->lives[life].initial, disk->lives[life].initial_size);
  }
  for (int64_t number = 0; number < position && number < disk->event_count; number++) {
    const fault_event *event = &disk->events[number];
    image_file *file = &files[event->life];
    switch (event->kind) {
      case EVENT_CREATE:
      case EVENT_DELETE: (*names)[(*name_count)++] = number; break;
      case EVENT_WRITE:
      case EVENT_TRUNCATE: hold_back(file, number); break;
      case EVENT_SYNC:
        for (int64_t i = 0; i < file->pending_count; i++)
          perform(file, &disk->events[file->pending[i]]);
        file->pending_count = 0;
        for (int64_t i = 0; i < *name_count; i++) {
          const fault_event *naming = &disk->events[(*names)[i]];
          files[naming->life].there = naming->kind == EVENT_CREATE;
        }
        *name_count = 0;
    }
  }
  return files;
}

static bool write_file(const char *directory, const char *name, const image_file *file) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (descriptor < 0) return false;
  int64_t written = 0;
  while (written < file->size) {
    ssize_t count = write(descriptor, file->bytes + written, (size_t)(file->size - written));
    if (count <= 0) break;
    written += count;
  }
  close(descriptor);
  return written == file->size;
}

static int64_t write_image(
  fault_disk *disk, int64_t position, loss kept, uint64_t *state, const char *target) {
  pthread_mutex_lock(&disk->mutex);
  int64_t *names;
  int64_t name_count;
  image_file *files = replay(disk, position, &names, &name_count);

  int64_t named = name_count;
  if (kept == LOSE_ALL) named = 0;
  else if (kept != KEEP_ALL) named = (int64_t)(next(state) % (uint64_t)(name_count + 1));
  for (int64_t i = 0; i < named; i++) {
    const fault_event *naming = &disk->events[names[i]];
    files[naming->life].there = naming->kind == EVENT_CREATE;
  }

  int64_t choices = 0;
  for (int life = 0; life < disk->life_count && choices >= 0; life++) {
    choices += files[life].pending_count;
    lose_some(&files[life], disk->events, kept, state);
    if (files[life].there && !write_file(target, disk->lives[life].name, &files[life]))
      choices = -1;
  }
  for (int life = 0; life < disk->life_count; life++) {
    free(files[life].bytes);
    free(files[life].pending);
  }
  free(files);
  free(names);
  pthread_mutex_unlock(&disk->mutex);
  return choices;
}

int64_t fault_disk_cut_power(
  fault_disk *disk, int64_t position, uint64_t seed, const char *target) {
  uint64_t state = seed;
  loss chosen = (loss)(next(&state) % LOSS_COUNT);
  return write_image(disk, position, chosen, &state, target);
}

int64_t fault_disk_crash(fault_disk *disk, int64_t position, const char *target) {
  uint64_t state = 0;
  return write_image(disk, position, KEEP_ALL, &state, target);
}
