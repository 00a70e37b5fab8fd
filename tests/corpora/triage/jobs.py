"""Job logs in the manner of CI systems, schedulers and clusters, written for this project, with what is true of each.

Each job is told as its log without what its runner puts before a line; `»` stands before the line, or one of the lines,
that names the primary cause. The labels were written before anything was run over the logs. Every second job is kept
back from tuning (`held_back`).

    python tests/corpora/triage/jobs.py FOLDER     writes the logs and labels.json
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

MARK = "» "
Style = Callable[[int, str], str]


@dataclass(frozen=True)
class Job:
    """A log and its labels; `cause` is what the primary cause must say, `lines` are those that say it."""

    name: str
    text: str
    outcome: str
    cause: str | None
    lines: tuple[int, ...]
    step: str | None
    held_back: bool


JOBS: list[Job] = []


def job(  # noqa: PLR0917  # the log comes last
    name: str, style: Style, outcome: str, cause: str | None, text: str, step: str | None = None
) -> None:
    """Add a job."""
    shown, marked = [], []
    for number, line in enumerate(text.strip("\n").split("\n"), 1):
        if line.startswith(MARK):
            marked.append(number)
            line = line.removeprefix(MARK)
        shown.append(style(number, line))
    JOBS.append(Job(name, "\n".join(shown) + "\n", outcome, cause, tuple(marked), step, len(JOBS) % 2 == 1))


def github(number: int, line: str) -> str:
    """GitHub Actions: a time with seven digits."""
    return f"2026-11-03T02:{14 + number // 60:02}:{number % 60:02}.{number * 73129 % 10**7:07}Z {line}"


def bare(_: int, line: str) -> str:
    """Nothing before a line."""
    return line


def jenkins(number: int, line: str) -> str:
    """Jenkins with its time stamps."""
    return f"[2026-11-03T03:{number // 60:02}:{number % 60:02}.{number * 37 % 1000:03}Z] {line}"


def kubernetes(number: int, line: str) -> str:
    """Container runtime."""
    return f"2026-11-03T04:{number // 60:02}:{number % 60:02}.{number * 7312951 % 10**9:09}Z stderr F {line}"


def logging(number: int, line: str) -> str:
    """A program's own logger; a line that begins with a blank or `|` goes on without a prefix."""
    if line.startswith("|"):
        return line[1:]
    return f"2026-11-03 05:{number // 60:02}:{number % 60:02},{number * 37 % 1000:03} {line}"


def steps(count: int, what: str = "Downloading package") -> str:
    """Healthy lines."""
    return "\n".join(f"{what} {n} of {count} ({n * 37 % 97} kB)" for n in range(1, count + 1))


SETUP = f"""\
Current runner version: '2.328.0'
##[group]Runner Image
Image: ubuntu-24.04
##[endgroup]
##[group]Run actions/checkout@v5
Syncing repository: acme/rocket
##[endgroup]
##[group]Run pip install -r requirements.txt
{steps(20)}
Successfully installed rocket-1.2.0
##[endgroup]"""

# --- GitHub Actions

job(
    "gha-pytest",
    github,
    "failed",
    "AssertionError: assert 3 == 4",
    f"""
{SETUP}
##[group]Run pytest -q
##[endgroup]
.....F....                                                               [100%]
=================================== FAILURES ===================================
__________________________________ test_orbit __________________________________

    def test_orbit():
>       assert orbit(1) == 4
» E       AssertionError: assert 3 == 4
E        +  where 3 = orbit(1)

tests/test_orbit.py:7: AssertionError
=========================== short test summary info ============================
FAILED tests/test_orbit.py::test_orbit - AssertionError: assert 3 == 4
1 failed, 9 passed in 0.31s
##[error]Process completed with exit code 1.
Post job cleanup.
""",
    step="Run pytest -q",
)

job(
    "gha-module-missing",
    github,
    "failed",
    "No module named 'rocket.fuel'",
    f"""
{SETUP}
##[group]Run python -m rocket.launch --dry
##[endgroup]
loading the launch plan
Traceback (most recent call last):
  File "<frozen runpy>", line 198, in _run_module_as_main
  File "/home/runner/work/rocket/rocket/rocket/launch.py", line 3, in <module>
    from rocket.fuel import Tank
» ModuleNotFoundError: No module named 'rocket.fuel'
##[error]Process completed with exit code 1.
##[group]Run actions/upload-artifact@v4
##[warning]No files were found with the provided path: dist/. No artifacts will be uploaded.
##[endgroup]
Post job cleanup.
""",
    step="Run python -m rocket.launch --dry",
)

job(
    "gha-green-with-error",
    github,
    "passed",
    None,
    f"""
{SETUP}
##[group]Run pytest -q tests/negative
##[endgroup]
testing that a broken plan is refused
Traceback (most recent call last):
  File "/home/runner/work/rocket/rocket/rocket/plan.py", line 31, in load
    raise PlanError("no stage has an engine")
rocket.plan.PlanError: no stage has an engine
refused as it should be
12 passed in 1.20s
Post job cleanup.
Cleaning up orphan processes
""",
)

