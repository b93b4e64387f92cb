// Takes the place of the C library's function for all libraries of a program that links this.

#include "ShiftedClock.h"

#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

long shifted_clock_offset(void) {
  const char *text = getenv("RELIABILITY_CLOCK");
  return text ? atol(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  long result = syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && clock == CLOCK_REALTIME) time->tv_sec += shifted_clock_offset();
  return (int)result;
}
