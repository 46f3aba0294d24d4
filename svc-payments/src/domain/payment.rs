//! The life of a payment. A `*Sent` state is written before the provider is called, and left by what it says.
//!
//! ```text
//! CreateSent -> ConfirmSent -> Authorised <-> CaptureSent -> Captured
//!      |         |   |   \        |   |           |
//!      |         |   |    \-------|---|-> VoidSent -> Voided
//!      v         v   v            v   v           |
//!    Voided Declined Captured     Voided          +-> Captured (it was taken before the void)
//! ```

use std::fmt;
use std::str::FromStr;

use money::Money;
use service::Mode;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::refusal::Failure;

/// A confirmation that the provider knows nothing of is released after this long. It may still arrive: releasing
/// cancels the intent, and a cancelled intent can't be confirmed.
const CONFIRMATION_GRACE: Duration = Duration::seconds(60);
/// A payment whose confirmation was never sent is given up after this long: nobody came back with the card.
const CREATION_GRACE: Duration = Duration::minutes(15);

/// Ours, or made up by a client in test mode, where no provider is involved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentId {
    Ours(Uuid),
    Simulated(Uuid),
}

const SIMULATED: &str = "test_pay_";

impl PaymentId {
    pub fn uuid(self) -> Uuid {
        match self {
            Self::Ours(id) | Self::Simulated(id) => id,
        }
    }

    pub fn is_simulated(self) -> bool {
        matches!(self, Self::Simulated(_))
    }
}

impl fmt::Display for PaymentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ours(id) => write!(f, "{id}"),
            Self::Simulated(id) => write!(f, "{SIMULATED}{id}"),
        }
    }
}

impl FromStr for PaymentId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<Self, uuid::Error> {
        match text.strip_prefix(SIMULATED) {
            Some(id) => Ok(Self::Simulated(id.parse()?)),
            None => Ok(Self::Ours(text.parse()?)),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// An intent is being made; it holds no money.
    CreateSent,
    /// The card is being authorised.
    ConfirmSent,
    Authorised,
    Declined,
    CaptureSent,
    Captured,
    VoidSent,
    /// Nothing is held and nothing was taken.
    Voided,
}

impl Status {
    pub const ALL: [Self; 8] = [
        Self::CreateSent,
        Self::ConfirmSent,
        Self::Authorised,
        Self::Declined,
        Self::CaptureSent,
        Self::Captured,
        Self::VoidSent,
        Self::Voided,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::CreateSent => "create_sent",
            Self::ConfirmSent => "confirm_sent",
            Self::Authorised => "authorised",
            Self::Declined => "declined",
            Self::CaptureSent => "capture_sent",
            Self::Captured => "captured",
            Self::VoidSent => "void_sent",
            Self::Voided => "voided",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }

    /// Whether it may hold money for a booking, now or after the provider's next word.
    pub fn may_hold(self) -> bool {
        matches!(self, Self::CreateSent | Self::ConfirmSent | Self::Authorised)
    }
}

/// What the provider says of the money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    /// No confirmation has reached it.
    Untouched,
    NeedsAction,
    Declined,
    Held {
        capture_before: Option<OffsetDateTime>,
    },
    Taken {
        minor: i64,
    },
    Released,
    /// Still at work, or a state we don't know.
    Undecided,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    pub id: PaymentId,
    pub mode: Mode,
    pub brand: String,
    pub principal: String,
    pub offer_id: String,
    pub amount: Money,
    pub card_brand: String,
    pub card_last4: String,
    pub status: Status,
    pub status_since: OffsetDateTime,
    pub version: i64,
    pub intent_id: Option<String>,
    pub capture_before: Option<OffsetDateTime>,
    pub booking_id: Option<Uuid>,
    pub failure: Option<Failure>,
    pub authorised_minor: i64,
    pub captured_minor: i64,
    pub refunding_minor: i64,
    pub refunded_minor: i64,
}

/// One change of a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The intent exists; the card is about to be confirmed.
    Confirm {
        intent_id: String,
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
        minor: i64,
    },
    /// The hold is about to be released.
    Release(Option<Failure>),
    /// Nothing is held any more.
    Released(Option<Failure>),
    /// A refund is about to be sent.
    ReserveRefund {
        minor: i64,
    },
    CompleteRefund {
        minor: i64,
    },
    RefuseRefund {
        minor: i64,
    },
}

/// A step that a payment in this state can't take.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a payment that is {} can't take the step {step:?}", from.as_str())]
pub struct IllegalStep {
    pub from: Status,
    pub step: Step,
}

impl Payment {
    /// A payment about to be begun; a simulated one holds its money from the start.
    pub fn new(
        id: PaymentId,
        owner: (Mode, String, String),
        offer_id: String,
        amount: Money,
        now: OffsetDateTime,
    ) -> Self {
        let (mode, brand, principal) = owner;
        let simulated = id.is_simulated();
        Self {
            id,
            mode,
            brand,
            principal,
            offer_id,
            amount,
            card_brand: String::new(),
            card_last4: String::new(),
            status: if simulated { Status::Authorised } else { Status::CreateSent },
            status_since: now,
            version: 1,
            intent_id: None,
            capture_before: None,
            booking_id: None,
            failure: None,
            authorised_minor: if simulated { amount.minor } else { 0 },
            captured_minor: 0,
            refunding_minor: 0,
            refunded_minor: 0,
        }
    }

