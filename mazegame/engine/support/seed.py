"""Seed texts: which are valid, and drawing a short one that can be said aloud."""

from __future__ import annotations

import re
import secrets
import unicodedata
from typing import Final

from mazegame.engine.support.validation import as_int_or_none, format_int

MAX_LENGTH: Final = 64
"""Longest seed, in characters."""

_WORDS: Final = tuple(
    """
    acorn alder amber anchor apple apron arrow aspen atlas badge bagel bamboo banjo barley basil
    basin beach beacon bell berry birch bison bloom boat bonnet bottle boulder branch brass bread
    breeze brick bridge brook broom bucket butter button cabin cactus camel canal candle canoe
    canyon carrot castle cedar cello chalk cherry chess cider cinder cliff clock clover cloud
    cobalt cocoa comet copper coral cotton cove crane crater creek cricket crown crystal daisy
    dawn delta desert dingo dolphin dragon drum dune eagle echo elm ember falcon feather fennel
    fern ferry fiddle field finch fjord flame flint flute forest fossil fox frost galaxy garden
    garlic gecko geyser ginger glacier goose grain granite grape grove gull hammer harbor harp
    hazel hedge heron hill honey horn ibis igloo indigo iris island ivory ivy jade jasmine jay
    jelly jigsaw juniper kayak kelp kettle kite kiwi koala ladder lagoon lake lantern larch lark
    laurel lava leaf lemon lichen lilac lily linen lion lizard llama lotus lynx magnet mango
    maple marble marsh meadow melon mint mirror moon moose moss moth mountain needle nest nickel
    nutmeg oak oasis ocean olive onion opal orbit orchid osprey otter owl oyster paddle palm
    panda paper parrot peach pearl pebble pelican pepper pillow pine planet plum pocket pond
    poplar poppy prism puffin pumpkin quartz quill quilt rabbit radish raft rain raven reef
    ribbon ridge river robin rocket rose ruby saddle saffron sage sail salmon sand satin sequoia
    shadow shell silver slate snow spark sparrow spice spiral spruce star stone storm stream
    sugar summit swan table tango teapot temple thistle thunder tide tiger timber topaz torch
    tower tulip tundra turtle valley velvet violet violin walnut walrus water whale wheat willow
    wind winter wolf yarrow zebra zephyr
    """.split()
)


def draw_seed() -> str:
    """Draw a short pronounceable seed, for example ``kite-7``.

    Examples:
        >>> from mazegame.engine import draw_seed
        >>> word, number = draw_seed().split("-")
        >>> word.isalpha(), 0 <= int(number) < 1000
        (True, True)
    """
    return f"{secrets.choice(_WORDS)}-{secrets.randbelow(1000)}"


def clean_seed(text: str) -> str:
    """Return a seed in its normal form, NFC: composed and decomposed accents are the same seed.

    It is 1 to 64 printable characters without whitespace, ``:``, ``,`` or ``=``. For any other text
    a ValueError says why, for all else a TypeError.
    """
    if not isinstance(text, str):
        raise TypeError(f"the seed must be text, not {type(text).__name__}")
    seed = unicodedata.normalize("NFC", text)
    if not seed:
        raise ValueError("the seed is empty: give 1 to 64 characters, for example kite-7")
    if len(seed) > MAX_LENGTH:
        raise ValueError(f"the seed has {len(seed)} characters: at most {MAX_LENGTH} fit")
    for character in seed:
        if character in ":,=" or character.isspace() or not character.isprintable():
            shown = repr(character) if character != " " else "a space"
            raise ValueError(
                f"the seed {seed!r} holds {shown}: whitespace, control characters, "
                "':', ',' and '=' do not fit"
            )
    return seed


def seed_to_text(seed: object) -> str:
    """Return a seed given as text or as an integer, as text; errors as of ``clean_seed``."""
    if isinstance(seed, str):
        return seed
    number = None if isinstance(seed, bool) else as_int_or_none(seed)
    if number is None:
        raise TypeError(f"the seed must be text or a whole number, not {type(seed).__name__}")
    if number.bit_length() > 4 * MAX_LENGTH:  # Python refuses to write thousands of digits
        raise ValueError(f"the seed is {format_int(number)}: at most {MAX_LENGTH} fit")
    return str(number)


def typed_seed(text: str) -> str:
    """Return the seed that a user typed: inner spaces become ``-``, outer ones are removed."""
    return re.sub(r"\s+", "-", text.strip())
