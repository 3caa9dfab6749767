"""The private names of Textual and Rich that the game uses; no other module uses one.

Textual does not promise to keep them, so pyproject.toml bounds its version, and a test looks for
every name in ``USED`` and says which one is missing.
"""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from textual import _ansi_sequences, _context, _keyboard_protocol, _xterm_parser

if TYPE_CHECKING:
    from codecs import IncrementalDecoder
    from collections.abc import Callable, Iterable, Mapping
    from types import ModuleType

    from textual.app import App
    from textual.driver import Driver
    from textual.events import Key
    from textual.geometry import Region
    from textual.message_pump import MessagePump
    from textual.screen import Screen
    from textual.timer import Timer
    from textual.widget import Widget

XTermParser = _xterm_parser.XTermParser
"""Textual's parser of what a terminal sends; the game takes its tables of keys and its mouse."""

KEY_SEQUENCES = _ansi_sequences.ANSI_SEQUENCES_KEYS
"""The keys of the sequences that terminals send."""

FUNCTIONAL_KEYS = _keyboard_protocol.FUNCTIONAL_KEYS
"""The names of keys without a character, by number and last character of their sequences."""

USED: Final[Mapping[str, tuple[str, ...]]] = {
    "textual._compositor.Compositor": ("visible_widgets",),
    "textual._styles_cache.StylesCache": ("get_inner_outer", "set_dirty"),
    "textual.app.App": ("_batch_count", "_driver", "_exit", "_handle_exception", "_sync_available"),
    "textual._ansi_sequences": ("ANSI_SEQUENCES_KEYS",),
    "textual._context": ("active_app", "active_message_pump"),
    "textual._keyboard_protocol": ("FUNCTIONAL_KEYS",),
    "textual._xterm_parser.XTermParser": ("_sequence_to_key_events", "parse_mouse_code"),
    "textual.drivers.linux_driver": ("XTermParser", "getincrementaldecoder"),
    "textual.drivers.linux_driver.LinuxDriver": (
        "_get_terminal_size", "_query_in_band_window_resize", "_sigcont_application",
        "_sigtstp_application",
    ),
    "textual.drivers.web_driver": ("XTermParser", "getincrementaldecoder"),
    "textual.screen.Screen": (
        "_closing", "_compositor", "_compositor_refresh", "_dirty_widgets", "_layout_required",
        "_on_timer_update", "_repaint_required",
    ),
    "textual.timer.Timer": ("_skip",),
    "textual.widget.Widget": ("_styles_cache",),
}  # fmt: skip
"""The private names, by the class or module that they belong to. Names that the game overrides
(``_handle_exception``, ``_compositor_refresh``) are here as well: Textual has to call them."""


def current_app() -> App[Any] | None:
    """Return the app that the code runs for; None outside of one."""
    return _context.active_app.get(None)


def active_pump() -> MessagePump | None:
    """Return what handles a message in the present task: a widget, a screen or the app."""
    return _context.active_message_pump.get(None)


def driver_of(app: App[Any]) -> Driver | None:
    """Return the driver of an app that runs; None before and after."""
    return app._driver


def holds_frames(app: App[Any]) -> bool:
    """Return whether the terminal supports synchronized updates."""
    return app._sync_available


def keys_of(parser: XTermParser, text: str, *, alt: bool) -> Iterable[Key]:
    """Return the keys that Textual sees in a character, with Alt or without, or in a sequence."""
    return parser._sequence_to_key_events(text, alt=alt)


def use_keyboard(parser: type[Any], decode_errors: str, drivers: ModuleType) -> None:
    """Make Textual's drivers of a module read the keyboard with another parser, and any bytes.

    ``decode_errors`` names the codec error handler for bytes that are no UTF-8.
    """
    from codecs import getincrementaldecoder

    def decoder(encoding: str) -> Callable[[], IncrementalDecoder]:
        return partial(getincrementaldecoder(encoding), errors=decode_errors)

    vars(drivers).update(getincrementaldecoder=decoder, XTermParser=parser)


def however_late(timer: Timer) -> Timer:
    """Make a timer of one call fire even if its task runs late; return it.

    Textual would skip the call, the only one, if the process got no time for as long as the delay.
    So a terminal that was resized would keep its old size.
    """
    timer._skip = False
    return timer


def is_ending(app: App[Any]) -> bool:
    """Return whether an app is about to end, or is ending."""
    return app._exit or app._closing


def holds_updates(app: App[Any]) -> bool:
    """Return whether an app paints nothing at present."""
    return app._batch_count > 0


def paints_later(screen: Screen[Any]) -> bool:
    """Return whether Textual is about to lay out or repaint a screen, or updates are on hold."""
    return bool(screen.app._batch_count or screen._layout_required or screen._repaint_required)


def repaint_whole(screen: Screen[Any]) -> None:
    """Make the next frame of a screen include all of it.

    After a change of layout Textual paints in one frame what became dirty before, and the rest in
    the next one, unless the screen itself is among what is dirty.
    """
    screen.refresh()
    screen._dirty_widgets.add(screen)


def paint_soon(screen: Screen[Any], turns: int = 8) -> None:
    """Paint a screen once no message waits for it, and not only when the next frame is due.

    Messages are handled first, at most ``turns`` times.
    """
    if turns and any(node.message_queue_size for node in screen.walk_children(with_self=True)):
        screen.call_later(paint_soon, screen, turns - 1)
    else:
        screen._on_timer_update()


def visible_widgets(screen: Screen[Any]) -> Mapping[Widget, tuple[Region, Region]]:
    """Return region and clip of each widget of a screen, front ones first."""
    return screen._compositor.visible_widgets


def forget_lines(widget: Widget, regions: Iterable[Region]) -> None:
    """Drop the cached lines of a widget within some regions."""
    widget._styles_cache.set_dirty(*regions)


def forget_all_lines() -> None:
    """Drop Textual's cached lines of all widgets, also of removed ones.

    It caches a method of the object that holds a widget's painted lines, and with that the lines.
    After 40 screens of 200x60 the game would hold 313 MB instead of 168, and collecting garbage
    would take 584 ms instead of 86.
    """
    with contextlib.suppress(ImportError, AttributeError):  # harmless: more memory in use
        from textual._styles_cache import StylesCache

        StylesCache.get_inner_outer.cache_clear()
