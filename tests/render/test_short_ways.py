"""Short ways for what is usual: each says what the long way says."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase.pdfmetrics import stringWidth

from pbem.render import to_mail, to_text
from pbem.render.pdf.drawing import measure_pdf_words
from pbem.render.pdf.words import FONTS, register_fonts

ASCII = st.text(st.characters(min_codepoint=0, max_codepoint=127), max_size=60)
WORDS = ASCII | st.text(max_size=60) | st.sampled_from(("pour 130 M", "« ready »", "A PAR - BUR", " x ", "a\xa0b"))
TAGGED = st.lists(
    st.sampled_from(("<p>", '<td class="head">', "</td>", "&lt;", "&amp;", "x" * 9, "y" * 25, " ", "ä"))
).map("".join)


@given(WORDS, st.integers(8, 80))
def test_words_that_fit_are_a_line(words: str, room: int) -> None:
    assert [*to_text.wrap_line(words, room)] == [*to_text.wrap_long_line(words, room, "")]


@given(TAGGED)
def test_long_words_are_looked_for_only_where_there_are_any(html: str) -> None:
    long = to_mail.LONG.sub(lambda at: "<wbr>".join(to_mail.SOME.findall(at[1])) if at[1] else at[0], html)
    assert to_mail.add_line_breaks(html) == long


@given(ASCII, st.sampled_from(sorted(FONTS)), st.sampled_from((7.0, 8.0, 8.5, 130)))
def test_plain_words_are_as_wide_as_the_library_says(words: str, font: str, size: float) -> None:
    register_fonts()
    if words.isprintable():
        assert measure_pdf_words(words, font, size) == stringWidth(words, font, size)
