//! What the brand manager reads and writes.

use proto::brand::v1::{self as wire, Brand, Contact, Theme};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A brand as it is configured.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct BrandRecord {
    /// With the version that an update replaces. `theme.variables` are computed and never taken over.
    pub brand: Brand,
    /// Decimal fraction of the airline's price, for example "0.23".
    markup_rate: String,
    /// Where mails link to; empty: follows from the key.
    public_url: String,
    /// Where the brand is shown; computed, and ignored in what is sent.
    site: String,
}

/// A brand in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct BrandSummary {
    key: String,
    name: String,
    primary: String,
    secondary: String,
    markup_rate: String,
    version: i64,
    /// RFC 3339, UTC.
    updated_at: String,
}

/// A brand and what it was before.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct BrandHistory {
    pub record: BrandRecord,
    /// The latest 20, newest first, with the one that holds.
    pub versions: Vec<BrandVersion>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct BrandVersion {
    version: i64,
    /// RFC 3339, UTC.
    changed_at: String,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(in crate::api) struct ThemeCheckRequest {
    pub theme: Theme,
}

/// What a theme would look like.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct ThemeReport {
    /// With its variables.
    pub theme: Theme,
    pub checks: Vec<ContrastCheck>,
}

/// How well something can be seen on what it stands on.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct ContrastCheck {
    /// The colour of the theme that decides.
    color: String,
    label: String,
    /// For example "4.42".
    ratio: String,
    required: String,
    passes: bool,
    /// The nearest shade that passes; empty where the colour itself does.
    suggestion: String,
}

impl BrandRecord {
    /// What a sale costs, where mails lead, and whom travellers write to and call.
    pub fn money_and_mail(&self) -> [&str; 5] {
        let contact = self.brand.contact.as_ref();
        let told = |of: fn(&Contact) -> &String| contact.map(of).map_or("", String::as_str);
        [
            &self.markup_rate,
            &self.public_url,
            told(|contact| &contact.email),
            told(|contact| &contact.support_email),
            told(|contact| &contact.phone),
        ]
    }
}

impl From<wire::BrandRecord> for BrandRecord {
    fn from(record: wire::BrandRecord) -> Self {
        let wire::BrandRecord { brand, markup_rate, public_url, site } = record;
        Self { brand: brand.unwrap_or_default(), markup_rate, public_url, site }
    }
}

impl From<BrandRecord> for wire::BrandRecord {
    fn from(record: BrandRecord) -> Self {
        let BrandRecord { brand, markup_rate, public_url, site } = record;
        Self { brand: Some(brand), markup_rate, public_url, site }
    }
}

impl From<wire::BrandSummary> for BrandSummary {
    fn from(summary: wire::BrandSummary) -> Self {
        let wire::BrandSummary { key, name, primary, secondary, markup_rate, version, updated_at } = summary;
        Self { key, name, primary, secondary, markup_rate, version, updated_at }
    }
}

impl From<wire::BrandVersion> for BrandVersion {
    fn from(wire::BrandVersion { version, changed_at }: wire::BrandVersion) -> Self {
        Self { version, changed_at }
    }
}

impl From<wire::ContrastCheck> for ContrastCheck {
    fn from(check: wire::ContrastCheck) -> Self {
        let wire::ContrastCheck { color, label, ratio, required, passes, suggestion } = check;
        Self { color, label, ratio, required, passes, suggestion }
    }
}