job(
    "gha-npm",
    github,
    "failed",
    "Cannot find module 'left-shift'",
    f"""
{SETUP}
##[group]Run npm test
> rocket-ui@1.0.0 test
> node test/index.js
##[endgroup]
node:internal/modules/cjs/loader:1228
  throw err;
  ^

» Error: Cannot find module 'left-shift'
Require stack:
- /home/runner/work/rocket/rocket/ui/test/index.js
    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15)
    at Module.require (node:internal/modules/cjs/loader:1311:12)
    at Object.<anonymous> (/home/runner/work/rocket/rocket/ui/test/index.js:1:15) {{
  code: 'MODULE_NOT_FOUND',
  requireStack: [ '/home/runner/work/rocket/rocket/ui/test/index.js' ]
}}

Node.js v22.9.0
npm error code 1
npm error path /home/runner/work/rocket/rocket/ui
npm error command failed
##[error]Process completed with exit code 1.
""",
    step="Run npm test",
)

job(
    "gha-timeout",
    github,
    "failed",
    "exceeded the maximum execution time",
    f"""
{SETUP}
##[group]Run make integration
##[endgroup]
waiting for the service to come up
{steps(30, "still waiting, attempt")}
» ##[error]The job running on runner GitHub Actions 14 has exceeded the maximum execution time of 30 minutes.
##[error]The operation was canceled.
Post job cleanup.
""",
    step="Run make integration",
)

job(
    "gha-cancelled",
    github,
    "failed",
    "The operation was canceled",
    f"""
{SETUP}
##[group]Run make integration
##[endgroup]
{steps(12, "integration test")}
» ##[error]The operation was canceled.
Post job cleanup.
Cleaning up orphan processes
""",
    step="Run make integration",
)

job(
    "gha-rust",
    github,
    "failed",
    "mismatched types",
    f"""
{SETUP}
##[group]Run cargo build --locked
##[endgroup]
   Compiling rocket-core v0.3.0 (/home/runner/work/rocket/rocket/core)
warning: unused variable: `stage`
 --> core/src/plan.rs:3:9
  |
3 |     let stage = 1;
  |         ^^^^^ help: if this is intentional, prefix it with an underscore: `_stage`

» error[E0308]: mismatched types
  --> core/src/tank.rs:14:20
   |
14 |     let litres: u32 = "many";
   |                 ---   ^^^^^^ expected `u32`, found `&str`
   |                 |
   |                 expected due to this

For more information about this error, try `rustc --explain E0308`.
warning: `rocket-core` (lib) generated 1 warning
error: could not compile `rocket-core` (lib) due to 1 previous error; 1 warning emitted
##[error]Process completed with exit code 101.
""",
    step="Run cargo build --locked",
)

job(
    "gha-retry-passes",
    github,
    "passed",
    None,
    f"""
{SETUP}
##[group]Run ./fetch.sh
##[endgroup]
curl: (28) Operation timed out after 10000 milliseconds with 0 bytes received
attempt 1 failed, trying again
curl: (28) Operation timed out after 10000 milliseconds with 0 bytes received
attempt 2 failed, trying again
fetched 3 files
##[group]Run make check
##[endgroup]
all checks passed
Post job cleanup.
""",
)

job(
    "gha-docker",
    github,
    "failed",
    "failed to compute cache key",
    f"""
{SETUP}
##[group]Run docker build -t rocket .
##[endgroup]
#0 building with "default" instance using docker driver
#1 [internal] load build definition from Dockerfile
#1 transferring dockerfile: 312B done
#1 DONE 0.0s
#5 [2/4] COPY plans/ /plans
#5 ERROR: failed to calculate checksum of ref rocket: "/plans": not found
------
 > [2/4] COPY plans/ /plans:
------
Dockerfile:4
--------------------
   3 |     WORKDIR /srv
   4 | >>> COPY plans/ /plans
--------------------
» ERROR: failed to build: failed to solve: failed to compute cache key: failed to calculate checksum of ref rocket: "/plans": not found
##[error]Process completed with exit code 1.
""",
    step="Run docker build -t rocket .",
)

job(
    "gha-service-noise-after",
    github,
    "failed",
    "could not translate host name",
    f"""
{SETUP}
##[group]Run python migrate.py
##[endgroup]
connecting
Traceback (most recent call last):
  File "/home/runner/work/rocket/rocket/migrate.py", line 9, in <module>
    connection = psycopg2.connect(url)
  File "/opt/venv/lib/python3.12/site-packages/psycopg2/__init__.py", line 122, in connect
    conn = _connect(dsn, connection_factory=connection_factory, **kwasync)
» psycopg2.OperationalError: could not translate host name "db" to address: Name or service not known
##[error]Process completed with exit code 1.
##[group]Run docker compose down
##[endgroup]
Error response from daemon: No such container: rocket-db-1
service "db" is not running
##[group]Run cat service.log
##[endgroup]
ERROR: the log of the service was not found
Post job cleanup.
""",
    step="Run python migrate.py",
)

# --- GitLab CI


