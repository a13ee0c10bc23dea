#ifndef APPAUTH_MIGRATE_CSECRET_SHIM_H
#define APPAUTH_MIGRATE_CSECRET_SHIM_H

// libsecret is opened on first use: the command runs without it, and pays nothing for it where the key is a file.
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

// The library's own header needs GLib's, which no compiler finds without pkg-config, and pkg-config would link them.
// So the few declarations stand here; a test compiles this file with the real headers before it, where each
// declaration must agree with theirs.
#ifdef APPAUTH_SECRET_WITH_HEADERS
#include <gio/gio.h>
#include <libsecret/secret.h>
// Macros of the same names.
#undef g_str_equal
#undef g_hash_table_insert
#else
typedef int gboolean;
typedef char gchar;
typedef void *gpointer;
typedef const void *gconstpointer;
typedef unsigned int guint;
typedef uint32_t GQuark;
typedef struct _GError {
  GQuark domain;
  int code;
  char *message;
} GError;
typedef struct _GList GList;
struct _GList {
  gpointer data;
  GList *next;
  GList *prev;
};
typedef struct _GHashTable GHashTable;
typedef struct _GCancellable GCancellable;
typedef struct _GDBusConnection GDBusConnection;
typedef guint (*GHashFunc)(gconstpointer key);
typedef gboolean (*GEqualFunc)(gconstpointer a, gconstpointer b);
typedef void (*GDestroyNotify)(gpointer data);
typedef enum { G_BUS_TYPE_SESSION = 2 } GBusType;
typedef struct _SecretService SecretService;
typedef struct _SecretCollection SecretCollection;
typedef struct _SecretItem SecretItem;
typedef struct _SecretValue SecretValue;
typedef enum {
  SECRET_SCHEMA_NONE = 0,
  SECRET_SCHEMA_DONT_MATCH_NAME = 1 << 1
} SecretSchemaFlags;
typedef enum { SECRET_SCHEMA_ATTRIBUTE_STRING = 0 } SecretSchemaAttributeType;
typedef struct {
  const gchar *name;
  SecretSchemaAttributeType type;
} SecretSchemaAttribute;
typedef struct {
  const gchar *name;
  SecretSchemaFlags flags;
  SecretSchemaAttribute attributes[32];
  int reserved;
  gpointer reserved1, reserved2, reserved3, reserved4, reserved5, reserved6, reserved7;
} SecretSchema;
typedef enum { SECRET_SERVICE_OPEN_SESSION = 1 << 1 } SecretServiceFlags;
typedef enum { SECRET_SEARCH_ALL = 1 << 1 } SecretSearchFlags;
typedef enum { SECRET_COLLECTION_NONE = 0 } SecretCollectionFlags;
#endif

guint g_str_hash(gconstpointer v);
gboolean g_str_equal(gconstpointer a, gconstpointer b);
GHashTable *g_hash_table_new(GHashFunc hash, GEqualFunc equal);
gboolean g_hash_table_insert(GHashTable *table, gpointer key, gpointer value);
gpointer g_hash_table_lookup(GHashTable *table, gconstpointer key);
void g_hash_table_unref(GHashTable *table);
void g_list_free(GList *list);
GList *g_list_prepend(GList *list, gpointer data);
void g_error_free(GError *error);
void g_object_unref(gpointer object);
GCancellable *g_cancellable_new(void);
void g_cancellable_cancel(GCancellable *cancellable);
GQuark g_dbus_error_quark(void);
GDBusConnection *g_bus_get_sync(GBusType type, GCancellable *cancellable, GError **error);
void g_dbus_connection_set_exit_on_close(GDBusConnection *connection, gboolean exit_on_close);
GQuark secret_error_get_quark(void);
SecretService *secret_service_get_sync(
    SecretServiceFlags flags, GCancellable *cancellable, GError **error);
GList *secret_service_search_sync(
    SecretService *service, const SecretSchema *schema, GHashTable *attributes,
    SecretSearchFlags flags, GCancellable *cancellable, GError **error);
int secret_service_unlock_sync(
    SecretService *service, GList *objects, GCancellable *cancellable, GList **unlocked,
    GError **error);
gboolean secret_service_store_sync(
    SecretService *service, const SecretSchema *schema, GHashTable *attributes,
    const gchar *collection, const gchar *label, SecretValue *value, GCancellable *cancellable,
    GError **error);
