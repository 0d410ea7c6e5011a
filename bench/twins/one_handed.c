/* One Handed Solitaire. -DSUITS, -DRANKS: the deck; -DBY_CARD: a random word for each card of the shuffle. */

#ifndef SUITS
#define SUITS 4
#define RANKS 13
#endif
#define CARDS (SUITS * RANKS)
#define LOWEST 0
#define HIGHEST CARDS
#include "twin.h"

/* A card is its rank times 8 and its suit, so that one exclusive or compares both. The four places before the
   hold are of no card's suit or rank, nor of each other's where they meet, so that a short hand needs no test. */
#define SUIT_MASK 0x07
#define RANK_MASK 0xf8
_Static_assert(SUITS <= 7 && RANKS <= 31, "suit 7 and rank 31 are no card's");

static void play(u64 games, u64 state) {
    u8 deck[CARDS], room[4 + CARDS] = {0, 0xff, 0xff, 0xff};
    for (int card = 0; card < CARDS; card++)
        deck[card] = card / SUITS << 3 | card % SUITS;
    u8 *start = room + 4;
    for (u64 game = 0; game < games; game++) {
        shuffle(deck, &state);
        u8 *hand = start; /* where the next card goes */
        u64 drops = 0;
        for (int i = 0; i < CARDS; i++) {
            u8 newest = deck[i];
            *hand++ = newest;
            u8 differ = newest ^ hand[-4];
            while (!(differ & SUIT_MASK) | !(differ & RANK_MASK)) { /* one test is mistaken less often than two */
                if (differ & SUIT_MASK) {
                    hand -= 4;
                    newest = hand[-1];
                } else {
                    hand -= 2;
                    hand[-1] = newest;
                }
                differ = newest ^ hand[-4];
                drops++;
            }
        }
        histogram[hand - start]++;
        wins += hand == start;
        steps += CARDS + drops;
    }
}