def gitlab(section: str, body: str) -> str:
    """A section as GitLab writes it."""
    return f"\x1b[0Ksection_start:1762138445:{section}\r\x1b[0K\x1b[36;1m{section}\x1b[0;m\n{body.strip(chr(10))}\n\x1b[0Ksection_end:1762138460:{section}\r\x1b[0K"


PREPARE = gitlab(
    "prepare_executor", "Using Docker executor with image python:3.12 ...\nPulling docker image python:3.12 ..."
)
GET = gitlab("get_sources", "Fetching changes with git depth set to 20...\nChecking out 3f5e2a1c as detached HEAD...")

job(
    "gitlab-ruff-test",
    bare,
    "failed",
    "KeyError: 'stage'",
    f"""
Running with gitlab-runner 17.5.0 (abc123de)
{PREPARE}
{GET}
$ pip install -e .
{steps(15)}
$ python -m rocket.report
Traceback (most recent call last):
  File "/builds/acme/rocket/rocket/report.py", line 88, in main
    stage = plan["stage"]
» KeyError: 'stage'
\x1b[0Ksection_start:1762138500:cleanup_file_variables\r\x1b[0K
Cleaning up project directory and file based variables
\x1b[0Ksection_end:1762138501:cleanup_file_variables\r\x1b[0K
\x1b[31;1mERROR: Job failed: exit code 1
\x1b[0;m
""",
)

job(
    "gitlab-green",
    bare,
    "passed",
    None,
    f"""
Running with gitlab-runner 17.5.0 (abc123de)
{PREPARE}
{GET}
$ make test
{steps(25, "test")}
ERROR: this line is printed by a test of the logger
ok
\x1b[32;1mJob succeeded\x1b[0;m
""",
)

job(
    "gitlab-oom",
    bare,
    "failed",
    "Killed",
    f"""
Running with gitlab-runner 17.5.0 (abc123de)
{PREPARE}
{GET}
$ python train.py --epochs 3
epoch 1 step 100 loss 2.31
epoch 1 step 200 loss 2.11
» /usr/bin/bash: line 142:    71 Killed                  python train.py --epochs 3
Cleaning up project directory and file based variables
\x1b[31;1mERROR: Job failed: exit code 137
\x1b[0;m
""",
)

job(
    "gitlab-maven",
    bare,
    "failed",
    "cannot find symbol",
    f"""
Running with gitlab-runner 17.5.0 (abc123de)
{GET}
$ mvn -B verify
[INFO] Scanning for projects...
[INFO] Building rocket 1.0
[INFO] -------------------------------------------------------------
[ERROR] COMPILATION ERROR :
[INFO] -------------------------------------------------------------
» [ERROR] /builds/acme/rocket/src/main/java/acme/Tank.java:[12,9] cannot find symbol
[ERROR]   symbol:   class Valve
[ERROR]   location: class acme.Tank
[INFO] 1 error
[INFO] BUILD FAILURE
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.13.0:compile (default-compile) on project rocket: Compilation failure
[ERROR] -> [Help 1]
[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.
\x1b[31;1mERROR: Job failed: exit code 1
\x1b[0;m
""",
)

job(
    "gitlab-script-missing",
    bare,
    "failed",
    "deploy.sh: No such file or directory",
    f"""
Running with gitlab-runner 17.5.0 (abc123de)
{PREPARE}
{GET}
$ ./scripts/deploy.sh production
» /usr/bin/bash: line 151: ./scripts/deploy.sh: No such file or directory
Cleaning up project directory and file based variables
\x1b[31;1mERROR: Job failed: exit code 127
\x1b[0;m
""",
)

job(
    "gitlab-timeout",
    bare,
    "failed",
    "execution took longer than 1h0m0s",
    f"""
Running with gitlab-runner 17.5.0 (abc123de)
{PREPARE}
{GET}
$ make soak
{steps(40, "soak round")}
» \x1b[31;1mERROR: Job failed: execution took longer than 1h0m0s seconds
\x1b[0;m
""",
)

job(
    "gitlab-pull",
    bare,
    "failed",
    "manifest for registry.acme.example/base:9 not found",
    f"""
Running with gitlab-runner 17.5.0 (abc123de)
Preparing the "docker" executor
Using Docker executor with image registry.acme.example/base:9 ...
Pulling docker image registry.acme.example/base:9 ...
WARNING: Failed to pull image with policy "always": Error response from daemon: manifest for registry.acme.example/base:9 not found: manifest unknown (manager.go:254:0s)
» \x1b[31;1mERROR: Job failed: failed to pull image "registry.acme.example/base:9" with specified policies [always]: Error response from daemon: manifest for registry.acme.example/base:9 not found: manifest unknown (manager.go:254:0s)
\x1b[0;m
""",
)

# --- Jenkins

