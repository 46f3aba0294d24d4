use askama::filters::{Escaper, Html as HtmlEscaper};
use fluent_bundle::FluentValue;

use crate::Markup;

/// What texts are written for: plain text or HTML.
pub trait Form: Copy {
    /// A text in this form.
    type Output;

    /// A finished text, its arguments already in this form.
    fn output(text: String) -> Self::Output;
}

/// Plain text.
#[derive(Debug, Clone, Copy)]
pub struct Plain;

/// HTML: arguments are escaped. Catalogues have no markup and nothing to escape.
#[derive(Debug, Clone, Copy)]
pub struct Html;

impl Form for Plain {
    type Output = String;

    fn output(text: String) -> String {
        text
    }
}

impl Form for Html {
    type Output = Markup;

    fn output(text: String) -> Markup {
        Markup(text)
    }
}

/// What a message of a form takes as an argument.
pub trait Argument<F> {
    /// As Fluent takes it, safe in this form.
    fn value(&self) -> FluentValue<'static>;
}

/// Marks what stands in a message as it is.
pub trait Text {}

/// Marks a number of things, by which a message may choose its plural form.
pub trait Count {}

impl Argument<Plain> for str {
    fn value(&self) -> FluentValue<'static> {
        FluentValue::from(self.to_owned())
    }
}

impl Argument<Html> for str {
    fn value(&self) -> FluentValue<'static> {
        FluentValue::from(escaped(self))
    }
}

impl<F> Argument<F> for String
where
    str: Argument<F>,
{
    fn value(&self) -> FluentValue<'static> {
        self.as_str().value()
    }
}

impl Argument<Html> for Markup {
    fn value(&self) -> FluentValue<'static> {
        FluentValue::from(self.0.clone())
    }
}

impl<F> Argument<F> for usize {
    fn value(&self) -> FluentValue<'static> {
        FluentValue::from(*self)
    }
}

impl<F> Argument<F> for u32 {
    fn value(&self) -> FluentValue<'static> {
        FluentValue::from(*self)
    }
}

impl<F, T: Argument<F> + ?Sized> Argument<F> for &T {
    fn value(&self) -> FluentValue<'static> {
        T::value(self)
    }
}

impl Text for str {}
impl Text for String {}
impl Text for Markup {}
impl<T: Text + ?Sized> Text for &T {}

impl Count for usize {}
impl Count for u32 {}
impl<T: Count> Count for &T {}

/// As templates escape what they show.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::new();
    HtmlEscaper.write_escaped_str(&mut safe, text).expect("memory takes any text");
    safe
}
