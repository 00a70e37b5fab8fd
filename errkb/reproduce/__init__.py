"""Running the scripts that prove records: the error raised by the real project, and gone with the fix.

    script + record -> environment (uv) -> sandbox: trigger, fixed -> verdict by the real answer -> verified file

Scripts run only here, by `errkb reproduce`; no way to an answer leads through this package.
"""

from errkb.reproduce.run import Progress, Target, reproduce, require_script

__all__ = ["Progress", "Target", "reproduce", "require_script"]
