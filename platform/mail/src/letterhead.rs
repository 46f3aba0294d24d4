use proto::common::v1::Letterhead as Message;
use texts::Locale;
use url::Url;

use crate::Sender;
use crate::texts::Texts;

/// A brand's name, colours and contacts, as a mail shows them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letterhead {
    /// Never empty.
    pub name: String,
    /// Ground of the head and of buttons, `#rrggbb`.
    pub solid: String,
    /// Text on that ground, `#rrggbb`.
    pub on_solid: String,
    /// Links on white, `#rrggbb`.
    pub link: String,
    /// Empty if the brand has none.
    pub phone: String,
    /// Where answers go; empty if the brand names no address.
    pub email: String,
    /// The brand's legal name and postal address; empty if it names no address.
    pub postal_address: String,
    /// Address of its logo; empty if it has none: then the name is set in type.
    pub logo: String,
    /// The language it writes in.
    pub locale: Locale,
}

impl Letterhead {
    /// What is no colour never reaches a style sheet: the default brand's stands in. An image that would load without
    /// encryption is left out.
    #[must_use]
    pub fn of(message: Option<Message>) -> Self {
        let Message { name, solid, on_solid, link, phone, email, postal_address, logo } =
            message.unwrap_or_default();
        let is_dressed = is_color(&solid) && is_color(&on_solid);
        let (solid, on_solid) =
            if is_dressed { (solid, on_solid) } else { ("#00816a".to_owned(), "#ffffff".to_owned()) };
        let locale = Locale::default();
        Self {
            name: if name.is_empty() { Texts::of(locale).nameless_agency() } else { name },
            solid,
            on_solid,
            link: if is_color(&link) { link } else { "#007a64".to_owned() },
            phone,
            email,
            postal_address,
            logo: if is_image_address(&logo) { logo } else { String::new() },
            locale,
        }
    }

    /// As it is kept and passed on.
    #[must_use]
    pub fn into_message(self) -> Message {
        let Self { name, solid, on_solid, link, phone, email, postal_address, logo, locale: _ } = self;
        Message { name, solid, on_solid, link, phone, email, postal_address, logo }
    }

    /// Who writes under this letterhead.
    #[must_use]
    pub fn sender(&self) -> Sender {
        Sender { name: self.name.clone(), reply_to: self.email.clone() }
    }
}

fn is_color(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or_default();
    digits.len() == 6 && digits.chars().all(|digit| digit.is_ascii_hexdigit())
}

fn is_image_address(text: &str) -> bool {
    text.parse::<Url>().is_ok_and(|url| url.scheme() == "https")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_encrypted_address_is_a_logo() {
        let table = [
            ("https://blue.example/api/brands/blue/logo?v=3", true),
            ("http://blue.example/logo.png", false),
            ("javascript:alert(1)", false),
            ("data:image/png;base64,AAAA", false),
            ("/logo.png", false),
            ("", false),
        ];
        for (logo, is_shown) in table {
            let look = Letterhead::of(Some(Message { logo: logo.to_owned(), ..Message::default() }));
            assert_eq!(look.logo, if is_shown { logo } else { "" }, "{logo}");
        }
    }

    #[test]
    fn only_colours_reach_a_style_sheet() {
        let brand = |solid: &str, on_solid: &str| {
            let message =
                Message { solid: solid.to_owned(), on_solid: on_solid.to_owned(), ..Message::default() };
            let look = Letterhead::of(Some(message));
            (look.solid, look.on_solid)
        };
        let default = ("#00816a".to_owned(), "#ffffff".to_owned());

        assert_eq!(brand("#0055aa", "#ffffff"), ("#0055aa".to_owned(), "#ffffff".to_owned()));
        for solid in ["", "red", "#0055a", "#0055aa;}body{display:none", "0055aa"] {
            assert_eq!(brand(solid, "#ffffff"), default, "{solid}");
            assert_eq!(brand("#0055aa", solid), default, "{solid}");
        }
    }
}
