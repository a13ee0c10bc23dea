#ifndef APPAUTH_MIGRATE_CSYSTEM_SIEVE_H
#define APPAUTH_MIGRATE_CSYSTEM_SIEVE_H

// One look over bytes, at the speed at which memory is read, for places that are worth a second one: where one of some
// groups of three bytes may begin, and where bytes stand as densely as in the alphabet of an encoding. Swift has no word
// for the instruction that looks up sixteen bytes in a table at once, which is all that this is about.

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

/// Bytes that are looked at in one step.
enum { APPAUTH_SIEVE_STEP = 64 };

/// What a byte is, a bit each; those of APPAUTH_RUN make up what base64, hex and percent-encoding are written with.
enum {
  APPAUTH_RUN = 0x1F,
  APPAUTH_HEX = 0x22,
  APPAUTH_REFERENCE = 0x40,
  APPAUTH_ZERO = 0x80,
};

/// For each half of a byte the classes that a byte with it can have; it has those that both of its halves have.
static const uint8_t appauth_class_low[16] = {
    0x8A, 0x2E, 0x2E, 0x6E, 0x2E, 0x2F, 0x6E, 0x0E, 0x0E, 0x0E, 0x0C, 0x45, 0x14, 0x05, 0x04, 0x15,
};
static const uint8_t appauth_class_high[16] = {
    0x80, 0, 0x41, 0x42, 0x24, 0x18, 0x24, 0x08, 0, 0, 0, 0, 0, 0, 0, 0,
};

/// What is looked for; all tables are made by the caller.
typedef struct {
  /// For each of the three places and each of two planes, sixteen bytes for the lower halves and sixteen for the upper
  /// ones: a bit for each set of groups that a byte with that half fits.
  const uint8_t *nibbles;
  /// The same for whole bytes, 256 for each of the three places.
  const uint16_t *whole;
} appauth_sieve_tables;

/// Where a search stands, and what it found last.
typedef struct {
  /// Where the next step begins.
  size_t at;
  /// Up to where dense bytes are known and not told.
  size_t quiet;
  /// Where the bytes begin in which something was found.
  size_t start;
  /// A bit for each place where a group may begin.
  uint64_t groups;
  /// A bit for each sixteen bytes that are dense.
  uint32_t dense;
  /// Whether the sixteen bytes before were all made of what encodings are written with.
  uint32_t before;
} appauth_sieve_cursor;

/// A bit of a mask for each byte of a step that is of a class.
typedef struct {
  uint64_t run, hex, reference, zero;
} appauth_classes;

/// Whether sixteen bytes of a step, from `shift` on, are dense: all hex digits, all of an alphabet with the sixteen before
/// them, all letters with zeros between them, or all of what XML writes references with.
static inline uint32_t appauth_dense_part(appauth_classes is, int shift, uint32_t *before) {
  uint32_t run = (uint16_t)(is.run >> shift), zero = (uint16_t)(is.zero >> shift), full = run == 0xFFFF;
  uint32_t hex = (uint16_t)(is.hex >> shift) == 0xFFFF;
  uint32_t wide = run + zero == 0xFFFF && (run == 0x5555 || run == 0xAAAA);
  uint32_t references = !full && (run | (uint16_t)(is.reference >> shift)) == 0xFFFF;
  uint32_t dense = (full & *before) | hex | wide | references;
  *before = full;
  return dense;
}

/// A bit for each sixteen bytes of a step that are dense.
static inline uint32_t appauth_dense(appauth_classes is, uint32_t *before) {
  uint32_t dense = appauth_dense_part(is, 0, before);
  dense |= appauth_dense_part(is, 16, before) << 1;
  dense |= appauth_dense_part(is, 32, before) << 2;
  return dense | appauth_dense_part(is, 48, before) << 3;
}

static inline uint8_t appauth_class(uint8_t byte) {
  return appauth_class_low[byte & 15] & appauth_class_high[byte >> 4];
}

