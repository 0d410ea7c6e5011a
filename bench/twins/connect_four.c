/* Connect Four by alpha-beta with a transposition table, on COLUMNS x ROWS squares: columns one beside another in a
   word, each with an empty bit above it, as in J. Tromp's Fhourstones. */

#define LOWEST -1
#define HIGHEST 1
#include "searched.h"

#define HEIGHT (ROWS + 1)
#define COLUMN(k) (((1ull << ROWS) - 1) << (k) * HEIGHT)
#define BOTTOM(k) (1ull << (k) * HEIGHT)

static u64 bottom;
static int order[COLUMNS]; /* the middle column first */

static inline int won(u64 discs) {
    static const int steps[4] = {1, HEIGHT - 1, HEIGHT, HEIGHT + 1};
    for (int k = 0; k < 4; k++) {
        u64 pairs = discs & discs >> steps[k];
        if (pairs & pairs >> 2 * steps[k])
            return 1;
    }
    return 0;
}

/* To whoever is to move, whose discs are `own`. */
static int bound(u64 own, u64 all, int target) {
    u64 key = own + all + bottom, moves[COLUMNS];
    int count = 0, best = LOWEST - 1, decided = -1;
    steps++;
    for (int k = 0; k < COLUMNS; k++) {
        u64 move = all + BOTTOM(order[k]) & COLUMN(order[k]);
        if (!move)
            continue;
        if (won(own | move))
            return 1;
        moves[count++] = move;
    }
    if (count == 0)
        return 0;
    int known;
    if (is_known(key, target, &known, &decided))
        return known;
    for (int k = decided < 0 ? 0 : -1; k < count; k++) {
        int move = k < 0 ? decided : k;
        if (k >= 0 && k == decided)
            continue;
        int found = -bound(all & ~own, all | moves[move], 1 - target);
        if (found > best)
            best = found, decided = move;
        if (best >= target)
            break;
    }
    note(key, best, target, decided);
    return best;
}

static int bound_of(u64 position, int target) {
    (void)position; /* the empty board */
    bottom = 0;
    for (int k = 0; k < COLUMNS; k++) {
        bottom |= BOTTOM(k);
        order[k] = (COLUMNS - 1) / 2 + (k % 2 ? (k + 1) / 2 : -(k / 2));
    }
    return bound(0, 0, target);
}
