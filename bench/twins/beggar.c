/* Beggar-My-Neighbour: 52 cards, 26 each; the score is 1 where the first player wins, else -1.
   -DPLAIN: hands are rings of cards; without it they lie in one piece, and a pile is put under them in one copy.
   -DBY_CARD: a random word for each card of the shuffle.

   A card is what it demands: 1 for a jack to 4 for an ace, 0 for the others. */

#define CARDS 52
#define LOWEST -1
#define HIGHEST 1
#define LIMIT 1000000 /* cards played, after which a game counts as lost by him whose turn it is */
#include "twin.h"
#include <string.h>

#define PILE 64 /* bytes of a pile, at least as many as there are cards */

#ifdef PLAIN
#define ROOM 64
struct hand {
    u8 *cards;
    u32 first, size;
};

static inline u32 size(struct hand *hand) { return hand->size; }

static inline u8 take(struct hand *hand) {
    hand->size--;
    return hand->cards[hand->first++ % ROOM];
}

static inline void put_under(struct hand *hand, const u8 *pile, u32 count) {
    for (u32 k = 0; k < count; k++)
        hand->cards[(hand->first + hand->size++) % ROOM] = pile[k];
}

static inline struct hand empty_hand(u8 *cards) { return (struct hand){cards, 0, 0}; }

#else
#define ROOM 4096
struct hand {
    u8 *first, *end, *cards;
};

static inline u32 size(struct hand *hand) { return hand->end - hand->first; }

static inline u8 take(struct hand *hand) { return *hand->first++; }

static inline void put_under(struct hand *hand, const u8 *pile, u32 count) {
    if (__builtin_expect(hand->end > hand->cards + ROOM - PILE, 0)) {
        u32 left = size(hand);
        memmove(hand->cards, hand->first, left);
        hand->first = hand->cards;
        hand->end = hand->cards + left;
    }
    memcpy(hand->end, pile, PILE);
    hand->end += count;
}

static inline struct hand empty_hand(u8 *cards) { return (struct hand){cards, cards, cards}; }
#endif

static void play(u64 games, u64 state) {
    u8 deck[CARDS], rooms[2][ROOM], pile[PILE] = {0};
    for (int card = 0; card < CARDS; card++)
        deck[card] = card < 16 ? card / 4 + 1 : 0;
    for (u64 game = 0; game < games; game++) {
        shuffle(deck, &state);
        struct hand mine = empty_hand(rooms[0]), yours = empty_hand(rooms[1]); /* of who plays, and of who waits */
        memcpy(pile, deck, CARDS / 2);
        put_under(&mine, pile, CARDS / 2);
        memcpy(pile, deck + CARDS / 2, CARDS / 2);
        put_under(&yours, pile, CARDS / 2);
        u32 lying = 0, demand = 0, played = 0;
        while (size(&mine) && played < LIMIT) {
            u8 card = take(&mine);
            pile[lying++] = card;
            played++;
            if (card) {
                demand = card;
            } else if (demand) {
                if (--demand)
                    continue;
                put_under(&yours, pile, lying);
                lying = 0;
                if (!size(&mine))
                    break;
            }
            struct hand hand = mine;
            mine = yours;
            yours = hand;
        }
        u32 won = mine.cards == rooms[1]; /* who has no card to play has lost */
        histogram[won ? 2 : 0]++;
        wins += won;
        steps += played;
    }
}
