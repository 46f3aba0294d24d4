//! Which brand a host shows, and what that brand is: asked of svc-brand, kept until it changes.

mod cache;
mod logo;

use money::MarkupRate;
use proto::brand::v1::{self as wire, GetBrandResponse};
use proto::common::v1::Letterhead;
use url::Url;

use crate::brand_key::DEFAULT_KEY;
use crate::context::default_markup_rate;

pub(crate) use self::logo::Logo;
pub(crate) use cache::Brands;

/// A brand as requests carry it.
#[derive(Debug, Clone)]
pub(crate) struct Brand {
    pub record: wire::Brand,
    pub markup_rate: MarkupRate,
    /// Where mails link to. Unknown of the built-in brand alone.
    pub public_url: Option<Url>,
    /// An uploaded logo; the record then has its address.
    pub logo: Option<Logo>,
}

impl Brand {
    /// Dresses pages until svc-brand has answered once. Looks are the specification's defaults.
    fn built_in() -> Self {
        let theme = wire::Theme {
            primary: "#008870".into(),
            secondary: "#006655".into(),
            accent: "#00ffcc".into(),
            background: "#ffffff".into(),
            text: "#333333".into(),
            font: "Inter".into(),
            variables: Vec::new(),
        };
        let record = wire::Brand {
            name: "Fareway".into(),
            domain: DEFAULT_KEY.into(),
            theme: Some(theme),
            contact: Some(wire::Contact::default()),
            social: Some(wire::Social::default()),
            company: Some(wire::Company::default()),
            ..wire::Brand::default()
        };
        Self { record, markup_rate: default_markup_rate(), public_url: None, logo: None }
    }

    pub fn key(&self) -> &str {
        &self.record.domain
    }

    /// How the brand signs mails; empty where it says nothing.
    pub fn letterhead(&self) -> Letterhead {
        let theme = self.record.theme.as_ref();
        let color = |name: &str| {
            let mut variables = theme.iter().flat_map(|theme| &theme.variables);
            variables.find(|variable| variable.name == name).map(|variable| variable.value.clone())
        };
        let contact = self.record.contact.clone().unwrap_or_default();
        Letterhead {
            name: self.record.name.clone(),
            solid: color("--brand-solid").unwrap_or_default(),
            on_solid: color("--brand-on-solid").unwrap_or_default(),
            link: color("--brand-link").unwrap_or_default(),
            postal_address: self.postal_address(&contact.address),
            logo: self.mailed_logo().map(String::from).unwrap_or_default(),
            phone: contact.phone,
            email: contact.support_email,
        }
    }

    /// The company and its address in one line; empty where the brand names no address.
    fn postal_address(&self, address: &str) -> String {
        if address.is_empty() {
            return String::new();
        }
        let company = self.record.company.as_ref().map_or("", |company| &company.legal_name);
        let sender = if company.is_empty() { &self.record.name } else { company };
        format!("{sender}, {address}")
    }

    /// Where mail programs load the logo: on the brand's public site, which is open to everybody. Nothing where that
    /// site has no encryption, as on a developer's machine.
    fn mailed_logo(&self) -> Option<Url> {
        let site = self.public_url.as_ref().filter(|site| site.scheme() == "https")?;
        let path = Some(self.record.logo.as_str()).filter(|path| !path.is_empty())?;
        site.join(path).ok()
    }
}

/// Nothing where the answer lacks what every brand has. An uploaded logo is still in the record.
impl TryFrom<GetBrandResponse> for Brand {
    type Error = &'static str;

    fn try_from(answer: GetBrandResponse) -> Result<Self, Self::Error> {
        let record = answer.brand.ok_or("brand")?;
        let policy = answer.policy.ok_or("policy")?;
        let markup_rate = MarkupRate::parse(&policy.markup_rate).map_err(|_| "markup_rate")?;
        let public_url = policy.public_url.parse().map_err(|_| "public_url")?;
        Ok(Self { record, markup_rate, public_url: Some(public_url), logo: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brand(logo: &str, site: &str) -> Brand {
        let mut brand = Brand::built_in();
        brand.record.logo = logo.to_owned();
        brand.public_url = Some(site.parse().unwrap());
        brand
    }

    #[test]
    fn a_mail_loads_the_logo_from_the_public_site_and_only_with_encryption() {
        let check = |logo: &str, site: &str, expected: &str| {
            assert_eq!(brand(logo, site).letterhead().logo, expected, "{logo} at {site}");
        };
        let uploaded = logo::path("blue", 7);
        check(&uploaded, "https://blue.example/", "https://blue.example/api/brands/blue/logo?v=7");
        check("/logo.png", "https://fareway.example/?brand=blue", "https://fareway.example/logo.png");
        check(&uploaded, "http://localhost:8080/?brand=blue", "");
        check("", "https://blue.example/", "");
    }

    #[test]
    fn a_mail_names_the_company_and_its_postal_address() {
        let check = |legal_name: &str, address: &str, expected: &str| {
            let mut brand = brand("", "https://blue.example/");
            brand.record.company =
                Some(wire::Company { legal_name: legal_name.into(), ..Default::default() });
            brand.record.contact = Some(wire::Contact { address: address.into(), ..Default::default() });
            assert_eq!(brand.letterhead().postal_address, expected);
        };
        check("Blue Ltd", "1 Pine St, Boston, MA 02210", "Blue Ltd, 1 Pine St, Boston, MA 02210");
        check("", "1 Pine St, Boston, MA 02210", "Fareway, 1 Pine St, Boston, MA 02210");
        check("Blue Ltd", "", "");
    }
}
