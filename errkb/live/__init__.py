"""Live: text as it is written -> what is known of it, told at once.

relay, follow -> Backlog -> Watcher -> notices
"""

from __future__ import annotations

from errkb.live.backlog import Backlog
from errkb.live.notice import Notice, Tell
from errkb.live.watcher import Watcher, watch

__all__ = ["Backlog", "Notice", "Tell", "Watcher", "watch"]
