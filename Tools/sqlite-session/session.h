// SQLite with its session extension, which Debian's library has and its header hides by default.
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>
// For mallinfo2, which says how much memory is in use.
#include <malloc.h>
