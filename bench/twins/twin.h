/* What the twins share: random numbers, shuffles, the clock, the counts and their one line of JSON.

   A twin defines CARDS, the cards to shuffle, if it shuffles, and LOWEST and HIGHEST, the range of its scores. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;
typedef unsigned __int128 u128;

/* Wang Yi's wyrand: 64 bits a call, and the next state waits for one addition only. */
static inline u64 word(u64 *state) {
    *state += 0xa0761d6478bd642full;
    u128 product = (u128)*state * (*state ^ 0xe7037ed1a0b428dbull);
    return (u64)(product >> 64) ^ (u64)product;
}

static inline void swap(u8 *cards, u32 i, u32 j) {
    u8 card = cards[i];
    cards[i] = cards[j];
    cards[j] = card;
}

/* Fisher and Yates, a draw for each card, exact: Lemire, Fast random integer generation in an interval (2019). */
static inline void shuffle_by_card(u8 *cards, u32 n, u64 *state) {
    for (; n > 1; n--) {
        u64 product = (word(state) >> 32) * n;
        if ((u32)product < n)
            for (u32 least = -n % n; (u32)product < least;)
                product = (word(state) >> 32) * n;
        swap(cards, n - 1, product >> 32);
    }
}

#define ALL _Pragma("GCC unroll 16") /* of a loop's rounds, at most 16 and known to the compiler */

/* `count` integers below n, n - 1, ... from one word, exact; the product of these bounds must be below 2**64.
   Brackett-Rozinsky and Lemire, Batched ranged random integer generation (2024). */
static inline __attribute__((always_inline)) void batch(u32 *at, u32 n, u32 count, u64 *state) {
    u64 product = 1, rest, least = 0;
    ALL for (u32 i = 0; i < count; i++) product *= n - i;
    do {
        rest = word(state);
        ALL for (u32 i = 0; i < count; i++) {
            u128 wide = (u128)rest * (n - i);
            at[i] = wide >> 64;
            rest = wide;
        }
        if (__builtin_expect(rest >= product, 1))
            break;
        least = -product % product;
    } while (rest < least);
}

#ifdef CARDS
#define RUN 6 /* cards drawn from one word; longer runs wait longer for their last card */

static inline __attribute__((always_inline)) void shuffle_run(u8 *cards, u32 n, u32 count, u64 *state) {
    u32 at[RUN];
    batch(at, n, count, state);
    ALL for (u32 i = 0; i < count; i++) swap(cards, n - 1 - i, at[i]);
}

static inline void shuffle_by_batch(u8 *cards, u64 *state) {
    u32 n = CARDS;
    ALL for (u32 run = 0; run < (CARDS - 1) / RUN; run++, n -= RUN) shuffle_run(cards, n, RUN, state);
    shuffle_run(cards, n, (CARDS - 1) % RUN, state);
}

static inline void shuffle(u8 *cards, u64 *state) {
#ifdef BY_CARD
    shuffle_by_card(cards, CARDS, state);
#else
    shuffle_by_batch(cards, state);
#endif
}
#endif

static u64 histogram[HIGHEST - LOWEST + 1], wins, steps;

static double cpu(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

static void play(u64 games, u64 state);

int main(int count, char **words) {
    if (count != 3) {
        fprintf(stderr, "usage: %s GAMES SEED\n", words[0]);
        return 2;
    }
    u64 games = strtoull(words[1], 0, 10);
    double began = cpu();
    play(games, strtoull(words[2], 0, 10));
    double seconds = cpu() - began;
    double sum = 0, squares = 0;
    for (int score = LOWEST; score <= HIGHEST; score++) {
        double number = histogram[score - LOWEST];
        sum += number * score;
        squares += number * score * score;
    }
    printf("{\"games\": %llu, \"seconds\": %.9f, \"wins\": %llu, \"sum\": %.0f, \"squares\": %.0f, \"steps\": %llu, ",
           (unsigned long long)games, seconds, (unsigned long long)wins, sum, squares, (unsigned long long)steps);
    printf("\"histogram\": {");
    const char *comma = "";
    for (int score = LOWEST; score <= HIGHEST; score++)
        if (histogram[score - LOWEST]) {
            printf("%s\"%d\": %llu", comma, score, (unsigned long long)histogram[score - LOWEST]);
            comma = ", ";
        }
    printf("}}\n");
    return 0;
}
