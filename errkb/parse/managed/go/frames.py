"""Frames of a goroutine: a line with the call, below it one with file and line; and the modules they belong to.

Files of the module cache name module and repository themselves (`…/pkg/mod/github.com/o/r@v1.2.3/x.go`); so do names
of functions, which carry the import path.
"""

from __future__ import annotations

import re

from errkb.model.event import Frame
from errkb.parse.lazy import Lazy

__all__ = ["MODULES", "is_place", "make_frame", "read_call", "read_place"]

_GO = "golang/go"
MODULES: dict[str, str] = {
    "cloud.google.com/go": "googleapis/google-cloud-go",
    "go.etcd.io/bbolt": "etcd-io/bbolt",
    "go.etcd.io/etcd": "etcd-io/etcd",
    "go.mongodb.org/mongo-driver": "mongodb/mongo-go-driver",
    "go.opentelemetry.io/otel": "open-telemetry/opentelemetry-go",
    "go.uber.org/fx": "uber-go/fx",
    "go.uber.org/zap": "uber-go/zap",
    "golang.org/x/crypto": "golang/crypto",
    "golang.org/x/net": "golang/net",
    "golang.org/x/oauth2": "golang/oauth2",
    "golang.org/x/sync": "golang/sync",
    "golang.org/x/sys": "golang/sys",
    "golang.org/x/text": "golang/text",
    "golang.org/x/tools": "golang/tools",
    "google.golang.org/api": "googleapis/google-api-go-client",
    "google.golang.org/grpc": "grpc/grpc-go",
    "google.golang.org/protobuf": "protocolbuffers/protobuf-go",
    "gopkg.in/yaml.v2": "go-yaml/yaml",
    "gopkg.in/yaml.v3": "go-yaml/yaml",
    "gorm.io/driver/postgres": "go-gorm/postgres",
    "gorm.io/gorm": "go-gorm/gorm",
    "helm.sh/helm/v3": "helm/helm",
    "k8s.io/api": "kubernetes/api",
    "k8s.io/apimachinery": "kubernetes/apimachinery",
    "k8s.io/apiserver": "kubernetes/apiserver",
    "k8s.io/client-go": "kubernetes/client-go",
    "k8s.io/klog": "kubernetes/klog",
    "k8s.io/kubernetes": "kubernetes/kubernetes",
    "modernc.org/sqlite": "modernc-org/sqlite",
    "sigs.k8s.io/controller-runtime": "kubernetes-sigs/controller-runtime",
}
"""Modules whose import path is not that of their repository."""
_HOSTED = Lazy(r"(?P<module>(?:github\.com|gitlab\.com|bitbucket\.org)/(?P<repo>[\w.!-]{1,80}/[\w.!-]{1,100}))")
_CALL = Lazy(
    r"(?P<function>(?:[\w.~@%!-]{1,120}/){0,12}[\w%~-]{1,100}(?:\.[\w%·-]{1,200}|\.\(\*?[\w\[\]., *…/]{1,200}\)"
    r"|\[[\w.,… /*\[\]]{1,200}\]){0,10})\((?P<arguments>.*)\)$"
)
_CREATED = Lazy(r"created by (?P<function>\S{1,300})(?: in goroutine \d+)?$")
_PLACE = Lazy(
    r"(?P<file>[^\s:][^\n:]{0,500}(?::[\\/][^\n:]{0,500})?\.(?:go|s|c|h)):(?P<line>\d{1,7})"
    r"(?: \+0x[\da-f]+)?(?: fp=.*)?$"
)
_ROOT = Lazy(
    r".*(?:/go(?:[-@]?\d[\w.]*)?/(?:\d[\w.]*/x64/|[\d._]+/libexec/|libexec/)?|/Go/|/golang/[\w.]*/?|go\d[\w.]*(?:/go)?/)"
    r"src/(?P<package>[a-z][\w/]*)/[\w.-]+$"
)
_CACHE = "/pkg/mod/"
_STANDARD = frozenset(
    {
        *("bufio", "bytes", "compress", "context", "crypto", "database", "encoding", "errors", "fmt", "go", "html"),
        *("image", "internal", "io", "log", "math", "mime", "net", "os", "path", "plugin", "reflect", "regexp"),
        *("runtime", "sort", "strconv", "strings", "sync", "syscall", "testing", "text", "time", "unicode", "unsafe"),
    }
)


def read_call(text: str) -> re.Match[str] | None:
    """Return the match of a line that shows a call, or which goroutine was created by whom (group `function`)."""
    if text[:1].isspace() or not text:
        return None
    text = text[:2000].rstrip()
    if text.startswith("created by "):
        return _CREATED.match(text)
    match = _CALL.match(text)
    return match if match and ("." in match["function"] or match["function"] == "panic") else None


def read_place(text: str) -> re.Match[str] | None:
    """Return the match of a line that shows where a call stands (groups `file` and `line`)."""
    return _PLACE.match(text.strip()) if text[:1].isspace() or text[:1] in "/\\" or text[1:2] == ":" else None


def is_place(text: str) -> bool:
    """Say whether a line shows where a call stands."""
    return read_place(text) is not None


def make_frame(file: str, line: int | None, function: str | None) -> Frame:
    """Return the frame with its module and repository."""
    package, repo = _origin(file.replace("\\", "/"), function or "")
    return Frame(file, line, function, package, repo)


def _origin(path: str, function: str) -> tuple[str | None, str | None]:
    at = path.rfind(_CACHE)
    vendored = path.rfind("/vendor/")
    if at >= 0:
        found = _module(path[at + len(_CACHE) :].partition("@")[0])
    elif vendored >= 0:
        found = _module(path[vendored + len("/vendor/") :])
    else:
        found = None
    root = None if found else _ROOT.match(path)
    if root:
        return root["package"], _GO
    found = found or _module(function)
    if found:
        return found
    top = function.partition(".")[0]
    own_path = path.partition("/")[0]
    if own_path in _STANDARD and top.partition("/")[0] == own_path:  # built with -trimpath
        return top, _GO
    return None, None


def _module(path: str) -> tuple[str, str | None] | None:
    hosted = _HOSTED.match(path)
    if hosted:
        return _unescaped(hosted["module"]), _unescaped(hosted["repo"]).removesuffix(".git")
    parts = path.split("/")
    for count in range(min(len(parts), 4), 0, -1):
        module = "/".join(parts[:count])
        known = MODULES.get(module) or MODULES.get(module.partition("@")[0])
        if known:
            return module, known
    return None


def _unescaped(path: str) -> str:
    """Undo the module cache's way to write capitals (`!burnt!sushi`, https://go.dev/ref/mod#module-cache)."""
    if "!" not in path:
        return path
    parts = path.split("!")
    return parts[0] + "".join(part[:1].upper() + part[1:] for part in parts[1:])