/// Looks at the bytes of a step, behind which two more can be read: a bit for each place where a group may begin.
static inline uint64_t appauth_look_plain(const appauth_sieve_tables *tables, const uint8_t *bytes, uint32_t *dense,
                                          uint32_t *before) {
  appauth_classes all = {0, 0, 0, 0};
  uint64_t groups = 0;
  for (int at = 0; at < APPAUTH_SIEVE_STEP; at++) {
    uint16_t fits = tables->whole[bytes[at]] & tables->whole[256 + bytes[at + 1]] & tables->whole[512 + bytes[at + 2]];
    uint8_t is = appauth_class(bytes[at]);
    groups |= (uint64_t)(fits != 0) << at;
    all.run |= (uint64_t)((is & APPAUTH_RUN) != 0) << at;
    all.hex |= (uint64_t)((is & APPAUTH_HEX) != 0) << at;
    all.reference |= (uint64_t)((is & APPAUTH_REFERENCE) != 0) << at;
    all.zero |= (uint64_t)((is & APPAUTH_ZERO) != 0) << at;
  }
  *dense = appauth_dense(all, before);
  return groups;
}

/// What is left at the end of the bytes, with zeros behind it.
static inline const uint8_t *appauth_copy(uint8_t *copy, const uint8_t *bytes, size_t count) {
  memset(copy, 0, APPAUTH_SIEVE_STEP + 2);
  memcpy(copy, bytes, count < APPAUTH_SIEVE_STEP + 2 ? count : APPAUTH_SIEVE_STEP + 2);
  return copy;
}

/// A search that looks at one step after another; each processor has its own between these.
#define APPAUTH_SIEVE_BEGIN                                                                        \
  uint8_t copy[APPAUTH_SIEVE_STEP + 2];                                                            \
  uint32_t before = cursor->before;                                                                \
  size_t at = cursor->at, quiet = cursor->quiet;                                                   \
  while (at < end) {                                                                               \
    const uint8_t *step = bytes + at;                                                              \
    if (end - at < APPAUTH_SIEVE_STEP + 2) step = appauth_copy(copy, step, end - at);              \
    uint32_t dense = 0;                                                                            \
    uint64_t groups;
#define APPAUTH_SIEVE_END                                                                          \
    size_t start = at;                                                                             \
    at += APPAUTH_SIEVE_STEP;                                                                      \
    if (at <= quiet) dense = 0;                                                                    \
    if (groups | dense) {                                                                          \
      *cursor = (appauth_sieve_cursor){at, quiet, start, groups, dense, before};                   \
      return 1;                                                                                    \
    }                                                                                              \
  }                                                                                                \
  cursor->at = at;                                                                                 \
  return 0;

/// For any processor.
static inline int appauth_sieve_plain(const appauth_sieve_tables *tables, const uint8_t *bytes, size_t end,
                                      appauth_sieve_cursor *cursor) {
  APPAUTH_SIEVE_BEGIN
  groups = appauth_look_plain(tables, step, &dense, &before);
  APPAUTH_SIEVE_END
}

#if defined(__x86_64__)
#define APPAUTH_AVX2 __attribute__((target("avx2")))
#define APPAUTH_AVX512 __attribute__((target("avx512f,avx512bw")))

/// Sixteen bytes of a table, as often as they go into a register.
APPAUTH_AVX2 static inline __m256i appauth_twice(const uint8_t *table) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
}
APPAUTH_AVX512 static inline __m512i appauth_four_times(const uint8_t *table) {
  return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)table));
}

/// A bit for each byte that has any of some bits.
APPAUTH_AVX2 static inline uint64_t appauth_with_2(__m256i bytes, int bits) {
  __m256i some = _mm256_and_si256(bytes, _mm256_set1_epi8((char)bits));
  return (uint32_t)~_mm256_movemask_epi8(_mm256_cmpeq_epi8(some, _mm256_setzero_si256()));
}
APPAUTH_AVX512 static inline uint64_t appauth_with_512(__m512i bytes, int bits) {
  return _mm512_test_epi8_mask(bytes, _mm512_set1_epi8((char)bits));
}

/// Whether sixteen bytes of a step have a class each. Most have none of any, or stand beside one that has none.
static inline int appauth_some_full(uint64_t classed) {
  return (uint16_t)classed == 0xFFFF || (uint16_t)(classed >> 16) == 0xFFFF ||
         (uint16_t)(classed >> 32) == 0xFFFF || classed >> 48 == 0xFFFF;
}

