"""Pictures of other programs: every kind that Pillow reads for us, damaged ones, and bombs."""

import io
import warnings
import zlib

import numpy as np
import pytest
from PIL import Image

from mazegame.engine import Level, NotEnoughMemoryError, Recipe
from mazegame.engine.support import memory as engine_memory
from mazegame.formats import from_bytes, to_bytes
from mazegame.formats.detection import IMAGES
from mazegame.formats.errors import FormatError
from mazegame.formats.files import FileError, load_mask, read
from mazegame.formats.pictures.png import chunk
from mazegame.formats.source import Source
from tests.formats.pictures.pictures import KINDS, forged, in_mode, saved
from tests.programs import run_code

LEVEL = Level.of(Recipe.parse("wilson:9x6:kite-7"))


def drawn(**options) -> Image.Image:
    """A maze in black and white, without its text."""
    return Image.open(io.BytesIO(to_bytes(LEVEL.maze, "png", cell=10, wall=2, **options)))


def test_every_kind_has_its_pictures_here():
    assert set(KINDS) == set(IMAGES)


@pytest.mark.parametrize(("kind", "mode"), [(k, m) for k, modes in KINDS.items() for m in modes])
def test_every_kind_of_picture_is_known_by_its_content_and_read(kind, mode):
    assert read(Source.of(saved(in_mode(drawn(), mode), kind))).maze == LEVEL.maze


def test_an_interlaced_png_is_read():
    """Adam7 by hand, since Pillow writes none: seven small pictures, one after the other."""
    pixels = np.asarray(drawn().convert("L"))
    height, width = pixels.shape
    data = b""
    for top, left, down, right in (
        (0, 0, 8, 8), (0, 4, 8, 8), (4, 0, 8, 4), (0, 2, 4, 4), (2, 0, 4, 2), (0, 1, 2, 2),
        (1, 0, 2, 1),
    ):  # fmt: skip
        data += b"".join(b"\0" + row.tobytes() for row in pixels[top::down, left::right])
    png = bytearray(forged(width, height, 8, 0, data))
    png[28] = 1
    png[29:33] = zlib.crc32(png[12:29]).to_bytes(4, "big")
    assert read(Source.of(bytes(png))).maze == LEVEL.maze


@pytest.mark.parametrize("bits", [1, 2, 4])
def test_a_grey_png_of_few_bits_is_read(bits):
    pixels = np.asarray(drawn().convert("L")) // 255 * ((1 << bits) - 1)
    high = ((pixels[:, :, np.newaxis] >> np.arange(bits)[::-1]) & 1).reshape(len(pixels), -1)
    data = b"".join(b"\0" + row.tobytes() for row in np.packbits(high.astype(np.uint8), axis=1))
    png = forged(pixels.shape[1], pixels.shape[0], bits, 0, data)
    assert read(Source.of(png)).maze == LEVEL.maze


@pytest.mark.parametrize("form", ["", "pbm"])
@pytest.mark.parametrize("space", ["", " "])
def test_a_bitmap_in_digits_is_read(space, form):
    pixels = 1 - np.asarray(drawn()).astype(int)
    rows = "\n".join(space.join(map(str, row)) for row in pixels.tolist())
    data = f"P1\n# walls\n{pixels.shape[1]} {len(pixels)}\n{rows}\n".encode()
    assert from_bytes(data, form, start="r0c0", goals="r1c1").maze == LEVEL.maze
    with pytest.raises(FormatError, match="a damaged one"):
        from_bytes(data[:-200], form)


def test_what_can_be_seen_through_is_paper():
    picture = drawn().convert("RGBA")
    walls = np.asarray(drawn().convert("L")) == 0
    pixels = np.zeros_like(np.asarray(picture))
    pixels[walls, 3] = 255  # black walls, and black that cannot be seen
    assert read(Source.of(saved(Image.fromarray(pixels), "PNG"))).maze == LEVEL.maze
    clear = drawn().convert("L").point(lambda value: 0 if value else 1)
    assert read(Source.of(saved(clear, "GIF", transparency=0))).maze == LEVEL.maze


def test_a_coloured_path_is_no_wall():
    picture = Image.open(io.BytesIO(to_bytes(LEVEL, "png", path=True, heat=True, cell=12)))
    assert read(Source.of(saved(picture.convert("RGB"), "WEBP", lossless=True))).maze == LEVEL.maze


@pytest.mark.parametrize("theme", ["paper", "maze-dark", "maze-light"])
def test_a_png_of_ours_tells_its_walls_by_their_colour(theme):
    level = from_bytes(to_bytes(LEVEL, "png", path=True, heat=True, theme=theme))
    assert level.recipe == LEVEL.recipe


def test_light_and_dark_are_parted_between_their_greys():
    for dark, light in ((150, 250), (5, 100), (255, 0)):
        picture = drawn().convert("L").point(lambda grey, d=dark, li=light: li if grey else d)
        assert read(Source.of(saved(picture, "PNG"))).maze == LEVEL.maze


def test_other_kinds_of_pictures_are_not_read():
    for kind in ("ICO", "PCX", "TGA"):
        with pytest.raises(FormatError):
            from_bytes(saved(drawn().convert("L"), kind))
    for name, data in (("png", saved(drawn(), "GIF")), ("image", b"%!PS-Adobe-3.0 EPSF-3.0\n")):
        with pytest.raises(FormatError, match="it is no picture in "):
            from_bytes(data, name)


