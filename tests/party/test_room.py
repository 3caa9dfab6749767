"""The room: who comes in, who is the judge, who hears what, and when it ends."""

from __future__ import annotations

import gc
import weakref

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazegame.engine import Direction, Level, Recipe
from mazegame.game.run import Run, step
from mazegame.game.walking.sight import sight
from mazegame.party import protocol, room
from mazegame.party.protocol import LETTERS, STEPS_A_MESSAGE, Steps
from mazegame.party.room import LOST_SECONDS, MOST_WRONG, Stage, draw_word
from tests.game.mazes import ahead
from tests.party.parties import HOST, Party, hello


def two(game_id="wilson:5x4:a", **more):
    party = Party(game_id, **more)
    return party, party.join("Host", key=HOST), party.join("Bo")


def racing(game_id="wilson:5x4:a", **more):
    """Return a party of two whose race has begun, and the level."""
    party, host, bo = two(game_id, **more)
    return party, host, bo, party.race()


def letters(level):
    return [LETTERS[direction.value] for direction in ahead(level)]


# In and out


def test_everybody_sees_who_has_come():
    party, host, bo = two()
    for link in (host, bo):
        known = party.members[link].players.values()
        assert [(one.name, one.host, one.here) for one in known] == [
            ("Host", True, True),
            ("Bo", False, True),
        ]
    assert party.members[host].host
    assert not party.members[bo].host


def test_two_of_one_name_can_be_told_apart():
    party = Party()
    for _ in range(3):
        last = party.join("x" * 16)
    names = [one.name for one in party.members[last].players.values()]
    assert len(set(names)) == 3
    assert max(map(len, names)) <= 16
    for name in ("Bo", "Bo 2", "Bo 3"):
        number = party.members[party.join("Bo")].number
        assert party.room.guests[number].name == name


def test_a_word_is_taken_however_it_is_typed():
    party = Party()
    assert party.members[party.join("Bo", word="AB3D 9XYZ")].number


def test_a_room_word_has_40_bits():
    words = {draw_word() for _ in range(50)}
    assert len(words) == 50
    assert 32 ** len(next(iter(words)).replace("-", "")) >= 2**40
    assert len(set(room.WORD_LETTERS)) == 32


def test_five_wrong_words_end_a_connection_and_slow_down_the_next():
    party = Party()
    link = party.connect()
    for _ in range(MOST_WRONG):
        assert link not in party.ended
        party.say(link, hello(word="wrong"))
        assert party.got[link] == party.got[link][: len(party.told(link))]
        party.wait(1.1)
    assert party.told(link) == ["that is not the room word"] * MOST_WRONG
    assert link in party.ended
    slow = party.connect()
    party.say(slow, hello(word="wrong"))
    party.wait(1.1)
    assert not party.told(slow)
    party.wait(1.1)
    assert party.told(slow)
    assert party.members[party.join("Bo")].number  # the right word is never slowed down


def test_the_wait_after_wrong_words_gets_shorter_again():
    party = Party()
    for _ in range(100 * MOST_WRONG):
        party.room.wait_after("wrong")
    assert party.room.wait_after("wrong") == room.LONGEST_WRONG
    party.wait(12 * room.FORGIVE_SECONDS)
    assert party.room.wait_after("wrong") == room.WRONG_SECONDS


def test_a_word_said_while_the_answer_waits_is_not_looked_at():
    party = Party()
    link = party.connect()
    party.say(link, hello(word="wrong"))
    party.say(link, hello())
    assert not party.members[link].number


def test_a_silent_connection_ends():
    party = Party()
    link = party.connect()
    party.wait(room.SILENT_SECONDS + 1)
    assert link in party.ended


@pytest.mark.parametrize("differs", [{"mazes": "other"}, {"version": 99}])
def test_a_player_with_other_mazes_or_messages_is_told(differs):
    party = Party()
    link = party.join("Bo", **differs)
    assert link in party.ended
    assert "mazegame" in party.told(link)[0]


