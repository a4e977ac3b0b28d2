"""Pictures for letters: drawings as PNG, painted by a process of their own (`pbem.render.png.process`). It stays, for
to start it takes as long as to paint five; whatever ends it, or keeps it from ending, is at the cost of one picture.
"""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import sys
from contextlib import suppress
from multiprocessing.connection import Pipe
from threading import Lock, Timer

from pbem.render.collage import Collage

PROGRAM = ("-m", "pbem.render.png.process")
SECONDS = 20
"""How long a picture may take: two hundred times as long as a large one does."""
LARGEST_DRAWING = 2_000_000
"""Bytes of a drawing that is painted: ten times as many as a crowded map has."""
MOMENT = 1.0
"""How many seconds a painter that is no longer wanted may take to notice it."""
PNG = b"\x89PNG"


class PaintingFailed(Exception):  # noqa: N818
    """A drawing did not become a picture: it is too large, or its painter refused it, ended, or took too long."""


class PainterIdle(Exception):  # noqa: N818
    """A painter has ended of its own accord, since nobody had wanted a picture for long."""


class PainterMissing(OSError):  # noqa: N818
    """No picture can be painted on this machine, which lacks something, until the server is started again."""


class PictureProcess:
    """A painter that runs. `slow`: it was given too long."""

    def __init__(self) -> None:
        self.slow = False
        self.line, theirs = Pipe()
        with theirs:
            number = theirs.fileno()
            self.process = subprocess.Popen(
                [sys.executable, *PROGRAM, str(number)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=(number,),
                start_new_session=True,
            )

    @property
    def runs(self) -> bool:
        return not self.slow and self.process.poll() is None

    def exchange(self, told: bytes | None = None) -> bytes:
        """Return what it answers, or says by itself; else it has ended. Raises PaintingFailed, PainterIdle."""
        late = Timer(SECONDS, self.kill_late)
        late.start()
        try:
            if told is not None:
                self.line.send_bytes(told)
            return self.line.recv_bytes()
        except (EOFError, OSError) as error:
            ended = self.end()
            if ended == 0:
                raise PainterIdle from error
            why = f"it took more than {SECONDS} s" if self.slow else f"its painter ended with {ended}"
            raise PaintingFailed(why) from error
        finally:
            late.cancel()
            late.join()

    def kill_late(self) -> None:
        self.slow = True
        self.process.kill()

    def end(self) -> int:
        """Lets it end, at once if it has something in hand; how it ended."""
        self.line.close()
        with suppress(subprocess.TimeoutExpired):
            return self.process.wait(MOMENT)
        self.process.kill()
        return self.process.wait()


class PicturePainter:
    """The painter of this process, which starts with its first picture, and anew after it has ended."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Lets go of the painter, which goes on if it is another process's."""
        self.turn = Lock()
        self.process: PictureProcess | None = None
        self.missing = ""

    def paint(self, told: bytes) -> bytes:
        """Return what the painter answers, to one after the other. Raises PaintingFailed, OSError."""
        with self.turn:
            try:
                return self.wake().exchange(told)
            except PainterIdle:  # just now
                return self.start().exchange(told)

    def wake(self) -> PictureProcess:
        if self.missing:
            raise PainterMissing(self.missing)
        if self.process is None or not self.process.runs:
            self.close()
            return self.start()
        return self.process

    def start(self) -> PictureProcess:
        self.process = started = PictureProcess()
        try:
            self.missing = started.exchange().decode()
        except (PaintingFailed, PainterIdle) as error:
            raise OSError(f"no painter could be started: {error}") from error
        if self.missing:
            self.close()
            raise PainterMissing(self.missing)
        return started

    def close(self) -> None:
        """Ends the painter, if there is one."""
        if self.process is not None:
            self.process.end()
        self.process = None


PAINTER = PicturePainter()
atexit.register(PAINTER.close)
os.register_at_fork(after_in_child=PAINTER.forget)


def paint_png(drawing: Collage, width: int) -> bytes:
    """A drawing as a picture so many pixels wide, the same bytes every time. Raises PaintingFailed, OSError;
    PainterMissing if it is no use to try again."""
    told = pickle.dumps((drawing, width))
    if len(told) > LARGEST_DRAWING:
        raise PaintingFailed(f"the drawing has {len(told)} bytes")
    answer = PAINTER.paint(told)
    if not answer.startswith(PNG):
        raise PaintingFailed(f"its painter says {answer.decode(errors='replace')}")
    return answer
