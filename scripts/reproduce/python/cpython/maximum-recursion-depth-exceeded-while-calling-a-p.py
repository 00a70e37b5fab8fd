# /// script
# requires-python = ">=3.8,<3.12"
# dependencies = []
# ///
"""An object hands on what it is asked to itself."""


class CommandWrong:
    def __call__(self):
        return self()


class Command:
    def __call__(self):
        return self.run()

    def run(self):
        return 42


def trigger():
    run(CommandWrong())


def run(command):
    command()


def fixed():
    Command()()
