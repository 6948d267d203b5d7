"""Fills a database that Datasette shows, or changes it. Prints what it then holds: `python fill_datasette.py fill|change FOLDER`."""
import json
import sqlite3
import sys

from words import COLOURS, name

what, folder = sys.argv[1:]
db = sqlite3.connect(f"{folder}/shop.db")


def insert(number):
    row = (number, name(number), f"{COLOURS[number % 5]} & Sons", number * 1.25)
    db.execute("INSERT INTO goods VALUES (?, ?, ?, ?)", row)


if what == "fill":
    db.execute("CREATE TABLE goods (id INTEGER PRIMARY KEY, name TEXT, maker TEXT, price REAL)")
    for number in range(1, 131):
        insert(number)
else:
    db.execute("UPDATE goods SET price = price + 3 WHERE id IN (4, 58, 121)")
    db.execute("DELETE FROM goods WHERE id = 77")
    insert(131)
    insert(132)
db.commit()

rows = db.execute("SELECT id, name, maker, price FROM goods ORDER BY id")
print(json.dumps([
    {"path": f"/shop/goods/{id}", "id": str(id), "name": name_, "maker": maker, "price": price}
    for id, name_, maker, price in rows
]))
