"""The levels of the journey, chosen by ``scripts/choose_journey.py`` and frozen.

Each line: the game ID, the rules (``fog`` or nothing), and the rival as ``NAME:PACE``.
"""

from typing import Final

LEVELS: Final = (
    ("binary-tree:9x5:journey-1", "", ""),
    ("sidewinder:9x5:journey-3", "", ""),
    ("binary-tree:10x5:journey-1", "", ""),
    ("sidewinder:10x5:journey-4", "", ""),
    ("eller:11x6:journey-6", "", ""),
    ("prim:12x6:journey-1", "", ""),
    ("simple-prim:13x6:journey-1", "", ""),
    ("prim:14x6:braid=15:journey-480", "", ""),
    ("prim:14x7:journey-4", "", ""),
    ("simple-prim:15x7:journey-1", "", ""),
    ("kruskal:15x7:journey-2", "", "shortest:4"),
    ("wilson:15x7:journey-2", "", "random-mouse:16"),
    ("true-prim:16x8:journey-8", "", "left-hand:6"),
    ("aldous-broder:17x8:journey-5", "", ""),
    ("kruskal:18x9:journey-2", "", "right-hand:8"),
    ("sidewinder:19x9:weights=1-6:journey-1", "", ""),
    ("kruskal:17x9:weights=50-1:journey-139", "", "depth-first:8"),
    ("recursive-division:19x9:journey-2", "", ""),
    ("sidewinder:22x10:weights=1-6:journey-1", "", "greedy:6"),
    ("eller:24x11:weights=3-1:journey-100", "", ""),
    ("eller:23x10:weights=5-1,braid=40:journey-308", "", ""),
    (
        "wilson:25x12:weights=30-1+1-30+1-30+30-1,zones=quarters,braid=30:journey-21",
        "",
        "tremaux:8",
    ),
    ("hunt-and-kill:26x12:braid=60:journey-604", "", ""),
    ("eller:26x12:weights=5-1,braid=40:journey-32", "", "shortest:6"),
    ("wilson:28x14:braid=50:journey-1675", "", ""),
    ("recursive-backtracker:29x15:mask=heart:journey-73", "", ""),
    ("wilson:42x20:mask=ring,braid=25,ends=sides:journey-60", "", ""),
    ("wilson:38x18:mask=circle,ends=sides:journey-33", "", "tremaux:8"),
    ("kruskal:46x22:mask=diamond,ends=sides:journey-30", "", ""),
    ("hunt-and-kill:38x18:ends=r0c0-r17c37+r0c37+r17c0:journey-288", "", ""),
    ("recursive-backtracker:32x15:journey-1", "fog", ""),
    ("hunt-and-kill:38x18:journey-5", "fog", ""),
    ("recursive-backtracker:30x15:weights=N12E2S40W2:journey-11", "fog", "depth-first:8"),
    ("recursive-backtracker:38x18:journey-17", "fog", "greedy:8"),
    ("recursive-backtracker:38x18:weights=40-1+1-40,zones=checker:journey-118", "fog", ""),
    ("true-prim:49x24:weights=20-1+1-20,zones=rings.3:journey-13", "fog", ""),
    ("wilson:49x24:weights=1-20+20-1,zones=gradient:journey-35", "", "tremaux:12"),
    (
        "growing-tree:49x24:pick=newest.8+oldest.2,removal=ordered:journey-110",
        "fog",
        "left-hand:16",
    ),
    (
        "recursive-backtracker:49x24:weights=40-1+1-40,zones=checker,braid=5:journey-3",
        "",
        "shortest:8",
    ),
    ("recursive-backtracker:49x24:journey-273", "fog", "depth-first:12"),
)
"""The forty levels, the easiest first."""
