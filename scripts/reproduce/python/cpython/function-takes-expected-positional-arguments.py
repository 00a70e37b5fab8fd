# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# captures = {function = "JobWrong.run", expected = "0", given = "1"}
# ///
"""A method has no self."""


class JobWrong:
    def run():
        print("running")


class Job:
    def run(self):
        print("running")


def trigger():
    JobWrong().run()


def fixed():
    Job().run()
