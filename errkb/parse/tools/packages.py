"""Package managers and archives: apt, dpkg, dnf, apk, pacman, brew, tar."""

from __future__ import annotations

from errkb.parse.form import Form, FormParser

__all__ = ["FORMS", "PARSER"]

FORMS = (
    Form(
        "apt, a step failed",
        needs=("E: Sub-process ", "returned an error code"),
        pattern=r"E: (?P<message>Sub-process .{1,200} returned an error code \(\d+\))$",
        language="shell",
        role="wrapper",
        example="E: Sub-process /usr/bin/dpkg returned an error code (1)",
        says="Sub-process /usr/bin/dpkg returned an error code (1)",
    ),
    Form(
        "apt",
        needs="E: ",
        pattern=r"E: (?P<message>[A-Z].*)$",
        language="shell",
        example="E: Unable to locate package zstd-dev",
        says="Unable to locate package zstd-dev",
        near_miss="E: drive not mapped",
    ),
    Form(
        "apt, dependencies",
        needs="The following packages have unmet dependencies",
        pattern=r"(?P<message>The following packages have unmet dependencies:)$",
        language="shell",
        more="indented",
        hint=("unmet depend",),
        example="The following packages have unmet dependencies:\n libfoo-dev : Depends: libfoo1 (= 1.2) but "
        "1.3 is to be installed",
        says="The following packages have unmet dependencies:\n libfoo-dev : Depends: libfoo1 (= 1.2) but "
        "1.3 is to be installed",
        near_miss="The following packages have unmet dependencies resolved",
    ),
    Form(
        "apt, key",
        needs="NO_PUBKEY",
        pattern=r"[WE]: (?P<message>(?:GPG error: |An error occurred during the signature verification).*)$",
        language="shell",
        hint="nearby",
        example="W: GPG error: http://deb.example.org stable InRelease: The following signatures couldn't be "
        "verified because the"
        " public key is not available: NO_PUBKEY 0123456789ABCDEF",
        says="GPG error: http://deb.example.org stable InRelease: The following signatures couldn't be "
        "verified because the"
        " public key is not available: NO_PUBKEY 0123456789ABCDEF",
        near_miss="[GNUPG:] NO_PUBKEY 0123",
    ),
    Form(
        "dpkg",
        needs="dpkg: error",
        pattern=r"dpkg: (?P<message>error(?: processing (?:package|archive))?[ :].*)$",
        language="shell",
        more="indented",
        example="dpkg: error processing package libfoo (--configure):\n installed libfoo package "
        "post-installation script subprocess"
        " returned error exit status 1",
        says="error processing package libfoo (--configure):\n installed libfoo package post-installation "
        "script subprocess"
        " returned error exit status 1",
    ),
    Form(
        "dnf, yum",
        needs=("Unable to find a match", "No package ", "Failed to download metadata", "nothing provides "),
        pattern=r"(?:Error: |ERROR: )?(?P<message>(?:Unable to find a match: |No package \S{1,100} available"
        r"|Failed to download metadata"
        r" for repo |Problem: .*nothing provides ).*)$",
        language="shell",
        hint="nearby",
        example="Error: Unable to find a match: zstd-devel",
        says="Unable to find a match: zstd-devel",
        near_miss="No package is out of date",
    ),
    Form(
        "apk",
        needs="unable to select packages:",
        pattern=r"(?:ERROR: )?(?P<message>unable to select packages:)$",
        language="shell",
        more="indented",
        example="ERROR: unable to select packages:\n  zstd-dev (no such package):\n    required by: world[zstd-dev]",
        says="unable to select packages:\n  zstd-dev (no such package):\n    required by: world[zstd-dev]",
    ),
    Form(
        "pacman, brew",
        needs=("target not found: ", "No available formula"),
        pattern=r"(?:[Ee]rror: )?(?P<message>target not found: \S.*|No available formula .*)$",
        language="shell",
        hint="nearby",
        example="error: target not found: zstdd",
        says="target not found: zstdd",
        near_miss="build target not found: skipped",
    ),
    Form(
        "tar, the end",
        needs=("Error is not recoverable: exiting now", "Exiting with failure status", "Child returned status "),
        pattern=r"(?P<message>tar: (?:Error is not recoverable: exiting now|Exiting with failure status due "
        r"to previous errors"
        r"|Child returned status \d+))$",
        language="shell",
        role="wrapper",
        hint="nearby",
        example="tar: Exiting with failure status due to previous errors",
        says="tar: Exiting with failure status due to previous errors",
    ),
    Form(
        "tar, gzip, unzip",
        needs=("tar: ", "gzip: ", "unzip: ", "bzip2: ", "xz: ", "zstd: "),
        pattern=r"(?P<message>(?:bsd)?tar: .{0,300}(?:Cannot |not look like|Unexpected EOF|Skipping to next"
        r"|This does not).*"
        r"|(?:gzip|bzip2|xz|zstd): (?:stdin: |[^\n:]{1,300}: )?(?:not in gzip format|unexpected end of file"
        r"|File format not recogn"
        r"|invalid compressed data|unsupported format|not in bzip2).*|unzip: {1,2}cannot find .*)$",
        language="shell",
        hint=False,
        example="tar: a.tgz: Cannot open: No such file or directory",
        says="tar: a.tgz: Cannot open: No such file or directory",
        near_miss="tar: Removing leading `/' from member names",
    ),
    Form(
        "solver of poetry",
        needs="version solving failed.",
        pattern=r"(?P<message>(?:Because|So, because|And because) .*version solving failed\.)$",
        language="python",
        hint=True,
        example="Because app depends on foo (^2.0) which doesn't match any versions, version solving failed.",
        says="Because app depends on foo (^2.0) which doesn't match any versions, version solving failed.",
    ),
)

PARSER = FormParser("package", FORMS)
