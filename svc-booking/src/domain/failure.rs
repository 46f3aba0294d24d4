//! Why a booking failed: its code, a reason that is more exact, and what became of the money.

use duffel::{Code, Error, Refusal};
use proto::offers::v1::QuoteOfferResponse;

use crate::texts::Texts;

/// What sentences say of the money that an earlier release stored.
const UNCHARGED: &str = " Nothing has been charged.";

/// Why a booking failed, as the public interface names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FailureCode {
    PaymentFailed,
    OfferExpired,
    PriceChanged,
    BagUnavailable,
    BookingFailed,
}

impl FailureCode {
    pub const ALL: [Self; 5] = [
        Self::PaymentFailed,
        Self::OfferExpired,
        Self::PriceChanged,
        Self::BagUnavailable,
        Self::BookingFailed,
    ];

    /// As listed in docs/errors.md.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PaymentFailed => "PAYMENT_FAILED",
            Self::OfferExpired => "OFFER_EXPIRED",
            Self::PriceChanged => "PRICE_CHANGED",
            Self::BagUnavailable => "BAG_UNAVAILABLE",
            Self::BookingFailed => "BOOKING_FAILED",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.as_str() == text)
    }

    /// The name in the database. A release that doesn't know a name can't read the row, so a newer code has the name of
    /// the one that it was a part of, and its reason tells them apart.
    pub fn stored_as(self) -> &'static str {
        match self {
            Self::BagUnavailable => Self::BookingFailed.as_str(),
            code => code.as_str(),
        }
    }

    /// The code of a row with this name and reason.
    pub fn of_stored(name: &str, reason: Option<Reason>) -> Option<Self> {
        let of_reason = reason.map(Reason::code).filter(|code| code.stored_as() == name);
        of_reason.or_else(|| Self::parse(name))
    }

    /// What is said where nothing more exact is known.
    fn usual_reason(self) -> Reason {
        match self {
            Self::PaymentFailed => Reason::PaymentFailed,
            Self::OfferExpired => Reason::OfferExpired,
            Self::PriceChanged => Reason::PriceChanged,
            Self::BagUnavailable => Reason::BagUnavailable,
            Self::BookingFailed => Reason::AirlineRefused,
        }
    }
}

/// Why a booking failed, more exactly than its code.
///
/// A name never changes: rows hold it, and pages choose their sentence by it (docs/errors.md).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    PaymentFailed,
    NotConfirmedAtBank,
    /// The card provider refused our call, not the card.
    CardsUnavailable,
    /// The payment is another booking's, another owner's, or for another amount.
    PaymentNotForBooking,
    /// The traveller went no further at their bank.
    PaymentCancelled,
    OfferExpired,
    /// The airline asks for identity documents that are not passports.
    DocumentsUnsupported,
    PriceChanged,
    AirlineRefused,
    /// Somebody else was quicker.
    SeatTaken,
    /// The airline sells a chosen bag no longer, or fewer pieces of it.
    BagUnavailable,
    /// One of both, and the airline does not say which.
    SeatOrBagUnavailable,
    SameNames,
    NameRefused,
    PhoneRefused,
    EmailRefused,
    AgeRefused,
    /// The airline was never asked.
    AirlineUnreached,
    /// The flight provider sells nothing to us: the airline has refused nothing.
    SalesClosed,
}

impl Reason {
    pub const ALL: [Self; 19] = [
        Self::PaymentFailed,
        Self::NotConfirmedAtBank,
        Self::CardsUnavailable,
        Self::PaymentNotForBooking,
        Self::PaymentCancelled,
        Self::OfferExpired,
        Self::DocumentsUnsupported,
        Self::PriceChanged,
        Self::AirlineRefused,
        Self::SeatTaken,
        Self::BagUnavailable,
        Self::SeatOrBagUnavailable,
        Self::SameNames,
        Self::NameRefused,
        Self::PhoneRefused,
        Self::EmailRefused,
        Self::AgeRefused,
        Self::AirlineUnreached,
        Self::SalesClosed,
    ];

