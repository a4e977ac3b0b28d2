"""What mail programs make of HTML, as rules for ours. Each stands for what a program is known to do (the tables of
caniemail.com): Word's engine in Outlook on Windows, Gmail, Apple Mail, Outlook elsewhere, Thunderbird, Yahoo.

Nothing that is not listed may be used; `faults` tells what is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser

ELEMENTS = frozenset({"html", "head", "meta", "title", "style", "body", "table", "tbody", "tr", "th", "td"})
ELEMENTS |= {"h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "span", "strong", "em", "code", "a", "img", "br"}
ELEMENTS |= {"wbr"}
"""All programs know these. Gmail puts `wbr` into long words itself; Word does not know it and has no need of it, since
there a letter is 600 pixels wide."""
CELLS, BLOCKS = frozenset({"td", "th"}), frozenset({"p", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table"})
ANYWHERE = frozenset({"*"})
PROPERTIES: Mapping[str, frozenset[str]] = {
    "background-color": ANYWHERE,
    "color": ANYWHERE,
    "font-family": ANYWHERE,
    "font-size": ANYWHERE,
    "font-weight": ANYWHERE,
    "line-height": ANYWHERE,
    "text-decoration": ANYWHERE,
    "margin": BLOCKS | {"body"},  # Word: not on spans; nowhere negative or auto
    "padding": CELLS | {"ul", "ol"},  # Word: on cells alone, and lists are indented by all
    "border": CELLS | {"img", "span"},
    "border-bottom": CELLS,
    "border-collapse": frozenset({"table"}),
    "max-width": frozenset({"table", "img"}),  # Word knows it not: there the attribute or the table around it tells
    "width": frozenset({"img"}),  # Word takes the attribute
    "height": frozenset({"img"}),
    "display": frozenset({"img"}),  # a block, so that Gmail leaves no gap below; inline elsewhere does no harm
}
"""Which style may stand on which elements. White-space, overflow-wrap and word-break are not here: each is unknown to
Outlook or Gmail. Neither is any that needs a box to float or flow."""
ATTRIBUTES: Mapping[str, frozenset[str]] = {
    "img": frozenset({"src", "width", "alt"}),
    "table": frozenset({"role", "align", "width", "cellpadding", "cellspacing", "border"}),
    "tr": frozenset({"valign"}),
    "td": frozenset({"align", "width", "bgcolor"}),
    "th": frozenset({"align", "colspan"}),
    "a": frozenset({"href"}),
    "ol": frozenset({"start"}),
    "html": frozenset({"lang"}),
    "meta": frozenset({"charset", "name", "content"}),
}
NEEDED: Mapping[str, frozenset[str]] = {
    "img": frozenset({"src", "width", "alt"}),
    "table": frozenset({"cellpadding", "cellspacing", "border"}),
    "a": frozenset(),
}
COMMON = frozenset({"class", "style", "id"})
VALUE: Mapping[str, re.Pattern[str]] = {
    "font-size": re.compile(r"(1[2-9]|[2-9]\d)px"),
    "line-height": re.compile(r"\d(\.\d+)?"),
    "margin": re.compile(r"(\d+(px)?)( \d+(px)?)*"),
    "padding": re.compile(r"(\d+(px)?)( \d+(px)?)*"),
    "color": re.compile("#[0-9a-fA-F]{6}"),
    "background-color": re.compile("#[0-9a-fA-F]{6}"),
}
LINK = re.compile("https?://|#|mailto:")
SHEET = 8192
"""Letters of a style sheet; Gmail drops a longer one whole."""
COLUMN = 600
"""Pixels that Outlook gives a letter: what is wider, widens all of it."""
CLIPPED = 102_000
"""Bytes of HTML that Gmail shows; the rest is behind a link."""
LONGEST = 24
"""Letters of a word that is not broken: as wide as the narrowest phone is."""
LONG = re.compile(rf"[^\s\xa0]{{{LONGEST + 1},}}")
CONDITION = re.compile(r"<!--\[if mso\]>.*?<!\[endif\]-->", re.DOTALL)


class Reader(HTMLParser):
    """Collects what breaks a rule."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.found += [*of_element(tag, given), *(of_style(tag, given["style"]) if "style" in given else ())]
        if tag not in ("meta", "br", "wbr", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.found.append(f"</{tag}> closes {self.open[-1:]}")

    def handle_data(self, data: str) -> None:
        inside = self.open[-1] if self.open else ""
        if inside == "style":
            self.found += of_sheet(data)
        elif inside != "title":
            self.found += [
                f"a word of {len(word)} letters: {word}" for word in re.findall(rf"[^\s\xa0]{{{LONGEST + 1},}}", data)
            ]


def of_element(tag: str, given: Mapping[str, str]) -> Iterator[str]:
    if tag not in ELEMENTS:
        yield f"<{tag}>"
    strange = given.keys() - COMMON - ATTRIBUTES.get(tag, frozenset())
    yield from (f"<{tag} {name}>" for name in strange)
    yield from (f"<{tag}> without {name}" for name in NEEDED.get(tag, frozenset()) - given.keys())
    if "href" in given and not LINK.match(given["href"]):
        yield f"a link to {given['href']}"
    if tag == "img" and not (given.get("src", "").startswith("cid:") and given.get("alt")):
        yield "a picture from elsewhere, or without words"
    if tag == "img" and int(given.get("width", "0")) not in range(1, COLUMN + 1):
        yield f"a picture {given.get('width')} pixels wide"


def of_style(tag: str, style: str) -> Iterator[str]:
    for declared in filter(str.strip, style.split(";")):
        name, _, value = (part.strip() for part in declared.partition(":"))
        where = PROPERTIES.get(name, frozenset())
        if not where & {tag, "*"}:
            yield f"{name} on <{tag}>"
        if name in VALUE and not VALUE[name].fullmatch(value):
            yield f"{name}: {value}"


def of_sheet(sheet: str) -> Iterator[str]:
    """Half of the programs read no sheet, so all that is in it is what dark screens change, and only colours."""
    rules = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL).strip()
    if not re.fullmatch(r"@media \(prefers-color-scheme: dark\) \{(\s*[^{}@]+\{[^{}]*\})*\s*\}", rules):
        yield f"a style sheet that is not only for dark screens: {rules[:60]}"
    if len(sheet) > SHEET or "<" in sheet or "url(" in sheet:
        yield "a style sheet that Gmail drops"
    names = set(re.findall(r"([a-z-]+)\s*:\s*[^;{}]+!important", rules))
    yield from (f"{name} on dark screens" for name in names - {"color", "background-color"})


def faults(html: str) -> list[str]:
    """Return what is wrong with the HTML of a letter."""
    reader = Reader()
    reader.feed(CONDITION.sub("", html))
    found = reader.found + [f"<{tag}> is left open" for tag in reader.open]
    if len(html.encode()) > CLIPPED:
        found.append(f"Gmail clips it: {len(html.encode())} bytes")
    around = "".join(CONDITION.findall(html))
    if 'width="600"' not in around or around.count("<table") != around.count("</table>"):
        found.append("Outlook sees no table of 600 pixels around it")
    return found