def test_a_question_for_the_time_is_answered():
    party, _, bo = two()
    party.say(bo, protocol.Ping(7.5))
    assert party.of(bo, protocol.Ping) == [protocol.Ping(7.5, party.now)]


def test_only_the_host_begins():
    party, _, bo = two()
    party.say(bo, protocol.Begin())
    assert party.room.stage is Stage.LOBBY


# A round


def test_a_round_to_the_podium():
    party, host, bo, level = racing()
    for link in (host, bo):
        member = party.members[link]
        assert member.start == pytest.approx(party.now, abs=0.01)
        for rival in member.rivals.values():
            rival.on(level)
    party.walk(bo, level)
    party.walk(host, level)
    board = party.members[host].board
    assert board is not None
    assert board.shortest == level.dist_min
    numbers = [party.members[link].number for link in (bo, host)]
    assert [(row[0], row[1], row[4], row[5]) for row in board.rows] == [
        (numbers[0], 1, 10, 10),
        (numbers[1], 2, 8, 8),
    ]
    assert board.rows[0][2] == pytest.approx(200 * level.dist_min, abs=5)
    party.wait(1)
    rival = party.members[host].rivals[numbers[0]]
    assert rival.cell(rival.arrival) in level.goals
    assert rival.steps == level.dist_min


@pytest.mark.parametrize("reveal", [True, False])
def test_the_plan_of_the_host_says_whether_walls_are_covered_until_the_start(reveal):
    party = Party(reveal=reveal)
    links = [party.join("Host", key=HOST), party.join("Bo")]
    party.race()
    assert [party.members[link].prepare.reveal for link in links] == [reveal] * 2


def test_each_place_has_its_points_and_all_behind_the_last_number_have_that():
    party = Party()
    links = [party.join("Host", key=HOST), *(party.join(f"Guest {at}") for at in range(2, 12))]
    level = party.race()
    for at, link in enumerate(links):
        party.walk(link, level, pace=0.2 + at / 100)
    rows = party.members[links[-1]].board.rows
    assert [row[1] for row in rows] == [*range(1, 12)]
    assert [row[4] for row in rows] == [10, 8, 6, 5, 4, 3, 2, 1, 1, 1, 1]


def test_equal_times_share_a_place_and_its_points():
    party, host, bo, level = racing()
    moves = letters(level)
    times = range(100, 100 * len(moves) + 1, 100)
    party.wait(len(moves) / 10)
    for link in (host, bo):
        party.steps(link, moves, times)
    assert [row[1:5] for row in party.members[bo].board.rows] == [
        (1, times[-1], len(moves), 10),
        (1, times[-1], len(moves), 10),
    ]


def test_the_next_round_comes_by_itself_and_after_the_last_one_a_new_series():
    party, host, bo, level = racing(rounds=2)
    party.walk(bo, level)
    party.say(host, protocol.Begin())  # ends the round
    assert party.room.stage is Stage.PODIUM
    (first, second) = party.members[bo].board.rows
    assert (first[1], second[1:5]) == (1, (0, -1, 0, 0))
    party.wait(room.NEXT_SECONDS + 1)
    assert party.members[bo].prepare.round == 2
    assert party.members[bo].prepare.maze == "wilson:5x4:a2"
    for link in (host, bo):
        party.say(link, protocol.Ready(2, 0.0))
    party.wait(room.LEAD_SECONDS)
    party.say(host, protocol.Begin())
    assert party.members[bo].board.wait == 0
    party.wait(2 * room.NEXT_SECONDS)
    assert party.members[bo].prepare.round == 2
    party.race()
    assert party.members[bo].prepare.round == 1
    assert {one.points for one in party.room.guests.values()} == {0}


def test_who_does_not_make_the_maze_is_not_waited_for_for_ever():
    party, host, bo = two()
    party.say(host, protocol.Begin())
    party.say(host, protocol.Ready(1, 0.0))
    party.wait(room.PREPARE_SECONDS - 1)
    assert party.members[bo].start is None
    party.wait(2)
    assert party.members[bo].start is not None


