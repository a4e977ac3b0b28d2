"""How it ends: votes, scores, what is said afterwards, diaries, ratings."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "ended time": "The game is over: its time is up, and {seats} came first.",
    "ended time shared": "The game is over: its time is up, and {seats} share it.",
    "ballot any": "any draw that you share",
    "ballot others": "a draw shared by {seats}, or by fewer of them",
    "ballot own": "a draw shared by {seats}, or by fewer of them with you",
    "draws any": (
        "A draw may leave some out. Whoever names their own seat accepts the smaller draws that they share, too; of "
        "all that everybody with a vote accepts the largest is carried."
    ),
    "draws none": "There are no votes on draws or concessions in this game.",
    "draws survivors": "A draw is shared by all who are left.",
    "unasked after": (
        "After {count} turns missed in a row votes do not wait for a player; their seat shares every "
        "draw, and their next orders bring their vote back."
    ),
    "unasked never": "Votes wait for everybody who is left, however many turns they miss.",
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
        "has most, for each centre that this player has beyond six. Whoever wins alone has all of it: 100."
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
    "nameless": "a player without a name",
    "ratings": "Ratings in all games",
    "ratings how": (
        "The first figure says how good a player is thought to be (25 before their first game), the second how far "
        "off that may be. The list is ordered by what is nearly certain, so a newcomer climbs as they play."
    ),
    "ratings none": "Nobody is rated yet.",
    "ratings of": "Ratings in {title}",
}
REFUSALS: Mapping[str, str] = {
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
