#ifndef APPAUTH_MIGRATE_CARCHIVE_SHIM_H
#define APPAUTH_MIGRATE_CARCHIVE_SHIM_H

// libarchive is opened on first use: it brings two dozen megabytes of other libraries with it.
#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <locale.h>
#include <stddef.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

#define APPAUTH_ARCHIVE_FUNCTIONS(X)                                           \
  X(version_string)                                                            \
  X(zlib_version)                                                              \
  X(bzlib_version)                                                             \
  X(liblzma_version)                                                           \
  X(libzstd_version)                                                           \
  X(liblz4_version)                                                            \
  X(read_new)                                                                  \
  X(read_free)                                                                 \
  X(read_support_filter_gzip)                                                  \
  X(read_support_filter_bzip2)                                                 \
  X(read_support_filter_xz)                                                    \
  X(read_support_filter_zstd)                                                  \
  X(read_support_filter_lz4)                                                   \
  X(read_support_format_tar)                                                   \
  X(read_support_format_zip)                                                   \
  X(read_support_format_7zip)                                                  \
  X(read_support_format_cpio)                                                  \
  X(read_support_format_empty)                                                 \
  X(read_support_format_raw)                                                   \
  X(read_set_format_option)                                                    \
  X(read_set_callback_data)                                                    \
  X(read_set_read_callback)                                                    \
  X(read_set_seek_callback)                                                    \
  X(read_set_skip_callback)                                                    \
  X(read_open1)                                                                \
  X(read_next_header)                                                          \
  X(read_data)                                                                 \
  X(read_data_skip)                                                            \
  X(format)                                                                    \
  X(filter_code)                                                               \
  X(filter_bytes)                                                              \
  X(error_string)                                                              \
  X(entry_pathname)                                                            \
  X(entry_filetype)                                                            \
  X(entry_size)                                                                \
  X(entry_size_is_set)                                                         \
  X(entry_hardlink)                                                            \
  X(entry_is_encrypted)

struct appauth_archive {
#define APPAUTH_ARCHIVE_MEMBER(name) __typeof__(archive_##name) *name;
  APPAUTH_ARCHIVE_FUNCTIONS(APPAUTH_ARCHIVE_MEMBER)
#undef APPAUTH_ARCHIVE_MEMBER
  // Names are converted between encodings by the locale of the thread, and in the one that a program starts with
  // everything beyond ASCII would be lost.
  locale_t utf8;
};

// Fills the table; 0 if the library or one of its functions is missing.
static inline int appauth_archive_load(struct appauth_archive *archive) {
#ifdef __APPLE__
  void *library = dlopen("/usr/lib/libarchive.2.dylib", RTLD_NOW | RTLD_LOCAL);
  // Homebrew keeps its own off the loader's path.
  if (library == NULL)
    library = dlopen("/opt/homebrew/opt/libarchive/lib/libarchive.13.dylib", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL)
    library = dlopen("/usr/local/opt/libarchive/lib/libarchive.13.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  void *library = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
#endif
  if (library == NULL) return 0;
#define APPAUTH_ARCHIVE_FIND(name)                                             \
  archive->name = (__typeof__(archive->name))dlsym(library, "archive_" #name); \
  if (archive->name == NULL) return 0;
  APPAUTH_ARCHIVE_FUNCTIONS(APPAUTH_ARCHIVE_FIND)
#undef APPAUTH_ARCHIVE_FIND
  archive->utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  if (archive->utf8 == (locale_t)0)
    archive->utf8 = newlocale(LC_CTYPE_MASK, "en_US.UTF-8", (locale_t)0);
  return 1;
}

// Without its own support for a compression, libarchive would start a program of that name: never ask for that.
static inline void appauth_archive_support(
    const struct appauth_archive *library, struct archive *archive) {
  if (library->zlib_version() != NULL) library->read_support_filter_gzip(archive);
  if (library->bzlib_version() != NULL) library->read_support_filter_bzip2(archive);
  if (library->liblzma_version() != NULL) library->read_support_filter_xz(archive);
  if (library->libzstd_version() != NULL) library->read_support_filter_zstd(archive);
  if (library->liblz4_version() != NULL) library->read_support_filter_lz4(archive);
  library->read_support_format_tar(archive);
  library->read_support_format_zip(archive);
  library->read_support_format_7zip(archive);
  library->read_support_format_cpio(archive);
  library->read_support_format_empty(archive);
}

static inline int appauth_archive_next(
    const struct appauth_archive *library, struct archive *archive, struct archive_entry **entry) {
  if (library->utf8 == (locale_t)0) return library->read_next_header(archive, entry);
  locale_t before = uselocale(library->utf8);
  int result = library->read_next_header(archive, entry);
  uselocale(before);
  return result;
}

static inline int appauth_archive_open(
    const struct appauth_archive *library, struct archive *archive) {
  if (library->utf8 == (locale_t)0) return library->read_open1(archive);
  locale_t before = uselocale(library->utf8);
  int result = library->read_open1(archive);
  uselocale(before);
  return result;
}

// Whether a member can be passed over without inflating it.
static inline int appauth_archive_skips_cheaply(
    const struct appauth_archive *library, struct archive *archive) {
  int format = library->format(archive) & ARCHIVE_FORMAT_BASE_MASK;
  if (library->filter_code(archive, 0) != ARCHIVE_FILTER_NONE) return 0;
  return format == ARCHIVE_FORMAT_ZIP || format == ARCHIVE_FORMAT_TAR || format == ARCHIVE_FORMAT_CPIO;
}

// AE_IFMT and its kin are macros with casts.
static inline int appauth_archive_kind(
    const struct appauth_archive *library, struct archive_entry *entry) {
  if (library->entry_hardlink(entry) != NULL) return 2;
  switch (library->entry_filetype(entry)) {
    case AE_IFREG: return 0;
    // A compressed file that is no archive has no kind.
    case 0: return 0;
    case AE_IFDIR: return 1;
    case AE_IFLNK: return 3;
    case AE_IFIFO: return 4;
    case AE_IFSOCK: return 5;
    default: return 6;
  }
}

// Writes that the optimiser may not drop.
static inline void appauth_archive_wipe(void *start, size_t count) {
  for (volatile unsigned char *byte = start; count > 0; --count) *byte++ = 0;
}

#endif
