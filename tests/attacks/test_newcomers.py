"""The front door under floods: whatever somebody sends, a newcomer who comes by the web and one who writes are seated
within five minutes. Letters come through the real door, pages from the real application; time is passed."""

from __future__ import annotations

import smtplib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import pytest
from freezegun import freeze_time
from sqlmodel import col, select

from pbem import create_app
from pbem.games import demo
from pbem.games.people import people
from pbem.health import alarms
from pbem.health.clock_check import Beat
from pbem.mail.outbound import delivery
from pbem.settings import networks
from pbem.settings.limits import USUAL_LIMITS
from pbem.storage import shared_budgets
from pbem.storage.database import Store
from pbem.storage.models import MailIn, Player, Pulse
from pbem.storage.shared_budgets import Asker, SharedBudget
from tests.attacks.test_writer import holder
from tests.games.party import Party
from tests.mail.conftest import Office, Sink, letter, use_relay
from tests.mail.conftest import sink as sink
from tests.web.conftest import Browser, Site

FRONT = "pbem@pbem.test"
MX = "127.0.0.25"
"""The host's own mail server, where one is declared."""
SAYS = {"forged": "spf=fail smtp.mailfrom={domain}; dmarc=none header.from={domain}"}
SAYS["honest"] = "dmarc=pass header.from={domain}"
SOON = timedelta(minutes=5)


@dataclass
class Town:
    """A post office and its pages, and the people who come to them from addresses of their own."""

    office: Office
    party: Party
    site: Site

    def declare(self, authority: str = "mx.pbem.test") -> None:
        """From now on letters come through the host's own mail server."""
        self.office.config = replace(
            self.office.config, mail_servers=networks.parse_peers(MX), mail_authority=authority
        )
        self.office.listener.door.config = self.office.config

    def allow(self, **most: int) -> None:
        """Other limits, for letters as for pages."""
        config = replace(self.office.config, limits=replace(self.office.config.limits, **most))
        self.office.config = self.office.listener.door.config = config
        self.site = Site(create_app(config, self.office.store), self.office.store)

    @contextmanager
    def line(self, source: str) -> Iterator[smtplib.SMTP]:
        with smtplib.SMTP("127.0.0.1", self.office.listener.port, "client.example.org", 30, (source, 0)) as line:
            yield line

    def write(self, line: smtplib.SMTP, sender: str, text: str, to: str = FRONT, says: str = "") -> None:
        """Hands a letter in; `says`: what the host's mail server found out about its sender."""
        fields = {"To": to}
        if says:
            said = SAYS.get(says, says).format(domain=sender.rpartition("@")[2])
            fields["Authentication-Results"] = f"mx.pbem.test; {said}"
        line.sendmail(sender, [to], letter(sender, text, "", fields).as_bytes())

    def browser(self, source: str) -> Browser:
        found = self.site.browser()
        found.client.environ_base["REMOTE_ADDR"] = source
        return found

    def ask(self, source: str, address: str) -> Browser:
        """Somebody asks for a sign-in letter; what the page says."""
        found = self.browser(source)
        with freeze_time(self.office.now):
            found.get("/sign-in")
            found.send("/sign-in", address=address)
        return found

    def crowd(self, asking: Iterable[tuple[str, str]]) -> None:
        """Many ask for sign-in letters, each from a network address, for an address."""
        browsers = dict[str, Browser]()
        with freeze_time(self.office.now):
            for source, address in asking:
                if source not in browsers:
                    browsers[source] = self.browser(source)
                    browsers[source].get("/sign-in")
                form = browsers[source].form_fields("/sign-in")
                browsers[source].client.post("/sign-in", data={**form, "address": address})

    def wait(self) -> None:
        self.office.later(minutes=1)
        self.office.read()
        self.office.deliver()

    def is_seated(self, code: str, address: str) -> bool:
        return holder(self.office, self.party, code) == address


@pytest.fixture
def town(office: Office) -> Town:
    party = office.open_party(players=3)
    return Town(office, party, Site(create_app(office.config, office.store), office.store))


def comes_by_web(town: Town, address: str = "web@honest.example", source: str = "203.0.113.77") -> None:
    """A newcomer signs in and takes a seat."""
    began = town.office.now
    browser = town.ask(source, address)
    town.wait()
    with freeze_time(town.office.now):
        link = f"/sign-in/{browser.mailed_token(address)}"
        browser.get(link)
        browser.send(link)
        browser.get("/games/verdun")
        browser.give("join", seat="RED")
    assert town.is_seated("RED", address) and town.office.now - began <= SOON


