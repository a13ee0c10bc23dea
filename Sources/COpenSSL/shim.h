#ifndef APPAUTH_MIGRATE_COPENSSL_SHIM_H
#define APPAUTH_MIGRATE_COPENSSL_SHIM_H

// The headers alone, but for what Swift cannot call: macros, each with the reason beside it.
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>

// OPENSSL_secure_malloc is a macro that passes the file and the line.
static inline void *appauth_secure_malloc(size_t count) {
  return CRYPTO_secure_malloc(count, "", 0);
}

// OPENSSL_secure_clear_free is a macro that passes the file and the line.
static inline void appauth_secure_clear_free(void *pointer, size_t count) {
  CRYPTO_secure_clear_free(pointer, count, "", 0);
}

#endif
