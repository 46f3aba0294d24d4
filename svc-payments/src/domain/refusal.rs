//! Why money was refused: a code for the program, a sentence for the person.

use money::Money;
use time::Duration;

/// A refusal before or after the provider was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    Failed(Failure),
    NotATestCard,
    LiveCardsUnavailable,
    InvalidCard(CardFault),
    CardExpired,
    PriceChanged(Money),
    /// The card provider may count this currency in another way than we do.
    CurrencyUnavailable,
    /// More than the card provider charges at once in this currency.
    AmountTooLarge {
        most: Money,
    },
    TooManyAttempts {
        /// Until the visitor's next card may be tried.
        wait: Duration,
        /// The limit is that of all guests. Users with an account that is not new need not wait.
        for_guests: bool,
    },
    /// The visitor's session has looked at no offer here.
    OfferNotViewed,
    /// So many cards brought no money that this one needs work (`domain::work`).
    WorkRequired,
    /// The payment can't pay for this booking: it is unknown, another owner's, for another flight or amount, or used.
    NotForThisBooking,
}

/// What is wrong with a card before anybody was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardFault {
    Number,
    Expiry,
    Cvv,
    Holder,
}

/// Why a payment that was begun holds no money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    CardDeclined,
    AuthenticationRequired,
    /// The provider never finished it.
    NotCompleted,
    /// The provider refused the call itself, for a fault on our side: the card was not tried.
    ProviderRefused,
    /// The provider does not know the payment method: a fault on our side too, unless a visitor made it up. So it counts
    /// among the visitor's cards that brought no money.
    MethodUnknown,
}

impl Failure {
    pub const ALL: [Self; 5] = [
        Self::CardDeclined,
        Self::AuthenticationRequired,
        Self::NotCompleted,
        Self::ProviderRefused,
        Self::MethodUnknown,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::CardDeclined => "card_declined",
            Self::AuthenticationRequired => "authentication_required",
            Self::NotCompleted => "not_completed",
            Self::ProviderRefused => "provider_refused",
            Self::MethodUnknown => "method_unknown",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|failure| failure.as_str() == text)
    }
}

impl Refusal {
    /// The machine code, as listed in docs/errors.md.
    pub fn code(self) -> &'static str {
        match self {
            Self::Failed(Failure::AuthenticationRequired) => "AUTHENTICATION_REQUIRED",
            Self::Failed(Failure::ProviderRefused | Failure::MethodUnknown) => "CARDS_UNAVAILABLE",
            Self::AmountTooLarge { .. } => "AMOUNT_TOO_LARGE",
            Self::CurrencyUnavailable => "CURRENCY_UNAVAILABLE",
            Self::NotForThisBooking => "PAYMENT_NOT_FOR_BOOKING",
            Self::Failed(Failure::CardDeclined | Failure::NotCompleted) => "PAYMENT_FAILED",
            Self::NotATestCard => "NOT_A_TEST_CARD",
            Self::LiveCardsUnavailable => "LIVE_CARDS_UNAVAILABLE",
            Self::InvalidCard(_) => "INVALID_CARD",
            Self::CardExpired => "CARD_EXPIRED",
            Self::PriceChanged(_) => "PRICE_CHANGED",
            Self::TooManyAttempts { .. } => "TOO_MANY_ATTEMPTS",
            Self::OfferNotViewed => "OFFER_NOT_VIEWED",
            Self::WorkRequired => "WORK_REQUIRED",
        }
    }

    /// One sentence for all declines: which guess was wrong is nothing a card tester should learn.
    pub fn message(self) -> String {
        match self {
            Self::Failed(Failure::CardDeclined) => {
                "Your card was declined or the details are incorrect. Please check them or use another card."
            }
            Self::Failed(Failure::AuthenticationRequired) => {
                "Your bank did not confirm this payment with you. Nothing has been charged. \
                 Please try again or use another card."
            }
            Self::Failed(Failure::NotCompleted) => {
                "The payment did not go through. Nothing has been charged. Please try again."
            }
            Self::Failed(Failure::ProviderRefused | Failure::MethodUnknown) => {
                "We can't take cards at the moment. Nothing was charged."
            }
            Self::AmountTooLarge { most } => {
                return format!(
                    "One card payment can be {most} at most, and this booking costs more. Nothing has been charged. \
                     Please book for fewer travellers at a time, or call us to book."
                );
            }
            Self::NotATestCard => {
                "This is a test system: only published test card numbers work here, for example 4242 4242 4242 4242. \
                 Please don't enter a real card."
            }
            Self::LiveCardsUnavailable => {
                "Cards can't be taken on this page at the moment. Please call us to book."
            }
            Self::InvalidCard(CardFault::Number) => "Please check the card number.",
            Self::InvalidCard(CardFault::Expiry) => "Please check the card's expiry date.",
            Self::InvalidCard(CardFault::Cvv) => "Please check the card's security code.",
            Self::InvalidCard(CardFault::Holder) => "Please enter the name as it appears on your card.",
            Self::CardExpired => "This card has expired. Please use another card.",
            Self::PriceChanged(price) => {
                return format!("The price of this flight has changed to {price}. Nothing has been charged.");
            }
            Self::CurrencyUnavailable => {
                "Cards can't be charged in this currency. Nothing has been charged. Please call us to book."
            }
            Self::TooManyAttempts { for_guests: true, .. } => {
                "Too many cards are being declined on this site, so that it takes none from guests at the moment. \
                 Nothing has been charged. Please log in with an account that you have had for more than a day and \
                 whose e-mail address is confirmed, or call us to book."
            }
            Self::OfferNotViewed => {
                "We take cards only for flights that were opened on this site, and in this browser none was. \
                 Nothing has been charged. Please open the flight again and then pay."
            }
            Self::WorkRequired => {
                "Many cards are being declined here, so we check that no robot tries them. Your browser does this by \
                 itself. Nothing has been charged. Please pay again, and if this goes on, call us to book."
            }
            Self::TooManyAttempts { for_guests: false, .. } => {
                "There were too many payment attempts. Nothing has been charged. Please try again later."
            }
            Self::NotForThisBooking => {
                "This payment can't be used for this booking. Please enter your card again."
            }
        }
        .to_owned()
    }

    pub fn price(self) -> Option<Money> {
        match self {
            Self::PriceChanged(price) => Some(price),
            _ => None,
        }
    }

    /// Seconds after which a card may be tried again, where that is known.
    pub fn retry_after_s(self) -> Option<u32> {
        match self {
            // A second more than the whole ones, so that a visitor who comes on time is not too early.
            Self::TooManyAttempts { wait, .. } => u32::try_from(wait.whole_seconds() + 1).ok(),
            _ => None,
        }
    }
}
