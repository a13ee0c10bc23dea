#ifndef APPAUTH_MIGRATE_CMICROHTTPD_SHIM_H
#define APPAUTH_MIGRATE_CMICROHTTPD_SHIM_H

// libmicrohttpd is opened on first use: only a sign-in needs it.
#include <microhttpd.h>

#include <arpa/inet.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

#define APPAUTH_MHD_FUNCTIONS(X)                                               \
  X(start_daemon)                                                              \
  X(stop_daemon)                                                               \
  X(get_daemon_info)                                                           \
  X(get_connection_values)                                                     \
  X(get_connection_info)                                                       \
  X(suspend_connection)                                                        \
  X(resume_connection)                                                         \
  X(create_response_from_buffer)                                               \
  X(add_response_header)                                                       \
  X(queue_response)                                                            \
  X(destroy_response)                                                          \
  X(get_version)

struct appauth_mhd {
#define APPAUTH_MHD_MEMBER(name) __typeof__(MHD_##name) *name;
  APPAUTH_MHD_FUNCTIONS(APPAUTH_MHD_MEMBER)
#undef APPAUTH_MHD_MEMBER
};

// Fills the table; 0 if the library or one of its functions is missing.
static inline int appauth_mhd_load(struct appauth_mhd *mhd) {
#ifdef __APPLE__
  void *library = dlopen("libmicrohttpd.12.dylib", RTLD_NOW | RTLD_LOCAL);
  // Homebrew's folder on Apple silicon is not on the loader's path.
  if (library == NULL)
    library = dlopen("/opt/homebrew/lib/libmicrohttpd.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  void *library = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
#endif
  if (library == NULL) return 0;
#define APPAUTH_MHD_FIND(name)                                                 \
  mhd->name = (__typeof__(mhd->name))dlsym(library, "MHD_" #name);             \
  if (mhd->name == NULL) return 0;
  APPAUTH_MHD_FUNCTIONS(APPAUTH_MHD_FIND)
#undef APPAUTH_MHD_FIND
  return 1;
}

// MHD_start_daemon is variadic. It listens on a loopback address and nowhere else.
static inline struct MHD_Daemon *appauth_mhd_start(
    const struct appauth_mhd *mhd, int is_v6, uint16_t port, void *context,
    MHD_AccessHandlerCallback access, MHD_RequestCompletedCallback completed,
    void *(*begun)(void *, const char *, struct MHD_Connection *),
    MHD_NotifyConnectionCallback changed,
    unsigned int connections, unsigned int idle_seconds, size_t memory) {
  struct sockaddr_in v4;
  memset(&v4, 0, sizeof v4);
  v4.sin_family = AF_INET;
  v4.sin_port = htons(port);
  v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  struct sockaddr_in6 v6;
  memset(&v6, 0, sizeof v6);
  v6.sin6_family = AF_INET6;
  v6.sin6_port = htons(port);
  v6.sin6_addr = in6addr_loopback;
  unsigned int flags = MHD_USE_AUTO_INTERNAL_THREAD | MHD_USE_SUSPEND_RESUME;
  if (is_v6) flags |= MHD_USE_IPv6;
  return mhd->start_daemon(
      flags, 0, NULL, NULL, access, context,
      MHD_OPTION_SOCK_ADDR, is_v6 ? (struct sockaddr *)&v6 : (struct sockaddr *)&v4,
      MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_URI_LOG_CALLBACK, begun, context,
      MHD_OPTION_NOTIFY_CONNECTION, changed, context,
      MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
      MHD_OPTION_END);
}

// MHD_get_daemon_info is variadic, and its answer a union.
static inline uint16_t appauth_mhd_port(
    const struct appauth_mhd *mhd, struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = mhd->get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info == NULL ? 0 : info->port;
}

// MHD_get_connection_info is variadic, and its answer a union; 0 if the client's port is not known.
static inline uint16_t appauth_mhd_client_port(
    const struct appauth_mhd *mhd, struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      mhd->get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  if (info == NULL || info->client_addr == NULL) return 0;
  if (info->client_addr->sa_family == AF_INET)
    return ntohs(((const struct sockaddr_in *)(const void *)info->client_addr)->sin_port);
  if (info->client_addr->sa_family == AF_INET6)
    return ntohs(((const struct sockaddr_in6 *)(const void *)info->client_addr)->sin6_port);
  return 0;
}

// Ends what is sent and received on a connection; libmicrohttpd then closes it as if the client had.
static inline void appauth_mhd_cut(
    const struct appauth_mhd *mhd, struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      mhd->get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  if (info != NULL) shutdown(info->connect_fd, SHUT_RDWR);
}

static inline int appauth_mhd_is_start(enum MHD_ConnectionNotificationCode code) {
  return code == MHD_CONNECTION_NOTIFY_STARTED;
}

// The constants reach Swift under names that depend on the attributes of the header at hand.
static const enum MHD_Result appauth_mhd_yes = MHD_YES;
static const enum MHD_Result appauth_mhd_no = MHD_NO;

static inline void appauth_mhd_headers(
    const struct appauth_mhd *mhd, struct MHD_Connection *connection,
    MHD_KeyValueIterator take, void *context) {
  mhd->get_connection_values(connection, MHD_HEADER_KIND, take, context);
}

static inline struct MHD_Response *appauth_mhd_response(
    const struct appauth_mhd *mhd, const void *bytes, size_t count) {
  return mhd->create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

#endif
