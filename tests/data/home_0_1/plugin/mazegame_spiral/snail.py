"""The snail: a rival that keeps right."""

from mazegame.game.racing.rival_kinds import RivalKind

RIVAL = RivalKind(
    name="snail",
    title="snail",
    about="Takes the first new cell to the right, and steps back where there is none.",
    search="keep-right",
)
