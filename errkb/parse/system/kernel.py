"""What the Linux kernel reports on one line: crashed programs, lock-ups, broken disks and memory."""

from __future__ import annotations

from errkb.parse.form import Form, FormParser

__all__ = ["FORMS", "PARSER"]

_DEVICE = r"[\w./:-]{1,60}"
_PROGRAM = r"(?:(?:kernel: )?(?:traps: )?[^\s\[\]]{1,60}\[\d{1,8}\]:? )?"

FORMS = (
    Form(
        "segfault",
        needs=(
            "segfault at ",
            "general protection",
            "trap invalid opcode",
            "trap int3",
            "trap divide error",
            "trap stack",
        ),
        pattern=rf"{_PROGRAM}(?P<message>(?:segfault at [0-9a-f]{{1,16}} ip [0-9a-f]{{1,16}} .*|(?:general protection"
        r"(?: fault)?|trap (?:invalid opcode|int3|divide error|stack segment)) ip:[0-9a-f]{1,16} .*))$",
        language="kernel",
        hint=("segfault at ", "general protection"),
        example="python[4711]: segfault at 0 ip 00007f3c1a2b4c5d sp 00007ffd1e2f3a40 error 4 in "
        "libfoo.so[7f3c1a2b0000+8000]",
        says="segfault at 0 ip 00007f3c1a2b4c5d sp 00007ffd1e2f3a40 error 4 in libfoo.so[7f3c1a2b0000+8000]",
        near_miss="shipped a segfault at zero ip fix",
    ),
    Form(
        "blocked task",
        needs="blocked for more than",
        pattern=r"(?:kernel: )?(?:INFO: )?(?P<message>task \S{1,60} blocked for more than \d+ seconds\.)$",
        language="kernel",
        hint=True,
        example="INFO: task jbd2/sda1-8:412 blocked for more than 120 seconds.",
        says="task jbd2/sda1-8:412 blocked for more than 120 seconds.",
        near_miss="INFO: calls blocked for more than 3 seconds are logged",
    ),
    Form(
        "disk",
        needs=(
            "I/O error",
            "I/O timeout",
            "failed command: ",
            "Unrecovered read error",
            "critical medium error",
            " QID ",
        ),
        pattern=rf"(?:kernel: )?(?P<message>(?:(?:blk_update_request|print_req_error|end_request): (?:critical "
        rf"\w+ error|I/O error|"
        rf"protection error)[, ].*|(?:Buffer )?I/O error (?:on dev|, dev).*|ata\d[\d.]{{0,5}}: (?:failed "
        rf"command|exception Emask).*"
        rf"|(?:critical (?:medium|target) error|I/O error), dev .*|nvme {_DEVICE}: I/O .*(?:timeout|Cancelled).*"
        rf"|sd {_DEVICE}: \[\w+\] .*(?:Unrecovered|Medium Error|I/O error).*))$",
        language="kernel",
        hint=("I/O error", " QID "),
        example="blk_update_request: I/O error, dev sdb, sector 2048 op 0x0:(READ) flags 0x0 phys_seg 1 prio class 0",
        says="blk_update_request: I/O error, dev sdb, sector 2048 op 0x0:(READ) flags 0x0 phys_seg 1 prio class 0",
        near_miss="no I/O error in the last 24 hours",
    ),
    Form(
        "file system",
        needs=(
            "-fs error (device ",
            "XFS (",
            "BTRFS error",
            "BTRFS critical",
            "EXT4-fs (",
            "Remounting filesystem read-only",
        ),
        pattern=rf"(?:kernel: )?(?P<message>(?:EXT[234]-fs error \(device {_DEVICE}\).*|EXT[234]-fs "
        rf"\({_DEVICE}\): (?:error|Remounting "
        rf"filesystem read-only|unable to read superblock|failed to).*|XFS \({_DEVICE}\): (?:Corruption"
        rf"|Metadata corruption|log I/O"
        rf" error|Filesystem has been shut|Unmount and run xfs_repair|metadata I/O error).*|BTRFS (?:error"
        rf"|critical) .*))$",
        language="kernel",
        hint="nearby",
        example="EXT4-fs error (device sda1): ext4_find_entry:1455: inode #2: comm ls: reading directory lblock 0",
        says="EXT4-fs error (device sda1): ext4_find_entry:1455: inode #2: comm ls: reading directory lblock 0",
        near_miss="EXT4-fs (sda1): mounted filesystem with ordered data mode",
    ),
    Form(
        "root file system",
        needs="VFS: ",
        pattern=r"(?:kernel: )?(?P<message>VFS: (?:Cannot open root device|Unable to mount root fs|Can't find ).*)$",
        language="kernel",
        hint="nearby",
        example='VFS: Cannot open root device "sda1" or unknown-block(0,0): error -6',
        says='VFS: Cannot open root device "sda1" or unknown-block(0,0): error -6',
        near_miss="VFS: Disk quotas dquot_6.6.0",
    ),
    Form(
        "hardware",
        needs=("[Hardware Error]: ", "EDAC MC", "Uncorrected error", "fallen off the bus", "Machine check"),
        pattern=r"(?:kernel: )?(?P<message>(?:mce: )?\[Hardware Error\]: (?:Machine check|CPU \d+: Machine"
        r"|Uncorrected).*"
        r"|EDAC MC\d+: \d+ UE .*|pcieport \S{1,20}: AER: .*(?:Uncorrected|Fatal).*error.*)$",
        language="kernel",
        hint="nearby",
        example="mce: [Hardware Error]: CPU 3: Machine Check Exception: 5 Bank 4: b200000000070f0f",
        says="mce: [Hardware Error]: CPU 3: Machine Check Exception: 5 Bank 4: b200000000070f0f",
        near_miss="EDAC MC0: Giving out device to module skx_edac",
    ),
    Form(
        "systemd unit",
        needs=(
            "Failed with result",
            ", code=exited, status=",
            ", code=killed, status=",
            ", code=dumped, status=",
            "killed by the OOM killer",
            "Start request repeated",
            "service: Failed to ",
        ),
        pattern=r"(?:systemd\[\d+\]: )?(?P<message>(?P<unit>[\w@\\:.-]{1,120}\.(?:service|mount|socket|timer|scope)): "
        r"(?:(?:Main|Control) process exited, code=(?:killed|dumped|exited), status=(?P<code>[1-9]\d*/[\w/]+)"
        r"|Failed with result "
        r"'(?!success)[\w-]+'\.?|Failed to .*|Start request repeated too quickly\.?|A process of this unit "
        r"has been killed by "
        r"the OOM killer\.?))$",
        language="kernel",
        role="wrapper",
        hint=(", code=", "Failed with result"),
        example="meter.service: Main process exited, code=exited, status=203/EXEC",
        says="meter.service: Main process exited, code=exited, status=203/EXEC",
        near_miss="meter.service: Main process exited, code=exited, status=0/SUCCESS",
    ),
    Form(
        "systemctl",
        needs=(
            "Failed to start ",
            "failed because the control process",
        ),
        pattern=r"(?:systemd\[\d+\]: )?(?P<message>Failed to start [^\n]{1,200}?\.?|Job for \S{1,120} failed "
        r"because .*)$",
        language="kernel",
        role="wrapper",
        hint=True,
        example="Job for meter.service failed because the control process exited with error code.",
        says="Job for meter.service failed because the control process exited with error code.",
        near_miss="The page could not be found.",
    ),
    Form(
        "systemctl, no such unit",
        needs=(" could not be found.", "Failed to connect to bus"),
        pattern=r"(?P<message>Unit \S{1,120} could not be found\.|Failed to connect to bus: .*)$",
        language="kernel",
        hint=True,
        example="Unit meter.service could not be found.",
        says="Unit meter.service could not be found.",
        near_miss="The page could not be found.",
    ),
)

PARSER = FormParser("kernel", FORMS)
