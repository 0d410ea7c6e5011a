/* Cards high and low by alpha-beta with a transposition table; Matthew, who leads, holds the bits of the position, of
   DECK cards numbered from 0. A state lies between rounds: the cards left, numbered anew, and who leads. */

#define LOWEST 0
#define HIGHEST (DECK / 2)
#include "searched.h"

static inline int lowest(u64 cards) { return __builtin_ctzll(cards); }

static inline u64 without(u64 cards, int gap) {
    u64 below = (1ull << gap) - 1;
    return (cards & below) | (cards >> 1 & ~below);
}

static int bound(u64 hand, int rounds, int leader, int target);

/* Matthew's rounds where the leader's card lies on the table. */
static int answered(u64 hand, u64 others, int rounds, int leader, int card, int target) {
    u64 above = others & -(2ull << card);
    int best = leader == 0 ? HIGHEST + 1 : LOWEST - 1;
    for (int k = 0; k < 2; k++) {
        if (k == 1 && (!above || above == others))
            break;
        int answer = lowest(k == 0 ? others : above);
        int winner = answer > card ? 1 - leader : leader, gain = winner == 0;
        int high = answer > card ? answer : card, low = answer + card - high;
        u64 left = without(without(hand, high), low);
        int found = gain + bound(left, rounds - 1, winner, target - gain);
        if (leader == 0 ? found < best : found > best)
            best = found;
        if ((leader == 0) != (best >= target))
            break;
    }
    return best;
}

static int bound(u64 hand, int rounds, int leader, int target) {
    if (target <= 0)
        return 0;
    if (target > rounds)
        return rounds;
    u64 all = (1ull << 2 * rounds) - 1, own = leader == 0 ? hand : all & ~hand, others = all & ~own;
    u64 key = (all + 1 + hand) << 1 | leader, leads = own & ~(own << 1); /* the lowest of cards that touch */
    int best = leader == 0 ? LOWEST - 1 : HIGHEST + 1, decided = -1;
    steps++;
    int known;
    if (is_known(key, target, &known, &decided))
        return known;
    for (int first = decided; leads; first = -1) {
        int card = first >= 0 ? first : lowest(leads);
        leads &= ~(1ull << card);
        int found = answered(hand, others, rounds, leader, card, target);
        if (leader == 0 ? found > best : found < best)
            best = found, decided = card;
        if ((leader == 0) == (best >= target))
            break;
    }
    note(key, best, target, decided);
    return best;
}

static int bound_of(u64 position, int target) { return bound(position, DECK / 2, 0, target); }
