"""The card of a finished run: what it draws in every room that it may get."""

from dataclasses import replace

import pytest

from mazegame.game.scoring.finale import Finale
from mazegame.game.scoring.medals import Medal
from mazegame.game.scoring.verdict import Tone, Verdict, VerdictLine
from mazegame.widgets.ended import ending_card
from mazegame.widgets.ended.ending_card import EndingCard, compose_card
from mazegame.widgets.text.segments import RIVALS, Role
from tests.ui.widgets.alone import texts

SAID = (VerdictLine("steps", "40 (+2)"), VerdictLine("time", "0:12.3", Tone.GOOD))
VERDICT = Verdict("Well walked", Tone.GOOD, 2, 87, SAID, timed=True, medal=Medal.SILVER)
END = Finale(0, 2, 87, 99).end
STARS = """\
   ▄█▄        ▄█▄        ▄▀▄
▄▄▄███▄▄▄  ▄▄▄███▄▄▄  ▄▄▄█ █▄▄▄
 ▀█████▀    ▀█████▀    ▀▄   ▄▀
 █▀▀ ▀▀█    █▀▀ ▀▀█    █▄ ▀ ▄█
             path"""
DISCS = """
      ▟█▙  ▟█▙  ▞▀▚  ▞▀▚
      ▜█▛  ▜█▛  ▚▄▞  ▚▄▞
         time  silver"""
SMALL_DISCS = """
      time  ●●○○  silver"""
LARGE = """
        ██████  ██████
        ██  ██      ██
        ██████      ██
        ██  ██    ██
        ██████    ██"""
SMALL = """
            █▀█ ▀▀█
            █▀█  ▄▀
            ▀▀▀  ▀"""
WORDS = """
steps                   40 (+2)
time                     0:12.3
Your first run."""
HEADLINE, GAP = "          Well walked\n", "\n"
TEXT = "   ★★☆ path  87   ●●○○ time"
BROAD = HEADLINE + GAP + STARS + DISCS + GAP


@pytest.mark.parametrize(
    ("heights", "card"),
    [
        ((20,), BROAD + LARGE + GAP + WORDS),
        ((18, 19), BROAD + SMALL + GAP + WORDS),
        ((17,), HEADLINE + STARS + DISCS + SMALL + WORDS),
        ((11, 14), HEADLINE + STARS + SMALL_DISCS + "\n           87 points" + WORDS),
        ((7, 10), HEADLINE + GAP + TEXT + GAP + WORDS),
        ((6,), HEADLINE + TEXT + WORDS),
        ((3,), HEADLINE + TEXT + WORDS.partition("\ntime")[0]),
    ],
)
def test_a_card_is_as_large_as_its_room(heights, card):
    for height in heights:
        lines = texts(compose_card(VERDICT, ["Your first run."], END, (31, height)))
        assert lines == card.split("\n")


@pytest.mark.parametrize(
    ("changes", "blocks", "line"),
    [
        ({}, True, "   ★★☆ path  87   ●●○○ time"),
        ({}, False, "   **- path  87   OO.. time"),
        ({"medal": Medal.AUTHOR}, True, "   ★★☆ path  87   ●●●● time"),
        ({"medal": None}, True, "   ★★☆ path  87   ○○○○ time"),
        ({"timed": False}, True, "         ★★☆ path  87"),
        ({"stars": None}, True, "          not ranked"),
    ],
)
def test_a_small_card_has_stars_and_medals_in_a_line(changes, blocks, line):
    card = compose_card(replace(VERDICT, **changes), (), END, (30, 9), blocks=blocks)
    assert texts(card)[2] == line


@pytest.mark.parametrize(
    ("turn", "disc", "small"),
    [
        (0, ["▟█▙", "▜█▛"], "●●○○ OO.."),
        (1, ["▐█▌", "▐█▌"], "●◐○○ O(.."),
        (2, [" █", " █"], "●|○○ O|.."),
        (3, ["▐█▌", "▐█▌"], "●◑○○ O).."),
    ],
)
def test_the_won_medal_turns(turn, disc, small):
    moment = replace(END, turn=turn)
    lines = texts(compose_card(VERDICT, (), moment, (31, 20)))
    assert [line[6:14].rstrip() for line in lines[7:9]] == [f"▟█▙  {disc[0]}", f"▜█▛  {disc[1]}"]
    for blocks, medals in zip((True, False), small.split(), strict=True):
        card = compose_card(VERDICT, (), moment, (30, 9), blocks=blocks)
        assert medals in texts(card)[2]
        assert roles(card[2:3], {medals[-1]}) == [Role.UNIT], "its outline is seen"


QUARTERS = {
    "█": ("##", "##"), "▀": ("##", ".."), "▄": ("..", "##"), "▟": (".#", "##"), "▙": ("#.", "##"),
    "▜": ("##", ".#"), "▛": ("##", "#."), "▞": (".#", "#."), "▚": ("#.", ".#"),
}  # fmt: skip
"""The quarters of the characters of medals, upper and lower line."""


