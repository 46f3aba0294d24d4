//! What only the gateway can check: how its own page is set.

use proto::preflight::v1::{Line, Provider};
use service::preflight::{self, Check};

use crate::SiteArgs;
use crate::card_fields::CardFields;
use crate::modes::Mode;

const COOKIES: Check =
    Check::required("SECURE_COOKIES", "Cookies are sent over https alone").skip_if_sandbox();
const CARD_FIELDS: Check = Check::required("CARD_FIELDS", "Live cards are typed into Stripe's own fields");
/// Who the page's script speaks for, beside the services.
const SCRIPT: &str = "the page's card fields";

/// The settings that the page goes by.
#[derive(Debug)]
pub(super) struct OwnSettings {
    is_https: bool,
    /// Where live cards are typed, if anywhere.
    script: Option<Provider>,
}

impl OwnSettings {
    pub fn new(site: &SiteArgs, fields: &CardFields) -> Self {
        let script = preflight::provider(Some(&site.card_fields.stripe_live_script_url));
        Self { is_https: site.https, script: fields.of(Mode::Live).map(|_| script) }
    }

    /// What the script's address says of live mode's provider, where live cards have fields.
    pub fn script_provider(&self) -> Option<(&'static str, Provider)> {
        Some((SCRIPT, self.script?))
    }

    pub fn cookies(&self) -> Line {
        if self.is_https {
            return COOKIES.passed("HTTPS is true.");
        }
        COOKIES.failed("HTTPS is false.", "Set HTTPS=true, and have your proxy end TLS.")
    }

    pub fn card_fields(&self, takes_numbers: bool) -> Line {
        const REMEDY: &str = "Set STRIPE_LIVE_PUBLISHABLE_KEY of the gateway.";
        match (self.script, takes_numbers) {
            (Some(_), _) => CARD_FIELDS.passed("A publishable key of live mode is set."),
            (None, true) => CARD_FIELDS.warning(
                "ACCEPT_RAW_LIVE_CARDS is on: card numbers pass through this system (PCI DSS SAQ D).",
                REMEDY,
            ),
            (None, false) => {
                CARD_FIELDS.failed("No publishable key of live mode is set: no card can be typed.", REMEDY)
            }
        }
    }
}