def comes_by_mail(town: Town, source: str = "127.0.77.77", says: str = "") -> None:
    """A newcomer writes what they want, and says yes when they are asked."""
    address = "mail@honest.example"
    began = town.office.now
    with town.line(source) as line:
        town.write(line, address, "join verdun as Blue", says=says)
        town.wait()
        (question,) = town.office.outbox(address, "question")
        town.write(line, address, "yes", town.office.reply_address(question), says)
    town.wait()
    assert town.is_seated("BLU", address) and town.office.now - began <= SOON


# --- floods ------------------------------------------------------------------------------------------------------


def send_forged_letters(town: Town, count: int, says: str) -> None:
    with town.line(MX) as line:
        for n in range(count):
            town.write(line, f"v{n}@third{n}.example", "help", says=says)
    town.office.read()


@pytest.mark.slow
def test_forged_strangers_through_the_hosts_own_server(town: Town) -> None:
    """A6, A13: of 64 all but four were answered, and then nobody. Nobody vouches for them: none is."""
    town.declare()
    send_forged_letters(town, 64, "forged")
    assert not town.office.outbox()
    comes_by_mail(town, MX, "honest")
    comes_by_web(town)


@pytest.mark.slow
def test_forged_strangers_where_nothing_can_be_known(town: Town) -> None:
    """A6: the same through a server that says nothing of who writes: what is kept for newcomers is left. Five times as
    many as are answered."""
    town.allow(stranger_answers=12, newcomers=60)
    town.declare("")
    send_forged_letters(town, 60, "")
    comes_by_mail(town, MX)
    comes_by_web(town)


@pytest.mark.slow
def test_all_that_strangers_get_in_a_day(town: Town) -> None:
    """A6: 300 letters to strangers shut the door for the day; here, of a tenth of it, 60."""
    town.allow(stranger_answers=12, stranger_answers_daily=30, newcomers=30)
    for hour in range(5):
        with town.line(f"127.0.9.{hour}") as line:
            for n in range(12):
                town.write(line, f"v{hour}-{n}@third{n}.example", "help")
        town.office.read()
        town.crowd((f"198.51.100.{n}", f"w{hour}-{n}@third{n}.example") for n in range(12))
        town.office.later(hours=1)
    comes_by_mail(town)
    comes_by_web(town)


@pytest.mark.slow
def test_sign_ins_from_four_addresses(town: Town) -> None:
    """A6: 64 of them were all that newcomers got in an hour, those who write as well."""
    town.crowd((f"192.0.2.{n % 4}", f"v{n}@third{n}.example") for n in range(64))
    comes_by_web(town)
    comes_by_mail(town)


@pytest.mark.slow
def test_short_letters_from_many_addresses(town: Town) -> None:
    """A6: after 600 in an hour the next newcomer's was refused with 452; here, of a tenth of it, after 60."""
    town.allow(stranger_letters_kept=60, newcomers=30)
    for peer in range(10):
        with town.line(f"127.1.{peer}.7") as line:
            for n in range(6):
                town.write(line, f"v{peer}-{n}@third.example", "buy")
    town.office.read()
    with town.line("127.1.0.7") as line, pytest.raises(smtplib.SMTPDataError, match="452"):
        town.write(line, "v@third.example", "help")
    comes_by_mail(town)
    comes_by_web(town)


@pytest.mark.slow
def test_a_vouched_domain_with_many_senders(town: Town) -> None:
    """A6: sixty senders of one domain used up what all others have; names below a domain are not others."""
    town.allow(domain_answers=50, vouched_answers=60)
    town.declare()
    with town.line(MX) as line:
        for n in range(70):
            town.write(line, f"v{n}@s{n}.evil.example", "help", says="honest")
    town.office.read()
    assert len(town.office.outbox()) == 50 + town.office.config.limits.neighbours
    comes_by_mail(town, MX, "honest")
    comes_by_web(town)


BIG = "honest.example"
"""Where the newcomer has their mail, and the attacker as well: a large provider."""


def flood(town: Town, senders: Iterable[str], says: str = "honest") -> None:
    with town.line(MX) as line:
        for sender in senders:
            town.write(line, sender, "help", says=says)
    town.office.read()


