"""Up to which sizes which engine answers, and by which of its methods: all in one place, each named for what it limits.

They are found by measuring, not by proof: whatever they are, the answer is the same or its bounds overlap.
"""

# Before a compiler is called, in CPython and in exact numbers
INDUCTION_WORK = 100_000  # units of work, as ``PythonTable`` counts them: a small part of a second
CYCLIC_POSITIONS = 10_000
CYCLIC_COMPONENT = 300  # positions that lead back to each other
CHAIN_POSITIONS = 10_000  # that policies lead to
CHAIN_COMPONENT = 500  # positions of a chain that lead back to each other: with more, fractions take long, if at all
CHAIN_WORK = 2_000_000  # moves looked at for lengths and results
STAGE_POSITIONS = 50_000  # of a stage of a game that hides something: a second or two

# Before a search takes the place of a table, where there is no chance
TABLED_POSITIONS = 10_000_000  # a table of them takes some seconds, and tells of every position and of distances
SEARCHED_POSITIONS = 20_000_000  # looked at in a search, before all positions are tried after all: ten seconds
SEARCHED_AT_MOST = 1_000_000_000  # in a search after that, where no other limit comes first
CERTIFIED_POSITIONS = 2_000_000  # looked at for the certificate of a search,
FIRST_MOVES_POSITIONS = 20_000  # and to see whether play comes round after the first moves
LATER_POSITIONS = 50_000_000  # looked at for a question that is asked once a game is solved by search,
LATER_STEPS = 5_000_000  # or for bounds to close
STEPS_TRIED = 5_000_000  # of a search that closes bounds, before the rest of a table: two seconds
STEPS_AT_MOST = 100_000_000  # of a search that closes bounds, where no other limit comes first: a minute

# In fractions, and in floats beyond
POLICY_EDGES = 300_000  # moves of a graph on which a policy is evaluated
STALLING_POSITIONS = 50  # in flat arrays, among which somebody may keep play for ever
STALLING_POSITIONS_AT_LAST = 500  # and where nothing else serves
SORTED_POSITIONS = 100_000  # in flat arrays, from which on their components are sorted by level for several threads,
SHARED_POSITIONS = 4_000  # which share a level of so many positions or more: half a millisecond
CHAIN_LENGTH = 2_000  # moves of a play on average: lengths of longer ones are followed in floats, with a proven tail

# How plans that mix moves are found
PIVOTED_PAIRS = 400  # pairs of moves up to which pivots in whole numbers are quicker than a program in floats
PROGRAM_SEQUENCES = 100_000  # of both players, of which a linear program is made, rather than learned
PROGRAM_POSITIONS = 300_000  # of a tree that is left to that program,
PROGRAM_POSITIONS_A_SECOND = 10_000  # as many of them as it takes in the time that is left

# What is not tried unasked
ENUMERATED_CARDS = 20  # of a deck of which all deals are looked at