def test_who_comes_during_a_race_watches_it_and_races_in_the_next():
    party, host, bo, level = racing()
    late = party.join("Late")
    assert not party.members[late].races
    party.walk(bo, level)
    party.wait(0.2)
    assert not party.of(late, protocol.Field)  # its maze is not made yet
    for rival in party.members[late].rivals.values():
        rival.on(level)
    party.say(late, protocol.Ready(1, 0.0))
    party.wait(0.2)
    rival = party.members[late].rivals[party.members[bo].number]
    assert rival.cell(99) in level.goals
    party.say(host, protocol.Begin())
    party.say(host, protocol.Begin())
    assert party.members[late].races


def test_after_the_last_round_the_board_is_in_the_order_of_all_points():
    """Those with as many share their place, in the order of the round; who has none has none."""
    party = Party(rounds=1)
    links = [party.join("P", key=HOST * (at == 0)) for at in range(6)]
    level = party.race()
    for guest, points in zip(party.room.guests.values(), (5, 9, 0, 1, 5, 5), strict=True):
        guest.points = points
    party.walk(links[3], level)  # 10 points
    party.say(links[0], protocol.Begin())
    board = party.members[links[5]].board
    assert [(row[0], row[1], row[5]) for row in board.rows] == [
        (4, 1, 11), (2, 2, 9), (1, 3, 5), (5, 3, 5), (6, 3, 5), (3, 0, 0)
    ]  # fmt: skip


# The judge


def wrong_side(level):
    exits = level.maze.exits(level.start)
    return next(side.name for side in Direction if not exits & side)


LIES = {
    "a step goes through a wall": lambda level: ([wrong_side(level)], [0]),
    "steps are missing": lambda level: (letters(level)[:2], [0]),
    "a step is earlier than the one before": lambda level: (letters(level)[:2], [9, 8]),
    "a step lies in the future": lambda level: (letters(level)[:1], [60_000]),
    "a step comes after B": lambda level: (
        [*letters(level), "N"],
        range(0, 25 * level.dist_min + 1, 25),
    ),
    "the steps are faster than a run can go": lambda level: (letters(level)[:3], [0, 25, 49]),
}


@pytest.mark.parametrize("why", LIES)
def test_who_cheats_is_told_and_left_out_and_the_others_go_on(why):
    party, host, bo, level = racing()
    party.wait(5)
    party.steps(bo, *LIES[why](level))
    assert party.told(bo) == [f"you are left out of this round: {why}"]
    assert party.told(host) == [f"Bo is left out of this round: {why}"]
    party.walk(host, level)
    board = party.members[bo].board
    assert [row[1] for row in board.rows if row[0] == party.members[host].number] == [1]


@pytest.mark.parametrize("apart", [0, 1, 24])
@pytest.mark.parametrize("lost", [False, True])
def test_a_step_takes_25_ms_also_for_who_comes_back(apart, lost):
    party, _, bo, level = racing("binary-tree:19x1:a")
    if lost:
        key = party.members[bo].key
        party.drop(bo)
    party.wait(10)
    if lost:
        bo = party.join("Bo", key=key, word="")
    party.steps(bo, letters(level), [apart * at for at in range(1, level.dist_min + 1)])
    assert party.told(bo) == [
        "you are left out of this round: the steps are faster than a run can go"
    ]
    assert not party.of(bo, protocol.Arrived)


