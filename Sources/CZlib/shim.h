#ifndef APPAUTH_MIGRATE_CZLIB_SHIM_H
#define APPAUTH_MIGRATE_CZLIB_SHIM_H

// zlib is opened on first use: only a compressed Android backup or value needs it.
#include <dlfcn.h>
#include <stddef.h>
#include <zlib.h>

struct appauth_zlib {
  __typeof__(inflateInit_) *inflateInit_;
  __typeof__(inflateInit2_) *inflateInit2_;
  __typeof__(inflate) *inflate;
  __typeof__(inflateEnd) *inflateEnd;
};

// Fills the table; 0 if the library or one of its functions is missing.
static inline int appauth_zlib_load(struct appauth_zlib *zlib) {
#ifdef __APPLE__
  void *library = dlopen("libz.1.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
#endif
  if (library == NULL) return 0;
  zlib->inflateInit_ = (__typeof__(zlib->inflateInit_))dlsym(library, "inflateInit_");
  zlib->inflateInit2_ = (__typeof__(zlib->inflateInit2_))dlsym(library, "inflateInit2_");
  zlib->inflate = (__typeof__(zlib->inflate))dlsym(library, "inflate");
  zlib->inflateEnd = (__typeof__(zlib->inflateEnd))dlsym(library, "inflateEnd");
  return zlib->inflateInit_ != NULL && zlib->inflateInit2_ != NULL && zlib->inflate != NULL
    && zlib->inflateEnd != NULL;
}

// inflateInit is a macro.
static inline int appauth_zlib_begin(const struct appauth_zlib *zlib, z_stream *stream) {
  return zlib->inflateInit_(stream, ZLIB_VERSION, (int)sizeof(z_stream));
}

// The same for a stream with the header of gzip or of zlib, whichever it has (32 added to the window's bits).
static inline int appauth_zlib_begin_any(const struct appauth_zlib *zlib, z_stream *stream) {
  return zlib->inflateInit2_(stream, 15 + 32, ZLIB_VERSION, (int)sizeof(z_stream));
}

// The same for a stream without a header or a sum behind it (the window's bits below zero).
static inline int appauth_zlib_begin_raw(const struct appauth_zlib *zlib, z_stream *stream) {
  return zlib->inflateInit2_(stream, -15, ZLIB_VERSION, (int)sizeof(z_stream));
}

#endif
