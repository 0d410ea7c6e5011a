/* Tic-tac-toe, both players taking any empty square with the same chance; the score is the first player's. */

#define LOWEST -1
#define HIGHEST 1
#include "twin.h"

#define SQUARES 9

static u8 won[1 << SQUARES];

static void play(u64 games, u64 state) {
    static const u32 lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (u32 squares = 0; squares < 1 << SQUARES; squares++)
        for (int line = 0; line < 8; line++)
            won[squares] |= (squares & lines[line]) == lines[line];
    u8 free[SQUARES]; /* the empty squares come first, in any order */
    for (int square = 0; square < SQUARES; square++)
        free[square] = square;
    for (u64 game = 0; game < games; game++) {
        u32 at[SQUARES], marks[2] = {0, 0}, move = 0;
        int score = 0;
        batch(at, SQUARES, SQUARES, &state);
        for (; move < SQUARES; move++) {
            u32 last = SQUARES - 1 - move;
            swap(free, last, at[move]);
            u32 who = move & 1;
            marks[who] |= 1u << free[last];
            if (won[marks[who]]) {
                score = who ? -1 : 1;
                move++;
                break;
            }
        }
        histogram[score - LOWEST]++;
        wins += score > 0;
        steps += move;
    }
}
