//! The mails of this service: those that pass enquiries on to a brand, and those about watched prices.

#[cfg(test)]
mod sums;
pub mod watch;

use mail::{Mail, Sender};
use texts::Locale;

use crate::domain::brand::Contact;
use crate::domain::enquiry::{Enquiry, Kind};
use crate::texts::Texts;

/// Mails an enquiry to the brand's address for its kind. The subject holds nothing that a visitor typed.
pub fn enquiry(enquiry: &Enquiry, contact: &Contact, locale: Locale) -> Mail {
    let texts = Texts::of(locale);
    let form = &enquiry.form;
    let (to, subject) = match form.kind {
        Kind::Contact => (&contact.email, texts.contact_subject()),
        Kind::Support => (&contact.support_email, texts.support_subject()),
        Kind::Subscribe => (&contact.email, texts.subscriber_subject()),
    };
    let lines = [
        (texts.name(), &form.name),
        (texts.e_mail(), &form.email),
        (texts.phone(), &form.phone),
        (texts.answer_by(), &form.preferred_contact),
        (texts.reason(), &form.reason),
        (texts.subject(), &form.subject),
        (texts.booking_reference(), &form.booking_reference),
    ];
    let filled = lines.iter().filter(|(_, value)| !value.is_empty());
    let head: Vec<String> = filled.map(|(label, value)| texts.line(label, value)).collect();
    Mail {
        to: to.as_str().to_owned(),
        subject,
        text: format!("{}\n\n{}\n", head.join("\n"), form.message).trim_end().to_owned() + "\n",
        html: None,
        attachments: Vec::new(),
        // An answer goes to the visitor.
        sender: Some(Sender { name: texts.sender(), reply_to: form.email.clone() }),
        not_before: None,
        useless_after: None,
        unsubscribe: None,
        dedupe_key: format!("enquiry/{}", enquiry.id),
    }
}

#[cfg(test)]
mod tests {
    use time::OffsetDateTime;
    use uuid::Uuid;

    use super::*;
    use crate::domain::enquiry::Form;

    #[test]
    fn no_word_of_a_mail_stands_outside_the_catalogue() {
        let typed = || "Γεια".to_owned();
        let contact: Contact = serde_json::from_value(serde_json::json!({
            "email": "help@blue.example", "phone": "", "address": "", "support_email": "help@blue.example",
            "city": "", "hours_phone": "", "hours_office": "", "hours_support": "",
        }))
        .unwrap();
        for kind in [Kind::Contact, Kind::Support, Kind::Subscribe] {
            let form = Form {
                kind,
                name: typed(),
                email: typed(),
                phone: typed(),
                preferred_contact: typed(),
                reason: typed(),
                subject: typed(),
                booking_reference: typed(),
                message: typed(),
            };
            let enquiry = Enquiry {
                id: Uuid::nil(),
                brand: "blue".to_owned(),
                form,
                created_at: OffsetDateTime::UNIX_EPOCH,
            };

            let mail = super::enquiry(&enquiry, &contact, Locale::Accented);

            let sender = mail.sender.map(|sender| sender.name).unwrap_or_default();
            for text in [mail.subject, mail.text, sender] {
                assert_eq!(texts::unaccented(&text, &[]), [""; 0], "{text}");
            }
        }
    }
}
