/* Clock patience: the score is the number of cards never turned.
   -DPLAIN: the numbers of cards face down are an array; without it they are the digits of one word.
   -DBY_CARD: a random word for each card of the shuffle. */

#define CARDS 52
#define LOWEST 0
#define HIGHEST 48
#include "twin.h"

static void play(u64 games, u64 state) {
    u8 deck[CARDS]; /* thirteen piles of four; a card is four times its rank, the place of its pile */
    for (int card = 0; card < CARDS; card++)
        deck[card] = card / 4 * 4;
    for (u64 game = 0; game < games; game++) {
        shuffle(deck, &state);
        u32 pile = 48, turned = 0; /* the kings' pile; only this one is ever found empty, by the fourth king */
#ifdef PLAIN
        u8 down[CARDS / 4];
        for (int k = 0; k < CARDS / 4; k++)
            down[k] = 4;
        for (; down[pile / 4]; turned++)
            pile = deck[pile + --down[pile / 4]];
#else
        u64 down = 0x4444444444444ull; /* how many cards lie face down in each pile, four bits a pile */
        for (u32 left; (left = down >> pile & 15); turned++) {
            down -= 1ull << pile;
            pile = deck[pile + left - 1];
        }
#endif
        histogram[CARDS - turned]++;
        wins += turned == CARDS;
        steps += turned;
    }
}