    /// The name in the database and in the public interface.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PaymentFailed => "payment_failed",
            Self::NotConfirmedAtBank => "not_confirmed_at_bank",
            Self::CardsUnavailable => "cards_unavailable",
            Self::PaymentNotForBooking => "payment_not_for_booking",
            Self::PaymentCancelled => "payment_cancelled",
            Self::OfferExpired => "offer_expired",
            Self::DocumentsUnsupported => "documents_unsupported",
            Self::PriceChanged => "price_changed",
            Self::AirlineRefused => "airline_refused",
            Self::SeatTaken => "seat_taken",
            Self::BagUnavailable => "bag_unavailable",
            Self::SeatOrBagUnavailable => "seat_or_bag_unavailable",
            Self::SameNames => "same_names",
            Self::NameRefused => "name_refused",
            Self::PhoneRefused => "phone_refused",
            Self::EmailRefused => "email_refused",
            Self::AgeRefused => "age_refused",
            Self::AirlineUnreached => "airline_unreached",
            Self::SalesClosed => "sales_closed",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == text)
    }

    /// The code of a booking that fails for this reason.
    pub fn code(self) -> FailureCode {
        match self {
            Self::PaymentFailed
            | Self::NotConfirmedAtBank
            | Self::CardsUnavailable
            | Self::PaymentNotForBooking
            | Self::PaymentCancelled => FailureCode::PaymentFailed,
            Self::OfferExpired | Self::DocumentsUnsupported => FailureCode::OfferExpired,
            Self::PriceChanged => FailureCode::PriceChanged,
            Self::BagUnavailable => FailureCode::BagUnavailable,
            Self::AirlineRefused
            | Self::SeatTaken
            | Self::SeatOrBagUnavailable
            | Self::SameNames
            | Self::NameRefused
            | Self::PhoneRefused
            | Self::EmailRefused
            | Self::AgeRefused
            | Self::AirlineUnreached
            | Self::SalesClosed => FailureCode::BookingFailed,
        }
    }

    /// What svc-payments means with the code of a refusal.
    pub fn of_refused_payment(code: &str) -> Self {
        match code {
            "AUTHENTICATION_REQUIRED" => Self::NotConfirmedAtBank,
            "CARDS_UNAVAILABLE" => Self::CardsUnavailable,
            "PAYMENT_NOT_FOR_BOOKING" | "PAYMENT_NOT_FOUND" | "TEST_PAYMENT_IN_LIVE" => {
                Self::PaymentNotForBooking
            }
            _ => Self::PaymentFailed,
        }
    }

    /// A sentence or two for the traveller, without a word of the money.
    pub fn words(self, texts: Texts) -> String {
        match self {
            Self::PaymentFailed => texts.payment_failed(),
            Self::NotConfirmedAtBank => texts.not_confirmed_at_bank(),
            Self::CardsUnavailable => texts.cards_unavailable(),
            Self::PaymentNotForBooking => texts.payment_not_for_booking(),
            Self::PaymentCancelled => texts.payment_cancelled(),
            Self::OfferExpired => texts.offer_expired(),
            Self::DocumentsUnsupported => texts.documents_unsupported(),
            Self::PriceChanged => texts.price_changed(),
            Self::AirlineRefused => texts.airline_refused(),
            Self::SeatTaken => texts.seat_taken(),
            Self::BagUnavailable => texts.bag_unavailable(),
            Self::SeatOrBagUnavailable => texts.seat_or_bag_unavailable(),
            Self::SameNames => texts.same_names(),
            Self::NameRefused => texts.name_refused(),
            Self::PhoneRefused => texts.phone_refused(),
            Self::EmailRefused => texts.email_refused(),
            Self::AgeRefused => texts.age_refused(),
            Self::AirlineUnreached => texts.airline_unreached(),
            Self::SalesClosed => texts.sales_closed(),
        }
    }
}

/// Why a booking failed, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Explanation {
    /// The reason; of the code alone where nothing more exact is known.
    Reason(Reason),
    /// The sentence that an earlier release stored in place of a reason.
    Sentence(String),
}

impl Explanation {
    /// What a row says: its reason, else its sentence, else its code.
    pub fn of(code: FailureCode, reason: Option<Reason>, sentence: Option<&str>) -> Self {
        match (reason, sentence) {
            (None, Some(sentence)) => Self::Sentence(sentence.to_owned()),
            (reason, _) => Self::Reason(reason.unwrap_or(code.usual_reason())),
        }
    }

    pub fn reason(&self) -> Option<Reason> {
        match self {
            Self::Reason(reason) => Some(*reason),
            Self::Sentence(_) => None,
        }
    }