/// The tables in registers: of each of three places two planes, for lower and upper halves. No loops and no arrays here:
/// they would stay what they are, in memory.
typedef struct {
  __m256i low_a, low_b, high_a, high_b;
} appauth_place_2;
typedef struct {
  __m512i low_a, low_b, high_a, high_b;
} appauth_place_512;

APPAUTH_AVX2 static inline appauth_place_2 appauth_load_2(const appauth_sieve_tables *tables, int place) {
  const uint8_t *from = tables->nibbles + place * 64;
  return (appauth_place_2){appauth_twice(from), appauth_twice(from + 32), appauth_twice(from + 16),
                           appauth_twice(from + 48)};
}
APPAUTH_AVX512 static inline appauth_place_512 appauth_load_512(const appauth_sieve_tables *tables, int place) {
  const uint8_t *from = tables->nibbles + place * 64;
  return (appauth_place_512){appauth_four_times(from), appauth_four_times(from + 32), appauth_four_times(from + 16),
                             appauth_four_times(from + 48)};
}

/// Sets `a` and `b` to the sets of either plane that each byte fits, and leaves its halves in `lower` and `upper`.
#define APPAUTH_FIT(mm, si, place, bytes, a, b)                                                         \
  {                                                                                                   \
    piece = mm##_loadu_##si ((const void *)(bytes));                                      \
    lower = mm##_and_##si(piece, half);                                                  \
    upper = mm##_and_##si(mm##_srli_epi16(piece, 4), half);                      \
    a = mm##_and_##si(mm##_shuffle_epi8((place).low_a, lower),                   \
                                   mm##_shuffle_epi8((place).high_a, upper));                 \
    b = mm##_and_##si(mm##_shuffle_epi8((place).low_b, lower),                   \
                                   mm##_shuffle_epi8((place).high_b, upper));                 \
  }

/// Looks at 32 bytes.
APPAUTH_AVX2 static inline uint64_t appauth_half_2(appauth_place_2 first, appauth_place_2 second,
                                                   appauth_place_2 third, __m256i class_low, __m256i class_high,
                                                   const uint8_t *bytes, __m256i *is) {
  const __m256i half = _mm256_set1_epi8(15);
  __m256i piece, lower, upper, a1, b1, a2, b2, a3, b3;
  APPAUTH_FIT(_mm256, si256, second, bytes + 1, a2, b2)
  APPAUTH_FIT(_mm256, si256, third, bytes + 2, a3, b3)
  APPAUTH_FIT(_mm256, si256, first, bytes, a1, b1)
  *is = _mm256_and_si256(_mm256_shuffle_epi8(class_low, lower), _mm256_shuffle_epi8(class_high, upper));
  a1 = _mm256_and_si256(a1, _mm256_and_si256(a2, a3));
  b1 = _mm256_and_si256(b1, _mm256_and_si256(b2, b3));
  return appauth_with_2(_mm256_or_si256(a1, b1), -1);
}

/// As appauth_sieve_plain.
APPAUTH_AVX2 static inline int appauth_sieve_2(const appauth_sieve_tables *tables, const uint8_t *bytes, size_t end,
                                               appauth_sieve_cursor *cursor) {
  const appauth_place_2 first = appauth_load_2(tables, 0), second = appauth_load_2(tables, 1);
  const appauth_place_2 third = appauth_load_2(tables, 2);
  const __m256i class_low = appauth_twice(appauth_class_low), class_high = appauth_twice(appauth_class_high);
  APPAUTH_SIEVE_BEGIN
  __m256i is, more;
  groups = appauth_half_2(first, second, third, class_low, class_high, step, &is);
  groups |= appauth_half_2(first, second, third, class_low, class_high, step + 32, &more) << 32;
  if (appauth_some_full(appauth_with_2(is, -1) | appauth_with_2(more, -1) << 32)) {
    appauth_classes all = {
        appauth_with_2(is, APPAUTH_RUN) | appauth_with_2(more, APPAUTH_RUN) << 32,
        appauth_with_2(is, APPAUTH_HEX) | appauth_with_2(more, APPAUTH_HEX) << 32,
        appauth_with_2(is, APPAUTH_REFERENCE) | appauth_with_2(more, APPAUTH_REFERENCE) << 32,
        appauth_with_2(is, APPAUTH_ZERO) | appauth_with_2(more, APPAUTH_ZERO) << 32,
    };
    dense = appauth_dense(all, &before);
  } else {
    before = 0;
  }
  APPAUTH_SIEVE_END
}

