"""Patiences simulated by plain Python programs, with lists and ``random.shuffle``, as a person would write them.

Each plays (games, seed) and returns how many were won and the sum of the scores.
"""

import random


def one_handed(games: int, seed: int, suits: int = 4, ranks: int = 13) -> tuple[int, int]:
    """One Handed Solitaire; the score is the number of cards left."""
    source = random.Random(seed)
    deck = [(suit, rank) for suit in range(suits) for rank in range(ranks)]
    wins = total = 0
    for _ in range(games):
        source.shuffle(deck)
        hand: list[tuple[int, int]] = []
        for card in deck:
            hand.append(card)
            while len(hand) >= 4:
                newest, fourth = hand[-1], hand[-4]
                if newest[0] == fourth[0]:
                    del hand[-3:-1]
                elif newest[1] == fourth[1]:
                    del hand[-4:]
                else:
                    break
        total += len(hand)
        wins += not hand
    return wins, total


def clock(games: int, seed: int) -> tuple[int, int]:
    """Clock patience; the score is the number of cards never turned."""
    source = random.Random(seed)
    deck = [rank for rank in range(13) for _ in range(4)]
    wins = total = 0
    for _ in range(games):
        source.shuffle(deck)
        piles = [deck[k : k + 4] for k in range(0, 52, 4)]  # face down
        turned = [0] * 13  # cards face up, under each pile
        pile = kings = 12
        while turned[kings] < 4:
            pile = piles[pile].pop()
            turned[pile] += 1
        left = sum(map(len, piles))
        total += left
        wins += left == 0
    return wins, total


def beggar(games: int, seed: int) -> tuple[int, int]:
    """Beggar-My-Neighbour; the score is 1 where the first player wins, else -1."""
    source = random.Random(seed)
    deck = [demand for demand in (1, 2, 3, 4) for _ in range(4)] + [0] * 36
    wins = 0
    for _ in range(games):
        source.shuffle(deck)
        hands = [deck[:26], deck[26:]]
        pile: list[int] = []
        player = demand = 0
        while hands[player]:
            card = hands[player].pop(0)
            pile.append(card)
            if card:
                demand = card
            elif demand:
                demand -= 1
                if demand:
                    continue
                hands[1 - player] += pile
                pile = []
                if not hands[player]:
                    break
            player = 1 - player
        wins += player == 1  # the other has no card to play
    return wins, 2 * wins - games
