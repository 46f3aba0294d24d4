//! The text of the mails that pass enquiries on to a brand.

use mail::{Mail, Seal, Sender};

use crate::domain::brand::Contact;
use crate::domain::enquiry::{Enquiry, Kind};

/// This service has no key. It keeps the same messages in clear for as long as its brands may read them.
pub const SEAL: Seal = Seal::InClear;

/// Mails an enquiry to the brand's address for its kind. The subject holds nothing that a visitor typed.
pub fn enquiry(enquiry: &Enquiry, contact: &Contact) -> Mail {
    let form = &enquiry.form;
    let (to, subject) = match form.kind {
        Kind::Contact => (&contact.email, "A message from the contact page"),
        Kind::Support => (&contact.support_email, "A message from the support page"),
        Kind::Subscribe => (&contact.email, "A new subscriber"),
    };
    let lines = [
        ("Name", &form.name),
        ("E-mail", &form.email),
        ("Phone", &form.phone),
        ("Answer by", &form.preferred_contact),
        ("Reason", &form.reason),
        ("Subject", &form.subject),
        ("Booking reference", &form.booking_reference),
    ];
    let filled = lines.iter().filter(|(_, value)| !value.is_empty());
    let head: Vec<String> = filled.map(|(label, value)| format!("{label}: {value}")).collect();
    Mail {
        to: to.as_str().to_owned(),
        subject: subject.to_owned(),
        text: format!("{}\n\n{}\n", head.join("\n"), form.message).trim_end().to_owned() + "\n",
        html: None,
        attachments: Vec::new(),
        // An answer goes to the visitor.
        sender: Some(Sender { name: "Enquiries".to_owned(), reply_to: form.email.clone() }),
        not_before: None,
        useless_after: None,
        dedupe_key: format!("enquiry/{}", enquiry.id),
    }
}
