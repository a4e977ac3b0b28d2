"""Leading games."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "clock runs": "The clock runs again; all are told.",
    "clock stands": "The clock stands; all are told.",
    "deadline moved": "The deadline is {when} now; all are told.",
    "master alone": "Only the game master moves deadlines alone. You can write: vote extend {length}",
    "played by": "{seat} is now played by {address}.",
    "resolved": "Resolved; {phase} has begun.",
    "resumed from": "The game goes on from {phase}; all are told.",
    "asked to lead": "{address} is asked to lead the game, and does from when they accept.",
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
    "no deadline": "There is no deadline now; all are told.",
    "preview as": "Dry run: what {seat} would read if it was resolved now",
    "word is": "Whoever knows the word “{word}” can join; the one before is void.",
    "preview": "Dry run: what would be reported if it was resolved now",
    "you help lead": "You lead {slug} together with its game master.",
    "you lead": "You are the game master of {slug} now.",
    "you lead no more": "You do not lead {slug} any more.",
    "final hand over": "{game} is led by {address} instead of you, once they accept",
    "board corrected": "The board is put right; {phase} goes on, and all are told.",
    "can correct": "What can be put right",
    "known to one": "something known to {names} alone",
    "put right": (
        "Who leads the game has put right how things stand: {lines}. What follows led to the position before that."
    ),
    "terms": "What was agreed about {slug}",
    "terms changed": "Changed: {lines}. All are told.",
    "created": (
        "{slug} is open, and you are its game master; orders are due {pace}. Players join with the line: join {slug}"
    ),
    "created closed": (
        "{slug} waits for those whom you invite, and you are its game master; orders are due {pace}. Ask them with "
        "{slug} as the subject: invite NAME@HOST, NAME@HOST – or pass on the word that the line “word” gets you."
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
    "judge address": "Letters come to one address of yours here, which is changed by: {lines}.",
    "judge if": (
        "Orders with conditions are not taken, and nothing between the lines was. For a phase to come, or for turns "
        "that you cannot write, there are: {lines}."
    ),
    "judge language": "In a game that speaks several languages, an order chooses yours; {lines} shows it.",
    "judge map": "The map stands in every report. You get it again by: {lines}.",
    "judge nothing begun": "There is nothing that this could end. Words to others are written so: {lines}.",
    "judge opened": "What is played is chosen when a game is opened, as far as its rules know of it: {lines}.",
    "judge password": (
        "There are no passwords here: a seat has a secret address of its own, and what it writes counts. See: {lines}."
    ),
    "judge postal": "Press goes out at once here, and stands in the next report too. It is written so: {lines}.",
    "judge press": "Press is always signed by its seat here. When there is any is chosen by: {lines}.",
    "judge renamed": "A game keeps its name. Another one is opened, and this one called off, by: {lines}.",
    "judge seat": "Each seat has an address of its own: write what you order for it there. It comes by: {lines}.",
    "judge separator": "Several orders may stand in one line, with a semicolon between each two.",
    "judge signed": (
        "Press is always signed by its seat here, and shows to whom it went; nothing was sent. Signed, it is written "
        "so: {lines}."
    ),
}
REFUSALS: Mapping[str, str] = {
    "does not lead": "{address} does not lead {slug}, and was not asked to.",
    "leads already": "{address} leads {slug} already.",
    "never wrote": (
        "Nobody at {address} has written to this server yet. Once they have, they can be asked: one letter with the "
        "line “games” will do."
    ),
    "no adviser": "{title} has no adviser that could play a seat.",
    "nobody else leads": (
        "{slug} needs somebody who leads it: first write “hand over to” and an address, and step down once it is "
        "accepted."
    ),
    "not asked": "Nobody has asked you to lead {slug}.",
    "dice told": (
        "{slug} is over, and the secret of its dice is told: everybody could reckon how they would fall. The host can "
        "take it back all the same."
    ),
    "nothing to go forward to": "{slug} has not gone back, or has returned from it already.",
    "plays himself": (
        "You play in {slug} yourself, and would see the orders of others. Somebody who leads the game and does not "
        "play can look."
    ),
    "too many leaders": "{slug} has {most} others who lead it or were asked to; that is the most.",
    "would be stuck": "It could not be resolved as it is ({error}); the host can tell why.",
    "bad board": "Nothing was put right. {faults}",
    "no corrections": (
        "Positions of {title} cannot be put right by a sentence. Go back to an earlier phase, or give orders in a "
        "seat's place."
    ),
    "nobody would owe": (
        "Nobody would have anything to order then. Put it right in the phase before, or have this one resolved first."
    ),
    "plays and corrects": (
        "You play in {slug} yourself, or stand in for somebody there, so you give no orders for others. A co-master "
        "who does not play can do it, or the host."
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
}
LEDGER: Mapping[str, str] = {
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
    "corrected what is hidden": "{actor} put something right that is known to {whose} alone.",
    "changed the rules": "{actor} changed what was agreed: {lines}.",
    "set the deadline": "{actor} set another deadline.",
}
