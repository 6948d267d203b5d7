"""Fills a Trac project, or changes it. Prints what its database then holds: `python fill_trac.py fill|change FOLDER`."""
import json
import sys

from trac.env import Environment
from trac.ticket.model import Ticket

from words import PEOPLE, name

PRIORITIES = ["blocker", "critical", "major", "minor", "trivial"]


def insert(env, number):
    ticket = Ticket(env)
    ticket["summary"] = f"{name(number)} is broken"
    ticket["owner"] = PEOPLE[number % 5]
    ticket["reporter"] = PEOPLE[(number * 3 + 1) % 5]
    ticket["priority"] = PRIORITIES[number % 4]
    ticket["type"] = "defect"
    ticket["status"] = "new"
    ticket["description"] = f"It was whole until day {number}. Please look at it soon."
    ticket.insert()


what, folder = sys.argv[1:]
path = f"{folder}/project"
if what == "fill":
    env = Environment(path, create=True, options=[("project", "name", "Workshop"), ("query", "items_per_page", "20")])
    for number in range(1, 61):
        insert(env, number)
else:
    env = Environment(path)
    for number in (5, 17, 31):
        ticket = Ticket(env, number)
        ticket["summary"] = f"{name(number)} is broken again"
        ticket.save_changes("ann", "")
    Ticket(env, 40).delete()
    for number in (61, 62):
        insert(env, number)

rows = env.db_query("SELECT id, summary, owner, reporter, priority FROM ticket ORDER BY id")
print(json.dumps([
    {"path": f"/ticket/{id}", "summary": summary, "owner": owner, "reporter": reporter, "priority": priority}
    for id, summary, owner, reporter, priority in rows
]))
