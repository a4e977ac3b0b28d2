"""Paints letters and hands them to the relay."""

from __future__ import annotations

import random

from pbem.duties.part import House, Job, Part
from pbem.mail import delivery, probing
from pbem.pulse import BEAT, Beat


class Send(Part):
    """The way out, with the connection to the relay."""

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.relay = delivery.Relay(house.config) if house.config.relay else None
        self.prober = probing.Prober(house.store, house.config)

    def jobs(self) -> list[Job]:
        return [("delivery", self.deliver, 2), ("send pulse", lambda: self.beat(Beat.SEND), BEAT.seconds)]

    def open(self) -> None:
        self.beat(Beat.SEND)

    def deliver(self) -> None:
        if self.watch.anchor:
            now, stop = self.watch.now, self.house.stopping
            sent = delivery.work(self.store, self.config, now, random.Random(), stop, self.relay)
            if self.relay is not None:
                self.prober.work(self.relay, sent, now())

    def finish(self) -> None:
        if self.relay is not None:
            self.relay.cut()

    def close(self) -> None:
        if self.relay is not None:
            self.relay.close()


PART = Send
