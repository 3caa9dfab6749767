"""Mutations: small damage to bytes and texts, as by disks, editors and attackers."""

from collections.abc import Sequence
from random import Random
from typing import Final

TOKENS: Final = (
    "", " ", "\t", "\n", "\r\n", "\r", "\0", "\x1b[31m", "\x1b[200~", "\u2028", "\ufeff", "\u202e",
    "é", "迷路", "👾", "-1", "0", "1", "9" * 25, "9" * 5000, "1e999", "nan", "inf", "-inf", "0x",
    "0x" + "F" * 4000, "1_000", "true", "null", "[", "]", "{", "}", '"', "'", '"""', "'''", "#",
    "=", ":", ",", ".", "/", "..", "../../etc/passwd", "~", "$HOME", "%s", "%n", "{0}", "\\", "\\x",
    "-", "--", "-o", "*", "?", "a" * 300, "A", "B", "X", "@", "+", "|", "_", "<", ">", "&", ";",
)  # fmt: skip
"""Tokens that often cause errors."""


def damage_bytes(random: Random, data: bytes, others: Sequence[bytes] = ()) -> bytes:
    """Damage bytes in one to four ways.

    Args:
        random: Decides how.
        data: The bytes.
        others: Pieces of these may be inserted.
    """
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        at = random.randrange(len(data) + 1)
        length = random.choice((1, 1, 2, 4, 16, 64, len(data)))
        match random.randrange(8):
            case 0 if data:
                at = random.randrange(len(data))
                data = data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]
            case 1:
                data = data[:at] + random.randbytes(random.choice((1, 2, 8))) + data[at:]
            case 2:
                data = data[:at] + data[at + length :]
            case 3:
                data = data[:at]
            case 4:
                data = data[:at] + data[at : at + length] * random.choice((2, 3, 20)) + data[at:]
            case 5:
                token = random.choice(TOKENS).encode("utf-8", "surrogatepass")
                data = data[:at] + token + data[at + random.choice((0, len(token))) :]
            case 6 if others:
                other = random.choice(others)
                start = random.randrange(len(other) + 1)
                data = data[:at] + other[start : start + length] + data[at:]
            case _:
                filler = bytes([random.choice((0, 255, 10, 32))]) * (length % 99)
                data = data[:at] + filler + data[at:]
    return data[: 1 << 17]


def damage_text(random: Random, text: str) -> str:
    """Damage a text in one to four ways."""
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        lines = text.split("\n")
        at = random.randrange(len(text) + 1)
        match random.randrange(7):
            case 0:
                text = text[:at] + random.choice(TOKENS) + text[at:]
            case 1:
                text = text[:at] + text[at + random.choice((1, 2, 5, 30)) :]
            case 2:
                text = text[:at]
            case 3:
                random.shuffle(lines)
                text = "\n".join(lines)
            case 4:
                line = random.choice(lines)
                lines[random.randrange(len(lines) + 1) :] = [line] * random.choice((1, 2, 50))
                text = "\n".join(lines)
            case 5:
                character = chr(random.choice((random.randrange(128), random.randrange(0xD7FF))))
                text = text[:at] + character + text[at + random.choice((0, 1)) :]
            case _:
                text = "".join(random.choice(TOKENS) for _ in range(random.randrange(12)))
    return text[: 1 << 17]
