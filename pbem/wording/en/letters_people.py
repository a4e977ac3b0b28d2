"""Letters about a person: how they sign in, where their letters go, what is kept of them."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # signin
    "subject sign in": "Sign in at {host}",
    "sign in here": "To sign in, open this link in the browser you asked for it with:",
    "sign in anywhere": "To sign in, open this link in any browser:",
    "sign in once": "It works once, until {when}. If you did not ask for it, do nothing.",
    # address-asked, address-new
    "subject address asked": "Your letters are to go to another address",
    "moving asked": (
        "It was asked in your name that your letters go to {address} from now on. That address was asked whether it is "
        "yours; once it says so, your seats and all you have here go with it, and this address gets nothing more."
    ),
    "moving not you": (
        "If this was not you, write to postmaster@{host}, and give your seats other addresses with the line “address "
        "new”."
    ),
    "subject address yours": "Is this your new address?",
    "moving here": (
        "Somebody who plays by mail here, as {address}, wants their letters at this address from now on. If that is "
        "you, answer this letter with the line\n\n"
        "    confirm address {code}\n\n"
        "or open {url} within {days} days. If it is not, do nothing: you get no other letter."
    ),
    # calendar
    "subject calendar": "The address of your calendar",
    "calendar here": (
        "All your deadlines, and the days on which you are away, are in a calendar that your own can subscribe to:"
    ),
    "calendar follows": (
        "It follows whenever a deadline is moved. Keep the address to yourself: whoever has it can read your calendar, "
        "and nothing else."
    ),
    "calendar another": "The line “calendar new” gets you another address; this one is void then.",
    # export, banned
    "subject export": "What this server keeps of you",
    "export enclosed": "Enclosed is all that this server keeps of you, as a file (JSON).",
    "export too large": (
        "What this server keeps of you is too much for a letter. Your account on {url} has it to download."
    ),
    "subject banned": "Your letters are not read here any more",
    "banned": (
        "The host of this server does not take part in anything with you any more: your letters are not read, you "
        "cannot join games, and seats you had are given to others. You will get no other letter than this one, and "
        "this one again if somebody asks for a sign-in link to your address. If you think that this is a mistake, "
        "write to postmaster@{host}."
    ),
}
