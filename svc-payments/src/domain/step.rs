//! The steps that a payment can take, and what the provider says that leads to them.

use money::Money;
use time::OffsetDateTime;
use uuid::Uuid;

use super::refusal::Failure;
use super::status::Status;

/// What the provider says of the money.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hold {
    /// No confirmation has reached it.
    Untouched,
    /// A 3-D Secure challenge is open at `url`. Without a URL the cardholder can't be led there and back.
    NeedsAction {
        url: Option<String>,
    },
    Declined,
    Held {
        capture_before: Option<OffsetDateTime>,
    },
    /// In minor units of the payment's currency.
    Taken {
        minor: i64,
    },
    Released,
    /// Still at work, or a state we don't know.
    Undecided,
}

/// One change of a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The intent exists; the card is about to be confirmed.
    Confirm {
        intent_id: String,
    },
    /// The cardholder's bank opens a 3-D Secure challenge.
    BeginChallenge {
        url: String,
    },
    /// The provider holds the money.
    Hold {
        capture_before: Option<OffsetDateTime>,
    },
    Decline(Failure),
    /// Binds it to the one booking it may pay for.
    Claim(Uuid),
    /// The money is about to be taken.
    Capture,
    /// A capture was refused and the hold still stands.
    KeepHold,
    /// The provider has taken the money.
    Take {
        amount: Money,
    },
    /// The hold is about to be released.
    Release(Option<Failure>),
    /// Nothing is held any more.
    Released(Option<Failure>),
    /// A refund is about to be sent.
    ReserveRefund {
        amount: Money,
    },
    CompleteRefund {
        amount: Money,
    },
    RefuseRefund {
        amount: Money,
    },
    /// A refund that was paid has come back from the bank.
    ReturnRefund {
        amount: Money,
    },
    /// All that is owed was paid another way.
    PayByHand,
}

/// A step that a payment in this state can't take.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a payment that is {} can't take the step {step:?}", from.as_str())]
pub struct IllegalStep {
    pub from: Status,
    pub step: Step,
}