job(
    "jenkins-gradle",
    jenkins,
    "failed",
    "expected: <2> but was: <3>",
    f"""
Started by user admin
[Pipeline] Start of Pipeline
[Pipeline] stage
[Pipeline] {{ (Test)
[Pipeline] sh
+ ./gradlew test
> Task :compileJava
> Task :test FAILED

TankTest > fills() FAILED
»     org.opentest4j.AssertionFailedError: expected: <2> but was: <3>
        at app//org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)
        at app//acme.TankTest.fills(TankTest.java:19)

14 tests completed, 1 failed

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':test'.
> There were failing tests. See the report at: file:///var/jenkins/rocket/build/reports/tests/test/index.html

BUILD FAILED in 12s
[Pipeline] }}
[Pipeline] End of Pipeline
ERROR: script returned exit code 1
Finished: FAILURE
""",
    step="Test",
)

job(
    "jenkins-green-noise",
    jenkins,
    "passed",
    None,
    f"""
Started by timer
[Pipeline] Start of Pipeline
[Pipeline] stage
[Pipeline] {{ (Smoke)
+ python smoke.py
ERROR:smoke:the first probe was refused, the service is still starting
ERROR:smoke:the second probe was refused, the service is still starting
INFO:smoke:the service answers
[Pipeline] }}
[Pipeline] End of Pipeline
Finished: SUCCESS
""",
)

job(
    "jenkins-agent-lost",
    jenkins,
    "failed",
    "ChannelClosedException",
    f"""
Started by an SCM change
[Pipeline] Start of Pipeline
[Pipeline] stage
[Pipeline] {{ (Build)
+ make all
{steps(20, "[CC] object")}
Cannot contact agent-7: java.lang.InterruptedException
Could not connect to agent-7 to send interrupt signal to process
» hudson.remoting.ChannelClosedException: Channel "hudson.remoting.Channel@5f2e:agent-7": Remote call on agent-7 failed. The channel is closing down or has closed down
	at hudson.remoting.Channel.call(Channel.java:1105)
	at hudson.FilePath.act(FilePath.java:1228)
Finished: FAILURE
""",
    step="Build",
)

job(
    "jenkins-aborted",
    jenkins,
    "failed",
    "Aborted by",
    f"""
Started by user dev
[Pipeline] Start of Pipeline
[Pipeline] {{ (Deploy)
+ ./wait-for-approval.sh
{steps(9, "waiting, minute")}
» Aborted by release-manager
Sending interrupt signal to process
script returned exit code 143
Finished: ABORTED
""",
    step="Deploy",
)

job(
    "jenkins-cpp",
    jenkins,
    "failed",
    "undefined reference to `Tank::drain()'",
    f"""
[Pipeline] {{ (Build)
+ cmake --build build
[ 10%] Building CXX object CMakeFiles/rocket.dir/tank.cpp.o
/src/tank.cpp:8:6: warning: unused parameter 'litres' [-Wunused-parameter]
[ 60%] Linking CXX executable rocket
» /usr/bin/ld: CMakeFiles/rocket.dir/main.cpp.o: in function `main': main.cpp:(.text+0x1d): undefined reference to `Tank::drain()'
collect2: error: ld returned 1 exit status
gmake[2]: *** [CMakeFiles/rocket.dir/build.make:110: rocket] Error 1
gmake[1]: *** [CMakeFiles/Makefile2:83: CMakeFiles/rocket.dir/all] Error 2
gmake: *** [Makefile:91: all] Error 2
script returned exit code 2
Finished: FAILURE
""",
    step="Build",
)

job(
    "jenkins-checkout",
    jenkins,
    "failed",
    "Couldn't find remote ref refs/heads/relaese",
    f"""
Started by user dev
[Pipeline] {{ (Checkout)
 > git fetch --tags --force --progress -- https://git.acme.example/rocket.git +refs/heads/relaese:refs/remotes/origin/relaese # timeout=10
ERROR: Error cloning remote repo 'origin'
hudson.plugins.git.GitException: Command "git fetch --tags --force" returned status code 128:
stdout: 
» stderr: fatal: Couldn't find remote ref refs/heads/relaese

	at org.jenkinsci.plugins.gitclient.CliGitAPIImpl.launchCommandIn(CliGitAPIImpl.java:2846)
	at org.jenkinsci.plugins.gitclient.CliGitAPIImpl.launchCommandWithCredentials(CliGitAPIImpl.java:2185)
ERROR: Maximum checkout retry attempts reached, aborting
Finished: FAILURE
""",
    step="Checkout",
)

# --- Kubernetes

job(
    "k8s-crash-go",
    kubernetes,
    "failed",
    "nil pointer dereference",
    """
starting controller
I1103 04:00:02.118231       1 leader.go:42] attempting to acquire leader lease
I1103 04:00:03.220118       1 leader.go:88] successfully acquired lease
» panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=0x8 pc=0x4a1b2c]

goroutine 1 [running]:
main.(*Controller).Sync(0x0)
	/src/controller.go:57 +0x1c
main.main()
	/src/main.go:21 +0x85
exit status 2
""",
)

job(
    "k8s-service-errors",
    logging,
    "unknown",
    None,
    """
INFO  [gateway] listening on 8080
ERROR [gateway] upstream billing answered 503, trying again
INFO  [gateway] GET /invoices 200 in 31 ms
ERROR [gateway] upstream billing answered 503, trying again
INFO  [gateway] GET /invoices 200 in 29 ms
INFO  [gateway] GET /invoices 200 in 30 ms
""",
)

