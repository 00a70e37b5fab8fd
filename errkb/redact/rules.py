"""What private values look like, one rule for each kind: a pattern whose group `v` (else all of it) is taken out.

Rules look for shapes that hardly anything else has (`ghp_…`), or for what names a value before it (`password=`). Better
one value too many than one too few, but module paths, versions and file names must survive: an error has to stay
readable, and found. Repetitions are bounded and no two neighbours take the same characters, so all are linear.
Token shapes are those their issuers document.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["EVERYBODY", "RULES", "Rule"]

PUBLIC_HOSTS = re.compile(
    r"(?:.+\.)?(?:github\.com|githubusercontent\.com|gitlab\.com|bitbucket\.org|huggingface\.co|hf\.co"
    r"|python\.org|nodejs\.org|docker\.com"
    r"|k8s\.io|kubernetes\.io|golang\.org|go\.dev|rust-lang\.org|docs\.rs"
    r"|apache\.org|spring\.io|pytorch\.org|tensorflow\.org|numpy\.org|pydata\.org|pydantic\.dev|djangoproject\.com"
    r"|sqlalche\.me|readthedocs\.(?:io|org)|nvidia\.com|microsoft\.com|aka\.ms|google\.com|googleapis\.com|openai\.com"
    r"|stackoverflow\.com|wikipedia\.org|w3\.org|mozilla\.org|debian\.org|ubuntu\.com|example\.(?:com|org|net)"
    r"|pypa\.io|scikit-learn\.org|dask\.org|curl\.se|vllm\.ai|localhost|example|test|invalid)"
    r"|(?:docs|www|wiki|help|support)\..+",
    re.IGNORECASE,
)
"""Hosts that many messages name and that tell nothing about who printed them."""
EVERYBODY = re.compile(
    r"root|users?|username|admin|app|appuser|ubuntu|debian|runner|runneradmin|jovyan|node|home|vagrant|ec2-user|nobody"
    r"|test|git|www|www-data|docker|vscode|circleci|travis|shared|public|default|all|me|you|name",
    re.IGNORECASE,
)
"""Account names that stand for no person."""
_NAMED = (
    r"(?:password|passwd|passphrase|(?<![a-z])pass|pwd|secret|(?:api|access|auth|private|secret|session|encryption"
    r"|account)[_-]?key|client[_-]?secret)"
)
"""What a secret is called by who names it, alone or at the end of a longer name (`DB_PASSWORD`)."""
_VALUE = (
    r"['\"]?\]?[ \t]{0,4}(?:[:=]{1,2}|=>)[ \t]{0,4}"
    r"(?:['\"](?P<quoted>[^'\"\r\n]{1,1024})|(?P<v>[^\s,;&'\")\]}<>]{1,1024}))"
)

_LOGIN = r"[^\s/@:'\"<>?#,;()]{0,64}"
_BEFORE_HOST = rf"{_LOGIN}(?::[^\s/@'\"<>]{{1,256}})?@"
"""What stands before the host of an address."""


@dataclass(slots=True, frozen=True)
class Rule:
    """A kind of private value; `is_private` looks at a value again."""

    kind: str
    pattern: re.Pattern[str]
    is_private: Callable[[str], bool] = bool
    within: bool = False
    """The value is a name, which is taken out wherever else it stands as a word."""
    needles: tuple[str, ...] = ()
    """Texts in lower case one of which stands wherever the rule finds something; where none does, it is not asked."""


def _is_host(value: str) -> bool:
    """Say whether a name tells a machine or its owner: `db` and `redis` are the names of a thousand services."""
    telling = any(character in ".-" or character.isdigit() for character in value)
    return telling and not PUBLIC_HOSTS.fullmatch(value) and not value.replace(".", "").isdigit()


def _is_address(value: str) -> bool:
    try:
        found = ipaddress.ip_address(value.partition("%")[0])
    except ValueError:
        return False
    if found.is_loopback or found.is_unspecified or value.startswith("::1:"):  # with a port behind it
        return False
    return value != "255.255.255.255"


def _is_person(value: str) -> bool:
    return not EVERYBODY.fullmatch(value) and not value.startswith((".", "<", "$", "{", "%"))


def _is_login(value: str) -> bool:
    return bool(value.strip("*:"))


def _is_mailbox(value: str) -> bool:
    name, _, host = value.rpartition("@")
    return "://" not in name and name.lower() != "git" and not host.lower().startswith(("example.", "users.noreply."))


def _is_secret(value: str) -> bool:
    """Say whether a named value is one, and not a type, a path, a placeholder, or what a message says about it."""
    plain = value.strip("\"'`*.,;:x").lower()
    return (
        len(plain) >= 4
        and not _NO_SECRET.fullmatch(plain)
        and not value.startswith(("<", "{", "$", "%", "(", "[", "/"))
    )


def _is_token(value: str) -> bool:
    """Say whether what is called a token is no word of a text or of a vocabulary: `pad_token = tokenizer.eos_token`."""
    return _is_secret(value) and len(value) >= 8 and any(character.isdigit() for character in value)


_NO_SECRET = re.compile(
    r"none|null|true|false|undefined|empty|missing|invalid|required|expected|string|bytes|optional|default|redacted"
    r"|hidden|secret|token|password|must|cannot|should|error|value|type"
)


def _is_key_line(value: str) -> bool:
    """Say whether a line is one of a key in Base64, and no checksum."""
    return re.fullmatch(r"[0-9a-f]+|[0-9A-F]+", value) is None


def _rule(
    kind: str, pattern: str, is_private: Callable[[str], bool] = bool, *, within: bool = False, needles: str = ""
) -> Rule:
    return Rule(kind, re.compile(pattern), is_private, within, tuple(needles.split()))


RULES: tuple[Rule, ...] = (
    _rule(
        "private-key",
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[^-]{0,16384}(?:-[^-]{1,1024}){0,8}"
        r"(?:-----END [A-Z0-9 ]{0,40}-----)?",
        needles="-----begin",
    ),
    _rule("private-key", r"(?m)^[ \t]{0,40}(?P<v>[A-Za-z0-9+/]{64}|[A-Za-z0-9+/]{76})(?=[ \t\r]{0,8}$)", _is_key_line),
    _rule("jwt", r"\beyJ[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{8,8192}\.[A-Za-z0-9_-]{0,2048}", needles="eyj"),
    _rule(
        "token",
        r"\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{22,255}|gl(?:pat|dt|rt|cbt|ptt)-[\w-]{16,255})",
        needles="ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- gldt- glrt- glcbt- glptt-",
    ),
    _rule(
        "token",
        r"\b(?:hf_[A-Za-z0-9]{20,64}|npm_[A-Za-z0-9]{30,64}|pypi-AgE[\w-]{20,512}|dckr_(?:pat|oat)_[\w-]{16,64})",
        needles="hf_ npm_ pypi-age dckr_",
    ),
    _rule("token", r"\bsk-(?:proj-|ant-|or-|svcacct-|admin-)?[\w-]{20,256}", needles="sk-"),
    _rule("token", r"\b(?:[srp]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,128}", needles="k_live k_test whsec"),
    _rule(
        "token",
        r"\bxox[abeoprs]-[\w-]{10,256}|\bxapp-[\w-]{10,256}|\bhooks\.slack\.com/services/(?P<v>[\w/]{20,128})",
        needles="xox xapp- hooks.slack",
    ),
    _rule("token", r"\b(?:AKIA|ASIA|AGPA|AROA|AIDA|ANPA)[A-Z0-9]{16}\b", needles="akia asia agpa aroa aida anpa"),
    _rule("token", r"\bAIza[\w-]{35}|\bya29\.[\w-]{20,512}|\bGOCSPX-[\w-]{20,64}", needles="aiza ya29. gocspx-"),
    _rule(
        "token",
        r"\bSG\.[\w-]{16,64}\.[\w-]{16,128}|\bkey-[0-9a-f]{32}\b|\bdop_v1_[0-9a-f]{64}\b|\bdapi[0-9a-f]{32}\b",
        needles="sg. key- dop_v1_ dapi",
    ),
    _rule("token", r"\b\d{8,10}:AA[\w-]{32,36}\b|\b[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}\b"),
    _rule(
        "token",
        r"\b(?:lin_api_|nvapi-|r8_|gsk_|pplx-|tvly-|shpat_|sntrys_|glsa_|vercel_|figd_|ATATT3)[\w-]{20,256}",
        needles="lin_api_ nvapi- r8_ gsk_ pplx- tvly- shpat_ sntrys_ glsa_ vercel_ figd_ atatt3",
    ),
    _rule(
        "url-password",
        r"\b[a-zA-Z][a-zA-Z0-9+.-]{1,20}://(?P<v>[^\s/@:'\"<>]{0,64}:[^\s/@'\"<>]{1,256})@",
        _is_login,
        needles="://",
    ),
    _rule("url-password", r"\b[a-zA-Z][a-zA-Z0-9+.-]{1,20}://(?P<v>[0-9a-zA-Z_-]{16,128})@", _is_login, needles="://"),
    _rule("user", rf"\b[a-zA-Z][a-zA-Z0-9+.-]{{1,20}}://(?P<v>{_LOGIN})@", _is_person, needles="://"),
    _rule(
        "authorization",
        r"(?i)\b(?:bearer|basic|digest|token)[ \t]{1,4}(?P<v>[A-Za-z0-9+/._~-]{16,4096}={0,2})",
        needles="bearer basic digest token",
    ),
    _rule(
        "cookie",
        r"(?i)\b(?:set-)?cookie['\"]?[ \t]{0,4}[:=][ \t]{0,4}(?P<v>[^\s=;,'\"]{1,128}=[^\r\n'\"]{1,4096})",
        needles="cookie",
    ),
    _rule(
        "secret",
        rf"(?i){_NAMED}{_VALUE}",
        _is_secret,
        needles="pass pwd secret ikey i_key i-key skey s_key s-key hkey h_key h-key ekey e_key e-key "
        "tkey t_key t-key nkey n_key n-key",
    ),
    _rule("secret", rf"(?i)token{_VALUE}", _is_token, needles="token"),
    _rule(
        "secret",
        r"(?i)--?(?:\w{1,40}-)?(?:password|passwd|token|secret|api-key)[ \t]{1,4}(?P<v>[^\s'\"-][^\s'\"]{3,512})",
        _is_secret,
        needles="password passwd token secret api-key",
    ),
    _rule(
        "secret",
        r"(?i)[?&](?:sig|signature|x-amz-(?:signature|credential|security-token)|code|key|access_token)=(?P<v>[^\s&'\"<>]{6,2048})",
        needles="sig x-amz- code= key= token=",
    ),
    _rule(
        "email",
        rf"://{_BEFORE_HOST}|"  # passed over, so that the host is not taken for a mailbox's
        r"\b[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,8}\.[A-Za-z]{2,24}\b",
        _is_mailbox,
        needles="@",
    ),
    _rule("mac", r"\b(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}\b"),
    _rule("ip", r"(?<![\w.])(?<!version )(?<!==)(?P<v>\d{1,3}(?:\.\d{1,3}){3})(?!\.?\w)", _is_address),
    _rule("ip", r"(?<![\w.:])(?P<v>[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?:%\w{1,15})?)(?![\w:])", _is_address),
    _rule(
        "user",
        r"(?:/home/|/Users/|/export/home/|/data/home/|/mnt/home/|/var/home/)(?P<v>[^/\s'\":,;()<>]{1,64})",
        _is_person,
        within=True,
        needles="/home/ /users/",
    ),
    _rule(
        "user",
        r"(?i)\b[a-z]:[\\/]{1,2}(?:users|documents and settings)[\\/]{1,2}(?P<v>[^\\/\s'\":,;()<>]{1,64})",
        _is_person,
        within=True,
        needles="users documents",
    ),
    _rule("user", r"(?<![\w/])~(?P<v>[a-z_][\w-]{1,31})/", _is_person, within=True, needles="~"),
    _rule(
        "host",
        rf"\b[a-zA-Z][a-zA-Z0-9+.-]{{1,20}}://(?:{_BEFORE_HOST})?"
        r"(?P<v>[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,252}[A-Za-z0-9])?)",
        _is_host,
        within=True,
        needles="://",
    ),
    _rule(
        "host",
        r"(?i)\bhost(?:name)?['\"]?[ \t]{0,2}[:=][ \t]{0,2}['\"]?(?P<v>[a-z0-9](?:[a-z0-9_.-]{0,252}[a-z0-9])?)",
        _is_host,
        within=True,
        needles="host",
    ),
    _rule(
        "host",
        r"\b[\w.-]{1,64}@(?P<v>[A-Za-z][\w-]{1,62}(?:\.[\w-]{1,63}){0,8})(?=[:\s\]])",
        _is_host,
        within=True,
        needles="@",
    ),
    _rule(
        "host",
        r"(?i)\b(?P<v>(?:[a-z0-9_-]{1,63}\.){1,8}(?:internal|local|lan|corp|intra|intranet|home|private|svc|localdomain|amazonaws\.com|cloudapp\.net|windows\.net))\b",
        _is_host,
        needles="internal local lan corp intra home private svc amazonaws cloudapp windows",
    ),
    _rule("host", r"\bip-\d{1,3}(?:-\d{1,3}){3}\b", needles="ip-"),
)
"""Whichever takes more goes first where two meet."""