@pytest.mark.slow
def test_a_large_provider_forged_where_nothing_can_be_known(town: Town) -> None:
    """Thirty letters that named addresses of it shut out everybody who has one until midnight."""
    town.declare("")
    flood(town, (f"v{n}@{BIG}" for n in range(30)), "")
    town.office.later(hours=10)
    comes_by_mail(town, MX)


@pytest.mark.slow
def test_one_mailbox_of_a_large_provider(town: Town) -> None:
    """One account with a hundred tags used up what its provider had in an hour: here, of a fifth of it, 20."""
    town.allow(domain_answers=20)
    town.declare()
    flood(town, (f"{'m.e' if n % 2 else 'me'}+{n}@{BIG}" for n in range(22)))
    assert len(town.office.outbox()) == town.office.config.limits.answers_to_one
    comes_by_mail(town, MX, "honest")


def test_one_mailbox_that_writes_all_its_provider_may(town: Town) -> None:
    """The letters of one account were all that were kept of its provider's: here, of a twentieth, 20."""
    town.allow(domain_letters=20, peer_letters=6)
    town.declare()
    with town.line(MX) as line:
        for n in range(6):
            town.write(line, f"me+{n}@{BIG}", "help", says="honest")
        with pytest.raises(smtplib.SMTPDataError, match="452"):
            town.write(line, f"me+6@{BIG}", "help", says="honest")
    comes_by_mail(town, MX, "honest")


def test_many_mailboxes_of_a_large_provider(town: Town) -> None:
    """What their domain has is used up; to who has had nothing there is still an answer."""
    town.allow(domain_answers=10, domain_letters=10)
    town.declare()
    flood(town, (f"v{n}@{BIG}" for n in range(10)))
    comes_by_mail(town, MX, "honest")


@pytest.mark.slow
def test_four_throwaway_domains(town: Town) -> None:
    """They used up what all domains have in an hour, and a provider with two answers on that day got none: here, of
    a tenth, 10 each."""
    town.allow(domain_answers=10, vouched_answers=40, domain_letters=20, stranger_letters_kept=40)
    town.declare()
    flood(town, (f"early{n}@{BIG}" for n in range(3)))
    town.office.later(hours=5)
    flood(town, (f"v{n}@evil{n % 4}.example" for n in range(40)))
    assert len(town.office.outbox()) == 43
    comes_by_mail(town, MX, "honest")


@pytest.mark.slow
def test_throwaway_domains_that_take_what_is_kept_for_newcomers_too(town: Town) -> None:
    """No number of them takes anything from a domain of which somebody is known here; who is new there gets no more
    than it has."""
    town.allow(vouched_answers=8, stranger_letters_kept=8, newcomers=8, neighbours=2, domain_newcomers=3)
    town.declare()
    with town.office.store.write_session() as session:
        people.get_or_register_player(session, f"ada@mail.{BIG}", town.office.now).answered_at = town.office.now
    with town.line(MX) as line:
        for n in range(16):
            town.write(line, f"v{n}@evil{n}.example", "help", says="honest")
        for sender in ("v@evil.example", f"v@not{BIG}"):
            with pytest.raises(smtplib.SMTPDataError, match="452"):
                town.write(line, sender, "help", says="honest")
    comes_by_mail(town, MX, "honest")
    with town.line(MX) as line:
        town.write(line, f"bob@{BIG}", "help", says="honest")
        with pytest.raises(smtplib.SMTPDataError, match="452"):
            town.write(line, f"cem@{BIG}", "help", says="honest")


@pytest.mark.slow
def test_a_visitor_floods_nobody_by_coming_twice(town: Town) -> None:
    """What is kept for newcomers is not for who has had some, nor for one neighbourhood as a whole."""
    limits = town.office.config.limits
    with town.office.store.write_session() as session:
        sources = [
            shared_budgets.asker_at_peer(f"192.0.{n // 250}.{n % 250}") for n in range(4 * limits.stranger_answers)
        ]
        heard = [
            shared_budgets.take_share(session, limits, shared_budgets.WEB, one, town.office.now)
            for one in sources
            for _ in range(2)
        ]
    assert sum(heard) == limits.stranger_answers + limits.neighbours


Flood = Callable[[int], list[Asker]]


def of_web(count: int) -> list[Asker]:
    """Two that use up the total, and so many neighbourhoods with five addresses each."""
    return [shared_budgets.asker_at_peer(f"198.51.100.{n % 2}") for n in range(60)] + [
        shared_budgets.asker_at_peer(f"10.0.{n}.{house}") for n in range(count) for house in range(5) for _ in range(2)
    ]


