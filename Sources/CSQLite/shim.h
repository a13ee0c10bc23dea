#ifndef APPAUTH_MIGRATE_CSQLITE_SHIM_H
#define APPAUTH_MIGRATE_CSQLITE_SHIM_H

#include <sqlite3.h>

#endif
