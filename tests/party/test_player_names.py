"""Names of players: those that nobody can see are refused, those that look alike get a number."""

from itertools import combinations

import pytest

from mazegame.party.opening import ProtocolError
from mazegame.party.player_names import LONGEST_NAME, clean_name, looks, usual_name
from tests.party.parties import Party

CONTROLS = *range(0x20), *range(0x7F, 0xA0)
DIRECTIONS = 0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)
JOINERS = 0x34F, 0x180B, 0x180E, 0x200B, 0x200C, 0x200D, 0x2060, 0xFE0F, 0xFEFF, 0xE0100, 0xE0061
FILLERS = 0x115F, 0x1160, 0x17B4, 0x3164, 0xFFA0, 0x2800, 0x1D159, 0x16FE4
UNSEEN = [chr(one) for one in CONTROLS + DIRECTIONS + JOINERS + FILLERS]


@pytest.mark.parametrize("letter", ["x", "é", "Ж", "李", "e\u0301"])
def test_a_name_of_16_letters_is_taken_and_one_of_17_is_not(letter):
    assert len(clean_name(letter * LONGEST_NAME)) == LONGEST_NAME
    with pytest.raises(ProtocolError):
        clean_name(letter * (LONGEST_NAME + 1))


def test_a_name_is_words_that_can_be_seen():
    assert clean_name(" a  b ") == "a b"
    assert clean_name("\u3000Ａｄａ\u00a0 Ⅳ") == "Ada IV"
    for name in ("", " ", "\u3000", "\ud800"):
        with pytest.raises(ProtocolError):
            clean_name(name)
    party = Party()
    link = party.join("a\nb")
    assert party.told(link) == ["a name has 1 to 16 characters that can be seen"]
    assert link in party.ended
    assert not party.room.guests


@pytest.mark.parametrize("sign", UNSEEN, ids=ascii)
def test_nothing_that_nobody_can_see_is_a_part_of_a_name(sign):
    for name in (sign, f"a{sign}", f"{sign}a", f"a{sign}b"):
        with pytest.raises(ProtocolError, match="can be seen"):
            clean_name(name)


@pytest.mark.parametrize(
    "name",
    ["\u0301a", "a \u0301b", "e\u0301\u0302\u0303", "x\u0305\u0332", "a" + "\u0303" * 9,
     "o\u0323\u0301\u0301", "z\u0337\u0361", "\u05e9\u05c1\u05bc\u05b8\u05bf"],
    ids=ascii,
)  # fmt: skip
def test_a_stack_of_accents_is_no_name(name):
    with pytest.raises(ProtocolError, match="stack of accents"):
        clean_name(name)


@pytest.mark.parametrize(
    "name",
    ["Zoë", "Nguyễn", "Ọ́lá", "Ἠὼς ᾧ", "हिन्दी", "ड़ुँ", "שׁלום", "ไทย น้ำ", "རྒྱལ", "김철수",
     "李雷", "Ünal", "O'Neil", "Ada-1", "👾", "🇳🇿", "ада"],
)  # fmt: skip
def test_names_of_many_languages_are_names(name):
    assert clean_name(name)


ALIKE = [
    ("Ada", "Аda"),  # the second one begins with a Cyrillic letter
    ("Ada", "ADA"),
    ("Bill", "BiII"),
    ("Bill", "Bi11"),
    ("rnaze", "maze"),
    ("Bob", "Вob"),
    ("bob", "Воb"),
    ("OO", "00"),
    ("paul", "ρaul"),
    ("scope", "ѕсоре"),
    ("li", "اi"),
]


@pytest.mark.parametrize("pair", ALIKE, ids=ascii)
def test_two_players_whose_names_look_alike_are_told_apart_by_a_number(pair):
    for one, two in (pair, pair[::-1]):
        party = Party()
        names = [party.members[link].players for link in (party.join(one), party.join(two))]
        assert sorted(player.name for player in names[-1].values()) == sorted([one, f"{two} 2"])


def test_a_number_that_looks_like_another_one_is_not_given():
    party = Party()
    for name in ("Bo", "Во 2", "bo", "BO З"):
        last = party.join(name)
    players = [player.name for player in party.members[last].players.values()]
    assert players == ["Bo", "Во 2", "bo 3", "BO З 2"]


def test_names_that_differ_keep_as_they_are():
    names = ["Ada", "Ida", "Zoe", "Zoë", "Bo", "Во 2", "Joh", "Jon", "Jan", "李", "季", "김", "ада"]
    for one, two in combinations(names, 2):
        assert looks(one).isdisjoint(looks(two)), (one, two)


def test_a_user_name_that_is_no_name_of_a_player_is_replaced(monkeypatch):
    monkeypatch.setattr("getpass.getuser", lambda: "a\u202e")
    assert usual_name() == "player"
    monkeypatch.setattr("getpass.getuser", lambda: "x" * 40)
    assert usual_name() == "x" * 16
