//! Formulas as MathML: TeX in, allowlisted elements and attributes out. Depends only on text.
//!
//! The library turns TeX into MathML; this module decides what is published. The library gets only TeX whose nesting
//! its recursion can handle, and `sanitize` drops every style, URL, id and event handler from its output.

mod nesting;
mod prepare;
mod sanitize;

use std::ops::Range;
use std::sync::LazyLock;

use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};

use self::nesting::nesting;
use self::prepare::prepared;
use self::sanitize::sanitize;
use super::escape::escape;
use crate::Db;
use crate::parse::markdown::Math;
use crate::resolve::include::page_text;
use crate::resolve::page_tree::page_tree;
use base::diagnostic::{Code, Diagnostic, Span};
use base::inputs::File;

/// In bytes of TeX.
const LONGEST: usize = 16 * 1024;

/// The greatest nesting, as counted by `nesting`. The library recurses; a stack of one megabyte allows three times as
/// much.
const DEEPEST: usize = 128;

/// Commands that the library lacks, with replacements.
const MACROS: &[(&str, &str)] = &[
    ("boxed", r"\begin{array}{|c|}\hline #1\\ \hline\end{array}"),
    ("substack", r"\begin{subarray}{c}#1\end{subarray}"),
    ("smash", "#1"),
    ("varlimsup", r"\overline{\lim}"),
    ("varliminf", r"\underline{\lim}"),
];

/// Why a formula is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MathError {
    message: String,
    /// The position in the TeX.
    at: Range<usize>,
}

/// The converter; `None` if one of our own macros is invalid.
static CONVERTER: LazyLock<Option<LatexToMathML>> = LazyLock::new(|| {
    let macros = MACROS.iter().map(|&(name, meaning)| (name.to_owned(), meaning.to_owned())).collect();
    LatexToMathML::new(MathCoreConfig { macros, allow_unreliable_rendering: true, ..MathCoreConfig::default() }).ok()
});

/// A formula as a `math` element that contains its TeX.
///
/// # Errors
///
/// The problem in the TeX.
pub(crate) fn mathml(source: &str, display: bool) -> Result<String, MathError> {
    let whole = 0..source.len();
    if source.len() > LONGEST {
        return Err(MathError {
            message: format!("cannot be converted: it is longer than {LONGEST} bytes"),
            at: whole,
        });
    }
    let depth = nesting(source);
    if depth > DEEPEST {
        return Err(MathError { message: "cannot be converted: it is nested too deeply".to_owned(), at: whole });
    }
    let prepared = prepared(source);
    let style = if display { MathDisplay::Block } else { MathDisplay::Inline };
    let convert = || CONVERTER.as_ref().map(|converter| converter.convert_with_local_state(&prepared.text, style));
    let result = match std::panic::catch_unwind(std::panic::AssertUnwindSafe(convert)) {
        Ok(Some(result)) => result,
        Ok(None) | Err(_) => return Err(MathError { message: "cannot be converted".to_owned(), at: whole }),
    };
    let converted = result.map_err(|error| MathError {
        message: format!("is not valid TeX: {}", sentence(&error.error_message())),
        at: prepared.original(error.0.start)..prepared.original(error.0.end),
    })?;
    let mut out = String::with_capacity(converted.mathml.len() + source.len() + 120);
    out.push_str(if display { "<math display=\"block\"><semantics><mrow>" } else { "<math><semantics><mrow>" });
    sanitize(&converted.mathml, &mut out);
    out.push_str("</mrow><annotation encoding=\"application/x-tex\">");
    escape(source, &mut out);
    out.push_str("</annotation></semantics></math>");
    Ok(out)
}

/// A message of the library as part of a sentence.
fn sentence(message: &str) -> String {
    let mut chars = message.trim_end_matches('.').chars();
    let first = chars.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(chars).collect::<String>().replace('"', "`")
}

/// The invalid formulas of a page.
#[salsa::tracked(returns(ref))]
pub(crate) fn check_math(db: &dyn Db, file: File) -> Vec<Diagnostic<Span>> {
    let text = page_text(db, file);
    page_tree(db, file).formulas().filter_map(|math| check(math, text)).collect()
}

fn check(math: &Math, text: &str) -> Option<Diagnostic<Span>> {
    let MathError { message, at } = mathml(&math.source, math.display).err()?;
    let place = math.span.of_part(text, &math.source, at);
    Some(
        Diagnostic::new(Code::InvalidMath, format!("the formula {message}"), place)
            .with_help("its source is shown; write a literal dollar sign as `\\$`".to_owned()),
    )
}

#[cfg(test)]
mod tests;
