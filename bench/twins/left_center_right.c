/* Left Center Right: PLAYERS with three chips each; the score is the number of the one who is left with chips. */

#ifndef PLAYERS
#define PLAYERS 3
#endif
#define CHIPS 3
#define LOWEST 0
#define HIGHEST (PLAYERS - 1)
#include "twin.h"

/* A die: 0 left, 1 to the centre, 2 right, 3 to 5 stays; three of them from one word, exact. */
static inline u32 dice(u32 *faces, u64 *state) {
    u64 product;
    do {
        product = (word(state) >> 32) * 216;
    } while ((u32)product < (1ull << 32) % 216);
    u32 number = product >> 32;
    faces[0] = number % 6, faces[1] = number / 6 % 6, faces[2] = number / 36;
    return number;
}

static void play(u64 games, u64 state) {
    for (u64 game = 0; game < games; game++) {
        u32 chips[PLAYERS], holders = PLAYERS, mover = 0, thrown = 0;
        for (u32 k = 0; k < PLAYERS; k++)
            chips[k] = CHIPS;
        for (; holders > 1; thrown++) {
            u32 count = chips[mover] < 3 ? chips[mover] : 3, faces[3];
            if (count)
                dice(faces, &state);
            u32 left = mover ? mover - 1 : PLAYERS - 1, right = mover + 1 < PLAYERS ? mover + 1 : 0;
            for (u32 k = 0; k < count; k++) {
                chips[mover] -= faces[k] < 3;
                chips[left] += faces[k] == 0;
                chips[right] += faces[k] == 2;
            }
            holders = 0;
            for (u32 k = 0; k < PLAYERS; k++)
                holders += chips[k] > 0;
            mover = right;
        }
        u32 winner = 0;
        while (!chips[winner])
            winner++;
        histogram[winner]++;
        wins += winner == 0;
        steps += thrown;
    }
}
