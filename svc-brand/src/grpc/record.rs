//! Reads a brand's record as it is sent. The error names every fault by its field.

use money::MarkupRate;
use proto::brand::v1 as message;
use service::{FieldErrors, Problem};

use crate::domain::Invalid;
use crate::domain::brand::{Brand, Company, Contact, Social};
use crate::domain::text::PublicUrl;
use crate::domain::theme::{Seeds, Theme};

/// Reads fields, and collects their faults.
#[derive(Default)]
struct Fields(FieldErrors);

impl Fields {
    fn take<T: TryFrom<String, Error = Invalid>>(&mut self, name: &str, text: String) -> Option<T> {
        self.check(name, text.try_into())
    }

    fn check<T>(&mut self, name: &str, parsed: Result<T, Invalid>) -> Option<T> {
        parsed.map_err(|invalid| self.0.add(name, sentence(&invalid.to_string()))).ok()
    }

    /// Returns what was made of the fields, or their faults.
    fn finish<T>(self, made: Option<T>) -> Result<T, Problem> {
        self.0.into_result()?;
        made.ok_or_else(|| Problem::internal(&"a record without faults was not made"))
    }
}

/// Returns the brand, and the version that it replaces.
pub fn parse(record: message::BrandRecord) -> Result<(Brand, i64), Problem> {
    let version = record.brand.as_ref().map_or(0, |brand| brand.version);
    let mut fields = Fields::default();
    let brand = brand(&mut fields, record);
    Ok((fields.finish(brand)?, version))
}

/// The colours and the font alone.
pub fn parse_seeds(theme: message::Theme) -> Result<Seeds, Problem> {
    let mut fields = Fields::default();
    let seeds = seeds(&mut fields, theme);
    fields.finish(seeds)
}

fn brand(fields: &mut Fields, record: message::BrandRecord) -> Option<Brand> {
    let message::BrandRecord { brand, markup_rate, public_url, site: _ } = record;
    let sent = brand.unwrap_or_default();
    let rate = MarkupRate::parse(&markup_rate);
    let rate =
        fields.check("markupRate", rate.map_err(|_| Invalid("the markup lies between 0 and 1,000 percent")));
    let stated = (!public_url.is_empty()).then(|| fields.take::<PublicUrl>("publicUrl", public_url));
    let is_private = stated.iter().flatten().all(PublicUrl::is_private);
    fields.0.require(
        is_private,
        "publicUrl",
        "A public URL starts with https://, or with http:// on this machine.",
    );
    let key = fields.take("brand.domain", sent.domain);
    fields.0.require(!sent.name.trim().is_empty(), "brand.name", "A brand has a name.");
    let name = fields.take("brand.name", sent.name);
    let logo = fields.take("brand.logo", sent.logo);
    let seeds = seeds(fields, sent.theme.unwrap_or_default());
    let theme = seeds.and_then(|seeds| fields.check("brand.theme", Theme::try_from(seeds)));
    let contact = contact(fields, sent.contact.unwrap_or_default());
    let social = social(fields, sent.social.unwrap_or_default());
    let company = company(fields, sent.company.unwrap_or_default());
    Some(Brand {
        key: key?,
        name: name?,
        logo: logo?,
        theme: theme?,
        contact: contact?,
        social: social?,
        company: company?,
        markup_rate: rate?,
        public_url: match stated {
            Some(url) => Some(url?),
            None => None,
        },
    })
}

fn seeds(fields: &mut Fields, sent: message::Theme) -> Option<Seeds> {
    let primary = fields.take("brand.theme.primary", sent.primary);
    let secondary = fields.take("brand.theme.secondary", sent.secondary);
    let accent = fields.take("brand.theme.accent", sent.accent);
    let background = fields.take("brand.theme.background", sent.background);
    let text = fields.take("brand.theme.text", sent.text);
    let font = fields.take("brand.theme.font", sent.font);
    Some(Seeds {
        primary: primary?,
        secondary: secondary?,
        accent: accent?,
        background: background?,
        text: text?,
        font: font?,
    })
}

fn contact(fields: &mut Fields, sent: message::Contact) -> Option<Contact> {
    let email = fields.take("brand.contact.email", sent.email);
    let phone = fields.take("brand.contact.phone", sent.phone);
    let address = fields.take("brand.contact.address", sent.address);
    let support_email = fields.take("brand.contact.support_email", sent.support_email);
    let city = fields.take("brand.contact.city", sent.city);
    let hours_phone = fields.take("brand.contact.hours_phone", sent.hours_phone);
    let hours_office = fields.take("brand.contact.hours_office", sent.hours_office);
    let hours_support = fields.take("brand.contact.hours_support", sent.hours_support);
    Some(Contact {
        email: email?,
        phone: phone?,
        address: address?,
        support_email: support_email?,
        city: city?,
        hours_phone: hours_phone?,
        hours_office: hours_office?,
        hours_support: hours_support?,
    })
}

fn social(fields: &mut Fields, sent: message::Social) -> Option<Social> {
    let facebook = fields.take("brand.social.facebook", sent.facebook);
    let twitter = fields.take("brand.social.twitter", sent.twitter);
    let instagram = fields.take("brand.social.instagram", sent.instagram);
    Some(Social { facebook: facebook?, twitter: twitter?, instagram: instagram? })
}

fn company(fields: &mut Fields, sent: message::Company) -> Option<Company> {
    let legal_name = fields.take("brand.company.legal_name", sent.legal_name);
    let number = fields.take("brand.company.number", sent.number);
    let accreditation = fields.take("brand.company.accreditation", sent.accreditation);
    Some(Company { legal_name: legal_name?, number: number?, accreditation: accreditation? })
}

/// The rules are written as clauses.
fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).chain(['.']).collect()).unwrap_or_default()
}
