#ifndef APPAUTH_MIGRATE_CSYSTEM_SHIM_H
#define APPAUTH_MIGRATE_CSYSTEM_SHIM_H

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#endif
