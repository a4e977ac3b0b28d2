"""HTML mail to lines of text: what a reader would see, quotations marked with ">". Pure."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

SILENT = re.compile(r"head|script|style|title|template|noscript|object|svg|select|textarea|[-!].*")
BLOCK = re.compile(
    r"address|article|aside|blockquote|body|center|d[dlt]|div|fieldset|footer|form|h[1-6r]|header|li|main|nav|[ou]l|p|pre"
    r"|section|table|tbody|tfoot|thead|tr"
)
HIDING = ("display:none", "visibility:hidden", "font-size:0", "mso-hide:all")
SIZE_LIMIT = 250_000
NODE_LIMIT = 100_000


def html_text(page: str) -> str:
    """The visible text of a page; blocks and line breaks begin new lines, quotations begin with ">"."""
    node = LexborHTMLParser(page[:SIZE_LIMIT]).root
    writer, count = Writer(), 0
    while node is not None and count < NODE_LIMIT:
        count += 1
        opened = writer.open(node)
        below = node.child if opened else None
        if below is not None:
            node = below
            continue
        writer.close(node, opened)
        while node.next is None:
            above = node.parent
            if above is None:
                return writer.text()
            writer.close(above, True)
            node = above
        node = node.next
    return writer.text()


class Writer:
    """Collects lines while a tree is walked."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line = ""
        self.depth = 0
        self.kept = 0

    def open(self, node: LexborNode) -> bool:
        """Enters a node; False if its inside is not to be seen."""
        tag = node.tag or ""
        if tag == "-text":
            self.say(node.text_content or "")
            return False
        if SILENT.fullmatch(tag) or hidden(node):
            return False
        if tag == "br":
            self.feed()
        elif BLOCK.fullmatch(tag):
            self.end()
        elif tag in ("td", "th"):
            self.line += " "
        self.depth += tag == "blockquote"
        self.kept += tag == "pre"
        return True

    def close(self, node: LexborNode, opened: bool) -> None:
        tag = node.tag or ""
        if not opened:
            return
        if BLOCK.fullmatch(tag):
            self.end()
        self.depth -= tag == "blockquote"
        self.kept -= tag == "pre"

    def say(self, words: str) -> None:
        if self.kept:
            first, *more = words.split("\n")
            self.line += first
            for line in more:
                self.feed()
                self.line += line
            return
        text = " ".join(words.split())
        before = " " if words[:1].isspace() and self.line and not self.line.endswith(" ") else ""
        after = " " if words[-1:].isspace() and text else ""
        self.line += before + text + after

    def feed(self) -> None:
        self.lines.append("> " * min(self.depth, 5) + self.line.strip())
        self.line = ""

    def end(self) -> None:
        if self.line.strip():
            self.feed()
        self.line = ""

    def text(self) -> str:
        self.end()
        return "\n".join(self.lines)


def hidden(node: LexborNode) -> bool:
    attributes = node.attributes
    style = "".join((attributes.get("style") or "").split()).lower()
    return "hidden" in attributes or any(mark in style for mark in HIDING)
