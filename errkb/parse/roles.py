"""Which events are the error itself, which only report another one, and which are noise.

Every entry is a wording with the reason why it does not name the cause; a new one is a line in a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from errkb.model.event import ErrorEvent
from errkb.parse.lazy import Lazy

__all__ = ["HOT", "by_wording", "chain_roles", "is_consequence", "is_serious", "settle"]

WRAPPERS: dict[str, str] = {
    r"[Ss]ee (?:the )?(?:root cause|stack trace|traceback|error|logs?)\b.{0,20}\babove": "points to what came before",
    r"[Ss]ee stack trace (?:\(above\) )?for (?:the )?root cause": "points to another process's stack trace",
    r"for (?:the|more|further) (?:root cause|details),? (?:see|look at) (?:the )?(?:logs?|error)": "points to a log",
    r"It usually means the child failed": "a parent that was signalled by its dying child",
    r"(?:hit|caught) an exception:?$": "the traceback below is the exception",
    r"[Ee]xception in worker\b": "a worker's traceback is printed elsewhere",
    r"output_handler failed": "the engine's error is printed by the engine",
    r"(?:[Ee]ngine|EngineCore|Worker\w*|Scheduler) (?:core )?(?:initialization|proc(?:ess)?) failed": "a child died",
    r"EngineCore (?:failed to start|encountered (?:an issue|a fatal error))": "the cause is in another traceback",
    r"subprocess-exited-with-error": "the output of the subprocess holds the error",
    r"did not run successfully": "the output of the subprocess holds the error",
    r"metadata-generation-failed": "the output of the build backend holds the error",
    r"Failed (?:building wheel|to build (?:installable )?wheels?\b|to build \S+$)": "the compiler's error is above",
    r"returned (?:a )?non-zero exit (?:status|code)": "the command's own output holds the error",
    r"returned status code [1-9]\d{0,4}\b": "the command's own output holds the error",
    r"^Job for \S{1,120} failed because the (?:control|service)": "the unit's own log says why",
    r"^Failed to start \S{1,120}\.service\b": "the unit's own log says why",
    r"executor failed running \[": "the command's own output holds the error",
    r"Error: (?:ImagePullBackOff|ErrImagePull)$": "the row above says why the image cannot be pulled",
    r"did not complete successfully: exit code": "the command's own output holds the error",
    r"Command failed with exit (?:code|status)": "the command's own output holds the error",
    r"Process completed with exit code": "the step's own output holds the error",
    r"The process '[^'\n]*' failed with exit code": "the command's own output holds the error",
    r"CrashLoopBackOff|Back-off \S* ?restarting failed container": "the container's own log holds the error",
    r"process didn't exit successfully": "the command's own output holds the error",
    r"failed to run custom build command for `": "the build script's own output holds the error",
    r"ld returned \d+ exit status": "the linker's own lines name what is missing",
    r"failed \(exitcode: [1-9]\d*\)": "the worker's own traceback holds the error",
    r"died while running it": "the worker's own log says why it died",
    r"Failed to compile\.?$": "the compiler's own lines name what is wrong",
    r"Compilation fail(?:ure(?:\n|$)|ed; see the compiler)": "the compiler's own lines name what is wrong",
    r"Compilation error\. See (?:the )?log": "the compiler's own lines name what is wrong",
    r"There (?:were failing tests|are test failures)|Tests run: \d+, Failures: \d": "the failing tests are named above",
    r"Task exception was never retrieved|Future exception was never retrieved": "the exception is printed below",
}
WRAPPER_CLASSES: dict[str, str] = {
    "ChildFailedError": "torchrun's summary of a worker that failed",
    "EngineDeadError": "the engine process died of something printed earlier",
    "AsyncEngineDeadError": "the engine process died of something printed earlier",
    "CalledProcessError": "a command failed; its own output says why",
    "RayTaskError": "carries the traceback of the task",
    "ActorDiedError": "the actor's own log says why",
    "ActorUnavailableError": "the actor's own log says why",
    "WorkerCrashedError": "the worker's own log says why",
    "BrokenProcessPool": "a worker of the pool died without a word",
    "KilledWorker": "the workers' own logs say why they died",
    "InstallationSubprocessError": "the output of the subprocess holds the error",
    "Py4JJavaError": "carries the trace of the Java side",
    "CeleryError": "carries the task's exception",
}
NOISE: dict[str, str] = {
    r"Unclosed (?:client session|connector|connection)": "a resource warning at exit",
    r"resource_tracker: (?:There appear|process died)": "a resource warning at exit",
    r"leaked (?:semaphore|shared_memory|folder)": "a resource warning at exit",
    r"Task was destroyed but it is pending": "the event loop was stopped with work left",
    r"[Ee]vent loop stopped before Future completed": "the loop was stopped from outside",
    r"The operation was cancell?ed\.?$": "a consequence of the cancellation, not its reason",
    r"destroy_process_group\(\) was not called": "a consequence of the process ending early",
    r"sending process \d+ closing signal": "the launcher stops the other workers",
    r"TBE Subprocess\[\w*\] raise error": "a helper process that lost its main process",
    r"main process disappeared": "a helper process that lost its main process",
    r"A fatal exception occurred but the process is already shutting down": "a consequence of the shutdown",
    r"sys\.meta_path is None, Python is likely shutting down": "a destructor that ran too late",
}
CONSEQUENCES = frozenset({"KeyboardInterrupt", "SystemExit", "CancelledError", "BrokenPipeError", "GeneratorExit"})
"""Classes that are noise beside another error, and the answer where there is none."""
_SIGNAL = Lazy(
    r"(?:\S{1,200}: (?:line )?\d{1,6}: ?\d{1,8} |zsh: )?(?:Abort(?:ed)?|abort|[Ss]egmentation fault|[Bb]us "
    r"error|Illegal inst"
    r"|Trace/breakpoint|trace trap|Terminated|Fatal Python error: Aborted|Program received signal SIGABRT)"
)
"""How a shell reports the signal a program died of: beside another error, its end and not its reason."""

_WRAPPER = Lazy("|".join(WRAPPERS))
_NOISE = Lazy("|".join(NOISE))
_LOOK = 2000
"""Characters of a message in which such a wording can stand."""
HOT = Lazy(
    r"It usually means the child failed|an exception:|Unclosed c|resource_tracker: |leaked |Task was destroyed"
    r"|did not run successfully|killed by (?:signal|the OOM)|exited-with-error|was never retrieved"
)
"""Those of the wordings that stand on lines which nothing else marks."""


def by_wording(event: ErrorEvent) -> None:
    """Set the role that wording and class decide; a role a parser has set stays."""
    if event.role != "cause":
        return
    message = event.message[:_LOOK]
    name = (event.cls or "").partition("(")[0].rpartition(".")[2]
    if _NOISE.search(message):
        event.role = "noise"
    elif name in WRAPPER_CLASSES or _WRAPPER.search(message):
        event.role = "wrapper"


def is_serious(event: ErrorEvent) -> bool:
    """Say whether an event is a cause that others can be the consequence of."""
    return event.role == "cause" and not _minor(event)


def settle(events: Sequence[ErrorEvent], *, beside: bool = False) -> None:
    """Set the roles that depend on what else is in the text; `beside` says that a serious event was there before.

    Beside another cause, what usually follows from an error is noise, and a traceback without its last lines only
    shows that something was reported.
    """
    if not (beside or any(map(is_serious, events))):
        return
    for event in events:
        if event.role == "cause" and _minor(event):
            event.role = "noise" if is_consequence(event) else "wrapper"


def chain_roles(chain: Sequence[ErrorEvent]) -> None:
    """Set the roles in a chain of Python exceptions, earliest first.

    `raise … from` and "during handling" keep the first as the cause. But where the later one was raised by the very
    function that handled the first, it is a translation: it says more than what it replaces (a `KeyError` turned into
    a message for people), so both are causes.
    """
    for earlier, later in pairwise(chain):
        translated = later.link == "context" and _same_function(earlier, later)
        if later.role == "cause" and not translated:
            later.role = "wrapper"


def is_consequence(event: ErrorEvent) -> bool:
    """Say whether an event usually follows from another error."""
    if event.cls is None:
        return _SIGNAL.match(event.message) is not None
    return event.cls.rpartition(".")[2] in CONSEQUENCES


def _minor(event: ErrorEvent) -> bool:
    return is_consequence(event) or not (event.cls or event.message)


def _same_function(earlier: ErrorEvent, later: ErrorEvent) -> bool:
    """Say whether `later` was raised where `earlier` was handled: the outermost frame of its traceback."""
    if not earlier.frames or not later.frames:
        return False
    handler, raising = earlier.frames[0], later.frames[-1]
    return handler.function == raising.function and _file(handler.file) == _file(raising.file)


def _file(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]
