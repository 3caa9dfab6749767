"""What terminals answer, or say by themselves, that is no key: by the list that describes it."""

from typing import Final

ESC, CSI, OSC, DCS, APC, ST = "\x1b", "\x1b[", "\x1b]", "\x1bP", "\x1b_", "\x1b\\"

XTERM: Final = (
    # Device attributes, primary to tertiary, and the answer of a VT52.
    f"{CSI}?1;2c", f"{CSI}?6c", f"{CSI}?62;1;6;22c", f"{CSI}?65;1;2;6;9;15;16;17;18;21;22;28;29c",
    f"{CSI}>0;276;0c", f"{CSI}>41;390;0c", f"{DCS}!|00000000{ST}", f"{DCS}!|7E565445{ST}",
    f"{ESC}/Z",
    # Status: the terminal, the cursor, the printer, the keyboard, the locator, and others.
    f"{CSI}0n", f"{CSI}3n", f"{CSI}12;40R", f"{CSI}1;1R", f"{CSI}?12;40R", f"{CSI}?12;40;1R",
    f"{CSI}?10n", f"{CSI}?11n", f"{CSI}?13n", f"{CSI}?18n", f"{CSI}?20n", f"{CSI}?21n",
    f"{CSI}?23n", f"{CSI}?27;1;0;0n", f"{CSI}?50n", f"{CSI}?53n", f"{CSI}?55n", f"{CSI}?57;1n",
    f"{CSI}?70n", f"{CSI}?83n", f"{CSI}?997;1n", f"{CSI}?997;2n", f"{CSI}1024*{{",
    f"{DCS}1!~0000{ST}", f"{DCS}12!~ABCD{ST}",
    # Modes, of both kinds.
    f"{CSI}4;2$y", f"{CSI}20;4$y", f"{CSI}?1;2$y", f"{CSI}?25;1$y", f"{CSI}?2004;2$y",
    f"{CSI}?2026;2$y", f"{CSI}?2027;0$y", f"{CSI}?2031;1$y", f"{CSI}?2048;2$y", f"{CSI}?9999;0$y",
    # Terminal parameters, the window, its size, place, title and label.
    f"{CSI}2;1;1;128;128;1;0x", f"{CSI}3;1;1;120;120;1;0x", f"{CSI}1t", f"{CSI}2t",
    f"{CSI}3;10;20t", f"{CSI}4;600;800t", f"{CSI}5;1080;1920t", f"{CSI}6;16;8t", f"{CSI}8;24;80t",
    f"{CSI}9;50;200t", f"{CSI}48;10;10;160;80t", f"{OSC}LIcon label{ST}", f"{OSC}lquit? y{ST}",
    # Settings and presentation, capabilities, the version.
    f"{DCS}1$r0m{ST}", f"{DCS}1$r1;24r{ST}", f'{DCS}1$r64;1"p{ST}', f"{DCS}1$r2 q{ST}",
    f"{DCS}0$r{ST}", f"{DCS}1$u1;1;1;@;@;@;0;0;@;BBBB{ST}", f"{DCS}2$u9/17/25{ST}",
    f"{DCS}1+r544e=787465726d{ST}", f"{DCS}0+r636f{ST}", f"{DCS}>|XTerm(390){ST}",
    # Colours, the font, the selection, special colours.
    f"{OSC}4;1;rgb:cd00/0000/0000{ST}", f"{OSC}4;15;rgb:ffff/ffff/ffff\x07",
    f"{OSC}5;0;rgb:ffff/ffff/ffff{ST}", f"{OSC}10;rgb:d0d0/d0d0/d0d0{ST}",
    f"{OSC}11;rgb:1e1e/1e1e/1e1e{ST}", f"{OSC}11;rgb:1e1e/1e1e/1e1e\x07",
    f"{OSC}11;rgba:1e1e/1e1e/1e1e/ffff{ST}", f"{OSC}12;rgb:ffff/0000/0000{ST}",
    f"{OSC}17;rgb:3333/3333/3333{ST}", f"{OSC}19;rgb:ffff/ffff/ffff{ST}", f"{OSC}50;fixed{ST}",
    f"{OSC}52;c;cmVzdGFydCB5ZXM={ST}", f"{OSC}52;p;{'YWJj' * 500}\x07",
    # Graphics, the text locator, reports of a checksum and of the displayed part of a page.
    f"{CSI}?1;0;256S", f"{CSI}?2;0;800;600S", f"{CSI}?1;3S", f"{CSI}1;0;5;10;1&w", f"{CSI}0&w",
    f'{CSI}24;80;1;1;1"w', f"{CSI}>4;2m", f"{CSI}>4;2f", f"{CSI}?1#Q",
    # Reports of the mouse that other protocols give.
    f"{CSI}32;40;12M", f"{CSI}M !!", f"{CSI}<35;-1;-4M",
)  # fmt: skip
"""Every kind of report in "XTerm Control Sequences", and what VTE, Windows and VT510 add to it."""