    /// Without a word of the money.
    pub fn words(&self, texts: Texts) -> String {
        match self {
            Self::Reason(reason) => reason.words(texts),
            Self::Sentence(sentence) => sentence.replace(UNCHARGED, ""),
        }
    }
}

/// What became of the traveller's money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoneyOutcome {
    NotCharged,
    /// It was taken and has gone back.
    PaidBack,
    /// It was taken, and the bank has sent it back to us: we pay it in another way.
    Owed,
}

impl MoneyOutcome {
    /// The name in the public interface.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NotCharged => "not_charged",
            Self::PaidBack => "paid_back",
            Self::Owed => "owed",
        }
    }
}

/// Why a booking came to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    pub code: FailureCode,
    pub explanation: Explanation,
    /// None while the money is on its way back.
    pub money: Option<MoneyOutcome>,
}

impl Failure {
    /// What the traveller reads who knows no codes.
    pub fn words(&self, texts: Texts) -> String {
        let why = self.explanation.words(texts);
        match self.money {
            None => why,
            Some(MoneyOutcome::Owed) => texts.failed_and_owed(),
            Some(MoneyOutcome::PaidBack) => texts.failed_and_paid_back(),
            // The specification has the sentence, which says nothing of money.
            Some(MoneyOutcome::NotCharged) if self.explanation.reason() == Some(Reason::OfferExpired) => why,
            Some(MoneyOutcome::NotCharged) => texts.nothing_charged(why),
        }
    }
}

/// How many seats and bags an order asks for: its services, the seats first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Extras {
    seats: usize,
    bags: usize,
}

impl Extras {
    /// Those of an order that is made of a quote.
    pub fn of(quote: &QuoteOfferResponse) -> Self {
        Self { seats: quote.seats.len(), bags: quote.bags.len() }
    }

    /// Which of them can't be had, where a refusal says of one that it can't.
    fn unavailable(self, refusal: &Refusal) -> Reason {
        if self.bags == 0 {
            return Reason::SeatTaken;
        }
        if self.seats == 0 {
            return Reason::BagUnavailable;
        }
        match place_of_service(refusal) {
            Some(place) if place < self.seats => Reason::SeatTaken,
            Some(_) => Reason::BagUnavailable,
            None => Reason::SeatOrBagUnavailable,
        }
    }

    /// Whether a refusal names one of the bags.
    fn names_bag(self, refusal: &Refusal) -> bool {
        place_of_service(refusal).is_some_and(|place| (self.seats..self.seats + self.bags).contains(&place))
    }
}

/// The place in the order's services that a refusal names: 2 of `/services/2/id`.
fn place_of_service(refusal: &Refusal) -> Option<usize> {
    refusal.pointer.as_deref()?.strip_prefix("/services/")?.split('/').next()?.parse().ok()
}

/// What a definite refusal of the provider means to the traveller. Of several errors the first counts that says
/// something to them.
pub fn of_refused_order(error: &Error, extras: Extras) -> Reason {
    let told = error.refusals().iter().find_map(|refusal| meaning(refusal, extras));
    let closed = || error.is_of_our_account().then_some(Reason::SalesClosed);
    told.or_else(closed).unwrap_or(Reason::AirlineRefused)
}

/// The order never got to the airline, which has refused nothing.
pub fn of_order_not_begun(error: &Error) -> Reason {
    if error.is_of_our_account() { Reason::SalesClosed } else { Reason::AirlineUnreached }
}

