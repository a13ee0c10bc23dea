#ifndef APPAUTH_MIGRATE_CCURL_SHIM_H
#define APPAUTH_MIGRATE_CCURL_SHIM_H

// libcurl is opened on first use: linked, it would cost every command some milliseconds at its start.
#include <curl/curl.h>
#include <dlfcn.h>
#include <stddef.h>

#define APPAUTH_CURL_FUNCTIONS(X)                                              \
  X(global_init)                                                               \
  X(version_info)                                                              \
  X(slist_append)                                                              \
  X(slist_free_all)                                                            \
  X(easy_init)                                                                 \
  X(easy_setopt)                                                               \
  X(easy_getinfo)                                                              \
  X(easy_strerror)                                                             \
  X(easy_cleanup)                                                              \
  X(multi_init)                                                                \
  X(multi_setopt)                                                              \
  X(multi_add_handle)                                                          \
  X(multi_remove_handle)                                                       \
  X(multi_perform)                                                             \
  X(multi_poll)                                                                \
  X(multi_wakeup)                                                              \
  X(multi_info_read)                                                           \
  X(multi_cleanup)

struct appauth_curl {
#define APPAUTH_CURL_MEMBER(name) __typeof__(curl_##name) *name;
  APPAUTH_CURL_FUNCTIONS(APPAUTH_CURL_MEMBER)
#undef APPAUTH_CURL_MEMBER
};

// Fills the table; 0 if the library or one of its functions is missing.
static inline int appauth_curl_load(struct appauth_curl *curl) {
#ifdef __APPLE__
  void *library = dlopen("libcurl.4.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
#endif
  if (library == NULL) return 0;
#define APPAUTH_CURL_FIND(name)                                                \
  curl->name = (__typeof__(curl->name))dlsym(library, "curl_" #name);          \
  if (curl->name == NULL) return 0;
  APPAUTH_CURL_FUNCTIONS(APPAUTH_CURL_FIND)
#undef APPAUTH_CURL_FIND
  return 1;
}

// curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic: one function for each type of argument.
static inline CURLcode appauth_curl_set_long(
    const struct appauth_curl *curl, CURL *easy, CURLoption option, long value) {
  return curl->easy_setopt(easy, option, value);
}

static inline CURLcode appauth_curl_set_size(
    const struct appauth_curl *curl, CURL *easy, CURLoption option, curl_off_t value) {
  return curl->easy_setopt(easy, option, value);
}

static inline CURLcode appauth_curl_set_text(
    const struct appauth_curl *curl, CURL *easy, CURLoption option, const char *value) {
  return curl->easy_setopt(easy, option, value);
}

static inline CURLcode appauth_curl_set_pointer(
    const struct appauth_curl *curl, CURL *easy, CURLoption option, void *value) {
  return curl->easy_setopt(easy, option, value);
}

static inline CURLcode appauth_curl_set_list(
    const struct appauth_curl *curl, CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl->easy_setopt(easy, option, value);
}

// The bytes are not copied: they have to outlive the handle.
static inline CURLcode appauth_curl_set_borrowed_blob(
    const struct appauth_curl *curl, CURL *easy, CURLoption option, void *bytes, size_t count) {
  struct curl_blob blob = {bytes, count, CURL_BLOB_NOCOPY};
  return curl->easy_setopt(easy, option, &blob);
}

static inline CURLcode appauth_curl_set_write(
    const struct appauth_curl *curl, CURL *easy, CURLoption option,
    size_t (*value)(char *, size_t, size_t, void *)) {
  return curl->easy_setopt(easy, option, value);
}

static inline CURLcode appauth_curl_set_seek(
    const struct appauth_curl *curl, CURL *easy, CURLoption option,
    int (*value)(void *, curl_off_t, int)) {
  return curl->easy_setopt(easy, option, value);
}

static inline CURLcode appauth_curl_get_long(
    const struct appauth_curl *curl, CURL *easy, CURLINFO info, long *value) {
  return curl->easy_getinfo(easy, info, value);
}

// The chain of the last handshake, the server's own certificate first; NULL where there was none.
static inline struct curl_slist *appauth_curl_certificate(
    const struct appauth_curl *curl, CURL *easy) {
  struct curl_certinfo *info = NULL;
  CURLcode code = curl->easy_getinfo(easy, CURLINFO_CERTINFO, &info);
  return code == CURLE_OK && info != NULL && info->num_of_certs > 0 ? info->certinfo[0] : NULL;
}

static inline CURLMcode appauth_curl_multi_set_long(
    const struct appauth_curl *curl, CURLM *multi, CURLMoption option, long value) {
  return curl->multi_setopt(multi, option, value);
}

// CURLVERSION_NOW is a macro over an enumerator.
static inline const char *appauth_curl_system_roots(const struct appauth_curl *curl) {
  const curl_version_info_data *info = curl->version_info(CURLVERSION_NOW);
  return info->age >= CURLVERSION_SEVENTH ? info->cainfo : NULL;
}

// The result stands in a union, which Swift would make us read by an unsafe cast.
static inline CURLcode appauth_curl_result(const CURLMsg *message) {
  return message->data.result;
}

// curl_slist_free_all leaves what the lines held (an Authorization header) in freed memory.
static inline void appauth_curl_slist_wipe_free(
    const struct appauth_curl *curl, struct curl_slist *list) {
  for (struct curl_slist *line = list; line != NULL; line = line->next)
    for (volatile char *byte = line->data; *byte != 0; ++byte) *byte = 0;
  curl->slist_free_all(list);
}

#endif
