"""Paints letters and hands them to the relay."""

from __future__ import annotations

import os
import random
from datetime import datetime

from pbem import milestones, watchman
from pbem.duties.part import House, Job, Part
from pbem.mail import delivery, probing, senders
from pbem.pulse import BEAT, Beat


class Send(Part):
    """The way out, with the connection to the relay."""

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.relay = delivery.Relay(house.config) if house.config.relay else None
        self.prober = probing.Prober(house.store, house.config)
        self.certificates: dict[str, datetime] = {}
        self.mark: int | None = None

    def jobs(self) -> list[Job]:
        return [
            ("delivery", self.deliver, 2),
            ("watchman", self.look, 60),
            ("send pulse", lambda: self.beat(Beat.SEND), BEAT.seconds),
        ]

    def prepare(self) -> None:
        self.mark = senders.take_up(self.store, lambda: delivery.free(self.store))

    def open(self) -> None:
        self.beat(Beat.SEND)

    def deliver(self) -> None:
        if self.watch.anchor:
            now, stop = self.watch.now, self.house.stopping
            sent = delivery.work(self.store, self.config, now, random.Random(), stop, self.relay)
            if self.relay is not None:
                self.prober.work(self.relay, sent, now())
            self.note_certificates()

    def note_certificates(self) -> None:
        """Until when the certificates of the relays are good, as it was seen when they were called."""
        for host, ends in list(self.relay.certificates.items()) if self.relay else ():
            if self.certificates.get(host) != ends:
                milestones.set_instant(self.store, milestones.certificate(host), ends)
                self.certificates[host] = ends

    def look(self) -> None:
        """Whether something is wrong that the host must hear of."""
        if self.watch.anchor:
            watchman.look(self.store, self.config, self.watch.now())

    def finish(self) -> None:
        if self.relay is not None:
            self.relay.cut()

    def close(self) -> None:
        if self.relay is not None:
            self.relay.close()
        if self.mark is not None:
            os.close(self.mark)


PART = Send
