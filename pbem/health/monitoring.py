"""Answers Prometheus at a port of its own (`metrics_listen`), whatever the duty of the process.

What waits is looked up in the database when it is asked for, so each process says the same of it; what was done and how
long it took (`pbem.health.metrics`) each counts for itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from prometheus_client import start_http_server
from prometheus_client.core import REGISTRY, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from pbem.health import alarms, queues
from pbem.settings.config import Config
from pbem.storage.database import Clock, Store


class Backlog(Collector):
    """What the database says."""

    def __init__(self, store: Store, config: Config, clock: Clock) -> None:
        self.store, self.config, self.clock = store, config, clock

    def describe(self) -> Iterable[Metric]:
        """Nothing, so that a server whose database is away can open this door."""
        return ()

    def collect(self) -> Iterable[Metric]:
        now = self.clock()
        with self.store.read_session() as session:
            waiting = {
                "letters_in": queues.measure_letters_in(session, now),
                "letters_out": queues.measure_letters_out(session, now),
                "deadlines": queues.measure_deadlines(session, now),
            }
            aside, games = queues.count_put_aside(session), queues.count_games_by_status(session)
            silent = queues.clock_silence(session, now)
        wrong = {one.name: 1 for one in alarms.list_troubles(self.store, self.config, now)}
        yield make_gauge("pbem_trouble", "What is wrong at present", "name", wrong)
        free = alarms.free_bytes(self.store, self.config)
        yield GaugeMetricFamily("pbem_disk_free_bytes", "Free where the database lies", free)
        yield make_gauge("pbem_waiting", "Work that waits", "queue", {n: q.count for n, q in waiting.items()})
        yield make_gauge(
            "pbem_waiting_seconds", "Since the first of it", "queue", {n: q.seconds for n, q in waiting.items()}
        )
        yield make_gauge("pbem_put_aside", "Letters that could not be read or painted", "why", aside)
        yield make_gauge("pbem_games", "Games", "status", games)
        if silent is not None:
            yield GaugeMetricFamily("pbem_clock_silent_seconds", "Since the clock ran last", silent)


def make_gauge(name: str, words: str, label: str, values: Mapping[str, float]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, words, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family


def serve_metrics(listen: str, store: Store, config: Config, clock: Clock) -> None:
    """Answers on ADDRESS:PORT in a thread of its own. Raises OSError if the port cannot be had."""
    host, _, port = listen.rpartition(":")
    REGISTRY.register(Backlog(store, config, clock))
    start_http_server(int(port), host.strip("[]"))
