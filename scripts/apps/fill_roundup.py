"""Fills a Roundup tracker, or changes it, and prints what it then holds: `python fill_roundup.py fill|change FOLDER`.
`serve FOLDER PORT` serves it: Roundup's own server refuses to run as root, as in containers."""
import json
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path
from wsgiref.simple_server import WSGIRequestHandler, make_server

from roundup import admin, instance
from roundup.cgi.wsgi_handler import RequestDispatcher

from words import PEOPLE, name

what, folder, *rest = sys.argv[1:]
home = Path(folder, "tracker")
STATES = ["unread", "chatting", "need-eg", "in-progress", "testing", "resolved"]


def configure(**values):
    config = home / "config.ini"
    text = config.read_text()
    for key, value in values.items():
        text = re.sub(rf"(?m)^#?{key}\s*=.*$", f"{key} = {value}", text)
    config.write_text(text)


def create():
    for command in (["install", "classic", "sqlite"], ["initialise", "secret"]):
        with redirect_stdout(sys.stderr):
            sys.argv[1:] = ["-i", str(home), *command]
            if admin.AdminTool().main():
                raise SystemExit(f"roundup-admin {command[0]} failed")
        if command[0] == "install":
            configure(web="http://127.0.0.1/", domain="example.org", host="localhost")
            # It mails whoever follows an issue.
            (home / "detectors" / "nosyreaction.py").unlink()


def insert(db, number):
    db.issue.create(
        title=f"{name(number)} is broken",
        priority=db.priority.list()[number % 5],
        status=db.status.lookup(STATES[number % 6]),
        **({"assignedto": db.user.lookup(PEOPLE[number % 5])} if number % 3 else {}),
    )


if what == "serve":
    class Quiet(WSGIRequestHandler):
        def log_message(self, *_):
            pass

    port = int(rest[0])
    configure(web=f"http://127.0.0.1:{port}/")
    make_server("127.0.0.1", port, RequestDispatcher(str(home)), handler_class=Quiet).serve_forever()

if what == "fill":
    create()
db = instance.open(str(home)).open("admin")
if what == "fill":
    for person in PEOPLE:
        db.user.create(username=person, address=f"{person}@example.org", roles="User")
    for number in range(1, 56):
        insert(db, number)
else:
    for number in ("5", "17", "31"):
        db.issue.set(number, title=db.issue.get(number, "title") + " again")
    db.issue.retire("40")
    for number in (56, 57):
        insert(db, number)
db.commit()


def said(issue, field, kind, key):
    of = db.issue.get(issue, field)
    return db.getclass(kind).get(of, key) if of else ""


print(json.dumps([
    {
        "path": f"/issue{issue}",
        "title": db.issue.get(issue, "title"),
        "priority": said(issue, "priority", "priority", "name"),
        "status": said(issue, "status", "status", "name"),
        "creator": said(issue, "creator", "user", "username"),
        "assignedTo": said(issue, "assignedto", "user", "username"),
    }
    for issue in db.issue.list()
]))
