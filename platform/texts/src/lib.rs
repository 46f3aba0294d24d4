//! Texts that people read, from message catalogues in Fluent's form (`.ftl`), as functions that the compiler checks.
//!
//! `catalogue!` declares each message with its arguments, and writes the test that holds the declaration against the
//! file and the callers. A caller that names no message, or gives the wrong arguments, does not compile. So no text can
//! be missing while a program runs.

#![warn(missing_docs)]

mod accents;
mod bundle;
mod faults;
mod form;
mod locale;
mod markup;
mod unaccented;
mod unused;

pub use bundle::{Bundle, load, text};
pub use faults::{Declared, faults};
pub use fluent_bundle::FluentValue;
pub use form::{Argument, Count, Form, Html, Plain, Text};
pub use locale::Locale;
pub use markup::{Markup, end_link, link, strong};
pub use unaccented::{of_html, unaccented};
pub use unused::unused;

/// Declares a catalogue: a type with a function for each message, and a test that the file says the same.
///
/// ```
/// texts::catalogue! {
///     /// Of a greeting.
///     pub struct Greetings in "hi = Hi { $name },";
///     hi(name: Text);
/// }
///
/// let texts = Greetings::of(texts::Locale::English);
/// assert_eq!(texts.hi("Ada"), "Hi Ada,");
/// ```
///
/// `name: Text` is a text, `count: Count` a whole number that the message may choose a plural form by. The type is
/// `Greetings<Plain>` for plain text and `Greetings<Html>` for HTML, where arguments are escaped unless they are
/// `Markup`.
#[macro_export]
macro_rules! catalogue {
    (
        $(#[$about:meta])*
        $visible:vis struct $name:ident in $english:expr;
        $($message:ident($($argument:ident: $kind:ident),*);)*
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy)]
        $visible struct $name<F = $crate::Plain> {
            bundle: &'static $crate::Bundle,
            form: ::std::marker::PhantomData<F>,
        }

        impl $name {
            /// The texts in a language, as plain text.
            $visible fn of(locale: $crate::Locale) -> Self {
                use ::std::sync::LazyLock;
                static ENGLISH: LazyLock<$crate::Bundle> =
                    LazyLock::new(|| $crate::load($english, $crate::Locale::English));
                static ACCENTED: LazyLock<$crate::Bundle> =
                    LazyLock::new(|| $crate::load($english, $crate::Locale::Accented));
                let bundle = match locale {
                    $crate::Locale::English => &*ENGLISH,
                    $crate::Locale::Accented => &*ACCENTED,
                };
                Self { bundle, form: ::std::marker::PhantomData }
            }
        }

        impl<F: $crate::Form> $name<F> {
            /// The same texts for HTML.
            $visible fn as_html(self) -> $name<$crate::Html> {
                $name { bundle: self.bundle, form: ::std::marker::PhantomData }
            }

            $(
                $visible fn $message(
                    self
                    $(, $argument: impl $crate::Argument<F> + $crate::$kind)*
                ) -> F::Output {
                    $crate::text::<F>(
                        self.bundle,
                        stringify!($message),
                        [$((stringify!($argument), $crate::Argument::<F>::value(&$argument))),*],
                    )
                }
            )*
        }

        #[cfg(test)]
        mod catalogue {
            #[test]
            fn each_message_of_the_catalogue_is_declared_with_its_arguments_and_called() {
                let declared: &[$crate::Declared] = &[
                    $((stringify!($message), &[$((stringify!($argument), stringify!($kind))),*])),*
                ];
                assert_eq!($crate::faults($english, declared), [""; 0]);
                assert_eq!($crate::unused(env!("CARGO_MANIFEST_DIR"), declared), [""; 0]);
            }
        }
    };
}