    /// The payment after one step.
    pub fn apply(&self, step: Step, now: OffsetDateTime) -> Result<Self, IllegalStep> {
        let Some(status) = self.status_after(&step) else {
            return Err(IllegalStep { from: self.status, step });
        };
        let mut after = Self { status, version: self.version + 1, ..self.clone() };
        if status != self.status {
            after.status_since = now;
        }
        after.record(step);
        Ok(after)
    }

    fn status_after(&self, step: &Step) -> Option<Status> {
        use Status::{
            Authorised, CaptureSent, Captured, ConfirmSent, CreateSent, Declined, VoidSent, Voided,
        };

        Some(match (self.status, step) {
            (CreateSent, Step::Confirm { .. }) => ConfirmSent,
            (ConfirmSent, Step::Hold { .. }) | (CaptureSent, Step::KeepHold) => Authorised,
            (ConfirmSent, Step::Decline(_)) => Declined,
            (status, Step::Claim(_)) if self.booking_id.is_none() => status,
            (Authorised, Step::Capture) if self.booking_id.is_some() => CaptureSent,
            (ConfirmSent | Authorised | CaptureSent | VoidSent, Step::Take { minor })
                if (1..=self.amount.minor).contains(minor) =>
            {
                Captured
            }
            (ConfirmSent | Authorised, Step::Release(_)) => VoidSent,
            (CreateSent | ConfirmSent | Authorised | CaptureSent | VoidSent, Step::Released(_)) => Voided,
            (Captured, Step::ReserveRefund { minor }) if (1..=self.refundable()).contains(minor) => Captured,
            (Captured, Step::CompleteRefund { minor } | Step::RefuseRefund { minor })
                if (1..=self.refunding_minor).contains(minor) =>
            {
                Captured
            }
            _ => return None,
        })
    }

    fn record(&mut self, step: Step) {
        match step {
            Step::Confirm { intent_id } => self.intent_id = Some(intent_id),
            Step::Hold { capture_before } => {
                self.capture_before = capture_before;
                self.authorised_minor = self.amount.minor;
            }
            Step::Decline(failure) => self.failure = Some(failure),
            Step::Claim(booking_id) => self.booking_id = Some(booking_id),
            Step::Take { minor } => {
                self.authorised_minor = self.amount.minor;
                self.captured_minor = minor;
            }
            Step::Release(failure) | Step::Released(failure) => self.failure = self.failure.or(failure),
            Step::ReserveRefund { minor } => self.refunding_minor += minor,
            Step::CompleteRefund { minor } => {
                self.refunding_minor -= minor;
                self.refunded_minor += minor;
            }
            Step::RefuseRefund { minor } => self.refunding_minor -= minor,
            Step::Capture | Step::KeepHold => {}
        }
    }

    /// What may still be refunded, in minor units.
    pub fn refundable(&self) -> i64 {
        self.captured_minor - self.refunded_minor - self.refunding_minor
    }

    /// Whether the provider owes an answer.
    pub fn is_in_doubt(&self) -> bool {
        matches!(
            self.status,
            Status::CreateSent | Status::ConfirmSent | Status::CaptureSent | Status::VoidSent
        ) || self.refunding_minor > 0
    }

    /// What follows from the provider's word; nothing where it says nothing new.
    pub fn follows(&self, hold: Hold, now: OffsetDateTime) -> Option<Step> {
        match (self.status, hold) {
            (Status::ConfirmSent, Hold::Held { capture_before }) => Some(Step::Hold { capture_before }),
            (Status::ConfirmSent, Hold::Declined) => Some(Step::Decline(Failure::CardDeclined)),
            (Status::ConfirmSent, Hold::NeedsAction) => {
                Some(Step::Release(Some(Failure::AuthenticationRequired)))
            }
            (Status::ConfirmSent, Hold::Untouched) if now - self.status_since >= CONFIRMATION_GRACE => {
                Some(Step::Release(Some(Failure::NotCompleted)))
            }
            (
                Status::ConfirmSent | Status::Authorised | Status::CaptureSent | Status::VoidSent,
                Hold::Taken { minor },
            ) => Some(Step::Take { minor }),
            (
                Status::ConfirmSent | Status::Authorised | Status::CaptureSent | Status::VoidSent,
                Hold::Released,
            ) => Some(Step::Released(None)),
            _ => None,
        }
    }

    /// Whether nobody will come back to finish what was begun.
    pub fn is_forsaken(&self, now: OffsetDateTime) -> bool {
        self.status == Status::CreateSent && now - self.status_since >= CREATION_GRACE
    }
}
