"""Docker, compose, containerd, kubectl, helm and CI runners, as far as one line says it."""

from __future__ import annotations

from errkb.parse.form import Form, FormParser

__all__ = ["FORMS", "PARSER"]

FORMS = (
    Form(
        "docker daemon",
        needs="rror response from daemon:",
        pattern=r"(?:docker: ?)?Error response from daemon: ?(?P<message>\S.*)$",
        language="go",
        example="docker: Error response from daemon: pull access denied for app, repository does not exist "
        "or may require"
        " 'docker login'.",
        says="pull access denied for app, repository does not exist or may require 'docker login'.",
        near_miss="No error response from daemon: ok",
    ),
    Form(
        "docker connection",
        needs=("o the Docker daemon", "o the docker API at"),
        pattern=r"(?:ERROR: |error during connect: |docker: )?(?P<message>(?:Cannot connect to the Docker "
        r"daemon|(?:Got )?permission denied"
        r" while trying to connect to the (?:Docker daemon|docker API)|failed to connect to the docker API).*)$",
        language="go",
        hint="nearby",
        example="Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?",
        says="Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?",
        near_miss="Connected to the Docker daemon",
    ),
    Form(
        "docker build, a step failed",
        needs="returned a non-zero code: ",
        pattern=r"(?P<message>The command '.{1,3000}' returned a non-zero code: \d{1,3})$",
        role="wrapper",
        hint=True,
        example="The command '/bin/sh -c make' returned a non-zero code: 2",
        says="The command '/bin/sh -c make' returned a non-zero code: 2",
    ),
    Form(
        "kubectl",
        needs="Error from server",
        pattern=r"Error from server(?: \((?P<code>[A-Z]\w{2,40})\))?: (?P<message>\S.*)$",
        language="go",
        example='Error from server (NotFound): deployments.apps "api" not found',
        says='deployments.apps "api" not found',
        near_miss="Error from server side",
    ),
    Form(
        "kubectl connection",
        needs="The connection to the server ",
        pattern=r"(?P<message>The connection to the server \S{1,200} was refused.*)$",
        language="go",
        hint="nearby",
        example="The connection to the server localhost:8080 was refused - did you specify the right host or port?",
        says="The connection to the server localhost:8080 was refused - did you specify the right host or port?",
    ),
    Form(
        "helm",
        needs=("INSTALLATION FAILED: ", "UPGRADE FAILED: ", "ROLLBACK FAILED: "),
        pattern=r"Error: (?:INSTALLATION|UPGRADE|ROLLBACK) FAILED: (?P<message>\S.*)$",
        language="go",
        example="Error: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress",
        says="another operation (install/upgrade/rollback) is in progress",
    ),
    Form(
        "job of github actions",
        needs="Process completed with exit code ",
        pattern=r"(?:Error: )?(?P<message>Process completed with exit code [1-9]\d*\.)$",
        role="wrapper",
        hint="nearby",
        example="Error: Process completed with exit code 137.",
        says="Process completed with exit code 137.",
        near_miss="Process completed with exit code 0.",
    ),
    Form(
        "job of gitlab",
        needs="Job failed: ",
        pattern=r"(?:ERROR: )?(?P<message>Job failed: .*)$",
        role="wrapper",
        hint=True,
        example="ERROR: Job failed: exit code 1",
        says="Job failed: exit code 1",
    ),
)

PARSER = FormParser("container", FORMS)
