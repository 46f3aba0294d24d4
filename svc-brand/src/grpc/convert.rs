use proto::brand::v1 as message;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use url::Url;

use crate::domain::brand::{Brand, Company, Contact, Social};
use crate::domain::palette;
use crate::domain::theme::{Check, Seeds};
use crate::store::brand::StoredBrand;
use crate::store::brand_version::Listed;

pub fn get_brand_response(stored: &StoredBrand, system: &Url) -> message::GetBrandResponse {
    message::GetBrandResponse {
        brand: Some(listed_brand(stored)),
        policy: Some(message::BrandPolicy {
            markup_rate: stored.brand.markup_rate.to_string(),
            public_url: stored.brand.public_url(system),
        }),
    }
}

pub fn listed_brand(stored: &StoredBrand) -> message::Brand {
    brand(&stored.brand, stored.version)
}

fn brand(brand: &Brand, version: i64) -> message::Brand {
    message::Brand {
        name: brand.name.clone().into(),
        domain: brand.key.clone().into(),
        logo: brand.logo.clone().into(),
        theme: Some(theme(&brand.theme)),
        contact: Some(contact(brand.contact.clone())),
        social: Some(social(brand.social.clone())),
        company: Some(company(brand.company.clone())),
        version,
    }
}

pub fn theme(theme: &Seeds) -> message::Theme {
    let variables = palette::variables(theme)
        .into_iter()
        .map(|(name, value)| message::ThemeVariable { name: name.to_owned(), value });
    message::Theme {
        primary: theme.primary.to_string(),
        secondary: theme.secondary.to_string(),
        accent: theme.accent.to_string(),
        background: theme.background.to_string(),
        text: theme.text.to_string(),
        font: format!("{:?}", theme.font),
        variables: variables.collect(),
    }
}

fn contact(contact: Contact) -> message::Contact {
    message::Contact {
        email: contact.email.into(),
        phone: contact.phone.into(),
        address: contact.address.into(),
        support_email: contact.support_email.into(),
        city: contact.city.into(),
        hours_phone: contact.hours_phone.into(),
        hours_office: contact.hours_office.into(),
        hours_support: contact.hours_support.into(),
    }
}

fn social(social: Social) -> message::Social {
    message::Social {
        facebook: social.facebook.into(),
        twitter: social.twitter.into(),
        instagram: social.instagram.into(),
    }
}

fn company(company: Company) -> message::Company {
    message::Company {
        legal_name: company.legal_name.into(),
        number: company.number.into(),
        accreditation: company.accreditation.into(),
    }
}

pub fn record(brand: &Brand, version: i64, system: &Url) -> message::BrandRecord {
    message::BrandRecord {
        brand: Some(self::brand(brand, version)),
        markup_rate: brand.markup_rate.to_string(),
        public_url: brand.public_url.clone().map(String::from).unwrap_or_default(),
        site: brand.public_url(system),
    }
}

pub fn brand_summary(stored: &StoredBrand) -> message::BrandSummary {
    let brand = &stored.brand;
    message::BrandSummary {
        key: brand.key.clone().into(),
        name: brand.name.clone().into(),
        primary: brand.theme.primary.to_string(),
        secondary: brand.theme.secondary.to_string(),
        markup_rate: brand.markup_rate.to_string(),
        version: stored.version,
        updated_at: rfc3339(stored.updated_at),
    }
}

pub fn brand_version(listed: &Listed) -> message::BrandVersion {
    message::BrandVersion { version: listed.version, changed_at: rfc3339(listed.changed_at) }
}

pub fn theme_checked(seeds: &Seeds) -> message::CheckThemeResponse {
    message::CheckThemeResponse {
        theme: Some(theme(seeds)),
        checks: seeds.checks().iter().map(contrast_check).collect(),
    }
}

fn contrast_check(check: &Check) -> message::ContrastCheck {
    // Down, so that what fails never reads as if it passed.
    let told = |ratio: f64| format!("{:.2}", (ratio * 100.0).floor() / 100.0);
    message::ContrastCheck {
        color: check.color.to_owned(),
        label: check.label.to_owned(),
        ratio: told(check.ratio),
        required: told(check.required),
        passes: check.passes(),
        suggestion: check.suggestion.map(|shade| shade.to_string()).unwrap_or_default(),
    }
}

fn rfc3339(instant: OffsetDateTime) -> String {
    instant.format(&Rfc3339).expect("years of four digits")
}
