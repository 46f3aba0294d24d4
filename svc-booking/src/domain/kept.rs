//! What is kept of a passenger form that is not sent yet, and for how long. Passports are not kept: see
//! `docs/decisions/passports-in-memory.md`.

use proto::booking::v1::KeptPassenger;
use service::{FieldErrors, Problem};
use time::Duration;

/// From the first word that is kept. Offers usually live 15 to 30 minutes. The end of a longer one is not looked up:
/// that would be a call to the airline for every form, and what is typed after this hour is kept again.
pub const LIVES: Duration = Duration::hours(1);
/// Nine seats, and an infant on every lap (requirement R16).
const MOST_PASSENGERS: usize = 18;
/// An e-mail address (RFC 5321), the longest of the fields.
const LONGEST_FIELD: usize = 254;
const LONGEST_OFFER_ID: usize = 200;

/// Refuses what no form of an offer could hold. Whether it could be booked is not asked: it may be half typed.
pub fn check(offer_id: &str, passengers: &[KeptPassenger]) -> Result<(), Problem> {
    let mut errors = FieldErrors::default();
    if offer_id.is_empty() || offer_id.len() > LONGEST_OFFER_ID {
        errors.add("offerId", "Please choose a flight");
    }
    if passengers.is_empty() || passengers.len() > MOST_PASSENGERS {
        errors.add("passengers", "At most nine seats can be booked at once");
    }
    if passengers.iter().flat_map(fields).any(|field| field.len() > LONGEST_FIELD) {
        errors.add("passengers", "What was entered is too long");
    }
    errors.into_result()
}

/// Names every field, so that a new one is bounded too.
fn fields(
    KeptPassenger { r#type, title, first_name, last_name, gender, date_of_birth, email, phone }: &KeptPassenger,
) -> [&str; 8] {
    [r#type, title, first_name, last_name, gender, date_of_birth, email, phone]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(first_name: String) -> KeptPassenger {
        KeptPassenger { r#type: "adult".into(), first_name, ..KeptPassenger::default() }
    }

    #[test]
    fn r017_a_half_typed_form_is_kept_and_one_that_no_offer_has_is_not() {
        let half = [named(String::new())];
        let long = [named("a".repeat(LONGEST_FIELD + 1))];
        let crowd = vec![named(String::new()); MOST_PASSENGERS + 1];

        assert!(check("off_1", &half).is_ok());
        assert!(check("", &half).is_err());
        assert!(check("off_1", &long).is_err());
        assert!(check("off_1", &crowd).is_err());
        assert!(check("off_1", &[]).is_err());
    }
}