/// As appauth_sieve_plain.
APPAUTH_AVX512 static inline int appauth_sieve_512(const appauth_sieve_tables *tables, const uint8_t *bytes, size_t end,
                                                   appauth_sieve_cursor *cursor) {
  const appauth_place_512 first = appauth_load_512(tables, 0), second = appauth_load_512(tables, 1);
  const appauth_place_512 third = appauth_load_512(tables, 2);
  const __m512i class_low = appauth_four_times(appauth_class_low), half = _mm512_set1_epi8(15);
  const __m512i class_high = appauth_four_times(appauth_class_high);
  APPAUTH_SIEVE_BEGIN
  __m512i piece, lower, upper, a1, b1, a2, b2, a3, b3;
  APPAUTH_FIT(_mm512, si512, second, step + 1, a2, b2)
  APPAUTH_FIT(_mm512, si512, third, step + 2, a3, b3)
  APPAUTH_FIT(_mm512, si512, first, step, a1, b1)
  __m512i is = _mm512_and_si512(_mm512_shuffle_epi8(class_low, lower), _mm512_shuffle_epi8(class_high, upper));
  a1 = _mm512_and_si512(a1, _mm512_and_si512(a2, a3));
  b1 = _mm512_and_si512(b1, _mm512_and_si512(b2, b3));
  groups = appauth_with_512(_mm512_or_si512(a1, b1), -1);
  if (appauth_some_full(appauth_with_512(is, -1))) {
    appauth_classes all = {appauth_with_512(is, APPAUTH_RUN), appauth_with_512(is, APPAUTH_HEX),
                           appauth_with_512(is, APPAUTH_REFERENCE), appauth_with_512(is, APPAUTH_ZERO)};
    dense = appauth_dense(all, &before);
  } else {
    before = 0;
  }
  APPAUTH_SIEVE_END
}
#endif

#if defined(__aarch64__)
/// The tables of a place in registers: two planes, for lower and upper halves.
typedef struct {
  uint8x16_t low_a, low_b, high_a, high_b;
} appauth_place_16;

static inline appauth_place_16 appauth_load_16(const appauth_sieve_tables *tables, int place) {
  const uint8_t *from = tables->nibbles + place * 64;
  return (appauth_place_16){vld1q_u8(from), vld1q_u8(from + 32), vld1q_u8(from + 16), vld1q_u8(from + 48)};
}