job(
    "k8s-image",
    bare,
    "failed",
    "pull access denied for acme/rocket",
    """
NAME       READY   STATUS             RESTARTS   AGE
rocket-0   0/1     ImagePullBackOff   0          2m
Events:
  Type     Reason     Age                From               Message
  ----     ------     ----               ----               -------
  Normal   Scheduled  2m                 default-scheduler  Successfully assigned default/rocket-0 to node-3
  Normal   Pulling    60s (x3 over 2m)   kubelet            Pulling image "acme/rocket:9"
»   Warning  Failed     59s (x3 over 2m)   kubelet            Failed to pull image "acme/rocket:9": failed to resolve reference "docker.io/acme/rocket:9": pull access denied for acme/rocket, repository does not exist or may require authorization
  Warning  Failed     59s (x3 over 2m)   kubelet            Error: ErrImagePull
  Normal   BackOff    30s (x5 over 2m)   kubelet            Back-off pulling image "acme/rocket:9"
  Warning  Failed     30s (x5 over 2m)   kubelet            Error: ImagePullBackOff
""",
)

job(
    "k8s-java",
    kubernetes,
    "failed",
    "Failed to configure a DataSource",
    """
  .   ____          _            __ _ _
 :: Spring Boot ::                (v3.3.4)
INFO 1 --- [main] acme.Application : Starting Application using Java 21
WARN 1 --- [main] ConfigServletWebServerApplicationContext : Exception encountered during context initialization - cancelling refresh attempt
ERROR 1 --- [main] o.s.b.d.LoggingFailureAnalysisReporter : 

***************************
APPLICATION FAILED TO START
***************************

Description:

» Failed to configure a DataSource: 'url' attribute is not specified and no embedded datasource could be configured.

Reason: Failed to determine a suitable driver class
""",
)

job(
    "k8s-oom",
    bare,
    "failed",
    "OOMKilled",
    """
Name:         trainer-0
Status:       Failed
Containers:
  main:
    State:          Terminated
»       Reason:       OOMKilled
      Exit Code:    137
    Ready:          False
Events:
  Normal   Pulled   5m    kubelet  Container image "trainer:1" already present on machine
  Warning  BackOff  10s (x4 over 2m)  kubelet  Back-off restarting failed container main in pod trainer-0
""",
)

# --- Slurm

job(
    "slurm-time",
    bare,
    "failed",
    "DUE TO TIME LIMIT",
    f"""
Job 4711 started on node-17
module load cuda/12.4
{steps(20, "step")}
» slurmstepd: error: *** JOB 4711 ON node-17 CANCELLED AT 2026-11-03T06:00:00 DUE TO TIME LIMIT ***
""",
)

job(
    "slurm-oom",
    bare,
    "failed",
    "oom_kill",
    f"""
Job 4712 started on node-17
{steps(10, "step")}
» slurmstepd: error: Detected 1 oom_kill event in StepId=4712.0. Some of the step tasks have been OOM Killed.
srun: error: node-17: task 3: Out Of Memory
srun: Terminating StepId=4712.0
slurmstepd: error: *** STEP 4712.0 ON node-17 CANCELLED AT 2026-11-03T06:10:00 ***
""",
)

job(
    "slurm-mpi",
    bare,
    "failed",
    "cannot open mesh file",
    f"""
Job 4713 started on node-18
solver version 3.1
{steps(6, "reading domain")}
» [rank 2] Error: cannot open mesh file wing.msh
--------------------------------------------------------------------------
MPI_ABORT was invoked on rank 2 in communicator MPI_COMM_WORLD
with errorcode 1.
--------------------------------------------------------------------------
srun: error: node-18: task 2: Exited with exit code 1
srun: Terminating StepId=4713.0
slurmstepd: error: *** STEP 4713.0 ON node-18 CANCELLED AT 2026-11-03T06:20:00 ***
srun: error: node-18: tasks 0-1,3: Killed
""",
)

job(
    "slurm-module",
    bare,
    "failed",
    'unknown: "cuda/99"',
    """
Job 4714 started on node-18
» Lmod has detected the following error:  The following module(s) are unknown: "cuda/99"

Please check the spelling or version number. Also try "module spider ..."
srun: error: node-18: task 0: Exited with exit code 1
""",
)

job(
    "slurm-done",
    bare,
    "passed",
    None,
    f"""
Job 4715 started on node-18
{steps(15, "step")}
warning: the checkpoint folder existed already
training finished
State: COMPLETED (exit code 0)
""",
)

job(
    "slurm-python",
    bare,
    "failed",
    "size mismatch for head.weight",
    f"""
Job 4716 started on node-19
{steps(5, "shard")}
Traceback (most recent call last):
  File "/home/u17/train.py", line 140, in <module>
    model.load_state_dict(state)
  File "/home/u17/venv/lib/python3.12/site-packages/torch/nn/modules/module.py", line 2581, in load_state_dict
    raise RuntimeError(
» RuntimeError: Error(s) in loading state_dict for Net:
	size mismatch for head.weight: copying a param with shape torch.Size([10, 64]) from checkpoint, the shape in current model is torch.Size([12, 64]).
srun: error: node-19: task 0: Exited with exit code 1
""",
)

