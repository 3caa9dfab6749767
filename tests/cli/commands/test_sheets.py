"""mazegame book: puzzle sheets to print."""

import pytest


def test_a_book_of_designs_takes_turns_and_can_be_made_again(run, tmp_path):
    words = ("book", "wilson", "prim", "-s", "9x7", "-n", "5", "--per-page", "2", "--name", "rain")
    done = run(*words, "-o", str(tmp_path / "book.svg"))
    assert (done.code, done.out, done.err) == (0, "5 mazes in book-01.svg to book-04.svg\n", "")
    text = "".join(file.read_text() for file in sorted(tmp_path.iterdir())[:3])
    for number, name in enumerate(["wilson", "prim", "wilson", "prim", "wilson"], 1):
        assert f"{number}   {name}:9x7:rain.{number}<" in text
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    run(*words, "-o", str(tmp_path / "book.svg"))
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_the_drawn_name_makes_the_same_book(run, tmp_path):
    first, again = str(tmp_path / "book.pdf"), str(tmp_path / "again.pdf")
    said = run("book", "prim", "-s", "9x7", "-o", first).out
    assert said.startswith("4 mazes in book.pdf; --name ")
    name = said.split()[5]
    run("book", "prim", "-s", "9x7", "-o", again, "--name", name)
    assert (tmp_path / "book.pdf").read_bytes() == (tmp_path / "again.pdf").read_bytes()


def test_game_ids_come_first_and_once(run, tmp_path):
    out = str(tmp_path / "book.svg")
    ids = ("wilson:9x7:a", "prim:9x7:braid=20:b")
    assert run("book", *ids, "-o", out).out == "2 mazes in book-01.svg to book-02.svg\n"
    assert run("book", ids[0], "-o", out, "--solutions", "none").out == "1 maze in book-01.svg\n"
    run("book", *ids, "-o", out)
    text = (tmp_path / "book-01.svg").read_text()
    assert all(f"{number}   {game_id}<" in text for number, game_id in enumerate(ids, 1))
    assert run("book", ids[0], "wilson", "-n", "3", "-o", out).out.startswith("3 mazes in ")


def test_doors_are_drawn_in_a_book(run, tmp_path):
    words = "book", "wilson:9x7:a", "--solutions", "none", "-o", str(tmp_path / "book.svg")
    drawn = []
    for more in ((), ("--doors",), ("--door-sides", "W-E")):
        assert run(*words, *more).code == 0
        drawn.append((tmp_path / "book-01.svg").read_text())
    assert len(set(drawn)) == 3
    assert "has no door at its side E: N or W fits" in run(*words, "--door-sides", "E-W").refusal


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("wilson:9x7:a", "-n", "2"), "--count 2 takes an algorithm or a preset besides"),
        (("wilson:9x7:a", "wilson:9x7:b", "-n", "1"), "there are 2 game IDs and room for 1 mazes"),
        (("wilson:9x7:a", "-s", "9x9"), "a game ID holds its size and options"),
        (("wilsen",), "did you mean wilson?"),
        (("wilson", "-n", "0"), "--count '0' is no whole number from 1 to 10,000"),
        (("wilson", "--per-page", "31"), "--per-page '31' is no whole number from 1 to 30"),
    ],
)
def test_what_fits_no_book_is_refused(run, tmp_path, words, said):
    assert said in run("book", *words, "-o", str(tmp_path / "book.pdf")).refusal
    assert not list(tmp_path.iterdir())


def test_a_file_of_another_kind_and_a_folder_that_is_not_there_are_refused(run, tmp_path):
    assert "ends with .pdf or .svg" in run("book", "wilson", "-o", "book.txt").refusal
    failed = run("book", "wilson", "-o", str(tmp_path / "nowhere" / "book.pdf")).failure
    assert "cannot be written" in failed
