"""Rust: one row for each construct."""

from __future__ import annotations

import pytest

from errkb.harvest.languages.rust_source import prepared

CONSTRUCTS = {
    "panic": ('panic!("bad state {}: {x:?}", self.n())', "panic", None, "bad state {}: {x:?}"),
    "unreachable": ("unreachable!()", "panic", None, "internal error: entered unreachable code"),
    "unreachable with text": (
        'unreachable!("no {n}")',
        "panic",
        None,
        "internal error: entered unreachable code: no {n}",
    ),
    "todo": ('todo!("later")', "panic", None, "not yet implemented: later"),
    "assert": ('assert!(n > 0, "n is {n}")', "panic", None, "n is {n}"),
    "assert without text": ("assert!(a.is_ok())", "panic", None, "assertion failed: a.is_ok()"),
    "assert_eq": ('assert_eq!(a, b, "must agree: {}", c)', "panic", None, "must agree: {}"),
    "expect": ('let a = b\n    .c()\n    .expect("inner is gone");', "panic", None, "inner is gone"),
    "anyhow": ('return Err(anyhow!("no {a} here"));', "raise", None, "no {a} here"),
    "bail": ('anyhow::bail!("path {} does not exist", p.display())', "raise", None, "path {} does not exist"),
    "ensure": ('ensure!(a == b, "they differ: {a}")', "raise", None, "they differ: {a}"),
    "context": ('open(p).with_context(|| format!("cannot open {p}"))?;', "raise", None, "cannot open {p}"),
    "ok_or_else": ('a.ok_or_else(|| "nothing is there")?;', "raise", None, "nothing is there"),
    "map_err": ('a.map_err(|e| { format!("cannot call: {e}") })?;', "raise", None, "cannot call: {e}"),
    "text as an error": ('return Err(format!("bad version {}", v).into());', "raise", None, "bad version {}"),
    "io::Error": ('Error::new(ErrorKind::Other, "signal too large")', "raise", "Error", "signal too large"),
    "constant": ("Error::other(GONE)", "raise", "Error", "it is gone"),
    "variant": ('Err(ParseError::Bad("no such token".into()))', "raise", "ParseError", "no such token"),
    "PyO3": ('PyValueError::new_err(format!("no {name} here"))', "raise", "ValueError", "no {name} here"),
    "macro with a class": ('py_err!(PyKeyError; "no such type: {t}")', "raise", "KeyError", "no such type: {t}"),
    "polars": ('polars_bail!(ComputeError: "cannot add {}", t)', "raise", "ComputeError", "cannot add {}"),
    "compiler": ('struct_span_code_err!(d, s, E0308, "mismatched {}", t).emit();', "raise", None, "mismatched {}"),
    "standard error": ('eprintln!("error: {e}");', "log", None, "error: {e}"),
    "logged": ('tracing::error!(?n, "lost {n}");', "log", None, "lost {n}"),
    "continued line": ('panic!("one \\\n        line")', "panic", None, "one line"),
}


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_constructs(name: str, located) -> None:
    """Each construct is found once, with its kind, class, message and function, on the line of the call's name."""
    source, kind, cls, message = CONSTRUCTS[name]
    body = f'const GONE: &str = "it is gone";\nimpl<T> Server<T> {{ fn run(&self) {{\n{source}\n}} }}\n'
    line = 5 if name == "expect" else 3
    assert [(one.line, one.kind, one.cls, one.message, one.function) for one in located(".rs", body)] == [
        (line, kind, cls, message, "Server::run")
    ]


