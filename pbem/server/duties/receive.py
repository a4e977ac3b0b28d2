"""Takes letters in at the SMTP and the LMTP door and keeps them. It knows no game."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.health.clock_check import BEAT, Beat
from pbem.mail.inbound.lmtp_door import Handover
from pbem.mail.inbound.smtp_door import Listener
from pbem.server.duties.part import DutyPart, House, Job, port_of


class Receive(DutyPart):
    """The doors for letters, by the settings that open them."""

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.listeners = dict(self.iter_listeners())

    def iter_listeners(self) -> Iterator[tuple[str, Listener]]:
        ours = (self.store, self.config, self.watch.now, self.ring_for_clerk)
        if self.config.smtp_listen:
            yield "smtp_listen", Listener(*ours)
        if self.config.lmtp_listen:
            yield "lmtp_listen", Listener(*ours, Handover, self.config.lmtp_listen)

    def list_jobs(self) -> list[Job]:
        return [("receive pulse", lambda: self.send_beat(Beat.RECEIVE), BEAT.seconds)] if self.config.has_door else []

    def ring_for_clerk(self) -> None:
        """A letter has come: read it now rather than at the next round."""
        self.house.hurry("clerk")

    def open_doors(self) -> None:
        for setting, listener in self.listeners.items():
            with port_of(setting, getattr(self.config, setting)):
                listener.start_listening()
        if self.config.has_door:
            self.send_beat(Beat.RECEIVE)

    def close_doors(self) -> None:
        for listener in self.listeners.values():
            listener.stop_listening()


PART = Receive
