"""Which crate and repository a frame of a Rust backtrace belongs to, read off its path alone."""

from __future__ import annotations

from errkb.model.event import Frame
from errkb.parse.lazy import Lazy

__all__ = ["rust_frame"]

_RUST = "rust-lang/rust"
_LIBRARY = Lazy(r".*(?:/rustc/[0-9a-f]{6,40}/|/rustlib/src/rust/)(?:src/)?(?:library/)?(?:lib)?(?P<crate>\w+)/")
_REGISTRY = Lazy(r".*/registry/src/[^/]+/(?P<crate>[\w-]+?)-\d+\.\d[^/]*/")
_CHECKOUT = Lazy(r".*/git/checkouts/(?P<crate>[\w-]+)-[0-9a-f]{8,20}/[0-9a-f]{6,40}/")
_HASH = Lazy(r"::h[0-9a-f]{16}$|\[[0-9a-f]{15,16}\]")
_REPOS: dict[str, str] = {
    "actix-web": "actix/actix-web",
    "anyhow": "dtolnay/anyhow",
    "axum": "tokio-rs/axum",
    "bindgen": "rust-lang/rust-bindgen",
    "candle-core": "huggingface/candle",
    "cc": "rust-lang/cc-rs",
    "chrono": "chronotope/chrono",
    "clap": "clap-rs/clap",
    "clap_builder": "clap-rs/clap",
    "diesel": "diesel-rs/diesel",
    "futures-util": "rust-lang/futures-rs",
    "h2": "hyperium/h2",
    "hyper": "hyperium/hyper",
    "hyper-util": "hyperium/hyper-util",
    "mio": "tokio-rs/mio",
    "openssl": "sfackler/rust-openssl",
    "openssl-sys": "sfackler/rust-openssl",
    "parking_lot": "Amanieu/parking_lot",
    "polars-core": "pola-rs/polars",
    "prost-build": "tokio-rs/prost",
    "pyo3": "PyO3/pyo3",
    "pyo3-build-config": "PyO3/pyo3",
    "pyo3-ffi": "PyO3/pyo3",
    "rayon": "rayon-rs/rayon",
    "rayon-core": "rayon-rs/rayon",
    "regex": "rust-lang/regex",
    "reqwest": "seanmonstar/reqwest",
    "rocksdb": "rust-rocksdb/rust-rocksdb",
    "rustls": "rustls/rustls",
    "safetensors": "huggingface/safetensors",
    "serde": "serde-rs/serde",
    "serde_json": "serde-rs/json",
    "sqlx": "launchbadge/sqlx",
    "sqlx-core": "launchbadge/sqlx",
    "tokenizers": "huggingface/tokenizers",
    "tokio": "tokio-rs/tokio",
    "tonic": "hyperium/tonic",
    "tower": "tower-rs/tower",
    "tracing": "tokio-rs/tracing",
    "url": "servo/rust-url",
    "wgpu": "gfx-rs/wgpu",
    "winit": "rust-windowing/winit",
}


def rust_frame(file: str, line: int | None = None, function: str | None = None) -> Frame:
    """Return a frame with crate and repository filled in; hashes are taken off the function's name."""
    package, repo = _locate(file)
    return Frame(file, line, _HASH.sub("", function) if function else None, package, repo)


def _locate(file: str) -> tuple[str | None, str | None]:
    path = file.replace("\\", "/")
    library = _LIBRARY.match(path)
    if library:
        return library["crate"], _RUST
    found = _REGISTRY.match(path) or _CHECKOUT.match(path)
    return (found["crate"], _REPOS.get(found["crate"])) if found else (None, None)
