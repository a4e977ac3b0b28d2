"""English: the language that has every sentence."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.wording.calendar import calendar
from pbem.wording.language import Language

CALENDAR = calendar(
    days="Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    months="January February March April May June July August September October November December",
    short_days="Mon Tue Wed Thu Fri Sat Sun",
    short_months="Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    numbers="one two three four five six seven eight nine ten eleven twelve",
    city=" in {city}",
    left={
        "soon": "in less than an hour",
        "hour": "in an hour",
        "hours": "in {count} hours",
        "day": "in a day",
        "days": "in {count} days",
    },
    lengths={
        "none": "less than a minute",
        "minute": "{count} minute",
        "minutes": "{count} minutes",
        "hour": "{count} hour",
        "hours": "{count} hours",
        "day": "{count} day",
        "days": "{count} days",
        "both": "{} and {}",
    },
)
SENTENCES: Mapping[str, str] = {
    "after closing": (
        "Your letter is about {before}, which ended on {time}. It came later, {came}, so nothing of it "
        "was done for that phase or any other; below stands what it would have done."
    ),
    "after deadline": (
        "Your letter is about {before}. It came {came}, after the deadline of that phase, {time}, so nothing "
        "of it was done for that phase or any other; below stands what it would have done."
    ),
    "all": "all",
    "and": "and",
    "as told to": "As told to {seat}",
    "aside copy": "a copy of an earlier letter (lines: {count}), which begins: {first}",
    "aside quoted": "quoted text (lines: {count}), which begins: {first}",
    "aside signature": "a signature (lines: {count}), which begins: {first}",
    "began": "How it began",
    "below": "See below.",
    "book": "{title}, “{part}”: it comes in a letter of its own.",
    "by": "Orders by {when}.",
    "by in": "Orders by {when}: {left}.",
    "can": "What {seat} can order: {title}",
    "can all": "All that {seat} can write: {title}",
    "cited": "What {code} means: write “rules {code}”, or look at {url}",
    "cleared": "All your orders for {phase} are taken back.",
    "cleared some": "Your orders for {phase} that say “{what}” are taken back.",
    "commands": "Commands, one a line",
    "contents": "Contents",
    "details": "In detail",
    "did you mean": " Did you mean {choices}?",
    "due": "Orders are due from {seats}.",
    "due all": "Orders are due from everybody.",
    "due relaxed": "{seats} may speak, and need not: it goes on when all are ready, or at the deadline.",
    "ended abandoned": "The game is over: nobody was left to play it.",
    "ended concession": "The game is over: all conceded it to {seats}.",
    "ended draw": "The game is over: the survivors agreed on a draw of {seats}.",
    "ended played": "The game is over: {seats} won it.",
    "ended shared": "The game is over: {seats} share the first place.",
    "fared": "How everybody fared",
    "game book": "The game book of {slug} is being made; it comes in a letter of its own.",
    "late title": "your letter about {before} came too late",
    "lost": "The line “?” lists what you can order, “help” all commands, “guide” brings your first turn.",
    "manners during": "Players write to each other only during: {kinds}.",
    "manners none": "Players do not write to each other.",
    "map on the web": "This map, on the web",
    "master": "the game master",
    "near": "Near to it: {titles}.",
    "next": "Next",
    "no book": "{title} has no such book here. You can write: {books}.",
    "no passage": "There is nothing called “{part}” in the books of {title}.",
    "not done": "Not done.",
    "not ready": (
        "Not done, since not all that you wrote was taken as orders. Say “ready” once the lines above are as "
        "you want them."
    ),
    "nothing": "You owe nothing in this phase.",
    "nothing now": "Nothing just now.",
    "now": "How it stands",
    "no more steps": "{count} questions are answered at a time; ask this one by itself.",
    "once more": "To say the same for {now}, the phase now open, answer this letter with the same lines.",
    "or": "or",
    "ordinals": "First Second Third Fourth Fifth Sixth Seventh",
    "over time": "Over time: {unit}",
    "pace daily": "every day",
    "pace days": "every {days}",
    "pace every": "{span} after a phase begins",
    "pace fixed": "{days} at {at}{place}",
    "paper continued": "{title}, continued",
    "paper game": "The page of the game",
    "paper orders": "The page to give orders",
    "paper page": "{page} of {pages}",
    "paper report": "Report",
    "paused": "The clock stands: the game is paused. Orders are still taken.",
    "player": "Player",
    "press": "Press since the last report",
    "press all": "To all",
    "press last": "The last press",
    "press opens": (
        "Once the game is over, all may read what you wrote to some of them; not what you wrote to "
        "the game master. “close press” takes it back."
    ),
    "press stays closed": "What you wrote to some stays between you and them.",
    "press with": "With {names}",
    "press before": "The newest {count} messages; those before them were mailed to you when they were written.",
    "proof": "Phase {number}, proof {hash}.",
    "proof fails": (
        "Resolved again from the stored orders and dice, the game differs from what is kept. Phases or seals "
        "at fault: {count}."
    ),
    "proof hash": "Hash",
    "proof holds": (
        "Resolved again from the stored orders and dice, each of the {count} phases is what is kept. Each "
        "hash covers the one before it."
    ),
    "proof phase": "Phase",
    "proof sealed": "Before the game began its dice were sealed with {hash}.",
    "proved": "The proof",
    "ready": "You are ready for {phase}: no more time is needed for you.",
    "ready undone": "A line below takes this back.",
    "report": "The report on {phase} comes in a letter of its own.",
    "rolled back": "The game master took the game back to {phase}. What follows happened before that phase.",
    "rank": "Place",
    "seat": "Seat",
    "secret": "The secret that the dice were made from was “{secret}”: with it every throw can be checked.",
    "said by": "{author}, {when}:",
    "under way": "The game goes on.",
    "wait": "Noted for {phase}: not before the deadline, as far as you are concerned.",
    "whole map": "The whole map, on the web",
    "why": "Why then: {why}.",
    "would clear": "It would have taken orders back.",
    "would not": "It would have been refused: {text}",
    "would ready": "You would have been ready.",
    "would stand": "It would have stood: {text}",
    "would unvote": "Your votes would have been taken back.",
    "would vote": "You would have voted.",
    "would wait": "You would have waited for the deadline.",
    "you": "You",
    # the parts of a letter that could not be read, or were passed over
    "letter attachment": "Your letter had no text of its own; the attached text was read.",
    "letter parts left out": "Your letter has very many parts; only the first were read.",
    "letter no header": "Your letter had no header; all of it was read as text.",
    "letter empty": "There was no text in your letter that can be read. Please write plain text.",
    "letter too long": "Your letter is too long to be read whole; only its beginning was read.",
    "passed over": "not for the game",
    "passed over again": "asked above",
    "passed over end": "the end of what you wrote",
    "passed over after end": "after the end",
    "passed over too many": "this and all that follows, beyond {lines} lines; send it by itself",
    "unreadable header": "its header is longer than 64 KB",
    "unreadable killing": "it could not be read",
    "unreadable parts": "it has too many parts inside parts",
    "unreadable structure": "its structure cannot be made out",
    # verdicts
    "command meant": "Did you mean the command “{word}”?",
    "no end": (
        "The line “{end}” is missing, so nothing was sent or done, and the lines below were not read as orders."
    ),
    "no order": "This is no order of the game now, and no command.",
    "no room": "No room for",
    "no room for": "the rest of: {titles}",
    "no seat": "You have no seat in {slug}.",
    "same": "The same.",
    "too early": "This came before {phase} began, so it was not read for it. Please send it again.",
    "which game": "Which game? Answer a letter from that game, or put its name into the subject.",
    # letters that wait for their writer's word, and what comes of what they say
    "final process": "{game} is resolved at once, without the orders that are missing",
    "final replace": "{seat} in {game} is taken from its player for good",
    "final resign": "you give up {seat} in {game} for good",
    "final rollback": "{game} goes back to {phase}; all orders since are void",
    "final vote": "{game} ends if all others agree",
    "the game": "the game",
    "waits one": (
        "One other letter in your name waits for an answer to our question. Leave it if it is not yours; if it is and "
        "you were not asked about it, send it again from your registered address to the address of your seat."
    ),
    "waits": (
        "{count} other letters in your name wait for an answer to our question. Leave them if they are not yours; if "
        "they are and you were not asked about them, send them again from your registered address to the address of "
        "your seat."
    ),
    "your seat": "your seat",
    # what is voted on
    "proposed concession": "to concede the game to {seats}",
    "proposed draw": "a draw",
    "proposed draw of": "a draw, shared by {seats}",
    "proposed time": "{span} more",
    "proposed win": "that {seats} wins alone",
    # what answers a command
    "address": "It comes in a letter of its own.",
    "address new": "Your seat has a new address; it comes in a letter of its own.",
    "address new of": "{seat} has a new address; its player is told.",
    "all ready": "All are ready.",
    "carried": "Carried.",
    "clock runs": "The clock runs again; all are told.",
    "clock stands": "The clock stands; all are told.",
    "deadline moved": "The deadline is moved; all are told.",
    "game": "{slug}: {title}, {status}, orders due {pace}",
    "game free": "{slug}: {title}, {status}, orders due {pace}; free: {seats}",
    "games": "Games",
    "gone back": "Back to {phase}",
    "history": "History",
    "how to join": "To take a seat write, for example: join {slug}",
    "joined": "You play {seat} in {slug}. A letter with your seat's own address is on its way.",
    "joined other": "You play {seat} in {slug}. {wish} was taken. A letter with your seat's own address is on its way.",
    "left": "You have left {seat} in {slug}.",
    "link": "The link comes in a letter of its own.",
    "master alone": "Only the game master moves deadlines alone. You can write: vote extend {length}",
    "needs proof": "This is done only for a letter from your registered address to your seat's own.",
    "no games": "There is no game at the moment.",
    "no more links": (
        "So many links were mailed to you today that there is no other one; use the last, or ask tomorrow."
    ),
    "no phase": "There is no phase “{name}” in {slug}. Its phases are: {names}.",
    "no phase yet": "{slug} has no phases yet.",
    "no topic": "“{words}” is no command and no game.{near:near} The line “help” lists the commands.",
    "not ready yet": "Not ready yet: {seats}.",
    "nothing to confirm": "There is nothing to confirm here.",
    "of which game": ("Of which game? Write its name behind the word, such as “rules {first}”. There are: {codes}."),
    "orders by": "{phase}: orders by {when}.",
    "played by": "{seat} is now played by {address}.",
    "proposal": "Proposed: {proposal}; {needed} votes carry it.",
    "proposal one": "Proposed: {proposal}; one vote carries it.",
    "resign how": "To leave {seat} for good, write: resign {slug}",
    "resolved": "Resolved; {phase} has begun.",
    "resumed from": "The game goes on from {phase}; all are told.",
    "sent to": "Sent to {names}.",
    "settings": "Changed for all your letters.",
    "several games": "More than one game has that. Write {lines}.",
    "signon": "Not needed here: the address you write to says which seat is yours, and no password travels by mail.",
    "status": "Status",
    "unvoted": "Your votes for {phase} are taken back.",
    "voted": "Your vote is cast for {phase}. All are told what is proposed, nobody who votes for it.",
    "what if": "What if",
    "what if done": "See below; nothing of this is given as an order.",
    "what if left out": "Left out: {line}",
    "what if many": "{count} of these are answered at a time; ask this one by itself.",
    "what if own": "No seat is named, so it is taken as yours: {seat}.",
    "what if spent": (
        "So many of these were answered in this hour that there is no other answer; ask again in the next."
    ),
    "what if taken": "{seat}: {line}",
    # what answers an answer to press
    "press block": "This is a block for others or for the server, so it was neither sent to {circle} nor done. {how}",
    "press how": (
        "To give orders, answer a report or a receipt, or write “pbem” before each line; to send these words to "
        "{circle}, put a sentence of your own to them."
    ),
    "press no orders": (
        "Nothing of it was taken as an order or a command. Give orders in an answer to a report or a receipt, or write "
        "“pbem” before the line."
    ),
    "press withheld": "Every line of this is an order or a command, so it was neither sent nor done. {how}",
    # what a page says after something was done
    "page carried": "That carries it.",
    "page cast": "Your vote is cast. All see what is proposed; who is for it is told to nobody.",
    "page cleared": "All your orders are taken back.",
    "page corrected": "Orders given in place of {seat}, who is told.",
    "page deadline": "The deadline is moved; everybody is told.",
    "page demonstration": "You play {seat}; bots play the others.",
    "page left": "You have left the game.",
    "page letter refused": "The letter could not be sent: {why}",
    "page letter sent": "Sent. The answer comes in a moment: reload this page.",
    "page master readdressed": (
        "{seat} has a new secret address, and the old one is void. The player gets it by letter; nobody else."
    ),
    "page opened": "{slug} is open. Players join on its page, or by mail with the line “join {slug}”.",
    "page paused": "The clock stands.",
    "page press sent": "Sent.",
    "page processed": "Resolved; this is {phase} now.",
    "page tried": "What you tried for yourself are your orders now.",
    "page tried nothing": "You tried nothing for yourself.",
    "page ready": "You are ready: no more time is needed for you.",
    "page readdressed": "Your seat has a new secret address; it comes by letter. The old one is void.",
    "page replaced": "{seat} is played by {address} now.",
    "page resumed": "The clock runs again.",
    "page rolled back": "The game goes on from {phase}.",
    "page saved": "Saved.",
    "page saved everywhere": "Saved; all browsers are signed out.",
    "page seated": "You play {seat}.",
    "page sent to all": "Sent to all.",
    "page signed out": "You are signed out.",
    "page taken back": "Taken back.",
    "page tick": "Tick the box to show that you mean it.",
    "page unvoted": "Your vote is taken back.",
    "page wait": "Noted: not before the deadline.",
    # how a game stands
    "status finished": "finished",
    "status forming": "forming",
    "status paused": "paused",
    "status running": "running",
    "status stuck": "stuck",
    # who else acts
    "host": "the host",
    "phase number": "phase {number}",
    "server": "the server",
    # proof in the players' hands
    "receipt": "Receipt {number}: taken on {when} ({utc} UTC). Hash {hash}.",
    "receipt again": "Receipt {number} of {seat}",
    "receipt by master": "The game master gave these orders.",
    "receipt by player": "The player of this seat gave these orders.",
    "receipt by server": "The server put these orders in when the phase was closed.",
    "receipt for": "For {phase}.",
    "receipt last": "Your last receipt for what was resolved: {number}, hash {hash}.",
    "receipt none": "There are no receipts yet: each change of your orders gives one.",
    "receipt nothing": "No orders stood.",
    "receipt salt": "Salt {salt}.",
    "receipt unknown orders": "The game came here as a file, which held the hash of these orders only.",
    "receipts": "Receipts of {seat}",
    "receipts earlier": "There are earlier ones: “receipt {number}” brings the next.",
}
REFUSALS: Mapping[str, str] = {
    "all must share": "In this game a draw is shared by all who are left: {seats}. Vote “draw” without names.",
    "already seated": "You play {seat} in {slug} already; a player holds one seat in a game.",
    "bad address": "“{address}” is no mail address. It looks like name@example.org.",
    "bad correction": "Nothing was changed: the orders of {seat} stand as they were. {faults}",
    "bad options": "These options are not possible. {faults}",
    "bad pace": "{why}",
    "bad print": "{what}={said} is not possible here. There is {known}.",
    "bad proposal": (
        "“{proposal}” is no proposal that can be voted on here. There are: draw, draw with the names of who shares it, "
        "concede and the name of who wins, extend 24h."
    ),
    "bad rule": "{key} = {value} is not possible. Allowed: {allowed}.",
    "bad slug": "“{slug}” cannot name a game. Use 1 to 40 small letters, digits and hyphens, such as verdun-2.",
    "bad zone": "{why}",
    "extension too long": "A vote can move a deadline by {hours:g} hours at most.",
    "game full": "Every seat in {slug} is taken.",
    "game over": "{slug} is over.",
    "link expired": "This sign-in link is too old. Ask for a new one.",
    "link unknown": "This is no sign-in link of this server. Ask for a new one.",
    "link used": "This sign-in link was used already. Ask for a new one.",
    "no book yet": "There is no game book of {slug} yet: it needs a phase that is resolved.",
    "no draws": "There are no votes on draws or concessions in {slug}.",
    "no extensions": "There are no votes on deadlines in this game. Ask the game master.",
    "no orders": "There is nothing {seat} can order in {phase}.",
    "no press": "There is no press between players in {slug}. You can write to the game master: press to master.",
    "no press now": "In this game players write to each other only during: {kinds}. The game master always reads you.",
    "no such engine": "There is no game “{engine}” on this server. There are: {engines}.",
    "no such game": "There is no game “{slug}”.{near:near}",
    "no such kind": "“{word}” is no kind of phase of this game.{near:near} Its kinds are {kinds}.",
    "no such order": "No order of yours says “{what}”. Yours are: {orders}.",
    "no such phase": "The game has no phase number {number} to go back to.",
    "no such seat": "“{word}” is no seat of this game.{near:near} The seats are {seats}.",
    "no such vote": "You have cast no such vote.",
    "no vote": "{seat} has no vote: seats that are eliminated, played by bots, or absent for two turns have none.",
    "not paused": "{slug} is not paused.",
    "not running": "{slug} is not running now: it is {status}.",
    "not the master": "Only the game master of {slug} can do that.",
    "other browser": "Open the sign-in link in the browser you asked for it with, or ask for a new one here.",
    "press empty": "The message is empty.",
    "press to nobody": "The message is addressed to nobody but yourself.",
    "press too long": "The message has {length} characters; {longest} is the most. Send it in parts.",
    "seat vacant": "Nobody holds {seat}.",
    "slug taken": "There is a game “{slug}” already. Choose another name.",
    "text too long": "The orders have {length} characters; {longest} is the most.",
    "too many books": "You have had {most} game books made today; that is the most. Ask again tomorrow.",
    "too many orders": (
        "With these your orders would have {length} characters in all; {longest} is the most. Say less, or take some "
        "back with “clear”. Nothing was changed."
    ),
    "too many games": "You have opened {most} games today; that is the most. Open the next one tomorrow.",
    "too many invitations": (
        "You have invited {most} people today who have never written to this server; that is the most. Invite the "
        "next one tomorrow, or let people join by themselves."
    ),
    "plays already": "{address} plays in {slug} already; a player holds one seat in a game.",
    "too many commands": (
        "You have given {most} commands in this hour of which letters are written; that is the most. Give this one "
        "later."
    ),
    "too many messages": "You have written {most} messages in this hour; that is the most. Write this one later.",
    "what if chance": "This phase is decided by chance as well; what would happen cannot be told.",
    "what if hidden": "What the others hold is hidden from you; what would happen cannot be told.",
    "no such receipt": "There is no receipt {number}: the last one has the number {last}.",
}
LEDGER: Mapping[str, str] = {
    "carried": "The vote was carried: {proposal}.",
    "closed press": "{actor} closed what it wrote to others.",
    "corrected orders": "{actor} gave orders in the place of {seat}.",
    "deadline": "The deadline of {phase} was set to {deadline}: {why}.",
    "extended": "{actor} moved the deadline by {minutes}.",
    "finished": "{ending} The secret that the dice were made from was “{secret}”.",
    "gave a new address": "{actor} gave {seat} a new secret address.",
    "joined": "{actor} has a player.",
    "opened": "The game was opened. Its dice are sealed with {commitment}.",
    "opened press": "{actor} opened what it wrote to others.",
    "paused": "{actor} stopped the clock.",
    "processed": "{actor} had the phase resolved with the orders that were there.",
    "replaced": "{actor} gave {seat} to another player.",
    "resigned": "The player of {actor} left the game.",
    "resumed": "{actor} started the clock again.",
    "rolled back": "{actor} took the game back to {to}.",
    "started": "The game began.",
    "stuck": "{phase} could not be resolved ({error}).",
    "unknown": "{actor}: {act}.",
}
REASONS: Mapping[str, str] = {
    "after": "{span} after {since}",
    "daily": "every day at {at}{place}",
    "first": "the first phase is {span} longer",
    "gap": "at least {span} after {since}",
    "master": "{span} later because the game master gave more time",
    "outage": "{left} from now because the server was down for {span}",
    "pause": "{span} later because of the pause",
    "quiet": "moved on from {day} because of quiet days",
    "told": "{text}",
    "votes": "{span} later because the players voted for it",
    "weekly": "on {days} at {at}{place}",
}

LANGUAGE = Language("en", CALENDAR, SENTENCES, REFUSALS, LEDGER, REASONS)
