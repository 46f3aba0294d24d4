use duffel::{Code, Error};

/// What the traveller reads where somebody else was quicker.
pub const SEAT_TAKEN: &str =
    "A seat you chose has just been taken. Nothing has been charged. Please choose another one.";

/// What the traveller reads where the money had been taken: "nothing has been charged" would be a lie.
pub const PAID_BACK: &str =
    "This booking could not be completed. What was taken from your card has been paid back.";

/// What the traveler reads when the bank has sent it back, until we have paid it in another way.
pub const PAY_BACK_OWED: &str = "This booking could not be completed. What was taken from your card could not be paid back \
    to it. Our team is arranging another way to pay you and will e-mail you when it's done.";

/// What a traveler reads who went no further at their bank.
pub const ABANDONED: &str = "You cancelled this payment. Nothing has been charged.";

/// What the traveller reads where the airline was never asked.
const NOT_ASKED: &str = "We can't reach the airline right now, so nothing was booked. Nothing has been charged. \
    Please search again in a few minutes.";

/// What the traveller reads where the provider sells nothing to us: the airline has refused nothing.
const CLOSED: &str = "We can't book flights at the moment, and we are working on it. Nothing has been charged. \
    Please come back later.";

/// The one form in which a reason speaks of the money.
const UNCHARGED: &str = " Nothing has been charged.";

/// Why a booking failed, as the public interface names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FailureCode {
    PaymentFailed,
    OfferExpired,
    PriceChanged,
    BookingFailed,
}

impl FailureCode {
    pub const ALL: [Self; 4] =
        [Self::PaymentFailed, Self::OfferExpired, Self::PriceChanged, Self::BookingFailed];

    /// As listed in docs/errors.md.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PaymentFailed => "PAYMENT_FAILED",
            Self::OfferExpired => "OFFER_EXPIRED",
            Self::PriceChanged => "PRICE_CHANGED",
            Self::BookingFailed => "BOOKING_FAILED",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.as_str() == text)
    }

    /// What the traveller reads where nothing more exact is known.
    pub fn message(self) -> &'static str {
        match self {
            Self::PaymentFailed => {
                "The payment did not go through. Nothing has been charged. Please try another card."
            }
            Self::OfferExpired => "This flight offer has expired. Please select another flight.",
            Self::PriceChanged => {
                "The price of this flight has changed. Nothing has been charged. Please look at it again."
            }
            Self::BookingFailed => "The airline could not confirm this booking. Nothing has been charged.",
        }
    }
}

/// A failure and what the traveller reads of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    pub code: FailureCode,
    pub message: String,
}

impl From<FailureCode> for Failure {
    fn from(code: FailureCode) -> Self {
        Self { code, message: code.message().to_owned() }
    }
}

/// The reason alone, for as long as nobody knows what the card was charged.
pub fn without_money(reason: &str) -> String {
    reason.replace(UNCHARGED, "")
}

/// What a definite refusal of the provider means to the traveller. Of several errors the first counts that says
/// something to them.
pub fn of_refused_order(error: &Error) -> Failure {
    let told = error.refusals().iter().find_map(|refusal| meaning(&refusal.code));
    let closed = || error.is_of_our_account().then(closed);
    told.or_else(closed).unwrap_or_else(|| FailureCode::BookingFailed.into())
}

fn meaning(code: &Code) -> Option<Failure> {
    Some(match code {
        Code::OfferExpired | Code::OfferNoLongerAvailable => FailureCode::OfferExpired.into(),
        Code::PriceChanged | Code::PaymentAmountDoesNotMatch => FailureCode::PriceChanged.into(),
        code => Failure { code: FailureCode::BookingFailed, message: sentence(code)?.to_owned() },
    })
}

fn closed() -> Failure {
    Failure { code: FailureCode::BookingFailed, message: CLOSED.to_owned() }
}

/// The order never got to the airline, which has refused nothing.
pub fn of_order_not_begun(error: &Error) -> Failure {
    if error.is_of_our_account() {
        return closed();
    }
    Failure { code: FailureCode::BookingFailed, message: NOT_ASKED.to_owned() }
}

/// What the traveller can mend.
fn sentence(code: &Code) -> Option<&'static str> {
    Some(match code {
        Code::AncillaryServiceNotAvailable => SEAT_TAKEN,
        Code::DuplicatePassengerName | Code::DuplicatePassengerNames => {
            "The airline takes no two passengers of the same name. Nothing has been charged."
        }
        Code::InvalidPassengerName | Code::InvalidPassengerTitle => {
            "The airline does not accept a passenger's name or title. Nothing has been charged."
        }
        Code::InvalidPhoneNumber => "The airline does not accept the phone number. Nothing has been charged.",
        Code::InvalidEmailAddress => {
            "The airline does not accept the e-mail address. Nothing has been charged."
        }
        Code::PassengersIncompatibleWithOffer => {
            "A passenger's age does not fit this fare. Nothing has been charged. Please search again."
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use duffel::{ErrorKind, Refusal};

    use super::*;

    #[test]
    fn every_reason_can_be_told_without_a_word_of_what_was_charged() {
        let codes = FailureCode::ALL.map(FailureCode::message);
        for reason in codes.into_iter().chain([SEAT_TAKEN, NOT_ASKED, CLOSED]) {
            let told = without_money(reason);
            assert!(told.ends_with('.') && !told.contains("charged"), "{told}");
        }
        assert_eq!(
            without_money(FailureCode::PaymentFailed.message()),
            "The payment did not go through. Please try another card."
        );
    }

    fn refused_with(codes: &[&str]) -> Error {
        let refusal = |code: &&str| Refusal { code: Code::from(*code), pointer: None };
        Error {
            operation: "orders.create",
            status: Some(422),
            request_id: None,
            kind: ErrorKind::Refused(codes.iter().map(refusal).collect()),
            retry_after: None,
        }
    }

    #[test]
    fn of_two_errors_the_first_that_means_something_to_the_traveller_is_told() {
        let phone = of_refused_order(&refused_with(&["validation_format", "invalid_phone_number"]));
        let expired =
            of_refused_order(&refused_with(&["insufficient_balance", "offer_expired", "price_changed"]));

        assert!(phone.message.contains("phone number"), "{}", phone.message);
        assert_eq!(expired.code, FailureCode::OfferExpired);
    }

    #[test]
    fn a_refusal_of_our_account_is_not_told_as_the_airlines() {
        for code in ["insufficient_balance", "insufficient_permissions", "access_token_not_found"] {
            let error = refused_with(&[code]);
            for failure in [of_refused_order(&error), of_order_not_begun(&error)] {
                assert_eq!(failure, closed(), "{code}");
            }
        }
        assert_eq!(of_order_not_begun(&refused_with(&["rate_limit_exceeded"])).message, NOT_ASKED);
    }

    #[test]
    fn every_refusal_is_one_of_the_public_codes() {
        let table = [
            ("offer_expired", FailureCode::OfferExpired),
            ("offer_no_longer_available", FailureCode::OfferExpired),
            ("price_changed", FailureCode::PriceChanged),
            ("payment_amount_does_not_match_order_amount", FailureCode::PriceChanged),
            ("insufficient_balance", FailureCode::BookingFailed),
            ("ancillary_service_not_available", FailureCode::BookingFailed),
            ("a_code_of_tomorrow", FailureCode::BookingFailed),
        ];
        for (code, expected) in table {
            let error = refused_with(&[code]);
            assert_eq!(of_refused_order(&error).code, expected, "{code}");
        }
    }
}
