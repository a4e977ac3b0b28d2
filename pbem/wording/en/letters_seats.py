"""Letters about a seat: how it is taken, offered, and left."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # invitation, invited
    "subject invitation": "An invitation",
    "invited by name": "{master}, the game master of {slug}, asks you to play in {slug} ({title}), a game by mail.",
    "invited by master": "The game master of {slug} asks you to play in {slug} ({title}), a game by mail.",
    "invited by nobody": "You are asked to play in {slug} ({title}), a game by mail.",
    "invited how": "If you would like to, answer this letter with the one line:",
    "invited wishes": "You can name the seats you would like, the dearest first: join {slug}: {seats}, any",
    "invited draw": "The seats are drawn by such wishes when all players are there.",
    "or hear no more": "If not, do nothing, and you will hear no more.",
    "invitation by master": "The game master of {slug} asks you to play {seat} in {slug} ({title}), a game by mail.",
    "invitation by master to any": (
        "The game master of {slug} asks you to play a seat in {slug} ({title}), a game by mail."
    ),
    "invitation by nobody": "You are asked to play {seat} in {slug} ({title}), a game by mail.",
    "invitation by nobody to any": "You are asked to play a seat in {slug} ({title}), a game by mail.",
    "invitation yes": "If you would like to, answer this letter with the one word: yes",
    "invitation no": "You then get all you need to know. If not, do nothing, and you will hear no more.",
    "what game it is": "What game that is, and how its first turn goes: {url}",
    "game page": "The game: {url}",
    # enlisted
    "subject enlisted": "You are in; seats are drawn",
    "enlisted one": (
        "You play in {slug}, a game of {title}. 1 of {most} players is there. When the last has come, the seats are "
        "drawn by wishes."
    ),
    "enlisted some": (
        "You play in {slug}, a game of {title}. {count} of {most} players are there. When the last has come, the seats "
        "are drawn by wishes."
    ),
    "your wishes": "Your wishes, the dearest first: {wishes}; after these any seat.",
    "your wishes none": "You have named no wish, so any seat may be yours.",
    "your wishes change": "To change them write: join {slug}: {seats}, any",
    "withdraw how": "To withdraw write: withdraw {slug}",
    "how seats are drawn": (
        "How it is drawn: in an order that the game's sealed dice give, each gets the best of their own wishes that is "
        "left. Whatever the others wish, you never get a better seat by naming other wishes than your own."
    ),
    # word
    "subject word": "The word of {slug}",
    "word let in": "Whoever knows this word can play in {slug}; give it to those alone whom you want there:",
    "word by letter": "By letter: join {slug} word {word}",
    "word by page": "By page: {url}",
    "word not needed": (
        "Whom you invite (“invite NAME@HOST”) needs no word. “new word” makes another, and this one is void then."
    ),
    "word gone": "There is no word any more that lets people into this game; the line “new word” makes one.",
    # welcome
    "subject welcome": "Welcome",
    "subject welcome seat": "Welcome, {seat}",
    "welcome": "You play in {slug}, a game of {title}.",
    "welcome seat": "You play {seat} in {slug}, a game of {title}.",
    "seat has address": "Your seat has an address of its own:",
    "seat address how": (
        "Keep it to yourself: together with your own address it is the key to your seat. Orders, commands and press, "
        "one a line, go there; answering any letter of this game does the same. Should it get into other hands, "
        "“address new” gets you another."
    ),
    "begins when full": "The game begins when every seat is taken; you will hear of it.",
    "begun already": "The game is under way; a report with all you need follows.",
    "never played it": (
        "Never played it? The line “guide” gets you your first turn, which takes five minutes, and a booklet to print; "
        "“rules” lists the rules, “orders” all that can be written, “help” all commands."
    ),
    "on the web": "On the web: {url}",
    "first turn and rules": "The first turn and the rules: {url}",
    # address
    "subject address": "The address of your seat",
    "subject address new": "A new address for your seat",
    "address by master": (
        "The game master has given your seat a new address. The old one is void from now on: an answer to an earlier "
        "letter of this game comes back to you."
    ),
    "address by player": (
        "You asked for a new address. The old one is void from now on: an answer to an earlier letter of this game "
        "comes back to you."
    ),
    "address of seat": "{seat} in {slug} has this address of its own:",
    "address is key": "Keep it to yourself: together with your own address it is the key to your seat.",
    "answering is writing": "Answering this letter, or any that comes later, does the same as writing to it.",
    "address how": "The line “address” in an answer to a letter of {slug} gets you the address of your seat.",
    # roll-call
    "subject roll call": "Are you there?",
    "roll call": (
        "Every seat of {slug} is taken. Before the game begins everybody says that they are there: answer this letter "
        "with the word “here” by {when}."
    ),
    "roll call silent": "The game begins as soon as all have said so. {seat} is offered to others if you say nothing.",
    "roll call silent seat": (
        "The game begins as soon as all have said so. The seat is offered to others if you say nothing."
    ),
    # unreachable, opened, vacant, taken
    "subject unreachable": "{seat} cannot be reached",
    "letters come back": (
        "Several letters to the player of {seat} in {slug} came back undelivered. Letters are still sent; as soon as "
        "the player writes or signs in, all is well again. If that does not happen, you can hand the seat to somebody "
        "else."
    ),
    "subject opened": "{seat} is offered to others",
    "seat opened": (
        "Nothing came from you, so {seat} in {slug} is offered to others now, and its old address works no more."
    ),
    "seat back how": (
        "As long as nobody has taken the seat you can have it back: write “join {slug} as {label}” to pbem@{host}."
    ),
    "subject seat free": "{seats}: a seat is free",
    "subject seats free": "{seats}: seats are free",
    "seat free resigned": "The player of {seats} has left {slug}. Nobody is waited for there.",
    "seat free silent": (
        "Nothing came from the player of {seats} in {slug}, so the seat is free, and nobody is waited for there."
    ),
    "seats free silent": (
        "Nothing came from the players of {seats} in {slug}, so their seats are free, and nobody is waited for there."
    ),
    "seat free": "{seats} in {slug} has no player any more. Nobody is waited for there.",
    "seats free": "{seats} in {slug} have no players any more. Nobody is waited for there.",
    "on offer": "On offer: {seats}.",
    "who would play on": "Do you know somebody who would play on?",
    "play on line": "The line “join {slug} as {seat}” to pbem@{host} is all it needs.",
    "play on page line": (
        "The line “join {slug} as {seat}” to pbem@{host} is all it needs; how things stand is at {url}."
    ),
    "play on invited": "The line “invite NAME@HOST” asks them; their answer is “join {slug} as {seat}”.",
    "play on page invited": (
        "The line “invite NAME@HOST” asks them; their answer is “join {slug} as {seat}”; how things stand is at {url}."
    ),
    "play on master": "The game is for those who are invited: tell the game master of them.",
    "play on page master": (
        "The game is for those who are invited: tell the game master of them; how things stand is at {url}."
    ),
    "subject new player": "{seat} has a new player",
    "new player named": "{name} plays {seat} in {slug} from now on.",
    "new player somebody": "Somebody else plays {seat} in {slug} from now on.",
    # replaced, resigned, ejected
    "seat handed over": "The game master of {slug} has handed {seat} to somebody else; its old address works no more.",
    "subject resigned": "You have left {seat}",
    "seat left": (
        "You do not play {seat} in {slug} any more; its old address works no more. The others have been told that the "
        "seat is free."
    ),
    "subject ejected": "You do not play {seat} any more",
    "seat taken away": "{seat} in {slug} was taken from you by who leads the game. Its address works no more.",
    "seat taken away unexplained": (
        "{seat} in {slug} was taken from you by who leads the game. Its address works no more; why this was done may "
        "stand in the ledger on the page of the game."
    ),
    # offered, gift, given
    "subject offered": "{seat} is offered to you",
    "seat offered": (
        "Whoever plays {seat} in {slug} would like to give you the seat, for good. It is a game of {title}, played by "
        "mail."
    ),
    "seat offered under way": (
        "Whoever plays {seat} in {slug} would like to give you the seat, for good. It is a game of {title}, played by "
        "mail; it is under way."
    ),
    "seat offered how": "If you want it, answer this letter within two weeks with the one word: accept",
    "subject gift": "{seat} is to be given to somebody",
    "gift asks": (
        "The player of {seat} in {slug} would like to give the seat to somebody, who has accepted. In this game it "
        "passes on only if you agree."
    ),
    "gift how": "To agree write: agree {label}",
    "gift or nothing": "If you do nothing, the seat stays where it is.",
    "subject given": "{seat} has passed on",
    "seat given": (
        "You have given {seat} in {slug} to the player whom you offered it; its old address works no more. Thank you "
        "for having played."
    ),
}
