# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {function = "CardWrong.show", name = "name"}
# ///
"""A method has no self."""


class CardWrong:
    def show(name):
        print(name)


class Card:
    def show(self, name):
        print(name)


def trigger():
    CardWrong().show(name="ann")


def fixed():
    Card().show(name="ann")
