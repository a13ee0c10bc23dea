#ifndef APPAUTH_MIGRATE_CSYSTEM_SHIM_H
#define APPAUTH_MIGRATE_CSYSTEM_SHIM_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

extern char **environ;

// A mutable global, which Swift does not let anyone read.
static inline char **appauth_environment(void) { return environ; }

// The flags of a terminal are macros. What was typed before it hides it is dropped.
static inline int appauth_set_echo(int terminal, int isOn) {
  struct termios state;
  if (tcgetattr(terminal, &state) != 0) return -1;
  if (isOn) state.c_lflag |= (tcflag_t)ECHO;
  else state.c_lflag &= ~(tcflag_t)ECHO;
  return tcsetattr(terminal, isOn ? TCSANOW : TCSAFLUSH, &state);
}

// `errno` is a macro over a function.
static inline int appauth_errno(void) { return errno; }
static inline void appauth_clear_errno(void) { errno = 0; }

/// The C library's words for a code; GNU and POSIX disagree on what strerror_r returns.
static inline void appauth_error_text(int code, char *text, size_t size) {
  text[0] = 0;
#if defined(__GLIBC__) && defined(_GNU_SOURCE)
  const char *words = strerror_r(code, text, size);
  if (words != text) snprintf(text, size, "%s", words);
#else
  strerror_r(code, text, size);
#endif
}

// Swift has no word for the instruction that makes a bit of each lane of a comparison.

/// Sixteen bytes, one bit for each that is one of the five in `letters`.
static inline uint64_t appauth_places_of_16(const uint8_t *bytes, uint64_t letters) {
#if defined(__SSE2__)
  typedef char lanes __attribute__((vector_size(16)));
  const lanes none = {0};
  lanes piece;
  memcpy(&piece, bytes, sizeof piece);
  lanes hits = (lanes)(piece == none + (char)letters) | (lanes)(piece == none + (char)(letters >> 8)) |
               (lanes)(piece == none + (char)(letters >> 16)) | (lanes)(piece == none + (char)(letters >> 24)) |
               (lanes)(piece == none + (char)(letters >> 32));
  return (uint16_t)__builtin_ia32_pmovmskb128(hits);
#else
  uint64_t places = 0;
  for (int at = 0; at < 16; at++) {
    uint8_t byte = bytes[at];
    uint64_t hit = (byte == (uint8_t)letters) | (byte == (uint8_t)(letters >> 8)) |
                   (byte == (uint8_t)(letters >> 16)) | (byte == (uint8_t)(letters >> 24)) |
                   (byte == (uint8_t)(letters >> 32));
    places |= hit << at;
  }
  return places;
#endif
}

/// Looks from `*at` on, in steps of 64 and at last of 16 bytes, for one that has any of five letters in it: sets a bit for
/// each and returns where that step begins. `*at` becomes the place behind the last step; if no bit is set, less than 16
/// bytes are left there.
static inline size_t appauth_next_places(const uint8_t *bytes, size_t *at, size_t end, uint64_t letters,
                                         uint64_t *places) {
  size_t start = *at;
  for (*places = 0; start + 64 <= end; start += 64) {
    *places = appauth_places_of_16(bytes + start, letters) | appauth_places_of_16(bytes + start + 16, letters) << 16 |
              appauth_places_of_16(bytes + start + 32, letters) << 32 |
              appauth_places_of_16(bytes + start + 48, letters) << 48;
    if (*places) {
      *at = start + 64;
      return start;
    }
  }
  for (; start + 16 <= end; start += 16) {
    *places = appauth_places_of_16(bytes + start, letters);
    if (*places) {
      *at = start + 16;
      return start;
    }
  }
  *at = start;
  return start;
}

// Swift cannot call variadic functions: open, fcntl, ioctl, prctl, syscall.

/// openat(2), always close-on-exec and never taking a terminal as the controlling one.
static inline int appauth_openat(int folder, const char *path, int flags, mode_t mode) {
  return openat(folder, path, flags | O_CLOEXEC | O_NOCTTY, mode);
}

