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
    "press before": "The newest {count} messages of {all}; those before them were mailed when they were written.",
    "press first": "Before the game began",
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
    "page cast": "Your vote is cast.",
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
    # seats, and who sits on them
    "named": "You are called {name} now, where a game shows who plays.",
    "unnamed": "You are called nothing now; others read “somebody”.",
    "who": "Who plays in {slug}",
    "who seat": "{seat}: {name}",
    "who you": "{seat}: {name} (you)",
    "who secret": "Who plays what in {slug} is told when the game is over.",
    "who somebody": "somebody",
    "who vacant": "{seat}: vacant",
    "deputy accepted": (
        "You stand in for {seat} in {slug}. A letter with an address of your own for the seat is on its way."
    ),
    "deputy asked": (
        "{address} is asked to stand in, from {begins} to {ends}. Until the answer comes, and in days outside of "
        "these, nothing changes."
    ),
    "deputy declined": "Noted: you do not stand in for {seat} in {slug}.",
    "deputy ended": "Nobody stands in for you any more.",
    "deputy may not": (
        "You stand in for this seat's player, and a deputy cannot do that: he gives orders, reads the reports and "
        "writes to the others."
    ),
    "deputy not now": "You stand in for a player of {slug} from {begins} to {ends}, and not now.",
    "page declined": "Noted: you do not stand in.",
    "page deputy ended": "Nobody stands in for you any more.",
    "page stands in": "You stand in; a letter with an address of your own for the seat is on its way.",
    # leading games
    "asked to lead": "{address} is asked to lead the game, and does from when he accepts.",
    "because": "{text} Why: {reason}",
    "cancel how": "To end the game for good, write: cancel {slug}",
    "cancelled": "{slug} is ended; all are told.",
    "co-master": "the co-master",
    "dismissed": "{address} leads the game no more.",
    "dummy": "{seat} is played by the game's own adviser now.",
    "ejected": "{seat} is vacant now; whoever played it is told.",
    "ended cancelled": "The game was called off.",
    "final cancel": "{game} is ended for all, without a winner",
    "final rollforward": "{game} goes on from where it was before it went back; all orders since are void",
    "leads now": "{address} is the game master now.",
    "ledger": "The ledger of {slug}",
    "ledger line": "{when}: {text}",
    "orders corrected": "The orders of {seat} are as you wrote them; whoever plays it is told.",
    "preview": "Dry run: what would be reported if it was resolved now",
    "you help lead": "You lead {slug} together with its game master.",
    "you lead": "You are the game master of {slug} now.",
    "you lead no more": "You do not lead {slug} any more.",
    "page cancelled": "The game is ended.",
    "page dismissed": "{address} leads the game no more.",
    "final hand over": "{game} is led by {address} instead of you, once he accepts",
    "board corrected": "The board is put right; {phase} goes on, and all are told.",
    "can correct": "What can be put right",
    "page board corrected": "The board is put right; all are told.",
    "put right": (
        "Who leads the game has put right how things stand: {lines}. What follows led to the position before that."
    ),
    "terms": "What was agreed about {slug}",
    "terms changed": "Changed: {lines}. All are told.",
    "created": (
        "{slug} is open, and you are its game master; orders are due {pace}. Players join with the line: join {slug}"
    ),
    "former player": "a former player",
    "export comes": "It comes in a letter of its own, as a file.",
    "forget how": (
        "All that is kept of you comes in a letter of its own. To be forgotten for good write: forget me {address} "
        "– your seats become vacant, your letters are deleted, games that are over name a former player, and you "
        "get no letter any more."
    ),
    "forgotten": "You are forgotten here. Thank you for having played.",
    "final forget": "all that is kept of you is deleted, and your seats become vacant",
    "final address": "your letters go to {address} once that address agrees",
    "address asked": "{address} is asked whether it is yours; once it agrees, all you have here goes with it.",
    "address is": "Your letters go to {address}. For another write: set address NAME@HOST",
    "address moved": "Your letters come to {address} from now on, and all you had is here.",
    "address from there": "Send this line from the new address: an answer to the letter that brought it is best.",
    "forget again": "Nothing was deleted: what you wrote is not your mail address.",
    "judge": "That is what judges understand. Here it is done, or told, by: {lines}.",
    # campaigns
    "campaign again": "You play the next season of {title}.",
    "campaign at table": "Players",
    "campaign begun": "{title} has begun; its games: {count}.",
    "campaign due": "{phase}, orders by {when}",
    "campaign duplicate": (
        "a duplicate: every table begins alike, and each is compared with those who held his seat elsewhere"
    ),
    "campaign entered": "You take part in {title}.",
    "campaign game": "Game",
    "campaign games": "Rounds",
    "campaign hidden": "secret until the end",
    "campaign is asking": (
        "Round {round} is over. Everybody is asked whether he plays the next; {entered} said yes so far, {needed} are"
        " needed."
    ),
    "campaign is finished": "It is over.",
    "campaign is open": "Players can enter: {entered} so far, {needed} at a table.",
    "campaign is running": "Round {round}{rounds}: {over} of {count} games are over.",
    "campaign knockout": "a knock-out: who comes off best at his table goes on",
    "campaign league": "a league: everybody plays every round",
    "campaign left": "You play no further round of {title}. Seats you hold you give back in their games.",
    "campaign line": "{slug}: {title}, {kind}. {game}. {lead}",
    "campaign nameless": "a player without a name",
    "campaign not again": "You do not play the next season of {title}.",
    "campaign of rounds": " of {count}",
    "campaign place": "Place",
    "campaign player": "Player",
    "campaign points": "Points",
    "campaign rests": "This round is sat out by {players}, for want of a full table.",
    "campaign round": "The games of round {round}",
    "campaign series": "a series: one game follows the other, with those who say yes",
    "campaign standings": "How everybody stands",
    "campaign stands": "How it stands",
    "campaign wins": "Won",
    "campaign won": "{title} is over. First: {players}.",
    "campaigns": "Campaigns",
    "no campaigns": "There is no campaign at the moment.",
    "page campaign opened": "{title} is open. Players enter on this page, or by letter with the line: enter {slug}",
    # missed turns
    "by advice": "the advice of the game",
    "by deputy": "the deputy",
    "by later": "what was ordered in advance",
    "by master": "the game master",
    "by standing": "the orders given last",
    "here": "You are there. The game begins when everybody has said so.",
    "here all": "You are there, and so is everybody: the game has begun.",
    "later dropped": "What you ordered in advance is taken back ({count}).",
    "later kept": (
        "Kept for {phase}. When a phase of this name opens, your lines are judged and given, and you are told what was "
        "taken; until you write yourself they stand."
    ),
    "later list": "Ordered in advance",
    "later none": "You have ordered nothing in advance.",
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
    "page word": "There is a new word; the one before is void.",
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
    "gift waits": "You take {seat} in {slug}; the game master has to agree, and is asked.",
    "gift withdrawn": "You keep {seat}; it is offered to nobody.",
    "not watching": "You get the reports of {slug} no more.",
    "watching": "You get the public reports of {slug} from the next one on; “unwatch {slug}” ends that.",
    # pace and absences
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
    "page back": "Noted: you are back.",
    "page calendar new": "Your calendar has a new address; the old one is void.",
    "file read": "{name}: {told}",
    "file unreadable": "{name} is no calendar file that can be read, or too large.",
    "which seat": (
        "You hold several seats in {slug}: {seats}. Answer a letter to the one you mean, or put its name into the "
        "subject."
    ),
    # how it ends: votes, scores, what is said afterwards, diaries, ratings
    "ended time": "The game is over: its time is up, and {seats} came first.",
    "ended time shared": "The game is over: its time is up, and {seats} share it.",
    "ballot any": "any draw that you share",
    "ballot others": "a draw shared by {seats}, or by fewer of them",
    "ballot own": "a draw shared by {seats}, or by fewer of them with you",
    "draws any": (
        "A draw may leave some out. Whoever names himself accepts the smaller draws that he shares, too; of all that "
        "everybody with a vote accepts the largest is carried."
    ),
    "draws none": "There are no votes on draws or concessions in this game.",
    "draws survivors": "A draw is shared by all who are left.",
    "voted open": "Your vote is cast for {phase}. All see what is proposed, and who is for it.",
    "votes": "Votes",
    "votes by": "For it: {seats}.",
    "votes mine": "You have voted for: {proposals}.",
    "votes mine none": "You have voted for nothing in this phase.",
    "votes open": "Votes are open: all see who is for what.",
    "votes secret": "Votes are secret: all see what is proposed, nobody who is for it.",
    "votes table none": "Nothing is proposed in this phase.",
    "votes who": "Who has a vote: {seats}.",
    "decimal": ".",
    "score": "Score",
    "score line": "{seat}: {score}",
    "score prospect": "{seat}: {drawn} in a draw of all who are left, {won} by winning alone",
    "scored by": "Scored by {system}. {told}",
    "scores": "Scores",
    "scores now": "What an end would be worth now",
    "scoring c-diplo": "C-Diplo",
    "scoring carnage": "Carnage",
    "scoring draw-size": "the size of the draw",
    "scoring places": "places",
    "scoring points": "points",
    "scoring sum-of-squares": "the sum of squares",
    "scoring tribute": "Tribute",
    "scoring winner": "the winner alone",
    "scoring told c-diplo": (
        "Everybody has one point, one more for each centre, and the three with most centres have 38, 14 and 7; equal "
        "ones share. Whoever wins alone has all of it, which is 100."
    ),
    "scoring told carnage": (
        "The first of seven has 7000 points, the second 6000, the last 1000, and each one more for each centre; equal "
        "ones share, and of those who are out who lasted longer stands before. Whoever wins alone has all of it: 28034."
    ),
    "scoring told draw-size": "There are 100 points: for who wins alone, or in equal parts for those who share a draw.",
    "scoring told places": "Each has as many points as came behind; equal ones share.",
    "scoring told points": "100 points are shared out in proportion to what the standings count.",
    "scoring told sum-of-squares": (
        "100 points are shared out in proportion to the squares of what each has; whoever wins alone has all of them."
    ),
    "scoring told tribute": (
        "Each has one point for each centre, and those who are left share 66. Of these each pays one point to whoever "
        "has most for each of his centres beyond six. Whoever wins alone has all of it: 100."
    ),
    "scoring told winner": "There are 100 points for the first; those who share the first place share them.",
    "statement gone": "What you said of {slug} is taken back.",
    "statement kept": "All can read now what you say of {slug}. Until {until} you can write it anew.",
    "statements": "What was said of it afterwards",
    "diary": "Your diary",
    "diary deleted": "Note {number} is gone from your diary.",
    "diary line": "{entry}: {beginning}",
    "diary entry": "{number}. {phase}, {when}",
    "diary kept": "Kept as note {number} in your diary. Nobody else reads it.",
    "diary kept open": "Kept as note {number} in your diary. It is read by nobody else before the end, then by all.",
    "diary note": "Note {number}",
    "diary nothing": "There is nothing in it.",
    "diary of": "From the diary of {seat}",
    "diary opens": (
        "Once the game is over, all may read your diary, and what you still write into it. “close diary” takes it back."
    ),
    "diary stays closed": "Nobody but you reads your diary.",
    "rating": "{place}. {name}: {strength} ± {spread}, after {count} games",
    "rating one": "{place}. {name}: {strength} ± {spread}, after one game",
    "rating nameless": "a player without a name",
    "ratings": "Ratings in all games",
    "ratings how": (
        "The first figure says how good a player is thought to be (25 before his first game), the second how far off "
        "that may be. The list is ordered by what is nearly certain, so a newcomer climbs as he plays."
    ),
    "ratings none": "Nobody is rated yet.",
    "ratings of": "Ratings in {title}",
    # proof in the players' hands
    "receipt": "Receipt {number}: taken on {when} ({utc} UTC). Hash {hash}.",
    "receipt again": "Receipt {number} of {seat}",
    "by server": "the server, when the phase was closed",
    "receipt by": "These orders came from {by}.",
    "receipt for": "For {phase}.",
    "receipt last": "Your last receipt for what was resolved: {number}, hash {hash}.",
    "receipt none": "There are no receipts yet: each change of your orders gives one.",
    "receipt nothing": "No orders stood.",
    "receipt salt": "Salt {salt}.",
    "receipt unknown orders": "The game came here as a file, which held the hash of these orders only.",
    "receipts": "Receipts of {seat}",
    "receipts earlier": "There are earlier ones: “receipt {number}” brings the next.",
    "proof last": "The last hash of the chain is that of phase {number}: {hash}.",
    "proof title": "The proof of {slug}",
    "record": "The game {slug} goes to you as a file, in a letter of its own.",
}
REFUSALS: Mapping[str, str] = {
    "all must share": "In this game a draw is shared by all who are left: {seats}. Vote “draw” without names.",
    "already seated": "You play {seat} in {slug} already; a player holds one seat in a game.",
    "bad address": "“{address}” is no mail address. It looks like name@example.org.",
    "bad correction": "Nothing was changed: the orders of {seat} stand as they were. {faults}",
    "bad options": "These options are not possible. {faults}",
    "bad pace": "{why}",
    "bad rules": "These rules are not possible. {faults}",
    "rule too long": "{rule} can be {days} days at most.",
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
    # seats, and who sits on them
    "bad name": "“{name}” cannot be your name here. Give the one your fellow players know you by.",
    "deputy span": "A deputy stands in for {days} days at most, for days that are not over and begin within a year.",
    "deputy yourself": "You cannot stand in for yourself.",
    "no deputies": "In {slug} nobody stands in for a player.",
    "no deputy": "Nobody stands in for {seat}, and nobody is asked to.",
    "nothing offered": "There is nothing in {slug} that you were asked and could still answer.",
    "plays and stands in": "You play in {slug} yourself, and there nobody stands in for another player.",
    # leading games
    "does not lead": "{address} does not lead {slug}, and was not asked to.",
    "leads already": "{address} leads {slug} already.",
    "never wrote": (
        "Nobody at {address} has written to this server yet. Once he has, he can be asked: one letter with the line"
        " “games” will do."
    ),
    "no adviser": "{title} has no adviser that could play a seat.",
    "nobody else leads": (
        "{slug} needs somebody who leads it: first write “hand over to” and an address, and step down once it is "
        "accepted."
    ),
    "not asked": "Nobody has asked you to lead {slug}.",
    "nothing to go forward to": "{slug} has not gone back, or has returned from it already.",
    "plays himself": (
        "You play in {slug} yourself, and would see the orders of others. Somebody who leads the game and does not "
        "play can look."
    ),
    "too many leaders": "{slug} has {most} others who lead it or were asked to; that is the most.",
    "would be stuck": "It could not be resolved as it is ({error}); the host can tell why.",
    "tick to cancel": "Tick the box to show that you mean it.",
    "bad board": "Nothing was put right. {faults}",
    "no corrections": (
        "Positions of {title} cannot be put right by a sentence. Go back to an earlier phase, or give orders in a "
        "seat's place."
    ),
    "nobody would owe": (
        "Nobody would have anything to order then. Put it right in the phase before, or have this one resolved first."
    ),
    "plays with secrets": (
        "You play in {slug} yourself, and would learn what is hidden. Somebody who leads the game and does not play"
        " can do it."
    ),
    "bad lines": "No game was opened. {faults}",
    "nothing new": "Nothing of it is new in {slug}: it is so already.",
    "rule fixed": (
        "{rule} cannot be changed once a game has begun: the players joined under it. Open another game instead."
    ),
    "address code": (
        "This is no code for a new address, or it is too old. Ask for another with “set address” and the address."
    ),
    "address taken": "{address} is known here already. If it is the same person, put both together: pbem player merge.",
    "banned": "The host does not let this person play here.",
    "not banned": "{address} is not banned.",
    "not your address": "To be forgotten for good write: forget me {address}",
    "same person": "That is {address} already.",
    "sit together": (
        "Both addresses hold a seat in {slugs}: two seats of one game do not become one person's. Leave one of them"
        " first."
    ),
    "too many addresses": "So many letters went to new addresses that this one gets none for now. Ask again tomorrow.",
    "too many exports": "You have asked for {most} of these today; that is the most. Ask again tomorrow.",
    # campaigns
    "bad campaign": (
        "This campaign is not possible. Its kind is one of {kinds}; it has up to {most} rounds, a league at least one."
    ),
    "campaign closed": "{title} takes nobody in any more.",
    "entered": "You take part in {title} already.",
    "no such campaign": "There is no campaign “{slug}”.{near:near}",
    "not entered": "You do not take part in {title}.",
    "too few entrants": "A table needs {needed} players; {entered} have entered.",
    # missed turns
    "no later phase": (
        "No phase will be called “{word}”, or it is over. Say “next”, a kind ({kinds}), or a name such as {like}."
    ),
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
    # pace and absences
    "absence far": "{first} is too far ahead: tell it within {days} days before.",
    "absence long": "{count} days are more than an absence can have; {most} are the most.",
    "absence unclear": "{why}",
    "no absence left": "{slug} does not wait so long: days left there this year: {left} of {most}.",
    "not away": "You have said of no day that you are away.",
    "too many absences": "You have told {most} absences in a year; that is the most.",
    "deadline far": "A deadline lies {days} days ahead at most.",
    "deadline past": "{at} is past.",
    "deadline quiet": "{at} is in the quiet times of this game. The first good time after it is {free}.",
    # how it ends
    "diaries closed": "In {slug} diaries stay closed, also when it is over.",
    "diaries open": "In {slug} all may read diaries when it is over, as agreed. “diary delete 1” takes a note out.",
    "diary empty": "There is nothing between the lines “diary” and “enddiary”.",
    "diary full": "Your diary holds {most} notes; that is the most. Take some out with “diary delete 1”.",
    "diary too long": "The note has {length} characters; {longest} is the most. Write it in parts.",
    "no note yet": "There is nothing in your diary in {slug} yet. Write “diary”, your note, and “enddiary”.",
    "no statement": "You have said nothing of {slug}.",
    "no such note": "Your diary has no note {number}. “diary list” tells which there are.",
    "not over yet": "{slug} is not over yet. What you say of a game all read at once, so it waits for the end.",
    "statement empty": "There is nothing between the lines “statement” and “endstatement”.",
    "statement too long": "It has {length} characters; {longest} is the most.",
    "statements closed": "{slug} has been over for more than {days} days: nothing is said of it any more.",
    "too many votes": "You have voted for {most} things in this phase; that is the most. “vote none” takes all back.",
    "no such receipt": "There is no receipt {number}: the last one has the number {last}.",
    "no record yet": "{slug} has not begun: there is nothing to prove and nothing to keep yet.",
    "too many records": "So many games as files ({most} a day) are enough. Try again tomorrow.",
    "no such form": "The game cannot be written as {form}. It can as {forms}.",
}
LEDGER: Mapping[str, str] = {
    "carried": "The vote was carried: {proposal}.",
    "closed press": "{actor} closed what it wrote to others.",
    "corrected orders": "{actor} gave orders in the place of {seat}.",
    "deadline": "The deadline of {phase} was set to {deadline}: {why}.",
    "extended": "{actor} moved the deadline by {minutes}.",
    "finished": "{ending} The secret that the dice were made from was “{secret}”.",
    "gave a new address": "{actor} gave {seat} a new secret address.",
    "imported": "{actor} took the game in as a file from {origin}, as it stood there on {made}; signed with {key}.",
    "joined": "{actor} has a player.",
    "opened": "The game was opened. Its dice are sealed with {commitment}.",
    "opened press": "{actor} opened what it wrote to others.",
    "paused": "{actor} stopped the clock.",
    "processed": "{actor} had the phase resolved with the orders that were there.",
    "replaced": "{actor} gave {seat} to another player.",
    "resigned": "The player of {actor} left the game.",
    "resumed": "{actor} started the clock again.",
    "rolled back": "{actor} took the game back to {to}.",
    "stated": "{actor} said something of the game, now that it is over.",
    "started": "The game began.",
    "stuck": "{phase} could not be resolved ({error}).",
    "unknown": "{actor}: {act}.",
    "asked a deputy": "{actor} asked somebody to stand in for the player of {seat}.",
    "deputy": "Somebody stands in for the player of {actor} until {until}.",
    "deputy ended": "Nobody stands in for the player of {actor} any more.",
    # leading games
    "asked to lead": "{actor} asked somebody to lead the game, too.",
    "cancelled": "{actor} called the game off.",
    "dismissed": "{actor} let somebody lead the game no more.",
    "ejected": "{actor} took {seat} from its player.",
    "gave to a dummy": "{actor} let the game's own adviser play {seat}.",
    "leads no more": "{actor} leads the game no more.",
    "leads now": "{actor} leads the game from now on.",
    "leads too": "{actor} leads the game, too, from now on.",
    "previewed": "{actor} looked at what would come of the orders that were there.",
    "rolled forward": "{actor} took the game forward again to {to}.",
    "corrected the board": "{actor} put right how things stand: {lines}.",
    "changed the rules": "{actor} changed what was agreed: {lines}.",
    "set the deadline": "{actor} set another deadline.",
    # missed turns
    "excused": "{actor} was excused, and sent no orders for {phase}.",
    "late": "The orders of {actor} for {phase} came after the deadline.",
    "missed": "{actor} sent no orders for {phase}.",
    "roll call": "All seats are taken; everybody says by {deadline} that he is there.",
    "seat opened": "{actor} was offered to others, since nothing came from its player.",
    "stood in": "{actor} sent no orders for {phase}; {by} stood in.",
    "unreachable": "{actor} could not be reached, and sent no orders for {phase}.",
    "drawn": "The seats were drawn by the players' wishes. What they were drawn from is sealed with {hash}.",
    "enlisted": "A player waits for the draw of the seats; {count} of {most} are there.",
    "unlisted": "A player who waited for the draw has withdrawn.",
    "given": "The player of {actor} gave the seat to somebody else.",
    # pace and absences
    "repaced": "The pace of the game was changed: {told}",
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
    "extra": "{span} later because orders were missing",
    "guard": "{span} later because orders for the first phase were missing",
    "offer": "{span} later, so that a seat can be taken over before the first phase is resolved",
    # pace
    "away": "{seat} is away until {day}",
    "exact": "set to exactly this time by hand",
    "hours": "moved on from {since} because of the quiet hours, {start} to {end}{place}",
    "repaced": "the pace of the game was changed",
}

LANGUAGE = Language("en", CALENDAR, SENTENCES, REFUSALS, LEDGER, REASONS)
