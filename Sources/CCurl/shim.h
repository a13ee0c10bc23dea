#ifndef APPAUTH_MIGRATE_CCURL_SHIM_H
#define APPAUTH_MIGRATE_CCURL_SHIM_H

#include <curl/curl.h>

#endif
