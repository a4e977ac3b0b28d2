"""What the years of each turn bring: a few sentences at its start, which count for nothing in play."""

from __future__ import annotations

STORY = (
    "1945. The second great war within thirty years has left the continent in rubble, and nobody knows how to keep "
    "a third from coming. Three small neighbours make a beginning: Belgium, the Netherlands and Luxembourg take down "
    "the customs between them. In 1951 they share coal and steel with France, Italy and the west of Germany; in 1957 "
    "the six found an economic community in Rome; Great Britain, Ireland and Denmark follow in 1973. That is how it "
    "went. How it goes here is for you to say: you lead a party that wants one Europe, and so do your rivals.",
    "1974. The colonels leave Athens, soldiers with carnations free Lisbon, and from 1975 on Spain chooses for itself. "
    "Greece came into the union in 1981, Spain and Portugal in 1986. Here they vote now, and Turkey with them.",
    "1989. The wall in Berlin falls, and two years later there is no Soviet Union any more. Nineteen countries of the "
    "east may choose; but quarrels kept down for half a century break out as well, and words alone do not end them. "
    "Austria, Finland and Sweden came into the union in 1995.",
    "2006. The last turn: no country is new on the map. What is not in the union by 2030 stays outside, and by what is "
    "not at peace then the union will be judged.",
)
"""One for each turn."""
