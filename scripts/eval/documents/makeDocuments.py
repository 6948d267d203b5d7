"""Writes the documents of `npm run eval -- --documents` with every producer that this machine has.

Prints one JSON object: what was written in each file, and why a producer was left out.
"""

import json
import os
import shutil
import subprocess
import sys

OUT = sys.argv[1]
PARAGRAPHS = [
    "The council opened its meeting at nine in the morning and approved the agenda without any changes.",
    "Residents of the northern quarter asked for a pedestrian crossing near the school, which the responsible administrative office will examine before the summer.",
    "The treasurer presented the accounts of the past year. Income exceeded spending for the third time in a row, mostly because of lower expenses for heating.",
    "A motion to extend the opening hours of the library was accepted with seven votes to four; the details are left to a working group.",
    "The water works reported that the renewal of the main line will be completed in October at the latest, weather permitting.",
    "Offices and firms in the valley have filed for financial relief after the flood, and the first affidavits were found sufficient.",
]
ITEMS = ["Minutes of the last meeting", "Report of the treasurer", "Questions of residents"]
TABLE = [["Article", "Unit", "Price", "Since"]] + [
    [f"Article {n}", "kg" if n % 2 else "piece", f"{n * 1.75:.2f}", f"2026-0{n % 9 + 1}-1{n % 10}"] for n in range(1, 25)
]
NUMBERED = [f"Number {n:02d}. {PARAGRAPHS[n % 6]} {PARAGRAPHS[(n + 2) % 6]}" for n in range(30)]

made, skipped, to_print = [], {}, []
LONG_PAGES = 100
# Over a hundred pages. Its cells have the least padding there is.
LONG_TABLE = [["Item", "Price", "Stock"]] + [[f"Item {n}", f"{n * 1.75:.2f}", str(n % 7)] for n in range(1, 4201)]


def path(name):
    return os.path.join(OUT, name)


def note(name, producer, texts, rows=None, numbered=None):
    made.append({"file": name, "producer": producer, "texts": texts, "rows": rows or [], "numbered": numbered or 0})


REPORT = ["Minutes of the council", "Opening", *PARAGRAPHS, *ITEMS, "Prices"]


def producer(name):
    def run(make):
        try:
            make()
        except (ImportError, OSError, subprocess.SubprocessError) as error:
            skipped[name] = str(error) or type(error).__name__

    return run


@producer("reportlab")
def reportlab():
    from reportlab.lib import colors
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.lib.units import cm
    from reportlab.platypus import BaseDocTemplate, Frame, ListFlowable, ListItem, PageTemplate, Paragraph, Table

    style = getSampleStyleSheet()
    body = style["BodyText"]
    wide = [Frame(2 * cm, 2 * cm, 17 * cm, 25 * cm)]
    halves = [Frame(2 * cm, 2 * cm, 8 * cm, 25 * cm), Frame(11 * cm, 2 * cm, 8 * cm, 25 * cm)]
    for name, grid in [("ruled", True), ("plain", False)]:
        table = Table(TABLE, colWidths=[5 * cm, 3 * cm, 3 * cm, 4 * cm])
        if grid:
            table.setStyle([("GRID", (0, 0), (-1, -1), 0.5, colors.black)])
        story = [Paragraph(REPORT[0], style["Title"]), Paragraph("Opening", style["Heading1"])]
        story += [Paragraph(text, body) for text in PARAGRAPHS]
        story += [ListFlowable([ListItem(Paragraph(text, body)) for text in ITEMS], bulletType="bullet")]
        story += [Paragraph("Prices", style["Heading1"]), table]
        document = BaseDocTemplate(path(f"reportlab-{name}.pdf"), pagesize=A4)
        document.addPageTemplates([PageTemplate("page", wide)])
        document.build(story)
        note(f"reportlab-{name}.pdf", "reportlab", REPORT, TABLE)
    document = BaseDocTemplate(path("reportlab-columns.pdf"), pagesize=A4)
    document.addPageTemplates([PageTemplate("page", halves)])
    document.build([Paragraph(text, body) for text in NUMBERED])
    note("reportlab-columns.pdf", "reportlab", NUMBERED, numbered=len(NUMBERED))


@producer("typst")
def typst():
    import typst as compiler

    cells = ", ".join(f"[{cell}]" for row in TABLE for cell in row)
    items = "\n".join(f"- {item}" for item in ITEMS)
    report = "#set par(justify: true)\n= Minutes of the council\n== Opening\n" + "\n\n".join(PARAGRAPHS)
    report += f"\n\n{items}\n== Prices\n"
    for name, stroke in [("ruled", "1pt"), ("plain", "none")]:
        with open(path("source.typ"), "w") as file:
            file.write(f"{report}#table(columns: 4, stroke: {stroke}, {cells})\n")
        compiler.compile(path("source.typ"), output=path(f"typst-{name}.pdf"))
        note(f"typst-{name}.pdf", "typst", REPORT, TABLE)
    with open(path("source.typ"), "w") as file:
        file.write("#set page(columns: 2)\n#set par(justify: true)\n" + "\n\n".join(NUMBERED))
    compiler.compile(path("source.typ"), output=path("typst-columns.pdf"))
    note("typst-columns.pdf", "typst", NUMBERED, numbered=len(NUMBERED))


