"""HTML mail to lines of text: what a reader would see, quotations marked with ">". Pure.

The page is walked tag by tag in one pass. No tree is built on purpose: by the standard's rules for tags that are not
closed a tree can be the square of its page, in time and in memory.
"""

from __future__ import annotations

import html
import re

NAME = r"[a-zA-Z][^\s/>]*"
TOKEN = re.compile(
    rf"""(?P<text>(?:[^<]+|<+(?![a-zA-Z/!?]))+)
    |<!--(?:>|.*?(?:-->|\Z))
    |<(?P<close>/?)(?P<tag>{NAME})(?P<more>(?:[^>"']+|"[^"]*(?:"|\Z)|'[^']*(?:'|\Z))*)(?:>|\Z)
    |<[^>]*(?:>|\Z)""",
    re.S | re.X,
)
"""Whatever a page holds, each character of it belongs to one token, and none is looked at twice: a repetition ends
where what follows it stands. (Possessive ones would say so, but Python 3.11.2, which is Debian's, reads them wrong.)"""
WORDLESS = frozenset({"script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes"})
"""What stands in these is no HTML, up to their end."""
SILENT_TAGS = frozenset({"template", "noscript", "object", "svg", "select"})
EMPTY_TAGS = frozenset(re.findall(r"\w+", "area base br col embed hr img input link meta param source track wbr"))
LISTS, CELLS = frozenset({"li", "ol", "ul"}), frozenset({"tr", "tbody", "thead", "tfoot", "table"})
BLOCK = frozenset(
    re.findall(
        r"\w+",
        "address article aside blockquote body center dd dl dt div fieldset footer form h1 h2 h3 h4 h5 h6 hr header li "
        "main nav ol ul p pre section table tbody tfoot thead tr",
    )
)
UNCLOSED = {
    "p": BLOCK,
    "li": LISTS,
    "dt": frozenset({"dt", "dd", "dl"}),
    "dd": frozenset({"dt", "dd", "dl"}),
    "td": CELLS | {"td", "th"},
    "th": CELLS | {"td", "th"},
    "tr": CELLS,
}
"""Elements that need no end, and the tags by which they end as well."""
QUOTED_VALUE = re.compile(r"\"[^\"]*\"|'[^']*'")
HIDDEN_ATTRIBUTE = re.compile(r"(?:^|[\s\"'/])hidden(?:[\s=/]|$)", re.I)
STYLE = re.compile(r"(?:^|[\s\"'/])style\s*=\s*(\"[^\"]*|'[^']*|[^\s>]*)", re.I)
HIDING = re.compile(r"display:none|visibility:hidden|mso-hide:all|font-size:0(?:px|pt|em|%)?(?![\w.%])")
SIZE_LIMIT = 250_000
"""Characters of a page that are read."""
TAG_LIMIT = 30_000


def read_page(page: str, most: int = SIZE_LIMIT) -> tuple[str, bool]:
    """The visible text of a page, blocks and line breaks as new lines, quotations after ">"; and whether that is all of
    it: what lies beyond `most` characters, or too many tags, is not read."""
    writer, count, at = HtmlTextWriter(), 0, 0
    size = min(len(page), most)
    while at < size and count < TAG_LIMIT:
        found = TOKEN.match(page, at, size)
        assert found is not None, "every character belongs to a token"
        at = found.end()
        if found["text"]:
            writer.write_words(found["text"])
        elif found["tag"]:
            count += 1
            tag = found["tag"].lower()
            writer.write_tag(tag, bool(found["close"]), found["more"])
            if tag in WORDLESS and not found["close"]:
                at = element_end(tag, page, at, size)
    return writer.collect_text(), at >= len(page)


def element_end(tag: str, page: str, at: int, size: int) -> int:
    """Return where an element ends that holds no HTML."""
    end = re.compile(rf"</{tag}(?=[\s/>])", re.I).search(page, at, size)
    return end.start() if end else size


class HtmlTextWriter:
    """Collects lines while a page is walked."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line: list[str] = []
        self.depth = self.kept = 0
        self.unseen, self.inside = "", 0

    def write_tag(self, tag: str, closes: bool, more: str) -> None:
        """A tag with its attributes."""
        if self.unseen:
            self.skip_unseen(tag, closes)
        if self.unseen:
            return
        if not closes and tag not in EMPTY_TAGS and (tag in SILENT_TAGS or (more and is_hidden(more))):
            self.unseen, self.inside = tag, 1
        elif tag == "br":
            self.feed_line()
        elif tag in BLOCK:
            self.end_line()
        elif tag in ("td", "th") and not closes:
            self.line.append(" ")
        step = -1 if closes else 1
        if tag == "blockquote":
            self.depth = max(self.depth + step, 0)
        elif tag == "pre":
            self.kept = max(self.kept + step, 0)

    def skip_unseen(self, tag: str, closes: bool) -> None:
        """Looks for the end of what is not to be seen."""
        if tag in UNCLOSED.get(self.unseen, ()):
            self.unseen = ""
        elif tag == self.unseen:
            self.inside += -1 if closes else 1
            self.unseen = self.unseen if self.inside else ""

    def write_words(self, text: str) -> None:
        """The words between two tags."""
        if self.unseen:
            return
        words = unescape_references(text)
        if self.kept:
            first, *more = words.split("\n")
            self.line.append(first)
            for line in more:
                self.feed_line()
                self.line.append(line)
            return
        whole = " ".join(words.split())
        if words[:1].isspace() and self.line and not self.line[-1].endswith(" "):
            self.line.append(" ")
        if whole:
            self.line.append(f"{whole} " if words[-1:].isspace() else whole)

    def feed_line(self) -> None:
        self.lines.append("> " * min(self.depth, 5) + "".join(self.line).strip())
        self.line.clear()

    def end_line(self) -> None:
        if any(map(str.strip, self.line)):
            self.feed_line()
        self.line.clear()

    def collect_text(self) -> str:
        self.end_line()
        return "\n".join(self.lines)


def unescape_references(text: str) -> str:
    """With the characters that references stand for; as it is if one stands for no number there could be."""
    try:
        return html.unescape(text) if "&" in text else text
    except ValueError:
        return text


def is_hidden(more: str) -> bool:
    """Return whether attributes keep an element from being seen."""
    style = STYLE.search(more)
    said = "".join(unescape_references(style[1]).split()).lower() if style else ""
    return bool(HIDING.search(said) or HIDDEN_ATTRIBUTE.search(QUOTED_VALUE.sub('""', more)))
