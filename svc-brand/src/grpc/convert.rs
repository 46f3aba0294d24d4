use proto::brand::v1 as message;
use service::Problem;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use url::Url;

use crate::domain::brand::{Brand, Company, Contact, Social};
use crate::domain::enquiry::{Enquiry, Form, Kind};
use crate::domain::palette;
use crate::domain::theme::{Check, Seeds};
use crate::domain::version::{BrandVersion, PublishedBrand};

pub fn get_brand_response(published: &PublishedBrand, system: &Url) -> message::GetBrandResponse {
    message::GetBrandResponse {
        brand: Some(published_brand(published)),
        policy: Some(message::BrandPolicy {
            markup_rate: published.brand.markup_rate.to_string(),
            public_url: published.brand.public_url(system),
        }),
    }
}

pub fn published_brand(published: &PublishedBrand) -> message::Brand {
    brand(&published.brand, published.version)
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

pub fn brand_summary(published: &PublishedBrand) -> message::BrandSummary {
    let brand = &published.brand;
    message::BrandSummary {
        key: brand.key.clone().into(),
        name: brand.name.clone().into(),
        primary: brand.theme.primary.to_string(),
        secondary: brand.theme.secondary.to_string(),
        markup_rate: brand.markup_rate.to_string(),
        version: published.version,
        updated_at: rfc3339(published.updated_at),
    }
}

pub fn brand_version(listed: &BrandVersion) -> message::BrandVersion {
    message::BrandVersion { version: listed.version, changed_at: rfc3339(listed.changed_at) }
}

pub fn theme_checked(seeds: &Seeds) -> message::CheckThemeResponse {
    message::CheckThemeResponse {
        theme: Some(theme(seeds)),
        checks: seeds.checks().iter().map(contrast_check).collect(),
    }
}

fn contrast_check(check: &Check) -> message::ContrastCheck {
    // Rounded down, so that a failed check never reads as if it passed.
    let rounded = |ratio: f64| format!("{:.2}", (ratio * 100.0).floor() / 100.0);
    message::ContrastCheck {
        color: check.color.to_owned(),
        label: check.label.to_owned(),
        ratio: rounded(check.ratio),
        required: rounded(check.required),
        passes: check.passes(),
        suggestion: check.suggestion.map(|shade| shade.to_string()).unwrap_or_default(),
    }
}

/// An enquiry form as it was typed.
pub fn form(typed: message::EnquiryForm) -> Result<Form, Problem> {
    let kind = match typed.kind() {
        message::EnquiryKind::Contact => Kind::Contact,
        message::EnquiryKind::Support => Kind::Support,
        message::EnquiryKind::Subscribe => Kind::Subscribe,
        message::EnquiryKind::Unspecified => return Err(Problem::internal(&"an enquiry without a kind")),
    };
    Ok(Form {
        kind,
        email: typed.email,
        name: typed.name,
        phone: typed.phone,
        reason: typed.reason,
        subject: typed.subject,
        booking_reference: typed.booking_reference,
        message: typed.message,
        preferred_contact: typed.preferred_contact,
    })
}

pub fn enquiry(enquiry: Enquiry) -> message::Enquiry {
    let Enquiry { id, brand, form, created_at } = enquiry;
    let kind = match form.kind {
        Kind::Contact => message::EnquiryKind::Contact,
        Kind::Support => message::EnquiryKind::Support,
        Kind::Subscribe => message::EnquiryKind::Subscribe,
    };
    let form = message::EnquiryForm {
        kind: kind.into(),
        email: form.email,
        name: form.name,
        phone: form.phone,
        reason: form.reason,
        subject: form.subject,
        booking_reference: form.booking_reference,
        message: form.message,
        preferred_contact: form.preferred_contact,
        consents: kind == message::EnquiryKind::Contact,
    };
    message::Enquiry { id: id.to_string(), brand, created_at: rfc3339(created_at), form: Some(form) }
}

fn rfc3339(instant: OffsetDateTime) -> String {
    instant.format(&Rfc3339).expect("years of four digits")
}
