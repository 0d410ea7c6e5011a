"""The sizes up to which each engine answers, and which of its methods it uses; each named for what it limits.

They come from measurements, not proofs: with other thresholds the answer is the same, or its bounds overlap.
"""

# In CPython and exact numbers, before a compiler is called
INDUCTION_WORK = 100_000  # units of work of ``PythonTable``: a small part of a second
CYCLIC_POSITIONS = 10_000
CYCLIC_COMPONENT = 300  # positions of a strongly connected component
CHAIN_POSITIONS = 10_000  # that policies reach
CHAIN_COMPONENT = 500  # positions of a component of a chain; with more, fractions take too long
CHAIN_WORK = 2_000_000  # moves followed for lengths and results
STAGE_POSITIONS = 50_000  # of a stage of a game with hidden information: a second or two

# Before a search replaces a table, in games without chance
TABLED_POSITIONS = 10_000_000  # a table of them takes some seconds, and has every position and its distance
SEARCHED_POSITIONS = 20_000_000  # looked at in a search, before a table of all positions is tried: ten seconds
SEARCHED_AT_MOST = 1_000_000_000  # looked at in a search after that, if no other limit comes first
CERTIFIED_POSITIONS = 2_000_000  # looked at for the certificate of a search,
FIRST_MOVES_POSITIONS = 20_000  # and to see whether positions repeat after the first moves
COUNTED_POSITIONS = 1_000_000  # looked at to count the moves to a win: half a second; while solving, as for the value
LATER_POSITIONS = 50_000_000  # looked at for a question that is asked once a game is solved by search,
LATER_STEPS = 5_000_000  # or for bounds to close
STEPS_TRIED = 5_000_000  # of a search that closes bounds, before the rest of a table: two seconds
STEPS_AT_MOST = 100_000_000  # of a search that closes bounds, if no other limit comes first: a minute

# In fractions, and in floats beyond
POLICY_EDGES = 300_000  # moves of a graph on which a policy is evaluated
POLICY_POSITIONS = 1000  # positions of such a graph, if it is cyclic
STALLING_POSITIONS = 50  # of a component in flat arrays in which a player can keep play for ever
STALLING_POSITIONS_AT_LAST = 500  # of such a component, if no other method works
SORTED_POSITIONS = 100_000  # in flat arrays; from here on components are sorted by level for several threads
SHARED_POSITIONS = 4_000  # of a level; from here on threads share it: half a millisecond
CHAIN_LENGTH = 2_000  # mean moves of a play; lengths of longer ones are followed in floats, with a proven tail

# Mixed strategies
PIVOTED_PAIRS = 400  # pairs of moves up to which pivots in whole numbers are faster than a program in floats
PROGRAM_SEQUENCES = 100_000  # of both players; up to here a linear program is solved, beyond it strategies are learned
PROGRAM_POSITIONS = 300_000  # of a tree for that program
PROGRAM_POSITIONS_A_SECOND = 10_000  # of a tree for that program, for each second of the time left

# Not tried without being asked
ENUMERATED_CARDS = 20  # of a deck all of whose deals are enumerated
