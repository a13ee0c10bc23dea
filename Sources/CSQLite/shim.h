#ifndef APPAUTH_MIGRATE_CSQLITE_SHIM_H
#define APPAUTH_MIGRATE_CSQLITE_SHIM_H

#include <sqlite3.h>

/// sqlite3_db_config is variadic. Off: double-quoted strings (a misspelt column would be a text), functions in a
/// schema that someone else wrote, extensions. On: no writing past SQLite's own rules.
static inline int appauth_harden(sqlite3 *database) {
  int failed = 0;
  failed |= sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  failed |= sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
  failed |= sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
  failed |= sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  return failed;
}

// SQLITE_STATIC and SQLITE_TRANSIENT are casts, which Swift does not import.

/// The bytes are only borrowed: they outlive the step that uses them.
static inline int appauth_bind_borrowed_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_STATIC);
}

static inline int appauth_bind_copied_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline int appauth_bind_copied_text(sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

#endif
