use std::fmt;

use askama::filters::HtmlSafe;

use crate::form::escaped;

/// HTML that templates show as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Markup(pub(crate) String);

impl fmt::Display for Markup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl HtmlSafe for Markup {}

/// Emphasises an argument.
#[must_use]
pub fn strong(text: &str) -> Markup {
    Markup(format!("<strong>{}</strong>", escaped(text)))
}

/// Begins a link. `end_link` ends it.
#[must_use]
pub fn link(address: &str) -> Markup {
    Markup(format!("<a href=\"{}\">", escaped(address)))
}

/// Ends what `link` began.
#[must_use]
pub fn end_link() -> Markup {
    Markup("</a>".to_owned())
}
