/* What the twins of a search share: a table of bounds, and the questions that close them.

   A twin defines LOWEST and HIGHEST, between which all values lie, and answers `bound_of`; TABLE_BITS says how large
   the table is. It plays one "game", with the position as its "seed": its "score" is the value, and its "steps" are the
   states looked at. */

#include "twin.h"

typedef struct {
    u64 key; /* of a state, 0 where there is none */
    int8_t low, high, best;
} Row;

#ifndef TABLE_BITS
#define TABLE_BITS 20
#endif
static Row table[1 << TABLE_BITS];

/* A state has one row, and takes it from whichever had it before. */
static inline Row *row_of(u64 key) { return table + ((key * 0x9e3779b97f4a7c15ull) >> (64 - TABLE_BITS)); }

static inline void note(u64 key, int found, int target, int best) {
    Row *row = row_of(key);
    if (row->key != key)
        *row = (Row){key, LOWEST, HIGHEST, best};
    if (found >= target)
        row->low = found;
    else
        row->high = found;
    row->best = best;
}

/* Whether what is known of a state answers the question; else the move that decided there, if one did. */
static inline int is_known(u64 key, int target, int *found, int *decided) {
    Row *row = row_of(key);
    if (row->key != key)
        return 0;
    *found = row->low >= target ? row->low : row->high;
    *decided = row->best;
    return row->low >= target || row->high < target;
}

/* Is the position worth so much? At least so much and a lower bound of its value, or less and an upper one. */
static int bound_of(u64 position, int target);

static void play(u64 games, u64 position) {
    (void)games;
    int low = LOWEST, high = HIGHEST;
    while (low < high) {
        int target = (low + high + 1) / 2;
        int found = bound_of(position, target);
        if (found >= target)
            low = found;
        else
            high = found;
    }
    histogram[low - LOWEST] = 1;
}
