// A wall clock that is wrong by as much as the environment says.

#ifndef SHIFTED_CLOCK_H
#define SHIFTED_CLOCK_H

/// The seconds by which the wall clock of this process is wrong: `RELIABILITY_CLOCK`.
long shifted_clock_offset(void);

#endif
