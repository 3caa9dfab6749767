import random
import re
import string
from array import array
from itertools import pairwise
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import Direction, Level
from mazegame.game.racing.repeaters import GhostWalk
from mazegame.game.racing.rivals import parse_rival
from mazegame.game.recording.ghost_code import (
    MAX_CHARACTERS,
    MAX_STEPS,
    CodedWalk,
    GhostCodeError,
    ghost_code,
    is_ghost_code,
    parse_ghost_code,
    walk_of,
)
from tests.game.mazes import forked, walked

SMALL = "recursive-backtracker:8x5:kite-7"
LEVELS = tuple(
    map(Level.of, (SMALL, "kruskal:7x7:a", "wilson:6x4:braid=50:é", "binary-tree:1x1:x"))
)

GOLDEN = (
    ("recursive-backtracker:8x5:kite-7=1__1NZQ1", {}),
    (
        "recursive-backtracker:8x5:kite-7=1cKeQRWavOnTgrH3t",
        {"detours": 2, "pace": 0.25, "reading": 6.1},
    ),
    ("wilson:29x15:braid=20:kite-7=1ebUBRxw4bsMZl", {"pace": 0.07}),
    ("binary-tree:1x1:x=1wrMIAB", {"directions": []}),
)


def decoded(code, level=None):
    parsed = parse_ghost_code(code)
    return walk_of(parsed, level or Level.of(parsed.recipe))


LATE = (0, 40, 3000, 10**6)
"""Longest times between two steps, in milliseconds."""


