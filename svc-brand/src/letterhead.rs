//! A brand as its mails show it, made of the stored record as the gateway makes it of the published one.

use logo::Upload;
use mail::Letterhead;
use proto::common::v1::Letterhead as Message;
use url::Url;

use crate::domain::brand::Brand;
use crate::domain::palette;
use crate::domain::version::PublishedBrand;

/// The public address of a brand on the system that lives at `system`: where its mails link to.
pub fn site(brand: &Brand, system: &Url) -> Url {
    brand.public_url(system).parse().expect("a public address was checked when it was read")
}

/// `site` is the brand's own, where mail programs load its logo.
pub fn letterhead(published: &PublishedBrand, site: &Url) -> Letterhead {
    let brand = &published.brand;
    let variables = palette::variables(&brand.theme);
    let color = |name: &str| {
        let variable = variables.iter().find(|(known, _)| *known == name);
        variable.map(|(_, value)| value.clone()).unwrap_or_default()
    };
    Letterhead::of(Some(Message {
        name: brand.name.as_str().to_owned(),
        solid: color("--brand-solid"),
        on_solid: color("--brand-on-solid"),
        link: color("--brand-link"),
        phone: brand.contact.phone.as_str().to_owned(),
        email: brand.contact.support_email.as_str().to_owned(),
        postal_address: postal_address(brand),
        logo: logo(published, site).map(String::from).unwrap_or_default(),
    }))
}

/// The company and its address in one line; empty where the brand names no address.
fn postal_address(brand: &Brand) -> String {
    let (company, address) = (brand.company.legal_name.as_str(), brand.contact.address.as_str());
    if address.is_empty() {
        return String::new();
    }
    let sender = if company.is_empty() { brand.name.as_str() } else { company };
    format!("{sender}, {address}")
}

/// Nothing where the site has no encryption: mail programs would load it in clear.
fn logo(PublishedBrand { brand, version, .. }: &PublishedBrand, site: &Url) -> Option<Url> {
    let path = match brand.logo.as_str() {
        "" => return None,
        // The gateway serves it there.
        uploaded if Upload::is_meant(uploaded) => {
            format!("/api/brands/{}/logo?v={version}", brand.key.as_str())
        }
        path => path.to_owned(),
    };
    site.join(&path).ok().filter(|logo| logo.scheme() == "https")
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use time::OffsetDateTime;

    use super::*;

    fn published(logo: &str, address: &str, legal_name: &str) -> PublishedBrand {
        let record = json!({
            "key": "blue", "name": "Blue", "logo": logo,
            "theme": {
                "primary": "#008870", "secondary": "#006655", "accent": "#00ffcc",
                "background": "#ffffff", "text": "#333333", "font": "Inter",
            },
            "contact": {
                "email": "office@blue.example", "phone": "+1 202 555 0143", "address": address,
                "support_email": "help@blue.example", "city": "",
                "hours_phone": "", "hours_office": "", "hours_support": "",
            },
            "social": { "facebook": "", "twitter": "", "instagram": "" },
            "company": { "legal_name": legal_name, "number": "", "accreditation": "" },
            "markup_rate": "0.23",
        });
        let brand = serde_json::from_value(record).unwrap();
        PublishedBrand { brand, version: 3, updated_at: OffsetDateTime::UNIX_EPOCH }
    }

    fn https() -> Url {
        "https://blue.example/".parse().unwrap()
    }

    #[test]
    fn a_brand_writes_under_its_name_colours_and_contacts() {
        let look = letterhead(&published("", "1 Sea Road, Harbor", ""), &https());

        assert_eq!((look.name.as_str(), look.logo.as_str()), ("Blue", ""));
        let colours = [look.solid.as_str(), look.on_solid.as_str(), look.link.as_str()];
        assert_eq!(colours, ["#00816a", "#ffffff", "#007a64"]);
        assert_eq!((look.phone.as_str(), look.email.as_str()), ("+1 202 555 0143", "help@blue.example"));
    }

    #[test]
    fn a_postal_address_names_the_company_where_one_is_known() {
        let table = [
            ("1 Sea Road", "Blue Travel Ltd", "Blue Travel Ltd, 1 Sea Road"),
            ("1 Sea Road", "", "Blue, 1 Sea Road"),
            ("", "Blue Travel Ltd", ""),
        ];
        for (address, legal_name, expected) in table {
            let look = letterhead(&published("", address, legal_name), &https());
            assert_eq!(look.postal_address, expected);
        }
    }

    #[test]
    fn a_logo_is_loaded_from_the_public_site_and_only_with_encryption() {
        let upload = "data:image/png;base64,iVBORw0KGgo=";
        let table = [
            ("/logo.png", "https://blue.example/", "https://blue.example/logo.png"),
            (upload, "https://blue.example/", "https://blue.example/api/brands/blue/logo?v=3"),
            ("/logo.png", "http://localhost:8080/?brand=blue", ""),
            ("", "https://blue.example/", ""),
        ];
        for (logo, site, expected) in table {
            let look = letterhead(&published(logo, "", ""), &site.parse().unwrap());
            assert_eq!(look.logo, expected, "{logo:.30} {site}");
        }
    }

    #[test]
    fn a_site_is_where_the_brand_is_on_the_system() {
        let system = "http://localhost:8080".parse().unwrap();

        let site = site(&published("", "", "").brand, &system);

        assert_eq!(site.as_str(), "http://localhost:8080/?brand=blue");
    }
}
