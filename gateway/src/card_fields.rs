//! The card provider's own fields on our page (requirement R8): what a page needs to put them up, and whom its policy
//! must let in for that. With them no card number reaches this system.

use anyhow::{Context, ensure};
use serde::Serialize;
use url::Url;
use utoipa::ToSchema;

use crate::config::CardFieldArgs;
use crate::modes::Mode;

/// The fields of each mode that has them.
#[derive(Debug, Default)]
pub(crate) struct CardFields {
    test: Option<Fields>,
    live: Option<Fields>,
    /// Empty where no mode has fields.
    pub sources: Sources,
}

/// The card provider's own fields, in which a card is typed in place of ours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CardFields)]
pub(crate) struct Fields {
    /// The script that makes them.
    script_url: String,
    /// Names the shop to the provider; no secret.
    publishable_key: String,
}

/// Origins for the policy of the page that takes cards, each preceded by a space.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Sources {
    pub scripts: String,
    pub frames: String,
    /// What the script calls from the page.
    pub calls: String,
}

/// Stripe's own host starts frames and scripts on changing subdomains, and shows banks' questions from another host.
/// Source: docs.stripe.com/security/guide, "Content Security Policy".
const STRIPE: &str = "https://js.stripe.com";
const STRIPE_SUBDOMAINS: &str = " https://*.js.stripe.com";
const STRIPE_HOOKS: &str = " https://hooks.stripe.com";

impl CardFields {
    /// A key of the other mode, or an address that is none, is found here, at start, and not by the first traveller.
    pub fn new(args: &CardFieldArgs) -> anyhow::Result<Self> {
        let test =
            fields(&args.stripe_test_script_url, args.stripe_test_publishable_key.as_deref(), "pk_test_")
                .context("the card fields of test mode")?;
        let live =
            fields(&args.stripe_live_script_url, args.stripe_live_publishable_key.as_deref(), "pk_live_")
                .context("the card fields of live mode")?;
        let sources = Sources::of([&test, &live].into_iter().flatten(), &args.stripe_browser_urls)?;
        Ok(Self { test, live, sources })
    }

    pub fn of(&self, mode: Mode) -> Option<&Fields> {
        match mode {
            Mode::Test => self.test.as_ref(),
            Mode::Live => self.live.as_ref(),
        }
    }
}

impl Sources {
    fn of<'a>(fields: impl Iterator<Item = &'a Fields>, calls: &[String]) -> anyhow::Result<Self> {
        let mut origins = String::new();
        for fields in fields {
            add(&mut origins, &fields.script_url)?;
        }
        if origins.is_empty() {
            return Ok(Self::default());
        }
        let mut sources = Self { scripts: origins.clone(), frames: origins.clone(), calls: origins };
        for address in calls {
            add(&mut sources.calls, address)?;
        }
        if sources.scripts.split(' ').any(|origin| origin == STRIPE) {
            sources.scripts.push_str(STRIPE_SUBDOMAINS);
            sources.frames.push_str(STRIPE_SUBDOMAINS);
            sources.frames.push_str(STRIPE_HOOKS);
        }
        Ok(sources)
    }
}

fn fields(script_url: &str, key: Option<&str>, prefix: &str) -> anyhow::Result<Option<Fields>> {
    let Some(key) = key else { return Ok(None) };
    ensure!(key.starts_with(prefix), "the key does not begin with {prefix}");
    Ok(Some(Fields { script_url: script_url.to_owned(), publishable_key: key.to_owned() }))
}

/// Adds the origin of an address, once.
fn add(sources: &mut String, address: &str) -> anyhow::Result<()> {
    let origin = Url::parse(address).with_context(|| format!("{address} is not an address"))?.origin();
    ensure!(origin.is_tuple(), "{address} is no address of the web");
    let origin = origin.ascii_serialization();
    if !sources.split(' ').any(|known| known == origin) {
        sources.push(' ');
        sources.push_str(&origin);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: CardFieldArgs,
    }

    fn with(settings: &[&str]) -> anyhow::Result<CardFields> {
        CardFields::new(&Line::parse_from([&["gateway"], settings].concat()).args)
    }

    #[test]
    fn r008_a_mode_without_a_key_has_no_fields_and_lets_nobody_in() {
        let none = with(&[]).unwrap();
        let live = with(&["--stripe-live-publishable-key=pk_live_1"]).unwrap();

        assert_eq!((none.of(Mode::Live), &none.sources), (None, &Sources::default()));
        assert_eq!(live.of(Mode::Test), None);
        assert_eq!(live.of(Mode::Live).unwrap().script_url, "https://js.stripe.com/endive/stripe.js");
    }

    #[test]
    fn r008_a_policy_names_the_scripts_origin_once_and_nothing_of_its_path() {
        let both = with(&[
            "--stripe-test-publishable-key=pk_test_1",
            "--stripe-live-publishable-key=pk_live_1",
            "--stripe-live-script-url=https://cards.example:8443/v3/?a=b",
            "--stripe-browser-urls=https://api.example,https://cards.example:8443",
        ]);

        let sources = both.unwrap().sources;
        let origins = " https://js.stripe.com https://cards.example:8443";
        assert_eq!(sources.scripts, format!("{origins} https://*.js.stripe.com"));
        assert_eq!(sources.frames, format!("{origins} https://*.js.stripe.com https://hooks.stripe.com"));
        assert_eq!(sources.calls, " https://js.stripe.com https://cards.example:8443 https://api.example");
    }

    #[test]
    fn r008_a_script_of_another_host_brings_none_of_stripes_origins() {
        let sandbox = with(&[
            "--stripe-live-publishable-key=pk_live_1",
            "--stripe-live-script-url=http://127.0.0.1:12111/v3/",
            "--stripe-browser-urls=http://127.0.0.1:12111",
        ]);

        let origin = " http://127.0.0.1:12111".to_owned();
        let expected = Sources { scripts: origin.clone(), frames: origin.clone(), calls: origin };
        assert_eq!(sandbox.unwrap().sources, expected);
    }

    #[test]
    fn a_key_of_the_other_mode_and_an_address_that_is_none_are_refused_at_start() {
        let check = |settings: &[&str]| assert!(with(settings).is_err(), "{settings:?}");
        check(&["--stripe-test-publishable-key=pk_live_1"]);
        check(&["--stripe-live-publishable-key=sk_live_1"]);
        check(&["--stripe-live-publishable-key=pk_live_1", "--stripe-live-script-url=js.stripe.com"]);
        check(&[
            "--stripe-live-publishable-key=pk_live_1",
            "--stripe-live-script-url=data:text/javascript,1",
        ]);
    }
}