def of_domains(count: int) -> list[Asker]:
    """Four that use up the total, and so many with five mailboxes each."""
    return [make_mailbox_asker(n, f"evil{n % 4}.example") for n in range(400)] + [
        make_mailbox_asker(mailbox, f"new{n}.example") for n in range(count) for mailbox in range(5) for _ in range(2)
    ]


def of_one_domain(count: int) -> list[Asker]:
    """34 mailboxes that use up its share, and so many more."""
    return [make_mailbox_asker(n % 34, BIG) for n in range(102)] + [
        make_mailbox_asker(-n, BIG) for n in range(1, count + 1) for _ in range(2)
    ]


def make_mailbox_asker(mailbox: int, domain: str) -> Asker:
    return Asker(f"v{mailbox}@{domain}", domain, is_domain=True)


def forged_ones(count: int) -> list[Asker]:
    return [Asker(f"v{n}@{BIG}") for n in range(count)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("budget", "flooding", "takes", "known", "newcomer"),
    [
        (shared_budgets.WEB, of_web, 30, "ada@honest.example", shared_budgets.asker_at_peer("203.0.113.7")),
        (shared_budgets.MAIL, forged_ones, 360, "ada@honest.example", Asker(f"new@{BIG}")),
        (shared_budgets.VOUCHED, of_domains, 30, f"ada@evil-{BIG}", make_mailbox_asker(0, BIG)),
        (shared_budgets.VOUCHED, of_one_domain, 5, f"ada@evil-{BIG}", make_mailbox_asker(99, BIG)),
        (shared_budgets.VOUCHED, of_one_domain, 25, f"ada@{BIG}", make_mailbox_asker(99, BIG)),
    ],
)
def test_what_it_takes_to_shut_the_door(
    sqlite: Store, now: datetime, budget: SharedBudget, flooding: Flood, takes: int, known: str, newcomer: Asker
) -> None:
    """The figures of docs/security.md: of one fewer somebody else still gets something."""
    with sqlite.write_session() as session:
        people.get_or_register_player(session, known, now).answered_at = now
    for count, heard in ((takes - 1, True), (takes, False)):
        with sqlite.write_session() as session:
            for source in flooding(count):
                shared_budgets.take_share(session, USUAL_LIMITS, budget, source, now)
            assert shared_budgets.take_share(session, USUAL_LIMITS, budget, newcomer, now) == heard
            session.rollback()


# --- others who are kept out -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_owner_signs_in_though_somebody_asked_for_ten_letters(town: Town) -> None:
    """A6: in a new browser they got none on that day."""
    with town.office.store.write_session() as session:
        people.get_or_register_player(session, "ada@honest.example", town.office.now).answered_at = town.office.now
    town.crowd([("192.0.2.66", "ada@honest.example")] * 10)
    comes_by_web(town, "ada@honest.example")


@pytest.mark.slow
def test_the_owner_signs_in_though_a_whole_network_asked_for_letters(town: Town) -> None:
    """Ten households of one neighbourhood, two letters each, were all that there are in a day."""
    with town.office.store.write_session() as session:
        people.get_or_register_player(session, "ada@honest.example", town.office.now).answered_at = town.office.now
    town.crowd((f"2001:db8:1:{n % 10:x}::1", "ada@honest.example") for n in range(20))
    limits = town.office.config.limits
    assert len(town.office.outbox("ada@honest.example")) == limits.firsts + limits.sign_ins_again
    town.office.later(hours=11)
    comes_by_web(town, "ada@honest.example")


def test_junk_for_the_postmaster_takes_nothing_from_abuse(town: Town) -> None:
    """A6: after 22 letters of it a report to abuse reached nobody."""
    town.office.config = replace(town.office.config, host_address="host@example.org")
    with town.line("127.0.0.66") as line:
        for n in range(22):
            town.write(line, f"v{n}@third.example", "junk", "postmaster@pbem.test")
    with town.line("127.0.0.67") as line:
        town.write(line, "ada@honest.example", "your server floods me", "abuse@pbem.test")
    town.office.read()
    assert "floods me" in town.office.text(town.office.outbox("host@example.org")[-1])