# --- torchrun, vLLM, Ray: several ranks

RANKS = "\n".join(
    f"""[rank{rank}]: Traceback (most recent call last):
[rank{rank}]:   File "/srv/train.py", line 40, in <module>
[rank{rank}]:     main()
[rank{rank}]:   File "/srv/train.py", line 31, in main
[rank{rank}]:     loss = model(batch)
MARK{rank}[rank{rank}]: ValueError: the batch of 6 rows cannot be divided among 4 ranks"""
    for rank in range(4)
)

job(
    "torchrun-ranks",
    bare,
    "failed",
    "cannot be divided among 4 ranks",
    f"""
W1103 06:30:00.100000 17 torch/distributed/run.py:793] Setting OMP_NUM_THREADS environment variable for each process to be 1
{RANKS.replace("MARK0", MARK).replace("MARK1", MARK).replace("MARK2", MARK).replace("MARK3", MARK)}
W1103 06:30:09.200000 17 torch/distributed/elastic/multiprocessing/api.py:897] Sending process 23 closing signal SIGTERM
E1103 06:30:10.300000 17 torch/distributed/elastic/multiprocessing/api.py:869] failed (exitcode: 1) local_rank: 0 (pid: 22) of binary: /usr/bin/python3
Traceback (most recent call last):
  File "/usr/local/bin/torchrun", line 8, in <module>
    sys.exit(main())
  File "/usr/local/lib/python3.12/site-packages/torch/distributed/launcher/api.py", line 269, in launch_agent
    raise ChildFailedError(
torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
============================================================
train.py FAILED
------------------------------------------------------------
Root Cause (first observed failure):
  rank      : 0 (local_rank: 0)
  exitcode  : 1 (pid: 22)
============================================================
""",
)

job(
    "vllm-engine",
    bare,
    "failed",
    "vocabulary size",
    """
(APIServer pid=1) INFO 11-03 06:40:00 [api_server.py:1839] vLLM API server version 0.11.0
(EngineCore_0 pid=31) INFO 11-03 06:40:05 [core.py:77] Initializing a V1 LLM engine
(EngineCore_0 pid=31) ERROR 11-03 06:40:09 [core.py:708] EngineCore failed to start.
(EngineCore_0 pid=31) ERROR 11-03 06:40:09 [core.py:708] Traceback (most recent call last):
(EngineCore_0 pid=31) ERROR 11-03 06:40:09 [core.py:708]   File "/usr/lib/python3.12/site-packages/vllm/v1/engine/core.py", line 699, in run_engine_core
(EngineCore_0 pid=31) ERROR 11-03 06:40:09 [core.py:708]     engine_core = EngineCoreProc(*args, **kwargs)
» (EngineCore_0 pid=31) ERROR 11-03 06:40:09 [core.py:708] ValueError: Target and draft model should have the same vocabulary size. Target model vocab_size=151936. Draft model vocab_size=128256. Using models with different tokenizers can cause out-of-bounds errors during speculative decoding.
(APIServer pid=1) Traceback (most recent call last):
(APIServer pid=1)   File "/usr/bin/vllm", line 8, in <module>
(APIServer pid=1)     sys.exit(main())
(APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}
""",
)

job(
    "vllm-wrapper-only",
    bare,
    "failed",
    "Engine core initialization failed",
    """
(APIServer pid=1) INFO 11-03 06:50:00 [api_server.py:1839] vLLM API server version 0.11.0
(APIServer pid=1) INFO 11-03 06:50:02 [utils.py:233] non-default args: {'model': 'acme/rocket-7b'}
(APIServer pid=1) Traceback (most recent call last):
(APIServer pid=1)   File "/usr/bin/vllm", line 8, in <module>
(APIServer pid=1)     sys.exit(main())
» (APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}
""",
)

job(
    "ray-task",
    bare,
    "failed",
    "ZeroDivisionError: division by zero",
    """
2026-11-03 07:00:00,100	INFO worker.py:1816 -- Started a local Ray instance.
(score pid=91) scoring shard 3
Traceback (most recent call last):
  File "/srv/score.py", line 20, in <module>
    print(ray.get(score.remote(0)))
  File "/srv/venv/lib/python3.12/site-packages/ray/_private/worker.py", line 2771, in get
    values, debugger_breakpoint = worker.get_objects(object_refs, timeout=timeout)
ray.exceptions.RayTaskError(ZeroDivisionError): ray::score() (pid=91, ip=10.0.0.5)
  File "/srv/score.py", line 12, in score
    return total / count
» ZeroDivisionError: division by zero
""",
)

