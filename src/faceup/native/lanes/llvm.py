"""Writes LLVM code from the tree of ways through ``step``: one round plays one step in every lane still in play.

The state of a batch is the mask of lanes in play, the size of each pile, the tallies, and the top rows of each pile, in
registers as far as there are enough; deeper rows lie in memory. A round evaluates the conditions of the tree for all
lanes, which gives every leaf a mask (predication). Then it edits each pile once, whatever the leaves do to it: row k
becomes, in each lane, the old row k + s, where s is the number of cards gone minus the number of cards come. This is
one pass over the rows, down to the lowest card that moves in any lane. Lanes whose game is over do not change, so their
results can wait until the whole batch is done.

A mask is a vector of 0 and -1: without mask registers LLVM handles vectors of single bits badly.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

from llvmlite import ir

from faceup.native.lanes.symbols import LanesRefused, Node
from faceup.native.lanes.tracing import Edit, Fork, Leaf, Plan, Tree
from faceup.rules.contract import BROKEN, LOST, UNFINISHED, WON

BLOCK = 64  # the side of a square that is transposed at once: 64 games by 64 cards
CHUNK = 8  # rows
MOST_REGISTER_ROWS = 8  # rows of a pile in registers, unless more cards come in one step

i1, i8, i32, i64 = (ir.IntType(bits) for bits in (1, 8, 32, 64))
Value = Any  # an llvmlite value


def bits_for(low: int, high: int) -> int:
    """Return the bits of the narrowest lanes that hold these numbers; raises LanesRefused beyond 32."""
    for bits in (8, 16, 32):
        if -(1 << bits - 1) <= low and high < 1 << bits - 1:
            return bits
    raise LanesRefused("a number may not fit in 32 bits")


def bits_of(node: Node) -> int:
    return bits_for(node.low, node.high)


@dataclass
class Program:
    """A module, as text, with ``play(orders, scores, marks, lengths, batches, longest, scratch)``.

    It plays batches of as many games as there are lanes.
    """

    text: str
    scratch: int  # the bytes of scratch memory it needs, aligned to 64
    instructions: int


def emit(plan: Plan, width: int) -> Program:
    """Return the program that plays the game of a plan in ``width`` lanes."""
    emitter = _Emitter(plan, width)
    emitter.play()
    instructions = sum(len(block.instructions) for block in emitter.function.blocks)
    return Program(str(emitter.module), emitter.scratch_size, instructions)


@dataclass
class _State:
    """The values that one round passes to the next."""

    playing: Value  # a mask
    steps: Value  # taken since the lengths were last stored
    sizes: list[Value]
    tallies: list[Value]
    upper: list[list[Value]]  # the top rows of each pile

    def values(self) -> list[Value]:
        return [self.playing, self.steps, *self.sizes, *self.tallies, *(row for rows in self.upper for row in rows)]

    def like(self, values: list[Value]) -> "_State":
        """Return a state of the same structure, made of these values."""
        parts = iter(values)
        playing, steps = next(parts), next(parts)
        sizes, tallies = list(islice(parts, len(self.sizes))), list(islice(parts, len(self.tallies)))
        return _State(playing, steps, sizes, tallies, [list(islice(parts, len(rows))) for rows in self.upper])


def topological_order(tree: Tree) -> list[Tree]:
    """Return all nodes of the tree, each once, before the nodes that it leads to."""
    parts: list[Tree] = []
    visited: set[int] = set()

    def visit(part: Tree) -> None:
        if id(part) in visited:
            return
        visited.add(id(part))
        if isinstance(part, Fork):
            visit(part.no)
            visit(part.yes)
        parts.append(part)

    visit(tree)
    return parts[::-1]


def deepest(nodes: list[Node]) -> dict[int, int]:
    """Return the number of rows that expressions read, by pile."""
    rows: dict[int, int] = {}
    visited: set[Node] = set()
    while nodes:
        node = nodes.pop()
        if node not in visited:
            visited.add(node)
            if node.op == "card":
                rows[node.args[0]] = max(rows.get(node.args[0], 0), node.args[1] + 1)
            nodes += [part for part in node.args if isinstance(part, Node)]
    return rows


class _Emitter:
    def __init__(self, plan: Plan, width: int) -> None:
        self.plan, self.width = plan, width
        self.module = ir.Module("lanes")
        pointer = i8.as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [pointer, pointer, pointer, pointer, i64, i32, pointer])
        self.function = ir.Function(self.module, kind, "play")
        self.orders, self.scores, self.marks, self.lengths, self.batches, self.longest, self.scratch = (
            self.function.args
        )
        self.b = ir.IRBuilder(self.function.append_basic_block())
        self.masks = ir.VectorType(i8, width)
        self.computed: dict[Node, Value] = {}
        self.state: _State
        self.constants: dict[tuple[int, int], Value] = {}
        any_type = ir.FunctionType(i1, [ir.VectorType(i1, width)])
        self.any_lane = ir.Function(self.module, any_type, f"llvm.vector.reduce.or.v{width}i1")
        self.scratch_size = 0
        self.survey()

    # --- places of rows ---

    def survey(self) -> None:
        """Find how many rows of each pile matter, and place them in registers or memory."""
        self.order = topological_order(self.plan.tree)
        leaves = [tree for tree in self.order if isinstance(tree, Leaf)]
        forks = [tree for tree in self.order if isinstance(tree, Fork)]
        step_nodes = [fork.condition for fork in forks if not fork.scoring]
        later = [fork.condition for fork in forks if fork.scoring]  # once the game is over
        moves = [leaf.edits for leaf in leaves if leaf.edits]
        scores = [leaf.score for leaf in leaves if leaf.score is not None]
        self.score_bits = max(map(bits_of, scores), default=8)
        step_nodes += [card for edits in moves for edit in edits for card in edit.come]
        step_nodes += [tally for leaf in leaves if leaf.edits for tally in leaf.tallies]
        step_rows, all_rows = deepest([*step_nodes]), deepest([*step_nodes, *later, *scores])
        blocks = -(-self.plan.deck // BLOCK)
        self.copy = self.place(self.plan.deck * self.width + BLOCK)
        self.half_transposed = self.place(BLOCK * BLOCK)
        self.deck = self.place(blocks * BLOCK * self.width)
        self.length_row = self.place(4 * self.width)
        self.register_rows: list[int] = []  # rows in registers
        self.rows: list[int] = []  # rows that matter
        self.below: list[int] = []  # where the rows in memory begin
        for place, capacity in enumerate(self.plan.bounds.most):
            edits = [row[place] for row in moves]
            most_gone, come = max((e.gone or 0 for e in edits), default=0), max((len(e.come) for e in edits), default=0)
            rises = any(edit.gone is not None and edit.gone > len(edit.come) for edit in edits)
            rows = capacity if rises else all_rows.get(place, 0)
            self.rows.append(rows)
            self.register_rows.append(
                rows if rows <= MOST_REGISTER_ROWS else max(come, min(step_rows.get(place, 0), MOST_REGISTER_ROWS))
            )
            self.below.append(self.place((max(rows, all_rows.get(place, 0)) + most_gone + 2 * CHUNK) * self.width))

    def place(self, size: int) -> int:
        """Reserve bytes of scratch memory; return the offset of the first."""
        start = self.scratch_size
        self.scratch_size += -(-size // 64) * 64
        return start

    # --- vectors and masks ---

    def row_type(self, bits: int) -> Value:
        return ir.VectorType(ir.IntType(bits), self.width)

    def constant(self, value: int, bits: int = 8) -> Value:
        value_row = self.constants.get((value, bits))
        if value_row is None:
            value_row = self.constants[value, bits] = ir.Constant(self.row_type(bits), [value] * self.width)
        return value_row

    def group_masks(self, masked: list[tuple[Any, Value]]) -> dict[Any, Value]:
        """Return each distinct value with the mask of all its lanes."""
        groups: dict[Any, list[Value]] = {}
        for thing, mask in masked:
            groups.setdefault(thing, []).append(mask)
        return {thing: self.either(masks) for thing, masks in groups.items()}

    def either(self, masks: list[Value]) -> Value:
        total = masks[0]
        for mask in masks[1:]:
            total = self.b.or_(total, mask)
        return total

    def any(self, mask: Value) -> Value:
        return self.b.call(self.any_lane, [self.bits(mask)])

    def bits(self, mask: Value) -> Value:
        return self.b.icmp_signed("<", mask, self.constant(0))

    def select(self, mask: Value, yes: Value, no: Value) -> Value:
        return self.b.select(self.bits(mask), yes, no)

    def cast(self, value: Value, bits: int) -> Value:
        width = value.type.element.width
        if width == bits:
            return value
        return (self.b.sext if width < bits else self.b.trunc)(value, self.row_type(bits))

    def address(self, base: Value, offset: int, index: Value = None, stride: int = 0) -> Value:
        """Return the address of row ``index`` of the rows that begin at ``offset``, ``stride`` bytes apart."""
        if index is not None:
            base = self.b.gep(base, [self.b.mul(index, i64(stride))])
        return self.b.gep(base, [i64(offset)])

    def load(self, kind: Value, address: Value) -> Value:
        return self.b.load(self.b.bitcast(address, kind.as_pointer()), align=1)

    def store(self, value: Value, address: Value) -> None:
        self.b.store(value, self.b.bitcast(address, value.type.as_pointer()), align=1)

    def row(self, offset: int, k: int, index: Value = None) -> Value:
        """Return the address of row k of the rows that begin at ``offset``, or of the k-th row after ``index``."""
        return self.address(self.scratch, offset + k * self.width, index, self.width)

    @contextmanager
    def loop(self, count: Value) -> Iterator[Value]:
        """Emit a loop around the body of the block, with ``count`` iterations, at least one; yield its index."""
        before, body = self.b.block, self.function.append_basic_block()
        self.b.branch(body)
        self.b.position_at_end(body)
        index = self.b.phi(i64)
        index.add_incoming(i64(0), before)
        yield index
        following = self.b.add(index, i64(1))
        index.add_incoming(following, self.b.block)
        after = self.function.append_basic_block()
        self.b.cbranch(self.b.icmp_unsigned("<", following, count), body, after)
        self.b.position_at_end(after)

    # --- expressions ---

    def row_of(self, node: Node) -> Value:
        """Return the vector of an expression, in the narrowest lanes that hold it."""
        row = self.computed.get(node)
        if row is None:
            row = self.computed[node] = self.compute(node)
        return row

    def compute(self, node: Node) -> Value:
        """Emit the value of an expression in all lanes."""
        if node.op == "constant":
            return self.constant(node.low, bits_of(node))
        if node.op == "deck":
            return self.load(self.row_type(8), self.row(self.deck, self.plan.deck - 1 - node.args[0]))
        if node.op == "size":
            return self.state.sizes[node.args[0]]
        if node.op == "tally":
            return self.state.tallies[node.args[0]]
        if node.op == "card":
            return self.card(*node.args)
        x, y = node.args
        bits = max(bits_of(x), bits_of(y), bits_of(node))
        a, b = self.cast(self.row_of(x), bits), self.cast(self.row_of(y), bits)
        word = {"and": "and_", "or": "or_", "floordiv": "udiv", "mod": "urem", "rshift": "ashr"}.get(node.op, node.op)
        return self.cast(getattr(self.b, word)(a, b), bits_of(node))

    def mask_of(self, condition: Node) -> Value:
        """Emit the mask of the lanes in which a condition holds."""
        x, y = condition.args
        bits = max(bits_of(x), bits_of(y))
        word = {"lt": "<", "eq": "=="}[condition.op]
        truth = self.b.icmp_signed(word, self.cast(self.row_of(x), bits), self.cast(self.row_of(y), bits))
        return self.b.sext(truth, self.masks)

    def masks_of(self, mask: Value, scoring: bool) -> Iterator[tuple[Tree, Value]]:
        """Yield each leaf with the mask of its lanes; unless ``scoring``, forks after the end count as leaves."""
        masks: dict[int, list[Value]] = {id(self.plan.tree): [mask]}
        for tree in self.order:
            if id(tree) not in masks:
                continue
            mask = self.either(masks[id(tree)])
            if isinstance(tree, Leaf) or (tree.scoring and not scoring):
                yield tree, mask
                continue
            if tree.condition not in self.computed:
                self.computed[tree.condition] = self.mask_of(tree.condition)
            condition = self.computed[tree.condition]
            masks.setdefault(id(tree.yes), []).append(self.b.and_(mask, condition))
            masks.setdefault(id(tree.no), []).append(self.b.and_(mask, self.b.not_(condition)))

    # --- the program ---

    def play(self) -> None:
        """Emit the loop over batches: transpose the orders, play all rounds, store the results."""
        with self.loop(self.batches) as batch:
            self.transpose(batch)
            self.store(self.constant(0, 32), self.row(self.length_row, 0))
            self.rounds(self.initial_state())
            self.results(batch)
        self.b.ret_void()

    def transpose(self, batch: Value) -> None:
        """Transpose the orders of a batch into rows: row c holds the c-th card from below, for every lane.

        Six times, each row of the upper half of a square is interleaved with its partner in the lower half. Each time
        the bits of (game, place) rotate by one, so that both have changed places in the end. Three times are done in
        registers.
        """
        deck, square = self.plan.deck, ir.VectorType(i8, BLOCK)
        source = self.address(self.orders, 0, batch, deck * self.width)
        with self.loop(i64(deck * self.width // BLOCK)) as k:  # no load must go beyond the end of the orders
            part = self.load(square, self.address(source, 0, k, BLOCK))
            self.store(part, self.address(self.scratch, self.copy, k, BLOCK))
        for block in range(-(-deck // BLOCK)):
            for group in range(self.width // BLOCK):
                first = self.copy + group * BLOCK * deck + block * BLOCK
                self.interleave(first, deck, self.half_transposed, BLOCK)
                self.interleave(
                    self.half_transposed, BLOCK, self.deck + block * BLOCK * self.width + group * BLOCK, self.width
                )

    def interleave(self, source: int, stride: int, goal: int, width: int) -> None:
        """Interleave the rows of a square three times."""
        order = [k // 2 + k % 2 * BLOCK for k in range(BLOCK)]
        halves = [ir.Constant(ir.VectorType(i32, BLOCK), [k + more for k in order]) for more in (0, BLOCK // 2)]
        with self.loop(i64(8)) as k:
            start = self.address(self.scratch, source, k, stride)
            rows = [self.load(ir.VectorType(i8, BLOCK), self.address(start, 8 * stride * part)) for part in range(8)]
            for _ in range(3):
                pairs = zip(rows[:4], rows[4:], strict=True)
                rows = [self.b.shuffle_vector(a, b, half) for a, b in pairs for half in halves]
            for part, row in enumerate(rows):
                self.store(row, self.address(self.scratch, goal + part * width, k, 8 * width))

    def initial_state(self) -> _State:
        """Return the state after ``lay``."""
        self.computed = {}
        start, bounds = self.plan.start, self.plan.bounds
        upper: list[list[Value]] = []
        for place, edit in enumerate(start.edits):
            cards = [self.cast(self.row_of(card), 8) for card in reversed(edit.come)]
            registers, rows = self.register_rows[place], self.rows[place]
            upper.append((cards + [self.constant(0)] * registers)[:registers])
            for k, card in enumerate(cards[registers:rows], registers):
                self.store(card, self.row(self.below[place], k))
        return _State(
            self.constant(-1),
            self.constant(0),
            [
                self.constant(len(e.come), bits_for(0, capacity))
                for e, capacity in zip(start.edits, bounds.most, strict=True)
            ],
            [self.cast(self.row_of(n), bits_for(*span)) for n, span in zip(start.tallies, bounds.tallies, strict=True)],
            upper,
        )

    def rounds(self, start: _State) -> None:
        """Play rounds until no lane is in play or the limit of steps is reached."""
        before = self.b.block
        head, body, after = (self.function.append_basic_block() for _ in range(3))
        self.b.branch(head)
        self.b.position_at_end(head)
        number = self.b.phi(i32)
        number.add_incoming(i32(0), before)
        phis = [self.b.phi(value.type) for value in start.values()]
        for phi, value in zip(phis, start.values(), strict=True):
            phi.add_incoming(value, before)
        self.state, self.computed = start.like(phis), {}
        go_on = self.b.and_(self.any(self.state.playing), self.b.icmp_signed("<", number, self.longest))
        self.b.cbranch(go_on, body, after)
        self.b.position_at_end(body)
        values = self.one_round(number).values()
        number.add_incoming(self.b.add(number, i32(1)), self.b.block)
        for phi, value in zip(phis, values, strict=True):
            phi.add_incoming(value, self.b.block)
        self.b.branch(head)
        self.b.position_at_end(after)
        self.computed = {}

    def one_round(self, number: Value) -> _State:
        """Emit one step in every lane still in play; return the state after it."""
        state = self.state
        ways = list(self.masks_of(state.playing, scoring=False))
        steps = [(leaf, mask) for leaf, mask in ways if isinstance(leaf, Leaf) and leaf.edits]
        playing = self.either([mask for _, mask in steps]) if steps else self.constant(0)
        edits = [self.group_masks([(leaf.edits[k], mask) for leaf, mask in steps]) for k in range(len(state.sizes))]
        numbers = [
            self.group_masks([(leaf.tallies[k], mask) for leaf, mask in steps]) for k in range(len(state.tallies))
        ]
        sizes = [self.edit_size(size, edits[k]) for k, size in enumerate(state.sizes)]
        tallies = [self.edit_tally(tally, numbers[k]) for k, tally in enumerate(state.tallies)]
        upper = [self.edit_upper(k, edits[k]) for k in range(len(edits))]
        for k, size in enumerate(sizes):
            self.edit_below(k, size, edits[k])
        return _State(playing, self.count_steps(playing, number), sizes, tallies, upper)

    # --- the parts of a round ---

    def count_steps(self, playing: Value, number: Value) -> Value:
        """Return the steps since the lengths were last stored; they are stored every 64 rounds, to fit in a byte."""
        steps = self.b.sub(self.state.steps, playing)
        before = self.b.block
        with self.b.if_then(self.b.icmp_signed("==", self.b.and_(number, i32(63)), i32(63))):
            self.store(self.lengths_so_far(steps), self.row(self.length_row, 0))
            store_block = self.b.block
        result = self.b.phi(steps.type)
        result.add_incoming(steps, before)
        result.add_incoming(self.constant(0), store_block)
        return result

    def lengths_so_far(self, steps: Value) -> Value:
        return self.b.add(self.load(self.row_type(32), self.row(self.length_row, 0)), self.cast(steps, 32))

    def edit_tally(self, tally: Value, edits: dict[Node, Value]) -> Value:
        for node, mask in edits.items():
            tally = self.select(mask, self.cast(self.row_of(node), tally.type.element.width), tally)
        return tally

    def edit_size(self, size: Value, edits: dict[Edit, Value]) -> Value:
        """Emit the size of a pile after these edits, each in the lanes of its mask."""
        new, bits = size, size.type.element.width
        for edit, mask in edits.items():
            if edit.gone is None:
                new = self.select(mask, self.constant(len(edit.come), bits), new)
            elif len(edit.come) != edit.gone:
                new = self.select(mask, self.b.add(size, self.constant(len(edit.come) - edit.gone, bits)), new)
        return new

    def edit_upper(self, place: int, edits: dict[Edit, Value]) -> list[Value]:
        """Emit the top rows of a pile after these edits; return them."""
        new_rows = []
        for k, old in enumerate(self.state.upper[place]):
            sources: list[tuple[Any, Value]] = []
            for edit, mask in edits.items():
                if k < len(edit.come):
                    sources.append((edit.come[-1 - k], mask))
                elif edit.gone is not None and k - len(edit.come) + edit.gone < self.rows[place]:
                    sources.append((k - len(edit.come) + edit.gone, mask))
            new = old
            for source, mask in self.group_masks(sources).items():
                card = self.cast(self.row_of(source), 8) if isinstance(source, Node) else self.card(place, source)
                if card is not old:
                    new = self.select(mask, card, new)
            new_rows.append(new)
        return new_rows

    def card(self, place: int, k: int) -> Value:
        """Return row k of a pile, as it was before this round."""
        upper = self.state.upper[place]
        return upper[k] if k < len(upper) else self.load(self.row_type(8), self.row(self.below[place], k))

    def edit_below(self, place: int, size: Value, edits: dict[Edit, Value]) -> None:
        """Move the rows of a pile in memory."""
        shifts = self.group_masks([(e.gone - len(e.come), mask) for e, mask in edits.items() if e.gone is not None])
        shifts.pop(0, None)
        if not shifts or self.rows[place] <= self.register_rows[place]:
            return
        upper = self.state.upper[place]
        first, bits = len(upper), size.type.element.width
        overwritten = max(0, -min(shifts))  # rows that are still needed when they have been overwritten
        nothing = self.constant(0, bits)
        if self.rows[place] < self.plan.bounds.most[place]:
            deep = self.constant(self.rows[place], bits)
            size = self.b.select(self.b.icmp_signed("<", size, deep), size, deep)
        need = self.b.sub(size, self.constant(first, bits))
        need = self.select(self.either(list(shifts.values())), need, nothing)
        before, body, after = self.b.block, self.function.append_basic_block(), self.function.append_basic_block()
        self.b.cbranch(self.b.call(self.any_lane, [self.b.icmp_signed(">", need, nothing)]), body, after)
        self.b.position_at_end(body)
        index, remaining = self.b.phi(i64), self.b.phi(need.type)
        index.add_incoming(i64(0), before)
        remaining.add_incoming(need, before)
        old = {k - overwritten: self.b.phi(self.row_type(8)) for k in range(overwritten)}
        for k, phi in old.items():
            phi.add_incoming(upper[first + k], before)
        begin = self.below[place] + first * self.width
        for k in range(CHUNK + max(0, *shifts)):
            old[k] = self.load(self.row_type(8), self.row(begin, k, index))
        for k in range(CHUNK):
            new = old[k]
            for shift, mask in shifts.items():
                new = self.select(mask, old[k + shift], new)
            self.store(new, self.row(begin, k, index))
        for k in range(overwritten):
            old[k - overwritten].add_incoming(old[CHUNK + k - overwritten], self.b.block)
        index.add_incoming(self.b.add(index, i64(CHUNK)), self.b.block)
        rest = self.b.sub(remaining, self.constant(CHUNK, bits))
        remaining.add_incoming(rest, self.b.block)
        self.b.cbranch(self.b.call(self.any_lane, [self.b.icmp_signed(">", rest, nothing)]), body, after)
        self.b.position_at_end(after)

    def results(self, batch: Value) -> None:
        """Store the results; a game that is over reaches its leaf again, since nothing has changed."""
        bits = self.score_bits
        score, mark = self.constant(0, bits), self.constant(UNFINISHED)
        for leaf, mask in self.masks_of(self.b.not_(self.state.playing), scoring=True):
            assert isinstance(leaf, Leaf)
            if leaf.score is not None:
                score = self.select(mask, self.cast(self.row_of(leaf.score), bits), score)
                mark = self.select(mask, self.constant(WON if leaf.won else LOST), mark)
            elif not leaf.edits:
                mark = self.select(mask, self.constant(BROKEN), mark)
        numbers = self.b.sitofp(self.cast(score, 32), ir.VectorType(ir.DoubleType(), self.width))
        lengths = self.cast(self.lengths_so_far(self.state.steps), 64)
        for row, goal, size in ((numbers, self.scores, 8), (mark, self.marks, 1), (lengths, self.lengths, 8)):
            self.store(row, self.address(goal, 0, batch, size * self.width))