def test_pillow_keeps_its_own_settings():
    before = Image.MAX_IMAGE_PIXELS, list(Image.ID), list(warnings.filters)
    from_bytes(to_bytes(LEVEL, "png"))
    assert (Image.MAX_IMAGE_PIXELS, list(Image.ID), list(warnings.filters)) == before


def test_pillow_is_not_loaded_before_a_picture_is_read():
    code = (
        "import sys\n"
        "from mazegame.engine import Level\n"
        "from mazegame.formats import from_bytes, to_bytes\n"
        "for form in ('unicode', 'json', 'npz', 'svg', 'pbm'):\n"
        "    from_bytes(to_bytes(Level.of('wilson:5x4:a'), form))\n"
        "to_bytes(Level.of('wilson:5x4:a'), 'png')\n"
        "assert not [name for name in sys.modules if name.startswith('PIL')]\n"
    )
    run_code(code)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "PNG"])
def test_a_picture_that_is_cut_off_is_refused_in_one_sentence(kind):
    whole = saved(in_mode(drawn(), "RGB"), kind)
    refused = 0
    for end in range(4, len(whole), max(1, len(whole) // 60)):
        try:
            read(Source.of(whole[:end]), "image")
        except FormatError as error:
            refused += 1
            assert str(error).isprintable()  # noqa: PT017  either outcome is right
    assert refused > 40


class TestBombs:
    def test_more_pixels_than_announced_are_not_unpacked(self):
        bomb = zlib.compress(bytes(50_000_000))
        with pytest.raises(FormatError, match="there is no wall"):
            read(Source.of(forged(8, 8, 8, 0, b"", packed=bomb)))

    def test_more_memory_is_asked_for_than_the_pixels_take(self, monkeypatch):
        asked = []

        def require(size, what):
            if what.startswith("a picture of"):
                asked.append(size)

        monkeypatch.setattr(engine_memory, "require", require)
        picture = drawn().convert("RGB")
        read(Source.of(saved(picture, "BMP")))
        assert len(asked) == 1
        assert asked[0] > 3 * picture.width * picture.height

    def test_a_size_that_cannot_be_is_refused_before_anything_is_unpacked(self, monkeypatch):
        for side in (0, (1 << 31) - 1, 1 << 31, (1 << 32) - 1):
            with pytest.raises(FormatError):
                read(Source.of(forged(side, 8, 1, 0, b"")))
        monkeypatch.setattr(engine_memory, "available_bytes", lambda: 1 << 20)
        enough = forged(30_000, 30_000, 1, 0, b"", packed=bytes(110_000))
        with pytest.raises(NotEnoughMemoryError, match="a picture of 30000x30000 pixels"):
            read(Source.of(enough))

    def test_a_palette_that_is_too_long_is_no_traceback(self):
        text = b"mazegame\0\0\0\0\0size=9x6 wall=#000000 rock=#e6e6e6"
        chunks = (chunk(b"PLTE", bytes(range(256)) * 9), chunk(b"iTXt", text))
        with pytest.raises(FormatError):
            read(Source.of(forged(8, 8, 8, 3, bytes(72), chunks=chunks)))

    def test_a_jpeg_does_not_go_over_its_pixels_for_ever(self):
        whole = saved(drawn().convert("L"), "JPEG", progressive=True)
        assert read(Source.of(whole)).maze == LEVEL.maze
        with pytest.raises(FormatError, match="too often"):
            read(Source.of(whole[:-2] + b"\xff\xda" * 65))


class TestMasks:
    @staticmethod
    def of(tmp_path, picture, kind="PNG", size=None):
        path = tmp_path / "mask"
        path.write_bytes(saved(picture, kind))
        return load_mask(path, size).tolist()

    @pytest.mark.parametrize("kind", ["PNG", "GIF", "BMP", "TIFF"])
    def test_dark_pixels_are_outside(self, tmp_path, kind):
        picture = Image.fromarray(np.array([[0, 255, 100], [255, 200, 127]], np.uint8))
        assert self.of(tmp_path, picture, kind) == [[False, True, False], [True, True, False]]

    def test_transparent_pixels_are_outside(self, tmp_path):
        picture = Image.new("RGBA", (3, 2), (255, 255, 255, 255))
        picture.putpixel((1, 0), (255, 255, 255, 0))
        assert self.of(tmp_path, picture) == [[True, False, True], [True, True, True]]

    def test_a_picture_is_scaled_to_a_size(self, tmp_path):
        picture = Image.new("L", (40, 20))
        picture.paste(255, (0, 0, 20, 20))
        assert self.of(tmp_path, picture, size=(4, 2)) == [[True, True, False, False]] * 2

    def test_what_declares_too_much_or_is_damaged_is_refused(self, tmp_path):
        path = tmp_path / "mask.png"
        cut_off = saved(Image.new("L", (9, 9)), "PNG")[:40]
        for data in (forged(30_000, 30_000, 1, 0, b"\0" * 100), cut_off):
            path.write_bytes(data)
            with pytest.raises(FileError):
                load_mask(path)