def test_the_fastest_walk_takes_25_ms_a_step_whenever_its_first_step_was():
    for first in (0, 24, 25):
        party, _, bo, level = racing("binary-tree:19x1:a")
        party.wait(0.5)
        party.steps(bo, letters(level), [first + 25 * at for at in range(level.dist_min)])
        assert party.of(bo, protocol.Arrived)[0].ms == 25 * level.dist_min


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from([25, 26, 40, 100, 400]), min_size=40, max_size=40))
def test_no_honest_run_is_left_out(waits):
    """A glide of 40 cells a second, held keys and pauses, in batches that come late."""
    party, _, bo, level = racing("binary-tree:41x1:a")
    moves, times, now = letters(level), [], 0
    for wait in waits:
        now += wait
        times.append(now)
    party.wait(now / 1000 + 0.05)
    for first in range(0, 40, 7):
        party.steps(bo, moves[first : first + 7], times[first : first + 7], first)
    assert party.told(bo) == []
    assert party.of(bo, protocol.Arrived)[0].ms == max(now, party.elapsed - 1000)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_no_arrival_is_earlier_than_the_clock_allows(data):
    """Losses, returns, pauses and messages of any times: one budget for all of them."""
    party, _, bo, level = racing("binary-tree:19x1:a")
    key, moves, taken, last = party.members[bo].key, letters(level), 0, 0
    away = 0.0
    for _ in range(data.draw(st.integers(1, 8))):
        if data.draw(st.booleans()):
            away = data.draw(st.floats(0, 12))
            party.drop(bo)
            party.wait(away)
            bo = party.join("Bo", key=key, word="")
        party.wait(data.draw(st.floats(0, 12)))
        more = data.draw(st.integers(0, len(moves) - taken))
        apart = data.draw(st.sampled_from([0, 1, 24, 25, 25, 25, 30]))
        times = [last + apart * (at + 1) for at in range(more)]
        party.steps(bo, moves[taken : taken + more], times, taken)
        taken, last = taken + more, [last, *times][-1]
        if arrived := party.of(bo, protocol.Arrived):
            assert arrived[0].ms >= 25 * level.dist_min
            assert arrived[0].ms >= party.elapsed - 1000 * (room.LATE + away) - 1
            return
        if party.told(bo):
            return


def test_steps_that_are_held_back_after_a_return_are_late():
    """Who keeps quiet after coming back gains nothing by the time without a connection."""
    party, _, bo, level = racing()
    key = party.members[bo].key
    party.drop(bo)
    party.wait(20)
    back = party.join("Bo", key=key, word="")
    party.wait(room.RETURN_SECONDS + 0.5)
    party.steps(back, letters(level), range(25, 25 * level.dist_min + 1, 25))
    assert party.of(back, protocol.Arrived)[0].ms == pytest.approx(party.elapsed - 1000, abs=2)


def test_a_claimed_time_is_bounded_by_the_arrival():
    party, _, bo, level = racing()
    party.wait(9)
    party.steps(bo, letters(level), [300 * at for at in range(level.dist_min)])
    assert party.of(bo, protocol.Arrived)[0].ms == pytest.approx(8000, abs=5)


def test_a_step_ahead_of_the_clock_by_the_measured_slack_is_taken():
    party, _, bo, level = racing()
    party.steps(bo, letters(level)[:1], [party.elapsed + 25])
    assert party.told(bo) == []
    party.steps(bo, letters(level)[1:2], [party.elapsed + 400], 1)
    assert party.told(bo) == ["you are left out of this round: a step lies in the future"]


# Lost connections


def test_who_comes_back_goes_on_at_the_same_step():
    party, host, bo, level = racing()
    party.walk(bo, level, most=3)
    key, number = party.members[bo].key, party.members[bo].number
    party.drop(bo)
    assert not party.members[host].players[number].here
    party.wait(LOST_SECONDS - 0.2)
    back = party.join("whoever", key=key, word="")
    member = party.members[back]
    assert (member.number, member.key) == (number, key)
    (has,) = party.of(back, Steps)
    assert (has.first, len(has.moves)) == (0, 3)
    missed = [party.elapsed - 20_000 + 25 * at for at in range(3, level.dist_min)]
    party.steps(back, letters(level)[3:], missed, 3)
    assert party.of(back, protocol.Arrived)[0].ms == missed[-1]
    assert party.members[host].players[number].here


