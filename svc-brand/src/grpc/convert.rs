use proto::brand::v1 as message;
use url::Url;

use crate::domain::brand::{Company, Contact, Social, Theme};
use crate::domain::palette;
use crate::store::brand::StoredBrand;

pub fn get_brand_response(stored: &StoredBrand, system: &Url) -> message::GetBrandResponse {
    message::GetBrandResponse {
        brand: Some(brand(stored)),
        policy: Some(message::BrandPolicy {
            markup_rate: stored.brand.markup_rate.to_string(),
            public_url: stored.brand.public_url(system),
        }),
    }
}

pub fn brand(stored: &StoredBrand) -> message::Brand {
    let brand = &stored.brand;
    message::Brand {
        name: brand.name.clone().into(),
        domain: brand.key.clone().into(),
        logo: brand.logo.clone().into(),
        theme: Some(theme(&brand.theme)),
        contact: Some(contact(brand.contact.clone())),
        social: Some(social(brand.social.clone())),
        company: Some(company(brand.company.clone())),
        version: stored.version,
    }
}

fn theme(theme: &Theme) -> message::Theme {
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
