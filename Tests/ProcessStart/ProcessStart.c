// Swift does not see the functions whose names end with _np.
#define _GNU_SOURCE
#include "ProcessStart.h"

#include <signal.h>
#include <spawn.h>

int process_start(
    pid_t *number, const char *path, char *const arguments[], char *const environment[], const int descriptors[3],
    const char *folder) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return code;
  code = posix_spawnattr_init(&attributes);
  if (code != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return code;
  }
  for (int target = 0; code == 0 && target < 3; target++) {
    if (descriptors[target] >= 0) code = posix_spawn_file_actions_adddup2(&actions, descriptors[target], target);
  }
  if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  if (code == 0 && folder != NULL) code = posix_spawn_file_actions_addchdir_np(&actions, folder);
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  if (code == 0) code = posix_spawn(number, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}
