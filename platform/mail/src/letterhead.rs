use proto::common::v1::Letterhead as Message;

use crate::Sender;

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
    /// Empty where the brand has none.
    pub phone: String,
    /// Where answers go; empty where the brand names no address.
    pub email: String,
}

impl Letterhead {
    /// What is no colour never reaches a style sheet: the default brand's stands in.
    #[must_use]
    pub fn of(message: Option<Message>) -> Self {
        let Message { name, solid, on_solid, link, phone, email } = message.unwrap_or_default();
        let is_dressed = is_color(&solid) && is_color(&on_solid);
        let (solid, on_solid) =
            if is_dressed { (solid, on_solid) } else { ("#00816a".to_owned(), "#ffffff".to_owned()) };
        Self {
            name: if name.is_empty() { "Your travel agency".to_owned() } else { name },
            solid,
            on_solid,
            link: if is_color(&link) { link } else { "#007a64".to_owned() },
            phone,
            email,
        }
    }

    /// As it is kept and passed on.
    #[must_use]
    pub fn into_message(self) -> Message {
        let Self { name, solid, on_solid, link, phone, email } = self;
        Message { name, solid, on_solid, link, phone, email }
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

#[cfg(test)]
mod tests {
    use super::*;

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
