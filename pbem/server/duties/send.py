"""Paints letters and hands them to the relay."""

from __future__ import annotations

import os
import random
from datetime import datetime

from pbem.health import milestones
from pbem.health.clock_check import BEAT, Beat
from pbem.mail.outbound import delivery, probing, sole_sender
from pbem.server import watchman
from pbem.server.duties.part import DutyPart, House, Job


class Send(DutyPart):
    """The way out, with the connection to the relay."""

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.relay = delivery.Relay(house.config) if house.config.relay else None
        self.prober = probing.Prober(house.store, house.config)
        self.certificates: dict[str, datetime] = {}
        self.mark: int | None = None

    def list_jobs(self) -> list[Job]:
        return [
            ("delivery", self.deliver_letters, 2),
            ("watchman", self.look_for_troubles, 60),
            ("send pulse", lambda: self.send_beat(Beat.SEND), BEAT.seconds),
        ]

    def prepare_work(self) -> None:
        self.mark = sole_sender.register_sender(self.store, lambda: delivery.free_dead_claims(self.store))

    def open_doors(self) -> None:
        self.send_beat(Beat.SEND)

    def deliver_letters(self) -> None:
        if self.watch.anchor:
            now, stop = self.watch.now, self.house.stopping
            sent = delivery.deliver_due_letters(self.store, self.config, now, random.Random(), stop, self.relay)
            if self.relay is not None:
                self.prober.send_due_probe(self.relay, sent, now())
            self.note_certificates()

    def note_certificates(self) -> None:
        """Until when the certificates of the relays are good, as it was seen when they were called."""
        for host, ends in list(self.relay.certificates.items()) if self.relay else ():
            if self.certificates.get(host) != ends:
                milestones.set_instant(self.store, milestones.certificate_milestone(host), ends)
                self.certificates[host] = ends

    def look_for_troubles(self) -> None:
        """Whether something is wrong that the host must hear of."""
        if self.watch.anchor:
            watchman.report_troubles(self.store, self.config, self.watch.now())

    def close_doors(self) -> None:
        if self.relay is not None:
            self.relay.abort_talk()

    def close_part(self) -> None:
        if self.relay is not None:
            self.relay.close_connection()
        if self.mark is not None:
            os.close(self.mark)


PART = Send