// glibc hides them from programs that don't ask for the GNU extensions.
#if defined(__linux__) && !defined(SEEK_DATA)
#define SEEK_DATA 3
#define SEEK_HOLE 4
#endif

/// Where the next bytes that were ever written begin and end; 0 if there are none, -1 for an error.
static inline int appauth_next_data(int descriptor, off_t offset, off_t *start, off_t *end) {
#if defined(SEEK_DATA) && defined(SEEK_HOLE)
  *start = lseek(descriptor, offset, SEEK_DATA);
  if (*start < 0) return errno == ENXIO ? 0 : -1;
  *end = lseek(descriptor, *start, SEEK_HOLE);
  return *end < 0 ? -1 : 1;
#else
  errno = EINVAL;
  return -1;
#endif
}

/// Makes what was written survive a power cut: fsync is not enough on macOS, where the drive may still hold it.
static inline int appauth_sync(int descriptor) {
#ifdef F_FULLFSYNC
  if (fcntl(descriptor, F_FULLFSYNC) == 0) return 0;
  if (errno != ENOTSUP && errno != EINVAL && errno != ENOTTY) return -1;
#endif
  return fsync(descriptor);
}

/// Gives the standard descriptors that the process was started without to /dev/null: the next file that is opened
/// would get the number, and our output.
static inline void appauth_reserve_standard_descriptors(void) {
  for (int number = 0; number <= 2; number++)
    if (fcntl(number, F_GETFD) == -1 && errno == EBADF) {
      // The wrong way round: what reads or writes there fails, instead of an empty input or a result that nobody got.
      int opened = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY);
      if (opened > 2) close(opened);
    }
}

/// The columns of a terminal, 0 if it is none or doesn't say.
static inline int appauth_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// rename(2) that fails with EEXIST instead of replacing; ENOTSUP, EINVAL or ENOSYS where it does not exist.
static inline int appauth_rename_exclusive(int from, const char *old, int to, const char *name) {
#ifdef __linux__
  return (int)syscall(SYS_renameat2, from, old, to, name, 1u /* RENAME_NOREPLACE */);
#else
  return renameatx_np(from, old, to, name, RENAME_EXCL);
#endif
}

/// rename(2) of two names at once, each to the other; ENOTSUP, EINVAL or ENOSYS where it does not exist.
static inline int appauth_rename_swap(int from, const char *old, int to, const char *name) {
#ifdef __linux__
  return (int)syscall(SYS_renameat2, from, old, to, name, 2u /* RENAME_EXCHANGE */);
#else
  return renameatx_np(from, old, to, name, RENAME_SWAP);
#endif
}

/// A file without a name, gone with its last descriptor.
static inline int appauth_anonymous_file(void) {
#ifdef __linux__
  return (int)syscall(SYS_memfd_create, "appauth-migrate", 1u /* MFD_CLOEXEC */);
#else
  char path[] = "/tmp/appauth-migrate.XXXXXX";
  int descriptor = mkostemp(path, O_CLOEXEC);
  if (descriptor >= 0) unlink(path);
  return descriptor;
#endif
}

/// No debugger of the same user, no core: the memory holds tokens.
static inline int appauth_refuse_inspection(void) {
  struct rlimit none = {0, 0};
  int failed = setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
  failed |= prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
  return failed;
}

// In C `flock` names a struct as well, which Swift would have to tell apart.
static inline int appauth_try_lock(int descriptor) { return flock(descriptor, LOCK_EX | LOCK_NB); }
static inline int appauth_unlock(int descriptor) { return flock(descriptor, LOCK_UN); }

// `d_name` is a flexible array, which Swift sees as a tuple of 256.
static inline const char *appauth_entry_name(const struct dirent *entry) { return entry->d_name; }

#ifdef __linux__
// glibc shows these to _GNU_SOURCE only, which Swift does not set.
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
#endif

