"""The pages where one comes in: the front page, lists of games, help, the form of a new game, the mailbox, how the
server is; and what stands on every page."""

from __future__ import annotations

from collections.abc import Mapping

PAGES: Mapping[str, str] = {
    "base skip": "To the content",
    "base foot": "Games played slowly, by letter or by web. Times are in {zone}.",
    "base foot stranger": ("Games played slowly, by letter or by web. Times are in UTC; sign in to see your own."),
    "base ratings": "Ratings",
    "error sign in": "Sign in",
    "error front page": "To the front page",
    # --- lists of games
    "rows game": "Game",
    "rows kind": "Kind",
    "rows ended": "How it ended",
    "rows phase": "Phase",
    "rows free": "Free seats",
    "rows deadline": "Deadline",
    "rows as": "as {seat}",
    "rows not begun": "not begun yet",
    "rows due": "orders due",
    "rows paused": "the clock stands",
    "rows stuck": "could not be resolved",
    "list none": "None.",
    "list pages": "Pages of this list",
    "list newest": "The newest",
    "list older": "Older ones →",
    # --- what games are
    "facts players": "Players",
    "facts deadlines": "Deadlines",
    "facts at two days": "At two days each",
    "facts span": "{low} to {high}",
    "facts either": "{low} or {high}",
    "facts week": "1 week",
    "facts weeks": "{count} weeks",
    "facts weeks span": "{low} to {high} weeks",
    # --- the front page
    "front title": "games by letter",
    "front wrong": "Something is wrong with this server: {troubles}. {link}",
    "front wrong link": "What it is, and what to do",
    "front your games": "Your games",
    "front games": "Games",
    "front led": "You lead",
    "front led newest": "Only the newest are listed. {link}",
    "front led all": "All games that you lead",
    "front welcome": "Games played slowly, by letter or on this page",
    "front first": (
        "One turn a day or two, at an hour that suits you: negotiate, send your orders, and get a report when the "
        "deadline has passed."
    ),
    "front demo": "In each game below a seat waits for you, and bots play the others; no address is needed.",
    "front bots": "Play against bots",
    "front play": 'Play {seat} now<span class="unseen"> in {game}</span>',
    "front take": 'Take a seat<span class="unseen"> in {game}</span>',
    "front how to play": 'How to play<span class="unseen">: {game}</span>',
    "front look": 'Look first<span class="unseen"> at a game of {game}</span>',
    "front taps": "Your first turn, in four taps",
    "front tap piece": (
        "<strong>Tap a piece or a card of yours.</strong> It is marked, and so is everything that it can do."
    ),
    "front tap on": (
        "<strong>Tap how it goes on.</strong> It is drawn at once; what is not possible is grey and says why."
    ),
    "front tap list": (
        "<strong>See it in your list.</strong> A tick means: stored and legal. Change it or take it back until the "
        "deadline."
    ),
    "front tap ready": (
        "<strong>Say that you are ready.</strong> Against bots the next turn comes within a minute; against people, "
        "when all are ready or at the deadline."
    ),
    "front by letter": (
        "Rather by letter? Write the line “join {slug}” to pbem@{host}, and all this comes to you as mail, to be "
        "answered in plain words; “games” lists all."
    ),
    "front by letter here": (
        "Rather by letter? Write the line “join {slug}” to pbem@{host}, for example on the {mailbox} page, and all "
        "this comes to you as mail, to be answered in plain words; “games” lists all."
    ),
    "front by letter any": "Rather by letter? Write the line “games” or “join NAME” to pbem@{host}.",
    "front sign in": "Sign in, and take a seat",
    "front none open": "None just now. {link}, and others will find it here.",
    "front start": "Start a game",
    "front campaigns": "{campaigns}: leagues, knock-outs, and games that follow from games.",
    # --- help
    "help page": "Help",
    "help games": "The games",
    "help first turn": "Your first turn",
    "help can write": "what you can write",
    "help mail": "By mail, in ten lines",
    "help mail join": (
        "Write <code>games</code> to pbem@{host} to see what is open, and <code>join NAME</code> to take a seat "
        "(<code>join NAME as SEAT</code> if you have a wish)."
    ),
    "help mail yes": "Answer the letter that asks whether it was you with <code>yes</code>.",
    "help mail address": ("You get a letter from your seat's own address. Write there from now on; never pass it on."),
    "help mail orders": "Write orders, one a line. Spelling, case and notation are free.",
    "help mail receipt": (
        "A receipt comes at once: what was understood, what was not and why, and all your orders as they stand."
    ),
    "help mail clear": "A new letter changes only what it names. <code>clear</code> takes all back.",
    "help mail ready": (
        "<code>ready</code> says you need no more time; when all are ready, the phase is resolved at once."
    ),
    "help mail press": (
        "<code>press to NAMES</code> … <code>endpress</code> writes to some, <code>broadcast</code> … "
        "<code>endbroadcast</code> to all."
    ),
    "help mail vote": ("<code>vote draw</code>, <code>vote concede NAME</code>, <code>vote extend 24h</code>."),
    "help mail report": (
        "After the deadline comes the report, also as a PDF to print, with the map if the game has one."
    ),
    "help mail books": (
        "The books of a game come by mail, too: <code>guide GAME</code>, <code>rules GAME</code>, <code>rules GAME "
        "5</code>, <code>orders GAME</code>. From a seat's address the game need not be named."
    ),
    "help web": "On the web",
    "help web desk": (
        "Your desk shows how the game stands, with your orders drawn on it, and what you owe. Pick a piece, a card or "
        "a line of the list, and choose how it goes on; or write lines as in a mail. Both end up as the same orders, "
        "each with a tick or with the reason why not."
    ),
    "help web what if": (
        "Where a game can tell, <strong>What if …</strong> on your desk lets you lay out orders for everybody in the "
        "same way, and shows on the board and in words what would come of them. It begins with your own orders; nobody "
        "learns of it, and nothing is ordered until you say so."
    ),
    "help commands": "Commands of a letter",
    "help commands write": "You write",
    "help commands does": "What it does",
    "help game title": "{game}: your first turn",
    "help game booklet": "Booklet to print (PDF)",
    "help game play": "Play it now",
    "help game seat": "You play",
    "help game begin": "Begin a game against bots",
    "help game join": "By mail: <code>join {slug}</code> to pbem@{host}.",
    "help game all": "All of it",
    "help game mail": "By mail",
    "help game books": (
        "The lines <code>guide {game}</code>, <code>rules {game}</code>, <code>rules {game} 5</code> and <code>orders "
        "{game}</code>, written to pbem@{host}, bring all this as letters. On American paper: {booklet}."
    ),
    "help game the booklet": "the booklet",
    "book page booklet": "Booklet (PDF)",
    "book page now": "Now, in {game}: {phase}",
    "book page now about": "What you could write at this moment; each example would be taken.",
    # --- a new game
    "new game": "New game",
    "new game name": "Name of the game",
    "new game name like": "verdun",
    "new game open": "Open the game",
    "new game leads": "You will be its game master, and can take a seat yourself.",
    "opening games": "Games",
    "opening slug": "small letters, digits, hyphens",
    "opening help": "your first turn, rules and guide",
    "opening its options": "its options",
    "opening pace": "Pace",
    "opening deadlines": "Deadlines",
    "opening deadlines like": "48h · daily 20:00 · mon,thu 18:00 · {kind} daily 20:00; 12h",
    "opening zone": "Time zone of the game",
    "opening quiet": "No deadlines",
    "opening quiet one": "sat, sun, 24 dec to 6 jan, 22:00 to 08:00",
    "opening quiet like": "sat · 24 dec to 6 jan · holidays DE · 22:00 to 08:00",
    "opening next deadlines": "The next deadlines would be, in your time: {deadlines}.",
    "opening show": "Show deadlines",
    "opening options": "Options of {game}",
    # --- ratings
    "ratings which": "Which games",
    "ratings all": "All games",
    "ratings strength": "Strength",
    "ratings games": "Games",
    # --- the mailbox
    "mailbox": "Mailbox",
    "mailbox about": "No mail server is set up, so letters stay here, where everybody at this machine can read them.",
    "mailbox of": "Letters to",
    "mailbox everybody": "everybody",
    "mailbox show": "Show",
    "mailbox when": "When",
    "mailbox from": "From",
    "mailbox to": "To",
    "mailbox subject": "Subject",
    "mailbox text": "Text",
    "mailbox text like": "join demo",
    "mailbox empty": "No letters yet.",
    "mailbox write": "Write a letter",
    "mailbox send": "Send",
    "mailbox received": "Letters that came in",
    "mailbox whose": "Mailbox of {address}",
    "mailbox letter": "From {sender}, {date}",
    "mailbox html": "As HTML",
    "mailbox answer": "Answer",
    # --- how the server is
    "server page title": "The server",
    "server page": "How the server is",
    "server since": "Since {at}",
    "server well": "All is well, as far as the server can tell by itself.",
    "server waits": "What waits",
    "server what": "What",
    "server how many": "How many",
    "server first since": "The first since",
    "server ran": "What ran when",
    "server last ran": "Last known to run",
    "server never": "never",
    "server disk": "{gigabytes} GB are free on the disk of the database.",
    "server alone": (
        "You alone see this page. Nothing can be done here: each trouble says what to do, and <code>pbem doctor</code> "
        "looks closer. What begins and lasts is told to you by letter. A server that is away as a whole tells nobody: "
        "have <code>/readyz</code> watched from another machine."
    ),
}
