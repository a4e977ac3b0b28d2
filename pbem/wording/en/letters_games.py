"""Letters about a whole game, or several: who leads it, what is voted on and said, its end, its books."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # lead, led, terms
    "subject lead": "Will you lead {slug}?",
    "lead as heir": "You are asked to be the game master of {slug} ({title}).",
    "lead as helper": "You are asked to help the game master of {slug} ({title}); you could do all that they can.",
    "lead how": (
        "If you want to, answer this letter with the line\n\n"
        "    accept {slug}\n\n"
        "and if not, with “decline {slug}” or not at all."
    ),
    "subject led": "You do not lead {slug} any more",
    "led handed over": "{slug} has a new game master, as was agreed. Thank you for having led it.",
    "led dismissed": "The game master of {slug} leads it without you from now on. Thank you for your help.",
    "subject terms": "The rules of {slug} were changed",
    "terms changed by leader": "Who leads {slug} has changed what was agreed:",
    # proposed
    "subject proposed": "A vote: {proposal}",
    "proposed by you": "You propose {proposal}.",
    "proposed by": "{seat} proposes {proposal}.",
    "proposed by somebody": "Somebody proposes {proposal}.",
    "proposed needs one": "One vote carries it.",
    "proposed needs": "{count} votes carry it.",
    "proposed openly": "All see what is proposed, and who is for it.",
    "proposed secretly": "All are told what is proposed; who votes for it stays secret.",
    "proposed own vote": "Your own vote is for it.",
    "proposed how": "To agree, answer with the line:",
    "proposed unasked": (
        "{seat} has no vote now. Whoever was absent has one again with their next orders; whoever is out has none."
    ),
    "proposed to deputy": "The vote of {seat} is its own player's; a deputy has none.",
    "proposed to others": "Players alone have votes.",
    "proposed help": "“votes” tells what is proposed and what you voted for, “vote none” takes your votes back.",
    # press, statement
    "subject press": "{author} to {audience}",
    "press from": "{author} writes to {audience}:",
    "press answered": (
        "An answer to this letter goes to {circle}, whole. Nothing in it is an order or a command, but for lines that "
        "begin with “pbem”, such as “pbem ready”; nobody else sees those."
    ),
    "subject statement": "{author} on the game",
    "statement from": "{author} says of {slug}, now that it is over:",
    "statement too": (
        "To say something of it yourself, answer with these lines:\n    statement\n    (your words)\n    endstatement"
    ),
    # finished
    "who played": "Who played:",
    "nobody at the end": "nobody at the end",
    "dice public": "The secret of the dice is now public: {secret}",
    "statement how": (
        "To say something of the game that all will read, answer within fourteen days with these lines:\n"
        "    statement\n"
        "    (your words)\n"
        "    endstatement"
    ),
    "thanks": "Thank you for playing.",
    # record, game-book
    "subject record": "The game as a file",
    "record whole": (
        "The game {slug} is attached as one signed file, {slug}.pbem: the whole of it, with all orders and the secret "
        "of the dice."
    ),
    "record of seat": "The game {slug} is attached as one signed file, {slug}.pbem: what {seat} may know of it so far.",
    "record of all": (
        "The game {slug} is attached as one signed file, {slug}.pbem: what everybody may know of it so far."
    ),
    "record on page": "The game {slug} is too large for a letter. You find the file at",
    "record from host": "The game {slug} is too large for a letter. Your host can give you the file.",
    "record verify": "Whoever has pbem installed proves it without this server:",
    "record proves whole": (
        "Every phase is then resolved once more from the orders and the dice, and compared with what was told."
    ),
    "record proves part": (
        "As long as the game is under way that shows that nothing was changed afterwards and no receipt of yours is "
        "missing. The secret of the dice and what others ordered come with its end; then every phase can be resolved "
        "once more."
    ),
    "subject game book": "Game book",
    "game book failed": (
        "The game book of {slug} could not be made. Your host finds in the log why; “game book” has it tried again."
    ),
    "game book attached": (
        "The game book of {slug} is attached: the whole game as one PDF, to read, to print and to keep."
    ),
    "game book on page": (
        "The game book of {slug} is ready. It is too large for a letter, or has been put away: you find it, or make it "
        "anew, at"
    ),
    "game book from host": (
        "The game book of {slug} is ready, but too large for a letter. Your host can give it to you."
    ),
    # book
    "books in English": "The books of the game are in English.",
    "booklet attached": (
        "The booklet attached has the first turn, the rules and all that can be written, to print on half sheets of "
        "paper."
    ),
    "to play it": (
        "To play it: the line “games” lists the games with a free seat, “join NAME” takes one. Answer this letter with "
        "it."
    ),
    # again, campaign
    "subject again": "{title}: do you play the next season?",
    "again until": "The next season opens as soon as everybody has answered, at the latest on {when}.",
    "again how": (
        "Answer this letter with the line “again {slug} yes” or “again {slug} no”; who does not answer does not play."
    ),
    "subject campaign": "{title}: how it stands",
    "subject campaign over": "{title}: the end",
    "campaign drawn": "The tables were drawn with the secret {secret}, which was committed to as {commitment}.",
    "campaign page": "All of it: {url}",
}