static inline int appauth_spawn_in(posix_spawn_file_actions_t *actions, const char *folder) {
  return posix_spawn_file_actions_addchdir_np(actions, folder);
}

/// Closes what is open from `first` on; on macOS a flag does it.
static inline int appauth_spawn_closing(posix_spawn_file_actions_t *actions, int first) {
#ifdef __linux__
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
#else
  (void)actions, (void)first;
  return 0;
#endif
}

/// The flags of posix_spawn, which have different types on different systems.
static inline short appauth_spawn_flags(int new_session) {
  int flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
#ifdef __linux__
  if (new_session) flags |= 0x80;  // POSIX_SPAWN_SETSID, which glibc shows to _GNU_SOURCE only
#else
  if (new_session) flags |= POSIX_SPAWN_SETSID;
#endif
#ifdef __APPLE__
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  return (short)flags;
}

/// A pipe that no child process inherits; macOS has no pipe2.
static inline int appauth_pipe(int *reader, int *writer) {
  int ends[2];
#ifdef __linux__
  if (syscall(SYS_pipe2, ends, O_CLOEXEC) != 0) return -1;
#else
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#endif
  *reader = ends[0];
  *writer = ends[1];
  return 0;
}

// Macros over a wait status.
static inline int appauth_has_exited(int status) { return WIFEXITED(status); }
static inline int appauth_exit_code(int status) { return WEXITSTATUS(status); }
static inline int appauth_end_signal(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }

// The extended attribute calls take more arguments on macOS.
static inline ssize_t appauth_list_attributes(int descriptor, char *names, size_t size) {
#ifdef __APPLE__
  return flistxattr(descriptor, names, size, 0);
#else
  return flistxattr(descriptor, names, size);
#endif
}
static inline ssize_t appauth_get_attribute(int descriptor, const char *name, void *value, size_t size) {
#ifdef __APPLE__
  return fgetxattr(descriptor, name, value, size, 0, 0);
#else
  return fgetxattr(descriptor, name, value, size);
#endif
}
static inline int appauth_set_attribute(int descriptor, const char *name, const void *value, size_t size) {
#ifdef __APPLE__
  return fsetxattr(descriptor, name, value, size, 0, 0);
#else
  return fsetxattr(descriptor, name, value, size, 0);
#endif
}

// SIG_DFL and SIG_IGN are casts, which Swift does not import.
static inline void appauth_default_signal(int number) { signal(number, SIG_DFL); }
static inline void appauth_ignore_signal(int number) { signal(number, SIG_IGN); }

// The handler is C because a Swift closure may allocate or run a lazy initialiser, which a signal must not.
// Only one Swift file may call this: each that does would get a `static` of its own.
static volatile sig_atomic_t appauth_signal_pipe = -1;
static volatile sig_atomic_t appauth_signal_times[32] = {0};

static void appauth_note_signal(int number) {
  int saved = errno;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  // timeout(1) sends the same signal to the process and to its group: both are one wish.
  sig_atomic_t time = (sig_atomic_t)(now.tv_sec % 1000000 * 1000 + now.tv_nsec / 1000000) + 1;
  sig_atomic_t first = appauth_signal_times[number & 31];
  if (first == 0) {
    appauth_signal_times[number & 31] = time;
    unsigned char byte = (unsigned char)number;
    ssize_t ignored = write(appauth_signal_pipe, &byte, 1);
    (void)ignored;
  } else if (time - first > 300 || time < first) {
    signal(number, SIG_DFL);
    raise(number);
  }
  errno = saved;
}

/// Writes the signal's number into `pipe` the first time it comes; 300 ms later and more it has its default effect.
static inline int appauth_watch_signal(int number, int pipe) {
  appauth_signal_pipe = pipe;
  struct sigaction action;
  // nohup ignores it for us.
  if (number == SIGHUP && sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN) return 0;
  memset(&action, 0, sizeof action);
  action.sa_handler = appauth_note_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  return sigaction(number, &action, NULL);
}

#endif