gboolean secret_item_get_locked(SecretItem *self);
gboolean secret_item_load_secret_sync(
    SecretItem *self, GCancellable *cancellable, GError **error);
gboolean secret_item_delete_sync(SecretItem *self, GCancellable *cancellable, GError **error);
SecretValue *secret_item_get_secret(SecretItem *self);
GHashTable *secret_item_get_attributes(SecretItem *self);
SecretCollection *secret_collection_for_alias_sync(
    SecretService *service, const gchar *alias, SecretCollectionFlags flags,
    GCancellable *cancellable, GError **error);
gboolean secret_collection_get_locked(SecretCollection *self);
SecretValue *secret_value_new(const gchar *secret, long length, const gchar *content_type);
const gchar *secret_value_get(SecretValue *value, size_t *length);
void secret_value_unref(gpointer value);

#define APPAUTH_SECRET_FUNCTIONS(X)                                            \
  X(g_str_hash)                                                                \
  X(g_str_equal)                                                               \
  X(g_hash_table_new)                                                          \
  X(g_hash_table_insert)                                                       \
  X(g_hash_table_lookup)                                                       \
  X(g_hash_table_unref)                                                        \
  X(g_list_free)                                                               \
  X(g_list_prepend)                                                            \
  X(g_error_free)                                                              \
  X(g_object_unref)                                                            \
  X(g_cancellable_new)                                                         \
  X(g_cancellable_cancel)                                                      \
  X(g_dbus_error_quark)                                                        \
  X(g_bus_get_sync)                                                            \
  X(g_dbus_connection_set_exit_on_close)                                       \
  X(secret_error_get_quark)                                                    \
  X(secret_service_get_sync)                                                   \
  X(secret_service_search_sync)                                                \
  X(secret_service_unlock_sync)                                                \
  X(secret_service_store_sync)                                                 \
  X(secret_item_get_locked)                                                    \
  X(secret_item_load_secret_sync)                                              \
  X(secret_item_delete_sync)                                                   \
  X(secret_item_get_secret)                                                    \
  X(secret_item_get_attributes)                                                \
  X(secret_collection_for_alias_sync)                                          \
  X(secret_collection_get_locked)                                              \
  X(secret_value_new)                                                          \
  X(secret_value_get)                                                          \
  X(secret_value_unref)

struct appauth_secret {
#define APPAUTH_SECRET_MEMBER(name) __typeof__(name) *name;
  APPAUTH_SECRET_FUNCTIONS(APPAUTH_SECRET_MEMBER)
#undef APPAUTH_SECRET_MEMBER
};

// Fills the table; 0 if the library or one of its functions is missing. GLib's functions are found through libsecret,
// which needs them itself. Never closed: GLib's types cannot be unloaded.
static inline int appauth_secret_load(struct appauth_secret *secret) {
#ifdef __APPLE__
  void *library = NULL;
#else
  void *library = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
#endif
  if (library == NULL) return 0;
#define APPAUTH_SECRET_FIND(name)                                              \
  secret->name = (__typeof__(secret->name))dlsym(library, #name);              \
  if (secret->name == NULL) return 0;
  APPAUTH_SECRET_FUNCTIONS(APPAUTH_SECRET_FIND)
#undef APPAUTH_SECRET_FIND
  return 1;
}

// The schema is an array of 32 structs, which Swift would see as a tuple.
static inline const SecretSchema *appauth_secret_schema(void) {
  static const SecretSchema schema = {
    "io.github.appauth-migrate.StoreKey",
    SECRET_SCHEMA_NONE,
    {
      {"application", SECRET_SCHEMA_ATTRIBUTE_STRING},
      {"store", SECRET_SCHEMA_ATTRIBUTE_STRING},
      {"place", SECRET_SCHEMA_ATTRIBUTE_STRING},
      {NULL, SECRET_SCHEMA_ATTRIBUTE_STRING},
    },
    0, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
  };
  return &schema;
}

// A table of attributes over strings that the caller keeps.
static inline GHashTable *appauth_secret_attributes(const struct appauth_secret *secret) {
  return secret->g_hash_table_new(secret->g_str_hash, secret->g_str_equal);
}

#endif