@producer("openpyxl")
def openpyxl():
    import datetime

    from openpyxl import Workbook

    book = Workbook()
    for row, cells in enumerate(TABLE):
        book.active.append(
            cells if row == 0 else [cells[0], cells[1], float(cells[2]), datetime.date.fromisoformat(cells[3])]
        )
    book.save(path("openpyxl.xlsx"))
    # Numbers have no fixed number of digits in a workbook.
    rows = [[a, b, c if n == 0 else f"{float(c):g}", d] for n, (a, b, c, d) in enumerate(TABLE)]
    note("openpyxl.xlsx", "openpyxl", [], rows)


@producer("python-docx")
def python_docx():
    from docx import Document

    document = Document()
    document.add_heading(REPORT[0], 1)
    document.add_heading("Opening", 2)
    for text in PARAGRAPHS:
        document.add_paragraph(text)
    for text in ITEMS:
        document.add_paragraph(text, style="List Bullet")
    document.add_heading("Prices", 2)
    table = document.add_table(rows=0, cols=4, style="Table Grid")
    for row in TABLE:
        for cell, text in zip(table.add_row().cells, row):
            cell.text = text
    document.save(path("python-docx.docx"))
    note("python-docx.docx", "python-docx", REPORT, TABLE)


@producer("LibreOffice")
def libreoffice():
    office = shutil.which("soffice")
    if office is None:
        raise OSError("soffice is not installed")
    if not any(os.path.exists(path(source)) for source in ["python-docx.docx", "openpyxl.xlsx"]):
        raise OSError("python-docx and openpyxl, whose files it converts, are not installed")

    def convert(source, kind, texts, rows):
        if not os.path.exists(path(source)):
            return
        subprocess.run(
            [office, "--headless", "--convert-to", kind, "--outdir", OUT, path(source)],
            check=True, capture_output=True, timeout=120,
        )
        name = f"libreoffice-{os.path.splitext(source)[0]}.{kind}"
        os.replace(path(f"{os.path.splitext(source)[0]}.{kind}"), path(name))
        note(name, "LibreOffice", texts, rows)

    convert("python-docx.docx", "pdf", REPORT, TABLE)
    convert("python-docx.docx", "odt", REPORT, TABLE)
    book = next((each["rows"] for each in made if each["file"] == "openpyxl.xlsx"), [])
    convert("openpyxl.xlsx", "ods", [], book)


@producer("pandoc")
def pandoc():
    import pypandoc

    lines = [f"| {' | '.join(row)} |" for row in TABLE]
    lines.insert(1, "| --- | --- | --- | --- |")
    text = f"# {REPORT[0]}\n\n## Opening\n\n" + "\n\n".join(PARAGRAPHS)
    text += "\n\n" + "\n".join(f"- {item}" for item in ITEMS) + "\n\n## Prices\n\n" + "\n".join(lines)
    for kind in ["docx", "odt", "epub"]:
        pypandoc.convert_text(text, kind, format="gfm", outputfile=path(f"pandoc.{kind}"))
        note(f"pandoc.{kind}", "pandoc", REPORT, TABLE)


def chromium():
    """Writes pages for Chromium, which prints them afterwards: as tagged files and as those without tags."""
    style = "body{font:12px serif;text-align:justify} td,th{padding:3px 8px} .ruled td,.ruled th{border:1px solid} .columns{columns:2}"

    def rows(head, body):
        return "".join(f"<tr>{''.join(f'<{tag}>{cell}' for cell in row)}" for tag, row in [("th", head)] + [("td", r) for r in body])

    def report(kind):
        items = "".join(f"<li>{text}" for text in ITEMS)
        table = f'<table class="{kind}" style="border-collapse:collapse">{rows(TABLE[0], TABLE[1:])}</table>'
        return "<h1>{}</h1><h2>Opening</h2>{}<ul>{}</ul><h2>Prices</h2>{}".format(
            REPORT[0], "".join(f"<p>{text}" for text in PARAGRAPHS), items, table
        )

    columns = f'<div class="columns">{"".join(f"<p>{text}" for text in NUMBERED)}</div>'
    pages = [("ruled", report("ruled"), REPORT, TABLE, 0), ("plain", report("plain"), REPORT, TABLE, 0)]
    pages += [("columns", columns, NUMBERED, [], len(NUMBERED))]
    for name, body, texts, table, numbered in pages:
        with open(path(f"{name}.html"), "w") as file:
            file.write(f"<!doctype html><title>{name}</title><style>{style}</style>{body}")
        for tagged in [True, False]:
            written = {"producer": "Chromium", "texts": texts, "rows": table, "numbered": numbered}
            name_of_file = f"chromium-{name}{'' if tagged else '-untagged'}.pdf"
            to_print.append({"html": f"{name}.html", "tagged": tagged, "written": {"file": name_of_file, **written}})
    sheet = f'<div style="break-after:page">{"".join(f"<p>{text}" for text in PARAGRAPHS * 2)}<table>{rows(TABLE[0], TABLE[1:])}</table></div>'
    with open(path("long.html"), "w") as file:
        file.write(f"<!doctype html><title>long</title><style>{style}</style>{sheet * LONG_PAGES}")
    with open(path("long-table.html"), "w") as file:
        file.write(f"<!doctype html><title>long table</title><table>{rows(LONG_TABLE[0], LONG_TABLE[1:])}</table>")
    written = {"file": "chromium-long-table.pdf", "producer": "Chromium", "texts": [], "rows": LONG_TABLE, "numbered": 0}
    to_print.append({"html": "long-table.html", "tagged": True, "written": written})


chromium()
print(json.dumps({"made": made, "skipped": skipped, "toPrint": to_print}))
