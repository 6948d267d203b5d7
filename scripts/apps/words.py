"""Data of our own for the applications: the same in each run, and no two records alike."""

COLOURS = ["Amber", "Cobalt", "Crimson", "Ivory", "Olive", "Teal"]
THINGS = ["Kettle", "Lamp", "Bowl", "Jug", "Basket", "Clock", "Mirror"]
PEOPLE = ["ann", "bela", "carla", "dmitri", "elif"]


def name(number):
    """A name that no other number has."""
    return f"{COLOURS[number % 6]} {THINGS[number % 7]} {number}"