def test_derived_errors_and_display(located) -> None:
    """`#[error("…")]` and what `Display` writes belong to the type; codes are kept."""
    source = """
    #[derive(Debug, thiserror::Error)]
    pub enum TokenError {
        #[error("no token found, run `{0}`")]
        Missing(String),
        #[error(transparent)]
        Io(#[from] io::Error),
    }
    impl fmt::Display for ParseError {
        fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
            match self {
                Self::Empty => f.write_str("nothing to parse"),
                Self::Bad(at) => write!(f, "bad token at {}", at),
            }
        }
    }
    #[diag("mismatched types {$found}", code = E0308)]
    struct Mismatch;
    """
    assert [(one.cls, one.message, one.code) for one in located(".rs", source)] == [
        ("TokenError", "no token found, run `{0}`", None),
        ("ParseError", "nothing to parse", None),
        ("ParseError", "bad token at {}", None),
        ("Mismatch", "mismatched types {$found}", "E0308"),
    ]


def test_message_tables_of_pydantic(located) -> None:
    """Each variant has its message, once as it stands and once as it is printed."""
    source = """
    impl ErrorType {
        pub fn message_template_python(&self) -> &'static str {
            match self {
                Self::TooLong { .. } => {
                    "at most {max} items"
                }
            }
        }
    }
    """
    printed = "at most {max} items [type=too_long, input_value={input_value}, input_type={input_type}]"
    assert [(one.cls, one.message, one.code) for one in located(".rs", source)] == [
        ("ValidationError", printed, None),
        ("ValidationError", "at most {max} items", "too_long"),
    ]


def test_text_put_together_piece_by_piece(located) -> None:
    """What is pushed in one branch does not follow what was pushed in the other."""
    source = """
    impl UnexpectedValue {
        fn __str__(&self) -> String {
            let mut text = String::new();
            write!(text, "Expected `{kind}`").unwrap();
            if let Some(name) = &self.name {
                text.push_str(" in a field");
            } else {
                text.push_str(" in a list");
            }
            text
        }
    }
    """
    assert [one.message for one in located(".rs", source)] == [
        "Expected `{kind}` in a field",
        "Expected `{kind}` in a list",
        "Expected `{kind}`",
    ]


def test_constants_of_other_files(located) -> None:
    """A constant that only one file defines is known in all."""
    found = located(
        ".rs", 'fn run() { panic!("{}", crate::text::GONE) }', text='pub const GONE: &str = "it is gone now";'
    )
    assert [(one.path, one.message) for one in found] == [("pkg/a.rs", "it is gone now")]


def test_macros_around_items_and_tests() -> None:
    """The wrappers of items and modules of tests are blanked, strings stay, every byte keeps its place."""
    source = b"""
cfg_rt! {
    fn a() { panic!("a {b} panic!(x)"); }
}
macro_rules! m { ($a:expr) => { panic!("x") } }
#[cfg(test)]
mod tests {
    fn t() { panic!("in a test"); }
}
"""
    made = prepared(source)
    assert len(made) == len(source)
    assert made.count(b"\n") == source.count(b"\n")
    assert b'fn a() { panic_("a {b} panic!(x)"); }' in made
    assert b"cfg_rt" not in made
    assert b"in a test" not in made


def test_what_is_no_error(located) -> None:
    """Comments, texts, tests and what is merely written say nothing."""
    source = """
    // panic!("in a comment")
    fn run() { let s = "panic!(in a string)"; write!(out, "plain {}", s); v.push_str("text"); Err(e) }
    impl fmt::Debug for Error { fn fmt(&self, f: &mut F) -> R { write!(f, "Error {{ .. }}") } }
    #[cfg(test)]
    mod tests { fn t() { panic!("in a test"); } }
    """
    assert located(".rs", source) == []


@pytest.mark.parametrize(
    "source", [b'"a', b'x("a\\" + PRIu64 "\n', b"/* a /* b", b'r#"a"', b"'", b"{{{", b"}}}", b"a!{ b!{ fn"]
)
def test_source_that_is_not_closed_stays_as_long(source: bytes) -> None:
    """Whatever is opened goes to the end of its line or of the file, however often it stands there."""
    assert len(prepared(source * 2000)) == len(source) * 2000