def random_walk(level, rng):
    """A walk that takes any exit for a while, then the shortest path to B."""
    here, moves = level.start, bytearray()
    while level.distance(here):
        sides = [side for side in Direction if level.maze.is_open(here, side)]
        nearest = min(sides, key=lambda side: level.distance(side.step(here)))
        moves.append(rng.choice(sides) if len(moves) < MAX_STEPS // 20 else nearest)
        here = Direction(moves[-1]).step(here)
    return bytes(moves)


DESIGNS = ("recursive-backtracker", "kruskal", "wilson", "prim", "recursive-division")


def rivals_walk(number):
    """The walk of a rival that searches in 29x15, with a step back now and then, at its pace."""
    rng = random.Random(number)
    level = Level.of(f"{DESIGNS[number % 5]}:29x15:walk-{number}")
    rival = parse_rival(f"{('greedy', 'tremaux', 'right-hand')[number % 3]}:8").on(level)
    rival.settle()
    cells = [*rival.last_cells(rival.arrival, rival.steps), rival.cell(rival.arrival)]
    moves = bytearray()
    for side in (Direction.between(*pair) for pair in pairwise(cells)):
        moves += bytes([side, side.opposite] * (rng.random() < 0.01 and len(moves) > 0))
        moves.append(side)
    return level, GhostWalk(bytes(moves), [125 * step for step in range(len(moves))])


def players_walk(number):
    """A model of a player in 29x15: a fifth of the turns is wrong; keys and pauses are uneven."""
    rng = random.Random(number)
    level = Level.of(f"{DESIGNS[number % 5]}:29x15:walk-{number}")
    moves, times, now = bytearray(), array("I"), rng.uniform(2000, 9000)

    def go(here, side):
        nonlocal now
        exits = int(level.maze.passages[here]).bit_count()
        now += max(rng.gauss(140, 25), 40) + (exits > 2) * rng.lognormvariate(5, 0.8)
        moves.append(side)
        times.append(int(now))
        return side.step(here)

    for here, there in pairwise(level.path_from(level.start)):
        wrong = [side for side in Direction if level.maze.is_open(here, side)]
        wrong = [side for side in wrong if level.distance(side.step(here)) > level.distance(here)]
        if len(wrong) > 1 and rng.random() < 0.2:
            cell, taken = here, [rng.choice(wrong)]
            cell = go(cell, taken[-1])
            while len(taken) < 8:
                on = [s for s in Direction if level.maze.is_open(cell, s)]
                on = [side for side in on if side != taken[-1].opposite]
                if not on:
                    break
                taken.append(rng.choice(on))
                cell = go(cell, taken[-1])
            for side in reversed(taken):
                cell = go(cell, side.opposite)
        go(here, Direction.between(here, there))
    return level, CodedWalk(bytes(moves), times, reveal=True)


@given(st.sampled_from(LEVELS), st.integers(0, 2**32), st.booleans(), st.sampled_from(LATE))
def test_a_code_gives_the_walk_it_was_made_of(level, seed, reveal, late):
    rng = random.Random(seed)
    moves = random_walk(level, rng)
    now, times = rng.randrange(0, 20_000) if reveal else 0, array("I")
    for _ in moves:
        times.append(now)
        now += rng.randrange(late + 1)
    code = ghost_code(level, CodedWalk(moves, times, reveal))
    walk = decoded(code, level)
    assert (walk.moves, walk.reveal) == (moves, reveal)
    assert len(walk.times) == len(times)
    if moves:
        assert abs(walk.times[0] - times[0]) <= 50
        assert abs(walk.times[-1] - times[-1]) <= 50
    assert not GhostWalk.of(walk).problem(level)
    assert ghost_code(level, walk) == code


def test_times_of_choices_are_tenths_of_a_second_and_steps_between_are_even():
    level = Level.of(SMALL)
    run = walked(level, pace=0.13, reading=6.1)
    walk = decoded(ghost_code(level, run), level)
    here, far = level.start, 0
    for number, (move, time) in enumerate(zip(run.moves, run.times, strict=True)):
        choice = int(level.maze.passages[here]).bit_count() > 2 or number in {0, run.steps - 1}
        if choice:
            assert abs(walk.times[number] - time) <= 50
            assert walk.times[number] % 100 == 0
        far = max(far, abs(walk.times[number] - time))
        here = Direction(move).step(here)
    assert far <= 130
    assert walk.reveal


@pytest.mark.parametrize(("code", "options"), GOLDEN)
def test_codes_of_version_1_are_read_for_ever(code, options):
    run = walked(code.rpartition("=")[0], **options)
    assert ghost_code(run.level, run) == code
    assert decoded(code).moves == run.moves


def test_a_walk_of_29x15_takes_at_most_80_characters_in_the_median():
    lengths = []
    for number in range(20):
        for level, walk in (players_walk(number), rivals_walk(number)):
            lengths.append(len(ghost_code(level, walk)) - len(f"{level.recipe}="))
    assert median(lengths) <= 80


def test_what_has_no_code_says_why():
    level = Level.of(SMALL)
    run = walked(level)
    for wrong, walk, said in (
        (forked(), walked(forked()), "a maze of a file has no ghost codes"),
        (level, walked(level, short=1), "the walk is not finished"),
        (level, walked("kruskal:8x5:a"), "goes through a wall|goes on after B|not finished"),
        (level, GhostWalk(run.moves + run.moves[-1:], [*run.times, 9]), "goes on after B"),
        (level, GhostWalk(bytes(MAX_STEPS + 1), [0] * (MAX_STEPS + 1)), "has 4,001 steps"),
        (Level.of("binary-tree:513x512:a"), run, "a maze of 513x512 has no ghost codes"),
    ):
        with pytest.raises(GhostCodeError, match=said):
            ghost_code(wrong, walk)


def test_what_is_no_code_is_one_clear_sentence():
    run = walked(SMALL)
    code = ghost_code(run.level, run)
    game_id, _, rest = code.rpartition("=")
    for wrong, said in (
        ("", "'' is no ghost code"),
        (SMALL, "is no ghost code: it takes GAME_ID=WALK"),
        (f"{game_id}=", "is of version ''"),
        (f"{game_id}=2{rest[1:]}", "is of version '2': this game reads 1"),
        (f"{game_id}={rest[:-1]}", "is damaged: its checksum differs"),
        (f"{game_id}x={rest}", "is damaged: its checksum differs"),
        (f"{game_id}=1{'A' * (MAX_CHARACTERS + 9)}", "8,009 characters|8,010 characters"),
        ("wilso:9x9:a=1AAAA", "names no maze: "),
        (signed("binary-tree:513x512:a", "B"), "a maze of 513x512 has no ghost codes"),
        (signed(SMALL, ""), "has no walk"),
        (signed(SMALL, "A"), "has no walk"),
        (signed(SMALL, "AB"), "begins with a zero"),
        (signed(SMALL, "B*"), "has the character '\\*'"),
    ):
        with pytest.raises(GhostCodeError, match=said) as caught:
            parse_ghost_code(wrong)
        assert_sentence(str(caught.value))


def assert_sentence(text):
    assert len(text) < 250, text
    assert text.isprintable(), text
    assert not text.endswith("."), text


def signed(game_id, digits):
    """A hostile code: any digits, with the right checksum."""
    from mazegame.game.recording.ghost_code import _check

    return f"{game_id}=1{_check(game_id, digits)}{digits}"


def hostile_codes(number, seed):
    """Damaged codes, foreign ones, random text; most with the right checksum, some very long."""
    rng = random.Random(seed)
    good = [ghost_code(level, walked(level)) for level in LEVELS[:3]]
    signs = string.ascii_letters + string.digits + "-_"
    for at in range(number):
        code = rng.choice(good)
        game_id, _, rest = code.rpartition("=")
        digits = list(rest[4:])
        match at % 5:
            case 0:  # a damaged walk
                for _ in range(rng.randrange(1, 4)):
                    digits[rng.randrange(len(digits))] = rng.choice(signs)
                yield signed(game_id, "".join(digits))
            case 1:  # any walk
                size = rng.choice((1, 3, 20, 200)) if at % 500 else MAX_CHARACTERS
                yield signed(game_id, "".join(rng.choices(signs, k=size)))
            case 2:  # a walk of another maze
                yield signed(rng.choice(good).rpartition("=")[0], "".join(digits))
            case 3:  # one wrong character
                where = rng.randrange(len(code))
                yield code[:where] + chr(rng.randrange(1, 0x3000)) + code[where + 1 :]
            case _:  # any text
                yield "".join(chr(rng.randrange(0x250)) for _ in range(rng.randrange(60)))


def read_hostile(number, seed):
    levels = {str(level.recipe): level for level in LEVELS}
    refused = 0
    for code in hostile_codes(number, seed):
        try:
            parsed = parse_ghost_code(code)
            level = levels.get(str(parsed.recipe)) or Level.of(parsed.recipe)
            walk = walk_of(parsed, level)
        except GhostCodeError as error:
            assert_sentence(str(error))
            refused += 1
            continue
        assert not GhostWalk.of(walk).problem(level)
        assert ghost_code(level, walk) == f"{parsed.recipe}={code.strip().rpartition('=')[2]}"
    assert number / 2 < refused < number


def test_hostile_codes_are_refused_in_a_sentence_or_are_the_walk_they_say():
    read_hostile(300, "quick")


@pytest.mark.long
def test_more_hostile_codes_are_refused_in_a_sentence():
    read_hostile(6_000, "long")


@pytest.mark.soak
def test_a_hundred_thousand_hostile_codes():
    read_hostile(100_000, "soak")


def test_the_longest_code_is_read_in_few_questions():
    level = Level.of("recursive-backtracker:60x60:a")
    code = signed(str(level.recipe), "_" * MAX_CHARACTERS)
    with pytest.raises(GhostCodeError):
        decoded(code, level)


def test_codes_are_told_from_game_ids():
    assert is_ghost_code(" wilson:9x9:kite-7=1abc\n")
    for other in ("wilson:9x9:kite-7", "wilson:9x9:braid=20:kite-7", "", "kite", "a:b"):
        assert not is_ghost_code(other)
    assert re.fullmatch(r"[\w:=-]+", ghost_code(LEVELS[1], walked(LEVELS[1])))
