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

// A parameter builder keeps the pointer to a parameter's name. The names are macros, which Swift sees as its own
// strings and bridges for the length of one call only; here they are literals, which live for ever.
static inline int appauth_push_rsa_n(OSSL_PARAM_BLD *builder, const BIGNUM *number) {
  return OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, number);
}

static inline int appauth_push_rsa_e(OSSL_PARAM_BLD *builder, const BIGNUM *number) {
  return OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, number);
}

static inline int appauth_push_group(OSSL_PARAM_BLD *builder, const char *name) {
  return OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, name, 0);
}

static inline int appauth_push_public(OSSL_PARAM_BLD *builder, const unsigned char *point, size_t count) {
  return OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, count);
}

static inline int appauth_push_private(OSSL_PARAM_BLD *builder, const BIGNUM *scalar, size_t count) {
  return OSSL_PARAM_BLD_push_BN_pad(builder, OSSL_PKEY_PARAM_PRIV_KEY, scalar, count);
}

#endif
