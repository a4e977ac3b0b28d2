"""Pace, quiet times and absences."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "quiet": "No deadline falls {times}.",
    "quiet day": "on {day}",
    "quiet days": "from {first} to {last}",
    "quiet holidays": "on the public holidays of {places}",
    "quiet hours": "from {start} to {end}",
    "quiet weekdays": "on {days}",
    "calendar grace": "Late orders are waited for: {span}.",
    "calendar sent": "The address of your calendar comes in a letter of its own.",
    "calendar new": "Your calendar has a new address, which comes by letter; the old one is void.",
    "file nothing": (
        "{name}: there is no absence in it that lies ahead. Whole days count, and events of 20 hours or more, "
        "unless they repeat or leave you free."
    ),
    "pace next": "The next deadlines are, if every phase ends at its own:",
    "pace would": "The next deadlines would be, if every phase ended at its own:",
    "pace told": "Orders are due {pace}.",
    "pace of": "The pace of {slug}",
    "pace asked": "The pace “{pace}”",
    "away noted": "You are away from {first} to {last}; {games}.",
    "away noted day": "You are away on {first}; {games}.",
    "away moves": "in {slugs} no deadline falls on you then: those that would are moved on until you are back",
    "away not in": "in {slug} nobody waits for you (days left there this year: {left} of {most})",
    "away nowhere": "you have no game that would have to wait",
    "away list": "When you are away",
    "away none": "You have said of no day that you are away. “away 3 Jan to 10 Jan” does.",
    "away days": "from {first} to {last}",
    "away day": "on {first}",
    "away left": "{slug}: {left} of {most} days left this year.",
    "back": "Welcome back. Nobody waits for you any more.",
    "back ahead": "You are not away then: {times}.",
    "calendar due": "{slug}: {phase}, orders of {seat}",
    "calendar away": "Away (pbem)",
    "calendar name": "pbem: my deadlines",
    "calendar on page": "The address of your calendar stands below.",
    "page book": "The game book is being made.",
    "page calendar new": "Your calendar has a new address; the old one is void.",
    "file read": "{name}: {told}",
    "file unreadable": "{name} is no calendar file that can be read, or too large.",
    "which seat": (
        "You hold several seats in {slug}: {seats}. Answer a letter to the one you mean, or put its name into the "
        "subject."
    ),
}
REFUSALS: Mapping[str, str] = {
    "absence far": "{first} is too far ahead: tell it within {days} days before.",
    "absence long": "{count} days are more than an absence can have; {most} are the most.",
    "absence unclear": "{why}",
    "no absence left": "{slug} does not wait so long: days left there this year: {left} of {most}.",
    "not away": "You have said of no day that you are away.",
    "too many absences": "You have told {most} absences in a year; that is the most.",
    "deadline far": "A deadline lies {days} days ahead at most.",
    "deadline past": "{at} is past.",
    "deadline quiet": "{at} is in the quiet times of this game. The first good time after it is {free}.",
}
LEDGER: Mapping[str, str] = {
    "repaced": "The pace of the game was changed: {told}",
}
REASONS: Mapping[str, str] = {
    "away": "{seat} is away until {day}",
    "exact": "set to exactly this time by hand",
    "hours": "moved on from {since} because of the quiet hours, {start} to {end}{place}",
    "repaced": "the pace of the game was changed",
}