def test_steps_that_were_lost_on_the_way_are_sent_again():
    party, _, bo, level = racing()
    party.wait(5)
    party.steps(bo, letters(level)[:2], [100, 200])
    member = party.members[bo]
    member.begin(Run(level, lambda: 1.0))
    for direction in ahead(level)[:4]:
        step(member.run, direction)
    assert [steps.first for steps in member.steps_to_send()] == [0]  # of which two have come
    party.drop(bo)
    back = party.connect()
    party.members[back] = member
    party.say(back, hello("Bo", key=member.key, word=""))
    assert [(steps.first, len(steps.moves)) for steps in member.steps_to_send()] == [(2, 2)]
    assert member.steps_to_send() == []


def test_a_killed_game_is_told_its_own_walk_before_the_round():
    party, host, bo, level = racing("binary-tree:260x1:a")
    party.wait(30)
    moves, times = letters(level), range(0, 50 * level.dist_min, 50)
    for first in (0, STEPS_A_MESSAGE):
        part = slice(first, min(first + STEPS_A_MESSAGE, 250))
        party.steps(bo, moves[part], times[part], first)
    key = party.members[bo].key
    party.drop(bo)
    back = party.join("Bo", key=key, word="")
    member = party.members[back]
    assert member.races
    kinds = [type(one) for one in party.got[back]]
    assert kinds.count(Steps) == 2
    assert kinds.index(Steps) < kinds.index(protocol.Prepare) < kinds.index(protocol.Start)
    run = member.walked(level, lambda: 0.0)
    assert (run.steps, list(run.times)) == (250, list(times[:250]))
    assert run.position == level.path_from(level.start)[250]
    member.begin(run)
    assert not list(member.steps_to_send())
    party.steps(back, moves[250:], times[250:], 250)
    assert party.members[host].players[member.number].here
    assert party.of(back, protocol.Arrived)
    guest = party.room.guests[member.number]
    assert party.room.walks[guest].run.steps == level.dist_min


@pytest.mark.parametrize("killed", [True, False])
def test_the_round_after_a_lost_connection_begins_at_a(killed):
    party, host, bo = two(rounds=1)  # each series begins with the same maze
    level = party.race()
    party.walk(bo, level, most=2)
    before = party.members[bo]
    party.drop(bo)
    back = party.connect()
    if not killed:
        party.members[back] = before
    party.say(back, hello("Bo", key=before.key, word=""))
    assert party.of(back, Steps)[0].times
    party.say(host, protocol.Begin())
    assert party.of(back, protocol.Board)
    party.race()
    assert party.members[back].walked(level, lambda: 0.0) is None


def test_who_comes_in_after_a_round_sees_its_board():
    party, host, _, _ = racing()
    party.say(host, protocol.Begin())
    assert party.members[party.join("Cy")].board == party.members[host].board is not None


def test_a_walk_that_cannot_be_is_not_gone_on_with():
    party, _, bo, level = racing()
    member = party.members[bo]
    assert member.walked(level, lambda: 0.0) is None
    member._walked_before = [Steps(1, 0, wrong_side(level), (1,))]
    assert member.walked(level, lambda: 0.0) is None


def test_all_that_was_walked_without_a_connection_has_its_own_time():
    """More steps than a message holds: the arrival is in the second one."""
    party, _, bo, level = racing("binary-tree:260x1:a")
    key = party.members[bo].key
    party.drop(bo)
    party.wait(20)
    back = party.join("Bo", key=key, word="")
    moves, times = letters(level), range(0, 50 * level.dist_min, 50)
    for first in range(0, level.dist_min, STEPS_A_MESSAGE):
        part = slice(first, first + STEPS_A_MESSAGE)
        party.steps(back, moves[part], times[part], first)
    assert party.of(back, protocol.Arrived)[0].ms == times[-1]


