"""The process that paints pictures: `python -m pbem.render.png.process NUMBER`, where the number is that of the socket
on which it is told what to paint. It says first what it lacks, if anything, and ends when nobody is at the other end,
or has wanted a picture for long.
"""

from __future__ import annotations

import gc
import pickle
import signal
import sys
from contextlib import suppress
from importlib import import_module
from math import ceil
from multiprocessing.connection import Connection
from time import process_time

CPU_SECONDS = 20
"""The most that one picture costs the machine, whatever becomes of who wanted it."""
IDLE_SECONDS = 600
"""How long it waits for the next picture; to be started again costs as much as a few pictures."""
MEMORY = 1_000_000_000
"""Bytes of addresses that the process may have: ten times what it needs."""


def serve_pictures(line: Connection) -> None:
    """Paints one picture after the other."""
    line.send_bytes(find_what_is_missing().encode())
    gc.freeze()
    while line.poll(IDLE_SECONDS):
        told = line.recv_bytes()
        limit_cpu()
        line.send_bytes(try_paint(told))


def find_what_is_missing() -> str:
    """Return why no picture can be painted at all; "" if they can."""
    try:
        import_module("pbem.render.png.colours")
        import_module("pbem.render.png.drawing")
        fonts = import_module("pbem.render.png.fonts")
        for name in fonts.EVERY:
            fonts.load_picture_font(name)
    except Exception as error:
        return name_fault(error)
    return ""


def try_paint(told: bytes) -> bytes:
    """A picture; where there is none, in words why."""
    try:
        return paint(told)
    except Exception as error:
        return name_fault(error).encode()


def name_fault(error: Exception) -> str:
    """An error by its first line."""
    return f"{type(error).__name__}: {error}".partition("\n")[0][:300]


def paint(told: bytes) -> bytes:
    """The picture of a drawing and its width, as they were packed."""
    from PIL import Image  # here and not above, for want of it is told in words

    from pbem.render.png.colours import encode_png
    from pbem.render.png.drawing import draw_collage

    collage, width = pickle.loads(told)
    surface = draw_collage(collage, width)
    size = surface.get_width(), surface.get_height()
    image = Image.frombuffer("RGB", size, bytes(surface.get_data()), "raw", "BGRX", surface.get_stride(), 1)
    return encode_png(image, collage.iter_colours())


def shield_process() -> None:
    """What stops the server does not stop a picture in the middle, and none takes all memory."""
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, signal.SIG_IGN)
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def limit_cpu() -> None:
    """From now on it ends after so many seconds of work, unless it is told anew."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (ceil(process_time()) + CPU_SECONDS, hard))


if __name__ == "__main__":
    shield_process()
    with suppress(EOFError, BrokenPipeError, ConnectionResetError), Connection(int(sys.argv[1])) as caller:
        serve_pictures(caller)