@pytest.mark.slow
def test_a_school_visits_the_demonstration(town: Town) -> None:
    """A6: after 20 visits from one address the next pupil was sent away, and signing in took of the same."""
    config = replace(town.office.config, demo=True)
    site = Site(create_app(config, town.office.store), town.office.store)
    with town.office.store.write_session() as session:
        demo.maintain_demo(session, town.office.now, "toy")
    town.crowd(("198.51.100.5", f"pupil{n}@school.example") for n in range(20))
    with freeze_time(town.office.now):
        for _ in range(25):
            pupil = site.browser()
            pupil.client.environ_base["REMOTE_ADDR"] = "198.51.100.5"
            pupil.get("/")
            answer = pupil.client.post(
                "/demo/sit", data={**pupil.form_fields("/demo/sit"), "game": demo.first_demo_slug("toy")}
            )
            assert answer.status_code == 303


def wrong(town: Town) -> list[str]:
    return [one.name for one in alarms.list_troubles(town.office.store, town.office.config, town.office.now)]


@pytest.mark.slow
def test_the_host_is_told_that_strangers_get_no_more(town: Town) -> None:
    """A6: the one list of what is wrong has it, and has it no more in the next hour."""
    assert "strangers web" not in wrong(town)
    town.crowd((f"192.0.2.{n % 4}", f"v{n}@third{n}.example") for n in range(64))
    assert "strangers web" in wrong(town)
    town.office.later(hours=1)
    assert "strangers web" not in wrong(town)


# --- who is answered, and what a page says ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("says", "answered"),
    [
        ("dmarc=pass header.from=third.example", True),
        ("spf=pass smtp.mailfrom=third.example; dmarc=none header.from=third.example", True),
        ("dkim=pass header.d=mail.third.example; dmarc=none header.from=third.example", True),
        ("spf=fail smtp.mailfrom=third.example; dmarc=none", False),
        ("spf=pass smtp.mailfrom=third.example; dmarc=fail header.from=third.example", False),
        ("dkim=pass header.d=evil.example; dmarc=none header.from=third.example", False),
        ("dkim=fail header.d=third.example; spf=none", False),
        ("none", False),
        ("", False),
    ],
)
def test_strangers_are_answered_if_their_domain_vouches(town: Town, says: str, answered: bool) -> None:
    """A13: a letter of introduction went to whoever was named, unless DMARC said “fail”."""
    town.declare()
    with town.line(MX) as line:
        town.write(line, "v@third.example", "help", says=says)
    town.office.read()
    assert [row.kind for row in town.office.outbox("v@third.example")] == ["stranger"] * answered


def refusal_of_letter(town: Town, source: str, says: str = "", sender: str = "v@third.example") -> str:
    with town.line(source) as line, pytest.raises(smtplib.SMTPDataError) as raised:
        line.sendmail("e@envelope.example", [FRONT], letter(sender, "help", "", fields(says)).as_bytes())
    return f"{raised.value.smtp_code} {raised.value.smtp_error!r}"


def fields(says: str) -> dict[str, str]:
    return {"To": FRONT, **({"Authentication-Results": f"mx.pbem.test; {says}"} if says else {})}


def test_who_can_hear_it_is_refused_at_the_door(town: Town) -> None:
    """A13: where nothing vouches, with the way by the web; but never so that a bounce goes to whom a forger named.
    It is the same for who is known and who is not."""
    town.declare()
    with town.office.store.write_session() as session:
        people.get_or_register_player(session, "known@third.example", town.office.now).answered_at = town.office.now
    passed = "spf=pass smtp.mailfrom=e@envelope.example; dmarc=none header.from=third.example"
    answers = {
        refusal_of_letter(town, *how, sender)
        for sender in ("v@third.example", "known@third.example")
        for how in ((MX, passed), ("127.0.0.3", ""), ("127.0.0.3", "dmarc=pass header.from=third.example"))
    }
    assert len(answers) == 1 and "/sign-in" in answers.pop()
    with town.line(MX) as line:  # the envelope is forged as well: nobody hears of it
        town.write(line, "v@third.example", "help", says="forged")
    with town.office.store.read_session() as session:
        assert len(session.exec(select(MailIn.id)).all()) == 1


def test_postmaster_and_abuse_take_letters_of_all(town: Town) -> None:
    """A13: whoever complains need not be vouched for."""
    town.declare()
    with town.line("127.0.0.3") as line:
        for name in ("postmaster", "abuse"):
            town.write(line, "v@third.example", "a complaint", f"{name}@pbem.test")