job(
    "nccl-timeout",
    bare,
    "failed",
    "Connection refused by the storage of rank 1",
    """
[rank1]: Traceback (most recent call last):
[rank1]:   File "/srv/train.py", line 55, in <module>
[rank1]:     batch = next(loader)
» [rank1]: OSError: Connection refused by the storage of rank 1
[rank0]:[E1103 07:10:00.123456789 ProcessGroupNCCL.cpp:616] [Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=812, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for 600012 milliseconds before timing out.
[rank0]:[E1103 07:10:01.223456789 ProcessGroupNCCL.cpp:1785] [PG ID 0 PG GUID 0(default_pg) Rank 0] Exception (either an error or timeout) detected by watchdog at work: 812
E1103 07:10:05.300000 17 torch/distributed/elastic/multiprocessing/api.py:869] failed (exitcode: 1) local_rank: 1 (pid: 23) of binary: /usr/bin/python3
torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
""",
)

job(
    "cuda-oom",
    bare,
    "failed",
    "CUDA out of memory",
    """
loading the model
step 1 loss 9.1
Traceback (most recent call last):
  File "/srv/train.py", line 77, in <module>
    loss.backward()
  File "/srv/venv/lib/python3.12/site-packages/torch/_tensor.py", line 626, in backward
    torch.autograd.backward(
» torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.50 GiB. GPU 0 has a total capacity of 23.64 GiB of which 1.12 GiB is free. Including non-PyTorch memory, this process has 22.51 GiB memory in use. Of the allocated memory 21.80 GiB is allocated by PyTorch, and 266.14 MiB is reserved by PyTorch but unallocated. If reserved but unallocated memory is large try setting PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True to avoid fragmentation.  See documentation for Memory Management  (https://pytorch.org/docs/stable/notes/cuda.html#environment-variables)
Exception ignored in: <function Loader.__del__ at 0x7f0000000000>
resource_tracker: There appear to be 3 leaked semaphore objects to clean up at shutdown
""",
)

# --- programs with their own logger

job(
    "etl-cause-then-cascade",
    logging,
    "failed",
    "no space left on the volume of orders",
    """
INFO  [etl] reading orders
ERROR [etl.writer] StorageError: no space left on the volume of orders
ERROR [etl.loader] batch 1 was not written, the writer has stopped
ERROR [etl.loader] batch 2 was not written, the writer has stopped
ERROR [etl.loader] batch 3 was not written, the writer has stopped
CRITICAL [etl] giving up after 3 batches
INFO  [etl] exit status 1
""".replace("ERROR [etl.writer]", MARK + "ERROR [etl.writer]"),
)

job(
    "etl-handled",
    logging,
    "passed",
    None,
    """
INFO  [etl] reading customers
ERROR [etl.reader] row 17 is malformed, left out
ERROR [etl.reader] row 91 is malformed, left out
INFO  [etl] 998 rows written
INFO  [etl] exit status 0
""",
)

job(
    "etl-chain",
    logging,
    "failed",
    "No such file or directory: 'rates-2026.csv'",
    """
INFO  [etl] reading rates
ERROR [etl] the run has failed
|Traceback (most recent call last):
|  File "/srv/etl/rates.py", line 10, in load
|    return open(path)
» |FileNotFoundError: [Errno 2] No such file or directory: 'rates-2026.csv'
|
|The above exception was the direct cause of the following exception:
|
|Traceback (most recent call last):
|  File "/srv/etl/run.py", line 50, in main
|    rates.load()
|etl.errors.LoadError: could not read the rates of 2026
INFO  [etl] exit status 1
""",
)

job(
    "migration",
    logging,
    "failed",
    'column "weight" of relation "parts" already exists',
    """
INFO  [alembic] Running upgrade 3f2 -> 4a1
|Traceback (most recent call last):
|  File "/srv/venv/lib/python3.12/site-packages/sqlalchemy/engine/base.py", line 1967, in _exec_single_context
|    self.dialect.do_execute(
» |psycopg2.errors.DuplicateColumn: column "weight" of relation "parts" already exists
|
|
|The above exception was the direct cause of the following exception:
|
|Traceback (most recent call last):
|  File "/srv/migrate.py", line 12, in <module>
|    command.upgrade(config, "head")
» |sqlalchemy.exc.ProgrammingError: (psycopg2.errors.DuplicateColumn) column "weight" of relation "parts" already exists
|
|[SQL: ALTER TABLE parts ADD COLUMN weight FLOAT]
|(Background on this error at: https://sqlalche.me/e/20/f405)
INFO  [entrypoint] command terminated with exit code 1
""",
)

job(
    "compose-exited",
    bare,
    "failed",
    "EADDRINUSE",
    """
web-1  | starting on port 3000
db-1   | database system is ready to accept connections
web-1  | node:events:497
web-1  |       throw er; // Unhandled 'error' event
web-1  |       ^
web-1  | 
» web-1  | Error: listen EADDRINUSE: address already in use 0.0.0.0:3000
web-1  |     at Server.setupListenHandle [as _listen2] (node:net:1897:16)
web-1  |     at listenInCluster (node:net:1945:12)
web-1  | Node.js v22.9.0
web-1 exited with code 1
""",
)

