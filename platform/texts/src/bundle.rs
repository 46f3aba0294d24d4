use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use crate::accents::accented;
use crate::{Form, Locale};

/// A catalogue in one language, ready to be asked from every thread.
pub struct Bundle(FluentBundle<FluentResource>);

impl std::fmt::Debug for Bundle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Bundle { .. }")
    }
}

/// Reads a catalogue that is part of the program.
///
/// # Panics
/// If it is not in Fluent's form, which the test of each catalogue finds out.
#[must_use]
pub fn load(source: &str, locale: Locale) -> Bundle {
    let resource = FluentResource::try_new(source.to_owned()).map_err(|(_, errors)| errors);
    let mut bundle = FluentBundle::new_concurrent(vec![locale.identifier()]);
    // Marks around arguments keep right-to-left and left-to-right text apart; English needs none.
    bundle.set_use_isolating(false);
    if locale == Locale::Accented {
        bundle.set_transform(Some(accented));
    }
    bundle
        .add_resource(resource.expect("a catalogue in Fluent's form"))
        .expect("a catalogue with each message once");
    Bundle(bundle)
}

/// A message with its arguments. `catalogue!` writes the calls.
///
/// # Panics
/// If there is no such message, which the test of each catalogue finds out.
#[must_use]
pub fn text<F: Form>(
    Bundle(bundle): &Bundle,
    message: &str,
    arguments: impl IntoIterator<Item = (&'static str, FluentValue<'static>)>,
) -> F::Output {
    let arguments: FluentArgs<'_> = arguments.into_iter().collect();
    let found = bundle.get_message(message);
    let pattern = found.as_ref().and_then(fluent_bundle::FluentMessage::value);
    let mut errors = Vec::new();
    let text = bundle.format_pattern(pattern.expect("a declared message"), Some(&arguments), &mut errors);
    debug_assert!(errors.is_empty(), "{message}: {errors:?}");
    F::output(text.into_owned())
}
