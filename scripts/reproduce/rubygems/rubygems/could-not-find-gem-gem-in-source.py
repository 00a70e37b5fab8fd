# /// script
# requires-python = ">=3.11"
# dependencies = []
#
# [tool.errkb]
# requires = ["bundle", "ruby"]
# memory = 65536
# ///
"""The bundle of the program is not installed."""

import os
import subprocess
import sys
from pathlib import Path

GEM = """\
Gem::Specification.new do |gem|
  gem.name = "pump"
  gem.version = "1.0.0"
  gem.summary = "a pump"
  gem.authors = ["errkb"]
  gem.files = []
end
"""


def run(*command, status=None):
    environment = os.environ | {"GEM_HOME": str(Path("gems").absolute()), "BUNDLE_SILENCE_ROOT_WARNING": "1"}
    done = subprocess.run(command, env=environment, stdout=sys.stderr)
    if status is None and done.returncode:
        sys.exit(done.returncode)


def program():
    Path("pump.gemspec").write_text(GEM)
    run("gem", "build", "pump.gemspec")
    Path("Gemfile").write_text('source "http://localhost:9"\ngem "pump"\n')


def trigger():
    program()
    run("bundle", "exec", "ruby", "-e", "puts 1")


def fixed():
    program()
    run("gem", "install", "--local", "pump-1.0.0.gem")
    run("bundle", "install", "--local")
    run("bundle", "exec", "ruby", "-e", "puts 1")