job(
    "ansible",
    bare,
    "failed",
    "Could not find the requested service rocket",
    """
PLAY [all] *********************************************************************

TASK [Gathering Facts] *********************************************************
ok: [node-1]

TASK [restart the service] *****************************************************
» fatal: [node-1]: FAILED! => {"changed": false, "msg": "Could not find the requested service rocket: host"}

PLAY RECAP *********************************************************************
node-1                     : ok=1    changed=0    unreachable=0    failed=1    skipped=0    rescued=0    ignored=0
""",
    step="restart the service",
)

job(
    "terraform",
    bare,
    "failed",
    "InvalidGroup.NotFound",
    """
aws_instance.rocket: Creating...
aws_instance.rocket: Still creating... [10s elapsed]
╷
» │ Error: creating EC2 Instance: operation error EC2: RunInstances, api error InvalidGroup.NotFound: The security group 'sg-0' does not exist
│ 
│   with aws_instance.rocket,
│   on main.tf line 12, in resource "aws_instance" "rocket":
│   12: resource "aws_instance" "rocket" {
│ 
╵
##[error]Process completed with exit code 1.
""",
)

job(
    "pytest-many",
    bare,
    "failed",
    "connection to redis://cache:6379 refused",
    """
============================= test session starts ==============================
collected 3 items

tests/test_cache.py EEE                                                   [100%]

==================================== ERRORS ====================================
_________________________ ERROR at setup of test_one ___________________________

    def cache():
>       return connect("redis://cache:6379")

» E       rocket.errors.CacheError: connection to redis://cache:6379 refused

tests/conftest.py:9: CacheError
_________________________ ERROR at setup of test_two ___________________________

    def cache():
>       return connect("redis://cache:6379")

» E       rocket.errors.CacheError: connection to redis://cache:6379 refused

tests/conftest.py:9: CacheError
=========================== short test summary info ============================
ERROR tests/test_cache.py::test_one - rocket.errors.CacheError: connection to redis://cache:6379 refused
ERROR tests/test_cache.py::test_two - rocket.errors.CacheError: connection to redis://cache:6379 refused
========================= 2 errors in 0.12s ====================================
""",
)

job(
    "pip-build",
    bare,
    "failed",
    "'Python.h' file not found",
    """
Collecting fastsum==1.0
  Building wheel for fastsum (pyproject.toml): started
  Building wheel for fastsum (pyproject.toml): finished with status 'error'
  error: subprocess-exited-with-error

  × Building wheel for fastsum (pyproject.toml) did not run successfully.
  │ exit code: 1
  ╰─> [9 lines of output]
      running build_ext
      building 'fastsum' extension
»       fastsum.c:1:10: fatal error: 'Python.h' file not found
      #include <Python.h>
               ^~~~~~~~~~
      1 error generated.
      error: command '/usr/bin/clang' failed with exit code 1
      [end of output]

  note: This error originates from a subprocess, and is likely not a problem with pip.
  ERROR: Failed building wheel for fastsum
Failed to build fastsum
error: failed-wheel-build-for-install
""",
)

job(
    "cron-silent-failure",
    logging,
    "failed",
    None,
    """
INFO  [backup] begins
INFO  [backup] 12 files to copy
INFO  [backup] exit status 3
""",
)

job(
    "go-test",
    bare,
    "failed",
    "got 3 litres, want 4",
    """
=== RUN   TestFill
»     tank_test.go:14: got 3 litres, want 4
--- FAIL: TestFill (0.00s)
=== RUN   TestDrain
--- PASS: TestDrain (0.00s)
FAIL
exit status 1
FAIL	acme.example/rocket/tank	0.004s
FAIL
""",
)

job(
    "flaky-then-green",
    github,
    "passed",
    None,
    f"""
{SETUP}
##[group]Run pytest --reruns 2
##[endgroup]
tests/test_net.py::test_ping RERUN                                       [ 50%]
tests/test_net.py::test_ping PASSED                                      [ 50%]
tests/test_net.py::test_pong PASSED                                      [100%]
============ 2 passed, 1 rerun in 4.02s ============
Post job cleanup.
""",
)

job(
    "dotnet",
    github,
    "failed",
    "CS0103",
    f"""
{SETUP}
##[group]Run dotnet build
##[endgroup]
  Determining projects to restore...
» /home/runner/work/rocket/rocket/Tank.cs(14,13): error CS0103: The name 'valve' does not exist in the current context [/home/runner/work/rocket/rocket/Rocket.csproj]

Build FAILED.

/home/runner/work/rocket/rocket/Tank.cs(14,13): error CS0103: The name 'valve' does not exist in the current context [/home/runner/work/rocket/rocket/Rocket.csproj]
    0 Warning(s)
    1 Error(s)
##[error]Process completed with exit code 1.
""",
    step="Run dotnet build",
)


def write(folder: Path) -> None:
    """Write the logs, and what is true of each."""
    folder.mkdir(parents=True, exist_ok=True)
    for one in JOBS:
        (folder / f"{one.name}.log").write_text(one.text, encoding="utf-8")
    labels = [
        {key: getattr(one, key) for key in ("name", "outcome", "cause", "lines", "step", "held_back")} for one in JOBS
    ]
    (folder / "labels.json").write_text(json.dumps(labels, indent=1), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
