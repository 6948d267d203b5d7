"""Writes the articles of a blog and lets Pelican make its pages, or changes them. Prints what the articles say."""
import json
import pathlib
import subprocess
import sys

from words import PEOPLE, name

what, folder = sys.argv[1:]
content = pathlib.Path(folder, "content")
settings = pathlib.Path(folder, "settings.py")


def write(number, title=None):
    fields = {
        "Title": title or f"How to mend the {name(number)}",
        "Date": f"2026-{number % 9 + 1:02}-{number % 27 + 1:02} 10:00",
        "Author": PEOPLE[number % 5].title(),
        "Category": "Mending",
        "Slug": f"article-{number}",
    }
    text = f"The {name(number)} needs a new handle. Take {number} screws, and glue that holds.\n\nThen let it dry for {number} hours."
    head = "".join(f"{key}: {value}\n" for key, value in fields.items())
    content.joinpath(f"{number}.md").write_text(f"{head}\n{text}\n")


if what == "fill":
    content.mkdir()
    settings.write_text(
        "SITENAME = 'The Mender'\nPATH = 'content'\nTIMEZONE = 'UTC'\nDEFAULT_LANG = 'en'\nDEFAULT_PAGINATION = 8\n"
        "RELATIVE_URLS = True\nFEED_ALL_ATOM = None\nCATEGORY_FEED_ATOM = None\nDEFAULT_DATE_FORMAT = '%Y-%m-%d'\n"
    )
    for number in range(1, 31):
        write(number)
else:
    for number in (3, 14, 25):
        write(number, f"How not to break the {name(number)}")
    content.joinpath("20.md").unlink()
    pathlib.Path(folder, "output", "article-20.html").unlink()
    write(31)
    write(32)
command = [sys.executable, "-m", "pelican", str(content), "-o", f"{folder}/output", "-s", str(settings), "--quiet"]
subprocess.run(command, check=True, cwd=folder, stdout=sys.stderr)


def read(path):
    head = path.read_text().split("\n\n")[0]
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    return {
        "path": f"/{fields['Slug']}.html",
        "title": fields["Title"],
        "author": fields["Author"],
        "date": fields["Date"][:10],
    }


articles = sorted(content.glob("*.md"), key=lambda path: int(path.stem))
print(json.dumps([read(path) for path in articles]))
