"""What PDFs share: letters cut out of fonts, and drawings as forms. No document may be seen in another."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from pypdf import PageObject, PdfReader
from pypdf.errors import PyPdfError
from pypdf.generic import ContentStream, StreamObject
from reportlab.pdfbase.ttfonts import TTFontFace

from engines.memo import clear_caches
from engines.report import Block, Paragraph
from pbem import render
from pbem.render import maps
from pbem.render.pdf import drawing, fonts
from pbem.render.pdf.drawing import PrimitiveBatch
from pbem.render.scene import Primitive, ScenePath
from pbem.render.scene import SceneText as Words
from tests import pdfs
from tests.render.sample import MAP, both_maps

PLAIN = (Words(10, 10, "Bohemia", 12, "#000000"), ScenePath((("M", (0, 0)), ("L", (9, 9))), "", "#000000", 1))
ABROAD: tuple[Primitive, ...] = (replace(PLAIN[0], text="Čechy"), PLAIN[1])


def render_sample_pdf(text: str, *blocks: Block) -> bytes:
    return render.render_report_pdf([Paragraph(text), MAP, *blocks])


def extract_pdf_text(pdf: bytes) -> str:
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


def test_a_document_has_the_same_bytes_whatever_was_painted_before() -> None:
    said = ("Plain words.", "Łódź, Čechy, Ελλάδα", "Ελλάδα, Łódź", "Plain words “quoted”.", "你好 שלום")
    alone = []
    for one in said:
        clear_caches()
        alone.append(render_sample_pdf(one))
    clear_caches()
    assert [render_sample_pdf(one) for one in (*said, *said)] == [*alone, *alone]


def test_letters_of_one_document_are_read_in_no_other() -> None:
    """Each numbers its letters as they come, so one that took another's font would say something else."""
    first, second = render_sample_pdf("Łódź Čechy"), render_sample_pdf("Čechy Łódź")
    assert "Łódź Čechy" in extract_pdf_text(first) and "Čechy Łódź" in extract_pdf_text(second)


def test_the_same_letters_are_cut_out_once() -> None:
    clear_caches()
    render_sample_pdf("Prague")
    cut = fonts.cut_out_letters.cache_info().misses
    render_sample_pdf("Kraków is another", Paragraph("x"))
    again = fonts.cut_out_letters.cache_info().misses
    render_sample_pdf("Gdańsk, Kraków".replace("ń", "n"))
    assert cut > 0 and 0 < again - cut < cut and fonts.cut_out_letters.cache_info().misses == again


def test_one_at_a_time_reads_a_font(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two painters would read it from where the other stands in it. Hebrew letters are of one that stands in."""
    reading, whole = list[bool](), TTFontFace.makeSubset

    def subset(face: TTFontFace, *given: object) -> bytes:
        reading.append(fonts.CUTTING.locked())
        found: bytes = whole(face, *given)
        return found

    monkeypatch.setattr(TTFontFace, "makeSubset", subset)
    clear_caches()
    render_sample_pdf("Prague, שלום")
    assert len(reading) > 1 and all(reading)


def test_a_drawing_with_letters_of_its_own_is_written_for_each_document() -> None:
    assert drawing.prepare_form(PrimitiveBatch(PLAIN), 1.0)[2] is not None
    assert drawing.prepare_form(PrimitiveBatch(ABROAD), 1.0)[2] is None


def test_a_drawing_is_kept_as_itself_alone() -> None:
    """Not as one that is equal: to compare them takes as long as to write them."""
    drawing = maps.make_map_scene(MAP).primitives
    assert (
        PrimitiveBatch(drawing) == PrimitiveBatch(drawing)
        and PrimitiveBatch(drawing) != PrimitiveBatch((*drawing,))
        and PrimitiveBatch(drawing) != drawing
    )


def test_what_two_maps_have_in_common_is_written_once() -> None:
    pages = PdfReader(io.BytesIO(render.render_report_pdf(both_maps()))).pages
    shown = [name for page in pages for name in re.findall(rb"/FormXob.form-\w+ Do", content(page))]
    assert len(shown) == 6 and len({*shown}) < 6


def content(page: PageObject) -> bytes:
    found = page.get_contents()
    assert found is not None
    return found.get_data()


def test_pages_are_taken_apart_as_pypdf_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """The suite reads them word by word, which is quicker; what is not as it should be is left to pypdf."""
    page = PdfReader(io.BytesIO(render_sample_pdf("Prague, Łódź, שלום"))).pages[0]
    quick = content_stream(content(page)).operations
    with monkeypatch.context() as slow:
        slow.setattr(ContentStream, "_parse_content_stream", pdfs.SLOW)
        whole = content_stream(pdfs.PATHS.sub(b"", content(page))).operations
    assert len(quick) > 100 and quick == whole
    for broken in (b"BT <48656C6C6F Tj ET", b"[<4865> 5 Tj"):
        with pytest.raises(PyPdfError):
            _ = content_stream(broken).operations


def content_stream(data: bytes) -> ContentStream:
    stream = StreamObject()
    stream.set_data(data)
    return ContentStream(stream, None)