/// A bit for each byte of four registers that has any of some bits.
static inline uint64_t appauth_with_16(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d, uint8_t bits) {
  static const uint8_t order[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t each = vld1q_u8(order), asked = vdupq_n_u8(bits);
  uint8x16_t low = vpaddq_u8(vandq_u8(vtstq_u8(a, asked), each), vandq_u8(vtstq_u8(b, asked), each));
  uint8x16_t high = vpaddq_u8(vandq_u8(vtstq_u8(c, asked), each), vandq_u8(vtstq_u8(d, asked), each));
  uint8x16_t all = vpaddq_u8(low, high);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
}

/// The sets that each of sixteen bytes and its two neighbours fit; its classes as well.
static inline uint8x16_t appauth_fit_16(appauth_place_16 first, appauth_place_16 second, appauth_place_16 third,
                                        uint8x16_t class_low, uint8x16_t class_high, const uint8_t *bytes,
                                        uint8x16_t *is) {
  const uint8x16_t half = vdupq_n_u8(15);
  uint8x16_t one = vld1q_u8(bytes), two = vld1q_u8(bytes + 1), three = vld1q_u8(bytes + 2);
  uint8x16_t low_1 = vandq_u8(one, half), high_1 = vshrq_n_u8(one, 4);
  uint8x16_t low_2 = vandq_u8(two, half), high_2 = vshrq_n_u8(two, 4);
  uint8x16_t low_3 = vandq_u8(three, half), high_3 = vshrq_n_u8(three, 4);
  uint8x16_t a = vandq_u8(vqtbl1q_u8(first.low_a, low_1), vqtbl1q_u8(first.high_a, high_1));
  uint8x16_t b = vandq_u8(vqtbl1q_u8(first.low_b, low_1), vqtbl1q_u8(first.high_b, high_1));
  a = vandq_u8(a, vandq_u8(vqtbl1q_u8(second.low_a, low_2), vqtbl1q_u8(second.high_a, high_2)));
  b = vandq_u8(b, vandq_u8(vqtbl1q_u8(second.low_b, low_2), vqtbl1q_u8(second.high_b, high_2)));
  a = vandq_u8(a, vandq_u8(vqtbl1q_u8(third.low_a, low_3), vqtbl1q_u8(third.high_a, high_3)));
  b = vandq_u8(b, vandq_u8(vqtbl1q_u8(third.low_b, low_3), vqtbl1q_u8(third.high_b, high_3)));
  *is = vandq_u8(vqtbl1q_u8(class_low, low_1), vqtbl1q_u8(class_high, high_1));
  return vorrq_u8(a, b);
}

/// As appauth_sieve_plain.
static inline int appauth_sieve_16(const appauth_sieve_tables *tables, const uint8_t *bytes, size_t end,
                                   appauth_sieve_cursor *cursor) {
  const appauth_place_16 first = appauth_load_16(tables, 0), second = appauth_load_16(tables, 1);
  const appauth_place_16 third = appauth_load_16(tables, 2);
  const uint8x16_t low = vld1q_u8(appauth_class_low), high = vld1q_u8(appauth_class_high);
  APPAUTH_SIEVE_BEGIN
  uint8x16_t is_a, is_b, is_c, is_d;
  uint8x16_t a = appauth_fit_16(first, second, third, low, high, step, &is_a);
  uint8x16_t b = appauth_fit_16(first, second, third, low, high, step + 16, &is_b);
  uint8x16_t c = appauth_fit_16(first, second, third, low, high, step + 32, &is_c);
  uint8x16_t d = appauth_fit_16(first, second, third, low, high, step + 48, &is_d);
  groups = vmaxvq_u8(vorrq_u8(vorrq_u8(a, b), vorrq_u8(c, d))) ? appauth_with_16(a, b, c, d, 0xFF) : 0;
  // Sixteen bytes with a class each have no zero among them.
  if (vminvq_u8(is_a) || vminvq_u8(is_b) || vminvq_u8(is_c) || vminvq_u8(is_d)) {
    appauth_classes all = {appauth_with_16(is_a, is_b, is_c, is_d, APPAUTH_RUN),
                           appauth_with_16(is_a, is_b, is_c, is_d, APPAUTH_HEX),
                           appauth_with_16(is_a, is_b, is_c, is_d, APPAUTH_REFERENCE),
                           appauth_with_16(is_a, is_b, is_c, is_d, APPAUTH_ZERO)};
    dense = appauth_dense(all, &before);
  } else {
    before = 0;
  }
  APPAUTH_SIEVE_END
}
#endif

/// Which instructions a search may use: those of every processor, or what some of them have.
enum { APPAUTH_PLAIN, APPAUTH_WIDE, APPAUTH_WIDEST };

/// The most that this processor has.
static inline int appauth_sieve_widest(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")) return APPAUTH_WIDEST;
  if (__builtin_cpu_supports("avx2")) return APPAUTH_WIDE;
#elif defined(__aarch64__)
  return APPAUTH_WIDE;
#endif
  return APPAUTH_PLAIN;
}

/// Goes on from where the search stands to the next place that is worth a second look; 0 if there is none.
///
/// Places of groups are bits from `start` on and may be too many, never too few; what lies behind `end` is taken for zero.
static inline int appauth_sieve_next(const appauth_sieve_tables *tables, const uint8_t *bytes, size_t end,
                                     appauth_sieve_cursor *cursor, int width) {
#if defined(__x86_64__)
  if (width == APPAUTH_WIDEST) return appauth_sieve_512(tables, bytes, end, cursor);
  if (width == APPAUTH_WIDE) return appauth_sieve_2(tables, bytes, end, cursor);
#elif defined(__aarch64__)
  if (width == APPAUTH_WIDE) return appauth_sieve_16(tables, bytes, end, cursor);
#endif
  return appauth_sieve_plain(tables, bytes, end, cursor);
}

#endif
