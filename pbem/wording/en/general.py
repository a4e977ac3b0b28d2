"""What is said on the way: refusals, the ledger and reasons that belong to no other room."""

from __future__ import annotations

from collections.abc import Mapping

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
    "ended concession": "The game is over: it was conceded to {seats}.",
    "ended concession yours": "You have won.",
    "ended draw": "The game is over: the survivors agreed on a draw of {seats}.",
    "ended played": "The game is over: {seats} won it.",
    "ended shared": "The game is over: {seats} share the first place.",
    "ended unplayed": "Nobody played this game.",
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
        "Not done, since not all that you wrote was done: see the lines that are not marked “ok”. Once all is as you "
        "want it, write “ready” alone."
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
}
REFUSALS: Mapping[str, str] = {
    "all must share": "In this game a draw is shared by all who are left: {seats}. Vote “draw” without names.",
    "already seated": "You play {seat} in {slug} already; a player holds one seat in a game.",
    "own address": "“{address}” is an address of this server, which nobody reads. Say your own.",
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
    "no such phase": "The game has no phase “{number}” to go back to.",
    "no such seat": "“{word}” is no seat of this game.{near:near} The seats are {seats}.",
    "no such vote": "You have cast no such vote.",
    "left out unasked": (
        "An ending cannot leave out {seats}: nobody can be asked there now. A draw that they share can be voted on."
    ),
    "no vote": (
        "{seat} has no vote: seats that are eliminated, played by bots, or absent have none. Who was absent has one "
        "again with their next orders."
    ),
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
    "asked too often": "{address} has been asked often enough today. Ask again tomorrow.",
    "seats taken too often": (
        "You have taken {most} seats of {slug} today; that is the most. Take the next one tomorrow."
    ),
    "too many proposals": "You have put {most} proposals to the vote today; that is the most. Put this one tomorrow.",
    "plays already": "{address} plays in {slug} already; a player holds one seat in a game.",
    "too many commands": (
        "You have given {most} commands in this hour of which letters are written; that is the most. Give this one "
        "later."
    ),
    "too many messages": "You have written {most} messages in this hour; that is the most. Write this one later.",
    "what if chance": "This phase is decided by chance as well; what would happen cannot be told.",
    "what if hidden": "What the others hold is hidden from you; what would happen cannot be told.",
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
}
REASONS: Mapping[str, str] = {
    "after": "{span} after {since}",
    "daily": "every day at {at}{place}",
    "first": "the first phase is {span} longer",
    "gap": "at least {span} after {since}",
    "master": "{span} later because the game master gave more time",
    "host": "{span} later because the host gave more time",
    "outage": "{left} from now because the server was down for {span}",
    "pause": "{span} later because of the pause",
    "quiet": "moved on from {day} because of quiet days",
    "votes": "{span} later because the players voted for it",
    "weekly": "on {days} at {at}{place}",
    "extra": "{span} later because orders were missing",
    "guard": "{span} later because orders for the first phase were missing",
    "offer": "{span} later, so that a seat can be taken over before the first phase is resolved",
    "untold": "later because reports of this phase, which opened {since}, could not be sent",
    "told late": "the full time again because reports left late: {since}",
}