def test_the_page_says_what_became_of_the_letter(town: Town) -> None:
    """A12: “a letter goes to …” was all it said, with none on its way."""
    browser = town.ask("192.0.2.1", "new@honest.example")
    assert "the part of this server that sends letters does not run" in browser.words
    town.wait()
    with freeze_time(town.office.now):
        browser.get("/sign-in/letter")
    assert "lies in the mailbox of this server" in browser.words and "12:01" in browser.words


def test_a_relay_that_is_well_is_not_slandered(town: Town) -> None:
    """N3: what a sender that died had in hand, and a mailbox that refuses for now, were taken for its silence."""
    office = town.office
    with office.store.write_session() as session:
        session.add(Pulse(id=Beat.SEND, beat_at=office.now + timedelta(minutes=3)))
    town.ask("192.0.2.1", "first@honest.example")
    assert delivery.claim_outgoing_letters(office.store, office.now)
    office.later(minutes=3)
    with freeze_time(office.now):
        browser = town.ask("192.0.2.2", "new@honest.example")
    assert "leaves within a minute" in browser.words


def test_the_page_says_that_the_relay_is_away_and_when_it_left(town: Town, sink: tuple[Sink, int]) -> None:
    """A12: of a letter that waits, since when and why; of one that left, when."""
    office = town.office
    office.config = replace(office.config, relay="smtp://127.0.0.1:1")
    town.site = Site(create_app(office.config, office.store), office.store)
    with office.store.write_session() as session:
        session.add(Pulse(id=Beat.SEND, beat_at=office.now + timedelta(minutes=2)))
    browser = town.ask("192.0.2.1", "new@honest.example")
    assert "leaves within a minute" in browser.words
    town.wait()
    office.later(minutes=1)
    with freeze_time(office.now):
        browser.get("/sign-in/letter")
        assert "12:00" in browser.words and "takes none just now" in browser.words
    use_relay(office, sink[1])
    town.wait()
    with freeze_time(office.now):
        browser.get("/sign-in/letter")
    assert "It left on Mon 2 Mar 12:03 UTC" in browser.words


@pytest.mark.slow
def test_the_page_says_until_when_none_is_sent(town: Town) -> None:
    """A12: to a newcomer, when no more are; in the same words to who is known."""
    with town.office.store.write_session() as session:
        people.get_or_register_player(session, "known@honest.example", town.office.now).answered_at = town.office.now
    town.crowd((f"192.0.2.{n % 4}", f"v{n}@third{n}.example") for n in range(64))
    new, known = (town.ask("192.0.2.2", f"{name}@honest.example").words for name in ("new", "known"))
    assert new == known and "an address that is new here gets none before Mon 2 Mar 13:00 UTC" in new
    with town.office.store.read_session() as session:
        assert not session.exec(select(Player).where(col(Player.address) == "new@honest.example")).all()
    assert len(town.office.outbox("known@honest.example")) == 1


def test_an_address_of_the_servers_own_is_not_written_to(town: Town) -> None:
    """A12: not by the web, not by letter."""
    browser = town.ask("192.0.2.1", "x@PBEM.test")
    assert "is an address of this server" in browser.words
    with town.line("127.0.0.3") as line:
        town.write(line, "x@pbem.test", "help")
    town.office.read()
    assert not town.office.outbox()


@pytest.mark.parametrize("name", ["order", "GAME", "info", "orders+short"])
def test_an_address_that_is_none_is_refused_with_a_way_on(town: Town, name: str) -> None:
    """A14: 550, and where to write instead."""
    with town.line("127.0.0.3") as line, pytest.raises(smtplib.SMTPRecipientsRefused) as raised:
        town.write(line, "ada@honest.example", "help", f"{name}@pbem.test")
    ((code, text),) = raised.value.recipients.values()
    assert code == 550 and b"write to pbem@pbem.test, or for your seat to where its letters come from" in text


def test_a_word_after_a_plus_makes_no_difference(town: Town) -> None:
    """A14: people file their answers by it; it is the same address, and a copy there is a copy."""
    raw = letter("ada@honest.example", "help", "", {"To": FRONT}).as_bytes()
    with town.line("127.0.0.3") as line:
        line.sendmail("ada@honest.example", ["pbem+games@pbem.test"], raw)
        line.sendmail("ada@honest.example", [FRONT], raw)
    town.office.read()
    assert [row.kind for row in town.office.outbox("ada@honest.example")] == ["stranger"]