KITTY: Final = (
    f"{CSI}?0u", f"{CSI}?1u", f"{CSI}?31u", f"{CSI}97;1:3u", f"{CSI}1;1:3A", f"{CSI}5;1:3~",
    f"{APC}Gi=31;OK{ST}", f"{APC}Gi=1,I=2;ENOENT:restart the run{ST}", f"{DCS}>|kitty(0.35.2){ST}",
    f"{OSC}21;foreground=rgb:ff/00/00;background=?{ST}", f"{OSC}22;1,0,pointer{ST}",
    f"{OSC}99;i=1:p=?;a=focus,report:o=always{ST}", f"{OSC}99;i=1;{ST}", f"{OSC}66;s=2;b{ST}",
    f"{OSC}5522;type=read:status=OK{ST}", f"{OSC}5522;type=read:status=DATA:mime=dGV4dA==;cg=={ST}",
    f"{OSC}5113;ac=status;id=q;st=T0s={ST}", f'{DCS}@kitty-cmd{{"ok": true}}{ST}',
    f"{CSI}>1;2;3;29;30;40;100;101 q", f"{CSI}>100;1:2:3 q", f"{CSI}?5522;0$y", f"{CSI}?2026;1$y",
    f"{OSC}60;{ST}", f"{CSI}?62;52;c",
)  # fmt: skip
"""What kitty's protocols answer: keyboard, graphics, colours, pointers, notes, clipboard, files."""

ITERM: Final = (
    f"{CSI}ITERM2 3.5.0n", f"{CSI}ITERM2 3.5.1beta2n", f"{CSI}ITERM2 3.5.20240101-nightlyn",
    f"{OSC}1337;ReportCellSize=17.5;8.0;2.0{ST}",
    f"{OSC}1337;ReportVariable=cmVzdGFydA=={ST}",
    f"{OSC}1337;Capabilities=T3CwLrMSc7UUw9Ts3BSyFGsHE{ST}",
    f"{OSC}1337;CursorShape=1\x07", f"{OSC}4;-2;rgb:0000/0000/0000\x07",
    f"{OSC}4;-1;rgb:ffff/ffff/ffff{ST}",
    f"{DCS}>|iTerm2 3.5.0{ST}", f"{CSI}>41;2500;0c", f"{DCS}1+r524742=382f382f38{ST}",
    f"{OSC}133;A{ST}", f"{DCS}tmux;quit{ST}",
)  # fmt: skip
"""What iTerm2 answers and sends."""

OTHERS: Final = (
    f"{ESC}^quit{ST}", f"{ESC}Xquit q{ST}", f"{CSI}65;30;97;1;0;1_", f"{APC}restart r{ST}",
    "\x9b?62;1;6;22c", "\x9d11;rgb:1e1e/1e1e/1e1e\x9c", "\x90>|foot(1.16)\x9c", "\x9fGi=1;OK\x9c",
    "\x98quit\x9c", "\x9equit\x9c",
)  # fmt: skip
"""Kinds that no list has, Windows' own keys, and the forms of one byte."""

REPLIES: Final = XTERM + KITTY + ITERM + OTHERS