def test_a_short_walk_without_a_connection_has_its_own_time_in_one_message():
    party, _, bo, level = racing()
    key = party.members[bo].key
    party.drop(bo)
    party.wait(20)
    back = party.join("Bo", key=key, word="")
    times = [200 * at for at in range(1, level.dist_min + 1)]
    party.steps(back, letters(level), times)
    assert party.of(back, protocol.Arrived)[0].ms == times[-1]


def test_only_the_first_message_after_a_return_has_the_time_without_a_connection():
    party, _, bo, level = racing()
    key = party.members[bo].key
    party.drop(bo)
    party.wait(20)
    back = party.join("Bo", key=key, word="")
    times = [200 * at for at in range(1, level.dist_min + 1)]
    party.steps(back, letters(level)[:2], times[:2])
    party.wait(2)
    party.steps(back, letters(level)[2:], times[2:], 2)
    assert party.of(back, protocol.Arrived)[0].ms == pytest.approx(party.elapsed - 1000, abs=2)


def test_known_steps_that_come_again_are_left_out():
    party, _, bo, level = racing()
    party.walk(bo, level, most=3)
    party.wait(0.1)
    party.steps(bo, letters(level)[:4], [0, 0, 0, party.elapsed])
    assert party.told(bo) == []
    guest = party.room.guests[party.members[bo].number]
    assert party.room.walks[guest].run.steps == 4


def test_who_stays_away_is_gone_and_the_round_ends_without():
    party, host, bo, level = racing()
    key = party.members[bo].key
    party.drop(bo)
    lost = party.now
    party.walk(host, level)
    assert party.members[host].board is None
    party.wait(lost + LOST_SECONDS + 0.2 - party.now)
    assert [row[0] for row in party.members[host].board.rows] == [party.members[host].number]
    assert not party.members[party.join("Bo", key=key, word="")].number


@pytest.mark.parametrize("leaves", [True, False])
def test_who_leaves_after_b_stays_on_the_board(leaves):
    party, host, bo = two()
    cy = party.join("Cy")
    level = party.race()
    party.walk(bo, level)
    number = party.members[bo].number
    if leaves:
        party.say(bo, protocol.Leave())
    else:
        party.drop(bo)
        party.wait(LOST_SECONDS + 1)
    assert number not in party.room.guests
    late = party.join("Bo")
    party.walk(cy, level)
    party.walk(host, level)
    for link in (host, late):
        board, players = party.members[link].board, party.members[link].players
        assert [players[row[0]].name for row in board.rows] == ["Bo", "Cy", "Host"]
        assert [row[1] for row in board.rows] == [1, 2, 3]
    assert party.members[late].players[party.members[late].number].name == "Bo 2"
    party.race()
    assert number not in party.members[host].prepare.players


@pytest.mark.parametrize(
    ("maze", "why"),
    [
        ("wilson:30000x30000:a", "a party's maze has 1,048,576 cells at most, not 900,000,000"),
        ("of-a-plugin:5x4:a", "the maze of the round cannot be made here: "),
    ],
)
def test_who_cannot_make_the_maze_knows_why(maze, why):
    party = Party()
    member = party.members[party.join("Bo")]
    member.take(protocol.Prepare(1, maze, fog=False, players=(1, 2)))
    assert member.refused.startswith(why)
    assert member.prepare == protocol.NO_ROUND
    member.take(protocol.Prepare(1, "wilson:1024x1024:a", fog=False, players=(1, 2)))
    assert not member.refused


@pytest.mark.parametrize("watch", [False, True])
def test_a_second_connection_under_a_key_ends_the_first(watch):
    party = Party()
    bo = party.join("Bo", watch=watch)
    again = party.join("Bo", key=party.members[bo].key, word="")
    assert bo in party.ended
    assert party.told(bo) == ["your game goes on in another place"]
    assert party.members[again].number == party.members[bo].number
    assert list(party.room.guests) == [party.members[bo].number]
    party.say(again, protocol.Ping(1.0))
    assert party.of(again, protocol.Ping)