def test_a_medal_that_is_not_won_has_the_shape_of_one_that_is():
    lines = texts(compose_card(VERDICT, (), END, (31, 20)))[7:9]
    shapes = []
    for left in (6, 16):
        medal = [line[left : left + 3] for line in lines]
        rows = ["".join(QUARTERS[c][half] for c in line) for line in medal for half in (0, 1)]
        shapes.append([(row.index("#"), row.rindex("#")) for row in rows])
        assert (".." in rows[1]) == (left == 16), "it is hollow"
    assert shapes[0] == shapes[1]


@pytest.mark.parametrize(
    ("medal", "name"),
    [
        (Medal.AUTHOR, "time  ✦ author ✦"),
        (Medal.GOLD, "time  ✦ gold ✦"),
        (Medal.BRONZE, "time  bronze"),
        (None, "time"),
    ],
)
def test_below_the_medals_stands_which_was_won(medal, name):
    lines = texts(compose_card(replace(VERDICT, medal=medal), (), END, (31, 20)))
    assert lines[9].strip() == name


def roles(card, signs):
    """Return the roles of what has certain signs, each once, from top to bottom."""
    return list(dict.fromkeys(role for line in card for text, role in line if set(text) & signs))


@pytest.mark.parametrize(
    ("tone", "headline", "score"),
    [
        (Tone.PLAIN, Role.NUMBER, Role.NUMBER),
        (Tone.PERFECT, Role.PLAYER, Role.STAR),
        (Tone.GOOD, Role.WARMER, Role.NUMBER),
        (Tone.BAD, Role.WARNING, Role.NUMBER),
    ],
)
def test_the_colours_of_a_card(tone, headline, score):
    said = replace(SAID[0], own=True), replace(SAID[1], rival=2)
    card = compose_card(replace(VERDICT, tone=tone, lines=said), (), END, (31, 20))
    assert card[0][-1] == ("Well walked", headline)
    assert roles(card[2:6], {"█"}) == [Role.STAR, Role.REST]
    assert roles(card[7:9], {"█", "▀"}) == [Role.BRONZE, Role.SILVER, Role.UNIT]
    assert roles(card[9:10], {"v"}) == [Role.SILVER]
    assert roles(card[11:16], {"█"}) == [score]
    ends = [(line[0][1], line[-1][1]) for line in card[17:]]
    assert ends == [(Role.PLAYER, Role.NUMBER), (RIVALS[2], Role.WARMER)]


def test_a_score_that_counts_up_has_its_places_from_the_beginning():
    shown = [
        texts(compose_card(replace(VERDICT, score=100), (), replace(END, score=score), (31, 20)))
        for score in (7, 100)
    ]
    assert [max(map(len, lines[11:16])) for lines in shown] == [26, 26]


def test_the_lines_of_a_card_come_one_after_the_other():
    for lines, said in enumerate(["", "steps", "time", "Your first run."]):
        moment = replace(END, lines=lines)
        card = texts(compose_card(VERDICT, ["Your first run."], moment, (30, 9)))
        assert card[4:].index("") == lines if lines < 3 else "" not in card[4:]
        assert card[3 + lines].startswith(said)


def test_a_headline_takes_two_lines_at_most():
    verdict = replace(VERDICT, headline="one two three four five six", stars=None)
    assert texts(compose_card(verdict, (), END, (9, 9)))[:4] == [
        " one two",
        "  three",
        "",
        "not ranked",
    ]


@pytest.mark.parametrize(
    ("note", "lines"),
    [
        ("Best on wilson 19x9, fog: 21.5 cells/s (now 16.1)",
         ["Best on wilson 19x9, fog: 21.5 cells/s", "(now 16.1)"]),
        ("New best on recursive-backtracker 4.69 (was 1.38)",
         ["New best on recursive-backtracker 4.69", "(was 1.38)"]),
        ("The first ranked run on recursive-backtracker 19x9",
         ["The first ranked run on", "recursive-backtracker 19x9"]),
        ("You beat the runner, who was second, by 1.5 s",
         ["You beat the runner, who was second, by", "1.5 s"]),
    ],
)  # fmt: skip
def test_a_note_breaks_neither_within_a_name_nor_before_a_number(note, lines):
    assert texts(compose_card(VERDICT, [note], END, (43, 30)))[-2:] == lines


def test_the_height_of_a_card_has_its_frame(monkeypatch):
    card = EndingCard(VERDICT)
    card.show_notes(["", "Your first run."])
    assert [card.height_for(35, most) for most in (30, 22, 21)] == [22, 22, 20]
    assert card.height_for(34, 30) == 9
    monkeypatch.setattr(ending_card, "has_unicode", lambda: False)
    assert card.height_for(35, 30) == 9


def test_a_card_knows_how_many_lines_it_says():
    card = EndingCard(replace(VERDICT, notes=("a" * 20 + " " + "b" * 19,)))
    assert card.text_line_count == 3
    card.show_notes(["a" * 20 + " " + "b" * 20])
    assert card.text_line_count == 5
