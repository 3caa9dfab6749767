"""The quiz record counts, lasts, and bears a damaged file."""

import pytest

from mazegame.store.quiz_record import QuizRecord, read_quiz_record, write_quiz_record


def test_answers_and_rounds_are_counted():
    record = QuizRecord()
    for right in (True, True, False, True):
        record = record.answered(right=right)
    assert (record.asked, record.right, record.streak, record.longest) == (4, 3, 1, 2)
    record = record.finished(3).finished(1)
    assert (record.rounds, record.best) == (2, 3)


def test_a_record_lasts(tmp_path):
    record = QuizRecord(10, 8, 3, 5, 1, 8)
    write_quiz_record(tmp_path / "new" / "quiz.json", record)
    assert read_quiz_record(tmp_path / "new" / "quiz.json") == record


@pytest.mark.parametrize(
    ("content", "asked"),
    [
        ("", 0), ("{", 0), ("[]", 0), ("[" * 4000, 0), ("\x00\xff", 0),
        ('{"asked": -1, "right": true, "streak": 1e99}', 0),
        ('{"asked": 7, "best": "x", "later": 1}', 7),
    ],
)  # fmt: skip
def test_what_makes_no_sense_counts_as_nothing(tmp_path, content, asked):
    file = tmp_path / "quiz.json"
    file.write_text(content)
    assert read_quiz_record(file) == QuizRecord(asked=asked)
    assert read_quiz_record(tmp_path / "none") == QuizRecord()


@pytest.mark.parametrize(("asked", "read"), [(2**53 - 1, 2**53 - 1), (2**53, 0)])
def test_a_number_that_other_programs_would_round_counts_as_nothing(tmp_path, asked, read):
    file = tmp_path / "quiz.json"
    file.write_text(f'{{"asked": {asked}, "right": 5}}')
    assert read_quiz_record(file) == QuizRecord(asked=read, right=5)


@pytest.mark.parametrize("content", ["", "[]", '{"asked": 7'])
def test_a_damaged_record_is_set_aside_before_a_new_one_is_written(tmp_path, content):
    file = tmp_path / "quiz.json"
    file.write_text(content)
    write_quiz_record(file, QuizRecord(asked=1))
    assert read_quiz_record(file).asked == 1
    assert (tmp_path / "quiz.json.damaged-1").read_text() == content
    write_quiz_record(file, QuizRecord(asked=2))
    assert {path.name for path in tmp_path.iterdir()} == {"quiz.json", "quiz.json.damaged-1"}
