#include <sys/types.h>

/// Starts a program that has only three descriptors, in a folder, as a shell would: no signal is held back or ignored.
///
/// A descriptor of -1 is this process's own; a folder of NULL is, too.
/// Returns 0, or the number of the error.
int process_start(
    pid_t *number, const char *path, char *const arguments[], char *const environment[], const int descriptors[3],
    const char *folder);
