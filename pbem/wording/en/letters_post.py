"""Letters about letters: what was understood, what could not be read, whose it is; and those to strangers and hosts."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # receipt
    "subject receipt": "Your letter",
    "mark ok": "ok",
    "mark no": "NO",
    "mark instead": "->",
    "mark skip": "--",
    "mark late": "late",
    "line not read": "Not read: {why}.",
    "lines hidden one": "(1 more line was judged in the same way; it is not shown.)",
    "lines hidden": "({count} more lines were judged in the same way; they are not shown.)",
    "parts not read": "Not read:",
    "orders stand": "Your orders for {phase} as they stand:",
    "orders owed": "You have given no orders for {phase} yet.",
    "orders not awaited": "You have given no orders for {phase}; none are awaited.",
    "orders hidden": "… ({count} more)",
    "orders remark": "Note: {remark}",
    "orders clock stands": "The clock stands; the game master has paused the game.",
    "orders late until": "The deadline has passed; orders still count until {when}.",
    "orders still owed": "You still owe orders.",
    "orders ready": "You are ready for {phase}.",
    "orders ready awaited": "You are ready for {phase}; awaited: {seats}.",
    "orders ready how": "The line “ready” says that you need no more time.",
    "orders change how": (
        "To change an order send another for the same thing; the last one counts. “clear” takes all back."
    ),
    "game is over": "The game is over.",
    # question
    "subject question": "Is this letter yours?",
    "question again": "Your answer to this was neither a yes nor a no. So here it is once more:",
    "question wish": "A letter in your name came to {host} on {when}. It asks {wish}.",
    "question wish yes": "If you want that, answer this letter with the one word: yes",
    "question wish no": "If not, do nothing, and you will hear no more of it.",
    "question came": "A letter from {sender} came on {when} to {place}.",
    "question came unsigned": "A letter whose sender cannot be read came on {when} to {place}.",
    "question at seat": "the secret address of {seat} in {slug}",
    "question at letter": "the secret address at which a letter of ours to you can be answered",
    "question at door": "{address}, an address that everybody knows",
    "question address": "Your registered address is another one, so nothing was done yet.",
    "question front": "What stands in From can be forged, so nothing was done yet.",
    "question final": "It says something that cannot be undone, so nothing was done yet.",
    "question long": (
        "It is too long to be shown here, so it cannot be confirmed by a word. If it is yours, send it again from your "
        "registered address to the address of your seat."
    ),
    "question says": "It says:",
    "question says nothing": "(nothing that can be read)",
    "question for good": "If you say yes, for good:",
    "question yes": "If it is yours, answer this letter with the one word: yes",
    "question counts": (
        "All of it then counts from the time it came, as far as it still can be done. The answer must come within "
        "{days} days, from your registered address."
    ),
    "question no": "If it is not yours, do nothing.",
    "question no secret": (
        "If it is not yours, do nothing; if it happens again, the line “address new” gets your seat another address."
    ),
    # forged
    "subject forged": "A forged letter",
    "forged": (
        "A letter from {sender} came on {when} to {place}. Our mail server found that its sender is not who they say "
        "they are (DMARC failed), so nothing was done, and cannot be."
    ),
    "forged unsigned": (
        "A letter whose sender cannot be read came on {when} to {place}. Our mail server found that its sender is not "
        "who they say they are (DMARC failed), so nothing was done, and cannot be."
    ),
    "forged at seat": "the secret address of {seat}",
    "forged at letter": "the secret address of a letter of ours to you",
    "forged again": (
        "If you wrote it yourself, send it again directly from your own mail provider, not through a list or a "
        "forwarding service."
    ),
    "forged secret": "If not, somebody knows that address: the line “address new” gets your seat another.",
    "forged daily": "You hear of this once a day at most.",
    # unreadable, parked, put-aside
    "subject unreadable": "Your letter could not be read",
    "unreadable yours": (
        "Your letter number {mail} reached us, but {fault}. It has been kept, and nothing of it was done."
    ),
    "unreadable again": "Please send it again as plain text, one order a line.",
    "subject parked": "A letter could not be read",
    "parked": (
        "Letter number {mail} from a player of {slug} could not be worked on: {fault}. It has been kept, its sender "
        "was asked to write again, and the host can look at it."
    ),
    "subject put aside": "A letter was put aside",
    "put aside": (
        "Letter number {mail} could not be worked on: {fault}. It is kept whole in the database; nothing of it was "
        "done."
    ),
    # for-the-host, trouble
    "subject for the host": "A letter to {address}",
    "for the host": (
        "Letter number {mail} came on {when} for {address}, which is for you as the host. An answer to this letter "
        "does not reach its sender; write to them yourself."
    ),
    "for the host from": "From: {sender}",
    "for the host about": "Subject: {subject}",
    "for the host more": "{count} more characters are kept in the database.",
    "subject trouble": "Wrong at {host}: {names}",
    "subject trouble over": "Over at {host}: {names}",
    "subject trouble all over": "All is well again at {host}",
    "trouble new": "For some minutes now something has been wrong with your server:",
    "trouble over": "This is over. What was wrong: {names}.",
    "trouble all over": "All is well again. What was wrong: {names}.",
    "trouble goes on": "You know of this already; it goes on:",
    "trouble look": (
        "How the server is now: {url}, once you are signed in with this address; `pbem doctor` looks closer. You get "
        "one letter when something begins, and one when it is over, about each trouble at most one a day."
    ),
    # stranger
    "subject stranger": "Games by mail at {host}",
    "stranger": (
        "A letter with your address in From came to {host}. This server lets people play games with each other by mail."
    ),
    "stranger how": (
        "If you would like to play, answer this letter with one of these lines:\n"
        "    games\n"
        "    join NAME\n"
        "    guide NAME\n"
        "    help"
    ),
    "stranger lines": (
        "“games” lists the games with a free seat, “join” takes one, “guide” (such as “guide {game}”, or with a name "
        "from that list) brings a game's first turn and a booklet of its rules, “help” tells all else."
    ),
    "stranger games": "There is a seat for you in",
    "stranger game": "{slug}: {title}, {count} free",
    "stranger on the web": "On the web: {url}, and how to play: {help}",
    "stranger not you": "If you did not write to us, do nothing: nothing was done in your name.",
}
