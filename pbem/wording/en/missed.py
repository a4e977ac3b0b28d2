"""Missed turns, and what stands in."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "by advice": "the advice of the game",
    "by deputy": "the deputy",
    "by later": "what was ordered in advance",
    "by master": "the game master",
    "by standing": "the orders given last",
    "here": "You are there. The game begins when everybody has said so.",
    "here all": "You are there, and so is everybody: the game has begun.",
    "later dropped": "What you ordered in advance is taken back ({count}).",
    "later hangs": "Only the board of then can tell whether these can be given: {lines}.",
    "later kept": (
        "Kept for {phase}. When a phase of this name opens, your lines are judged and given, and you are told what was "
        "taken; until you write yourself they stand."
    ),
    "later list": "Ordered in advance",
    "later none": "You have ordered nothing in advance.",
    "later not ready": "The line “ready” below them is left out, since not all of them are kept.",
    "later nothing": (
        "Nothing of it is kept: no line of it is an order of this game. Write it again as the answers to its lines say."
    ),
    "later wrong": (
        "Nothing is kept yet, since some lines are no orders of this game. {lines} Put them right, and send "
        "it all again."
    ),
    "stand ins": "If you do not write, this stands in for you: {ways}.",
    "stand ins none": "If you do not write, nothing stands in for you: what the rules of the game say then is done.",
    "told excused": "No orders for {phase} came from {seats}; that is excused.",
    "told late": "The orders of {seats} for {phase} came after the deadline, in time to count.",
    "told missed": "No orders for {phase} came from {seats}.",
    "told stood in": "For {seats}, {by} stood in.",
    "told unreachable": "No orders for {phase} came from {seats}; letters to that player come back.",
    "prospects": "{seat} (place {place} of {count})",
    "turns excused": "{count} excused",
    "turns late": "{count} late",
    "turns missed": "{count} missed",
    "turns stood in": "{count} stood in for",
    "turns taken": "{count} taken",
    "turns unreachable": "{count} unreachable",
    "you excused": "You sent no orders for {phase}. That is excused, and does not count as a missed turn.",
    "you late": "Your orders for {phase} came after the deadline, in time to count.",
    "you lose": "If nobody takes it, all that it has is lost; turns without a player until then: {count}.",
    "you may lose": "If you miss this turn, your seat is offered to others.",
    "you missed": "You sent no orders for {phase}, so what the rules of the game say then was done. {next}",
    "you missed last": "If you miss the next turn too, your seat is offered to others.",
    "you missed more": "After {count} more turns missed in a row your seat is offered to others.",
    "you missed never": "The word “ready” alone, without orders, is a turn taken.",
    "you stood in": "You sent no orders for {phase}; {by} stood in for you.",
    "enlisted": (
        "You wait for the draw in {slug}: the seats are given when all players are there. A letter tells you more."
    ),
    "invited": "Invited: {addresses}. Each gets a letter.",
    "invited none": "Nobody was invited: each of them was before, or has had as many invitations today as anybody may.",
    "unlisted": "You have withdrawn from {slug}.",
    "word comes": "The word comes in a letter of its own; the one before is void.",
    "reliable": "{percent} % of {turns} turns in time; games: {games}.",
    "reliable left": "Left {count} seats before the end.",
    "reliable left one": "Left one seat before the end.",
    "reliable new": "No turns yet of which anything can be told.",
    "reliable rescued": "Took over {count} seats that others had left.",
    "reliable rescued one": "Took over a seat that another had left.",
    "whois": "Who is called {name}",
    "whois none": "Nobody is called so who plays, or has played, where names are told. Write two letters at least.",
    "final give": "{seat} in {game} passes for good to somebody else, if that one accepts",
    "gift accepted": "{seat} in {slug} is yours. A letter with your seat's own address is on its way.",
    "gift agreed": "{seat} has passed on.",
    "gift offered": (
        "{seat} is offered to {address}. Until that is accepted the seat is yours; “keep seat” takes it back."
    ),
    "gift declined": "Noted: you do not take {seat} in {slug}.",
    "gift waits": "You take {seat} in {slug}; the game master has to agree, and is asked.",
    "gift withdrawn": "You keep {seat}; it is offered to nobody.",
    "not watching": "You get the reports of {slug} no more.",
    "watching": "You get the public reports of {slug} from the next one on; “unwatch {slug}” ends that.",
}
REFUSALS: Mapping[str, str] = {
    "no later phase": (
        "No phase will be called “{word}”, or it is over. Say “next”, a kind ({kinds}), or a name such as {like}."
    ),
    "not kept": "You have ordered nothing in advance for “{word}”. What is kept is for: {kept}.",
    "no roll call": "No roll is called in {slug} just now.",
    "no such stand-in": "“{word}” cannot stand in for you here. What can: {known}.",
    "open already": "{phase} is open now: send these lines by themselves, without “phase”.",
    "seat taken": "{seat} in {slug} has a player already. Free: {free}.",
    "too many later": "You have ordered something in advance for {most} phases; that is the most. Take one back.",
    "not invited": "{slug} is for those who were invited, or know its word: join {slug} word …",
    "not reliable": "In {slug} play those who gave {percent} % of their turns in time; of yours it is {known} %.",
    "seats are drawn": "The seats of {slug} are drawn when all players are there; till then nobody has one.",
    "too many at once": "Invite {most} people at once at most.",
    "too new": "In {slug} play those who have had {turns} turns in games here; you have had {known}.",
    "gift to yourself": "The seat is yours.",
    "no gifts": "In {slug} seats are not given away. Whoever leaves writes: resign {slug}",
    "no watchers": "The reports of {slug} go to its players alone; its page shows what anybody may know.",
    "plays already here": "You play in {slug}, or stand in for somebody there.",
    "stands in already": (
        "You stand in for a player of {slug}, so you cannot play there as well; “decline {slug}” ends that."
    ),
    "too many watchers": "So many watch {slug}, or you watch so many games, that there can be no more.",
}
LEDGER: Mapping[str, str] = {
    "excused": "{actor} was excused, and sent no orders for {phase}.",
    "late": "The orders of {actor} for {phase} came after the deadline.",
    "missed": "{actor} sent no orders for {phase}.",
    "roll call": "All seats are taken; everybody says by {deadline} that they are there.",
    "seat opened": "{actor} was offered to others, since nothing came from its player.",
    "stood in": "{actor} sent no orders for {phase}; {by} stood in.",
    "unreachable": "{actor} could not be reached, and sent no orders for {phase}.",
    "drawn": "The seats were drawn by the players' wishes. What they were drawn from is sealed with {hash}.",
    "enlisted": "A player waits for the draw of the seats; {count} of {most} are there.",
    "unlisted": "A player who waited for the draw has withdrawn.",
    "given": "The player of {actor} gave the seat to somebody else.",
}
