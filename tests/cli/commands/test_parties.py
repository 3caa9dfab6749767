"""The commands of parties: what they open, and what they refuse."""

import pytest

from mazegame.party import opening
from mazegame.screens.party.lobby import LobbyScreen

pytestmark = pytest.mark.usefixtures("terminal")


def test_party_opens_a_room_of_what_its_options_say(opened, run):
    words = "party river-delta -s 40x20 --fog --rounds 5 --points 3,2,1 --port 0 --lan --name Ada"
    assert run(*words.split()).code == 7
    (lobby,) = opened
    plan = lobby.plan
    assert str(plan.recipe).startswith("recursive-backtracker:40x20:weights=")
    assert (plan.fog, plan.lan, plan.points) == (True, True, (3, 2, 1))
    assert (plan.rounds, plan.port) == (5, 0)
    assert lobby.player == "Ada"
    assert plan.about == "recursive-backtracker 40x20 weights=N12E2S40W2, fog"


def test_party_without_options_is_for_this_machine_alone(opened, run):
    assert run("party").code == 7
    plan = opened[0].plan
    assert (plan.recipe.algorithm, plan.recipe.cols, plan.recipe.rows) == ("wilson", 30, 15)
    assert (plan.lan, plan.port, plan.rounds, plan.fog) == (False, 4747, 3, False)


@pytest.mark.parametrize(("words", "reveal"), [("", True), ("--walk-first", False)])
def test_the_walls_of_a_party_appear_at_the_start_or_lie_open(words, reveal, opened, run):
    assert run("party", *words.split()).code == 7
    assert opened[0].plan.reveal is reveal


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("maze.example", "https://maze.example"),
        ("http://maze.example:8080/", "http://maze.example:8080"),
    ],
)
def test_the_proxy_of_a_party_is_a_url(given, url, opened, run):
    assert run("party", "--public", given).code == 7
    assert opened[0].plan.public == url


def test_party_takes_a_game_id_for_its_first_round_and_draws_the_others(opened, run):
    assert run("party", "eller:9x9:a").code == 7
    plan = opened[0].plan
    assert str(plan.recipe) == str(plan.maze(1)) == "eller:9x9:a"
    seeds = {plan.maze(number).seed for number in (2, 3, 4)}
    assert len(seeds) == 3
    assert "a" not in seeds


def test_join_and_watch_lead_to_the_room(opened, run):
    assert run("join", "192.168.1.5", "--room", "ab3d-9xyz", "--name", "Bo").code == 7
    assert run("watch", "192.168.1.5", "--room", "ab3d-9xyz").code == 7
    join, watch = opened
    assert (join.address, join.word, join.player, join.watches) == (
        "192.168.1.5", "ab3d-9xyz", "Bo", False,
    )  # fmt: skip
    assert watch.watches
    assert isinstance(watch, LobbyScreen)


def test_without_the_libraries_the_commands_say_what_to_install(opened, run, monkeypatch):
    monkeypatch.setattr(opening, "find_spec", lambda _: None)
    for words in (["party"], ["join", "host"], ["watch", "host"]):
        assert "pip install 'mazegame[party]'" in run(*words).err
    assert not opened