fn meaning(refusal: &Refusal, extras: Extras) -> Option<Reason> {
    Some(match &refusal.code {
        Code::OfferExpired | Code::OfferNoLongerAvailable => Reason::OfferExpired,
        Code::PriceChanged | Code::PaymentAmountDoesNotMatch => Reason::PriceChanged,
        Code::AncillaryServiceNotAvailable => extras.unavailable(refusal),
        // Fewer pieces of the bag are sold than were chosen.
        Code::ValidationInclusion if extras.names_bag(refusal) => Reason::BagUnavailable,
        Code::DuplicatePassengerName | Code::DuplicatePassengerNames => Reason::SameNames,
        Code::InvalidPassengerName | Code::InvalidPassengerTitle => Reason::NameRefused,
        Code::InvalidPhoneNumber => Reason::PhoneRefused,
        Code::InvalidEmailAddress => Reason::EmailRefused,
        Code::PassengersIncompatibleWithOffer => Reason::AgeRefused,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use duffel::ErrorKind;
    use texts::Locale;

    use super::*;

    fn told(explanation: Explanation, money: Option<MoneyOutcome>) -> String {
        let code = FailureCode::BookingFailed;
        Failure { code, explanation, money }.words(Texts::of(Locale::English))
    }

    #[test]
    fn every_reason_is_read_back_and_says_nothing_of_the_money() {
        for reason in Reason::ALL {
            assert_eq!(Reason::parse(reason.as_str()), Some(reason));
            let words = reason.words(Texts::of(Locale::English));
            assert!(words.ends_with('.') && !words.contains("charged"), "{words}");
        }
        assert_eq!(Reason::parse("a_reason_of_tomorrow"), None);
    }

    #[test]
    fn every_reason_is_documented_with_its_code() {
        let document = include_str!("../../../docs/errors.md");
        for reason in Reason::ALL {
            let (name, code) =
                (format!("`{}`", reason.as_str()), format!("| `{}` |", reason.code().as_str()));
            let is_listed = document.lines().any(|line| line.contains(&name) && line.contains(&code));
            assert!(is_listed, "{name} is not in docs/errors.md");
        }
    }

    #[test]
    fn every_code_has_a_reason_of_its_own() {
        for code in FailureCode::ALL {
            assert_eq!(code.usual_reason().code(), code);
        }
    }

    #[test]
    fn a_failure_says_what_became_of_the_money_once_that_is_known() {
        let taken = Explanation::Reason(Reason::SeatTaken);
        let seat = "A seat you chose has just been taken. Please choose another one.";

        assert_eq!(told(taken.clone(), None), seat);
        let uncharged = told(taken.clone(), Some(MoneyOutcome::NotCharged));
        assert_eq!(uncharged, format!("{seat} Nothing has been charged."));
        assert!(told(taken.clone(), Some(MoneyOutcome::PaidBack)).contains("has been paid back"));
        assert!(told(taken, Some(MoneyOutcome::Owed)).contains("could not be paid back"));
        assert_eq!(
            told(Explanation::Reason(Reason::OfferExpired), Some(MoneyOutcome::NotCharged)),
            "This flight offer has expired. Please select another flight."
        );
    }

    #[test]
    fn a_sentence_of_an_earlier_release_is_told_as_it_is() {
        let sentence = "The airline does not accept the phone number. Nothing has been charged.";
        let earlier = Explanation::of(FailureCode::BookingFailed, None, Some(sentence));

        assert_eq!(told(earlier.clone(), None), "The airline does not accept the phone number.");
        assert_eq!(told(earlier.clone(), Some(MoneyOutcome::NotCharged)), sentence);
        assert_eq!(earlier.reason(), None);
        let both = Explanation::of(FailureCode::BookingFailed, Some(Reason::PhoneRefused), Some(sentence));
        assert_eq!(both, Explanation::Reason(Reason::PhoneRefused));
        let neither = Explanation::of(FailureCode::BookingFailed, None, None);
        assert_eq!(neither, Explanation::Reason(Reason::AirlineRefused));
    }

    #[test]
    fn a_refused_payment_is_more_than_a_declined_card() {
        let document = include_str!("../../../docs/errors.md");
        for (code, expected) in [
            ("PAYMENT_FAILED", Reason::PaymentFailed),
            ("AUTHENTICATION_REQUIRED", Reason::NotConfirmedAtBank),
            ("CARDS_UNAVAILABLE", Reason::CardsUnavailable),
            ("PAYMENT_NOT_FOR_BOOKING", Reason::PaymentNotForBooking),
            ("PAYMENT_NOT_FOUND", Reason::PaymentNotForBooking),
            ("TEST_PAYMENT_IN_LIVE", Reason::PaymentNotForBooking),
        ] {
            let reason = Reason::of_refused_payment(code);
            assert_eq!((reason, reason.code()), (expected, FailureCode::PaymentFailed), "{code}");
            let is_listed = document.lines().any(|line| line.starts_with(&format!("| `{code}` |")));
            assert!(is_listed, "{code} is not in docs/errors.md");
        }
        assert_eq!(Reason::of_refused_payment("A_CODE_OF_TOMORROW"), Reason::PaymentFailed);
    }

    fn refused_with(codes: &[&str]) -> Error {
        refused(codes.iter().map(|code| Refusal { code: Code::from(*code), pointer: None }).collect())
    }

    fn refused(refusals: Vec<Refusal>) -> Error {
        Error {
            operation: "orders.create",
            status: Some(422),
            request_id: None,
            kind: ErrorKind::Refused(refusals),
            retry_after: None,
        }
    }

    fn reason_of(error: &Error) -> Reason {
        of_refused_order(error, Extras::default())
    }

    #[test]
    fn of_two_errors_the_first_that_means_something_to_the_traveller_is_told() {
        let phone = reason_of(&refused_with(&["validation_format", "invalid_phone_number"]));
        let expired = reason_of(&refused_with(&["insufficient_balance", "offer_expired", "price_changed"]));

        assert_eq!((phone, expired), (Reason::PhoneRefused, Reason::OfferExpired));
    }

    #[test]
    fn a_refusal_of_our_account_is_not_told_as_the_airlines() {
        for code in ["insufficient_balance", "insufficient_permissions", "access_token_not_found"] {
            let error = refused_with(&[code]);
            for reason in [reason_of(&error), of_order_not_begun(&error)] {
                assert_eq!(reason, Reason::SalesClosed, "{code}");
            }
        }
        let not_begun = of_order_not_begun(&refused_with(&["rate_limit_exceeded"]));
        assert_eq!(not_begun, Reason::AirlineUnreached);
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
            assert_eq!(reason_of(&error).code(), expected, "{code}");
        }
    }

    #[test]
    fn bag05_a_refused_bag_is_told_from_a_taken_seat_and_where_it_can_not_be_neither_is_blamed() {
        let extras = |seats, bags| Extras { seats, bags };
        let gone = "ancillary_service_not_available";
        let fewer = "validation_inclusion";
        let table = [
            (gone, None, extras(2, 0), Reason::SeatTaken),
            (gone, None, extras(0, 2), Reason::BagUnavailable),
            (gone, None, extras(2, 2), Reason::SeatOrBagUnavailable),
            (gone, Some("/services"), extras(2, 2), Reason::SeatOrBagUnavailable),
            (gone, Some("/services/1/id"), extras(2, 2), Reason::SeatTaken),
            (gone, Some("/services/2/id"), extras(2, 2), Reason::BagUnavailable),
            (gone, Some("/services/2"), extras(2, 2), Reason::BagUnavailable),
            (gone, Some("/services/0/id"), extras(0, 2), Reason::BagUnavailable),
            (fewer, Some("/services/2/quantity"), extras(2, 2), Reason::BagUnavailable),
            (fewer, Some("/services/1/quantity"), extras(2, 2), Reason::AirlineRefused),
            (fewer, Some("/passengers/2/title"), extras(2, 2), Reason::AirlineRefused),
            (fewer, None, extras(0, 2), Reason::AirlineRefused),
        ];
        for (code, pointer, extras, expected) in table {
            let refusal = Refusal { code: Code::from(code), pointer: pointer.map(Into::into) };
            let reason = of_refused_order(&refused(vec![refusal]), extras);
            assert_eq!(reason, expected, "{code} {pointer:?} {extras:?}");
        }
        assert_eq!(Reason::SeatOrBagUnavailable.code(), FailureCode::BookingFailed);
    }

    #[test]
    fn a_code_is_read_back_with_its_reason_and_the_last_release_reads_every_name() {
        const OF_THE_LAST_RELEASE: [&str; 4] =
            ["PAYMENT_FAILED", "OFFER_EXPIRED", "PRICE_CHANGED", "BOOKING_FAILED"];
        for reason in Reason::ALL {
            let name = reason.code().stored_as();
            assert!(OF_THE_LAST_RELEASE.contains(&name), "{name}");
            assert_eq!(FailureCode::of_stored(name, Some(reason)), Some(reason.code()), "{reason:?}");
        }
        let without_reason = FailureCode::of_stored("BOOKING_FAILED", None);
        assert_eq!(without_reason, Some(FailureCode::BookingFailed));
        let of_another = FailureCode::of_stored("PRICE_CHANGED", Some(Reason::BagUnavailable));
        assert_eq!(of_another, Some(FailureCode::PriceChanged));
        assert_eq!(FailureCode::of_stored("A_CODE_OF_TOMORROW", None), None);
    }
}