def test_the_party_is_over_when_the_host_is_gone():
    party, host, bo, level = racing()
    party.walk(bo, level)
    party.drop(host)
    party.wait(LOST_SECONDS + 1)
    assert party.members[bo].board is not None
    assert party.told(bo)[-1] == "the host is gone: the party is over"
    assert bo in party.ended


@pytest.mark.parametrize("watch", [False, True])
def test_nothing_is_kept_of_who_has_left(watch):
    party, _, _, _ = racing()
    late = party.join("Late", watch=watch)
    party.say(late, protocol.Ready(1, 0.0))
    guest = weakref.ref(party.room.guests[party.members[late].number])
    party.say(late, protocol.Leave())
    assert late in party.ended
    gc.collect()
    assert guest() is None


# Fog


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3)), max_size=60))
def test_in_fog_no_position_is_sent_that_its_receiver_does_not_see(walks):
    party, host, bo = two("kruskal:7x7:a", fog=True)
    eyes = party.join("Eyes", watch=True)
    level = party.race()
    at = {host: level.start, bo: level.start}
    taken = {host: 0, bo: 0}
    sides = list(Direction)
    for first, turn in walks:
        link = host if first else bo
        side = sides[turn]
        if not level.maze.exits(at[link]) & side or at[link] in level.goals:
            continue
        for got in party.got.values():
            got.clear()
        party.steps(link, side.name, [party.elapsed], taken[link])
        at[link] = side.step(at[link])
        taken[link] += 1
        party.wait(0.15)
        if at[link] in level.goals:
            break
        for receiver, other in ((host, bo), (bo, host)):
            for field in party.of(receiver, protocol.Field):
                assert not field.walks
                for number, steps, _, row, col in field.places:
                    assert number == party.members[other].number
                    assert steps == taken[other]
                    seen = at[other] in sight(level.maze, at[receiver])
                    assert (row, col) == (at[other] if seen else protocol.HIDDEN)
        for field in party.of(eyes, protocol.Field):
            assert not field.walks
            assert all(place[3:] == protocol.HIDDEN for place in field.places)


def test_who_has_arrived_in_fog_sees_all_walks():
    party, host, bo, level = racing("kruskal:7x7:a", fog=True)
    for rival in party.members[bo].rivals.values():
        rival.on(level)
    party.walk(host, level, most=4)
    party.walk(bo, level)
    party.wait(1)
    fields = party.of(bo, protocol.Field)
    assert fields[-1].walks[0][2] == "".join(letters(level)[:4])
    (rival,) = party.members[bo].rivals.values()
    assert rival.last_cells(99, 3) == [level.path_from(level.start)[at] for at in (1, 2, 3)]


def test_long_walks_are_told_in_messages_of_their_size():
    party = Party("binary-tree:600x1:a")
    party.join("Host", key=HOST)
    links = [party.join(f"p{at}") for at in range(5)]
    level = party.race()
    party.wait(600)
    moves = letters(level)
    for link in links:
        for first in range(0, len(moves) - 1, STEPS_A_MESSAGE):
            part = moves[first : min(first + STEPS_A_MESSAGE, len(moves) - 1)]
            party.steps(
                link, part, range(4_294_000 // 10 + first * 30, 10**9, 30)[: len(part)], first
            )
    party.wait(2)
    for field in party.of(1, protocol.Field):
        assert len(protocol.spell(field).encode()) <= protocol.LONGEST_MESSAGE
    assert sum(len(w[2]) for f in party.of(1, protocol.Field) for w in f.walks) == 5 * 598


# Lies


def test_steps_of_another_round_are_dropped():
    party, _, bo, _ = racing()
    party.say(bo, Steps(7, 0, "NNNN", (1,) * 4))
    assert party.told(bo) == []


def test_a_maze_that_was_not_wanted_is_not_taken():
    party, _, _ = two()
    party.room.level_made(Level.of(Recipe.parse("wilson:5x4:b")))
    assert party.room._level is None
