//! The life of a payment. A `*Sent` state is written before the provider is called, and left by what it says.
//!
//! ```text
//! CreateSent -> ConfirmSent -> [HolderAsked ->] Authorised <-> CaptureSent -> Captured
//!      |         |   |   \        |   |           |
//!      |         |   |    \-------|---|-> VoidSent -> Voided
//!      v         v   v            v   v           |
//!    Voided Declined Captured     Voided          +-> Captured (it was taken before the void)
//!
//! HolderAsked is left as ConfirmSent is.
//! ```

use money::Money;
use service::Mode;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::id::PaymentId;
use super::refusal::Failure;
use super::status::Status;

/// A confirmation that the provider knows nothing of is released after this long. It may still arrive: releasing
/// cancels the intent, and a cancelled intent can't be confirmed.
const CONFIRMATION_GRACE: Duration = Duration::seconds(60);
/// A creation is answered within this, or not waited for any more.
const CREATION_TAKES: Duration = Duration::seconds(30);
/// A payment whose confirmation was never sent is given up after this long: nobody came back with the card.
const CREATION_GRACE: Duration = Duration::minutes(15);

/// What the provider says of the money.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hold {
    /// No confirmation has reached it.
    Untouched,
    /// The cardholder's bank asks them, where `url` leads to; nowhere, where it could not lead back.
    NeedsAction {
        url: Option<String>,
    },
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
    /// Where the cardholder's bank asks them, as long as it does.
    pub action_url: Option<String>,
    pub capture_before: Option<OffsetDateTime>,
    pub booking_id: Option<Uuid>,
    pub failure: Option<Failure>,
    pub authorised_minor: i64,
    pub captured_minor: i64,
    pub refunding_minor: i64,
    pub refunded_minor: i64,
    /// Refunds that were refused or came back, and that nobody has paid by another way.
    pub owed_minor: i64,
    /// What was owed, and paid past the card provider.
    pub by_hand_minor: i64,
}

/// One change of a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The intent exists; the card is about to be confirmed.
    Confirm {
        intent_id: String,
    },
    /// The cardholder's bank asks them.
    AskHolder {
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
    /// A refund that was paid has come back from the bank.
    ReturnRefund {
        minor: i64,
    },
    /// All that is owed was paid past the card provider.
    PayByHand,
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
            action_url: None,
            capture_before: None,
            booking_id: None,
            failure: None,
            authorised_minor: if simulated { amount.minor } else { 0 },
            captured_minor: 0,
            refunding_minor: 0,
            refunded_minor: 0,
            owed_minor: 0,
            by_hand_minor: 0,
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
            after.action_url = None;
        }
        after.record(step);
        Ok(after)
    }

    fn status_after(&self, step: &Step) -> Option<Status> {
        use Status::{
            Authorised, CaptureSent, Captured, ConfirmSent, CreateSent, Declined, HolderAsked, VoidSent,
            Voided,
        };

        Some(match (self.status, step) {
            (CreateSent, Step::Confirm { .. }) => ConfirmSent,
            (ConfirmSent, Step::AskHolder { .. }) => HolderAsked,
            (ConfirmSent | HolderAsked, Step::Hold { .. }) | (CaptureSent, Step::KeepHold) => Authorised,
            (ConfirmSent | HolderAsked, Step::Decline(_)) => Declined,
            (status, Step::Claim(_)) if self.booking_id.is_none() => status,
            (Authorised, Step::Capture) if self.booking_id.is_some() => CaptureSent,
            (ConfirmSent | HolderAsked | Authorised | CaptureSent | VoidSent, Step::Take { minor })
                if (1..=self.amount.minor).contains(minor) =>
            {
                Captured
            }
            (ConfirmSent | HolderAsked | Authorised, Step::Release(_)) => VoidSent,
            (
                CreateSent | ConfirmSent | HolderAsked | Authorised | CaptureSent | VoidSent,
                Step::Released(_),
            ) => Voided,
            (Captured, Step::ReserveRefund { minor }) if (1..=self.refundable()).contains(minor) => Captured,
            (Captured, Step::CompleteRefund { minor } | Step::RefuseRefund { minor })
                if (1..=self.refunding_minor).contains(minor) =>
            {
                Captured
            }
            (Captured, Step::ReturnRefund { minor }) if (1..=self.refunded_minor).contains(minor) => Captured,
            (Captured, Step::PayByHand) if self.owed_minor > 0 => Captured,
            _ => return None,
        })
    }

    fn record(&mut self, step: Step) {
        match step {
            Step::Confirm { intent_id } => self.intent_id = Some(intent_id),
            Step::AskHolder { url } => self.action_url = Some(url),
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
            Step::RefuseRefund { minor } => {
                self.refunding_minor -= minor;
                self.owed_minor += minor;
            }
            Step::ReturnRefund { minor } => {
                self.refunded_minor -= minor;
                self.owed_minor += minor;
            }
            Step::PayByHand => {
                self.by_hand_minor += self.owed_minor;
                self.owed_minor = 0;
            }
            Step::Capture | Step::KeepHold => {}
        }
    }

    /// What may still be refunded, in minor units: what is owed is paid by hand alone.
    pub fn refundable(&self) -> i64 {
        self.captured_minor
            - self.refunded_minor
            - self.refunding_minor
            - self.owed_minor
            - self.by_hand_minor
    }

    /// Whether less was taken than the price, as by hand at the provider's pages: no order may rest on that.
    pub fn is_short(&self) -> bool {
        self.status == Status::Captured && self.captured_minor < self.amount.minor
    }

    /// Whether the provider owes an answer.
    pub fn is_in_doubt(&self) -> bool {
        matches!(
            self.status,
            Status::CreateSent
                | Status::ConfirmSent
                | Status::HolderAsked
                | Status::CaptureSent
                | Status::VoidSent
        ) || self.refunding_minor > 0
    }

    /// What follows from the provider's word; nothing where it says nothing new.
    pub fn follows(&self, hold: Hold, now: OffsetDateTime) -> Option<Step> {
        match (self.status, hold) {
            (Status::ConfirmSent | Status::HolderAsked, Hold::Held { capture_before }) => {
                Some(Step::Hold { capture_before })
            }
            (Status::ConfirmSent, Hold::Declined) => Some(Step::Decline(Failure::CardDeclined)),
            (Status::HolderAsked, Hold::Declined) => Some(Step::Decline(Failure::AuthenticationRequired)),
            (Status::ConfirmSent, Hold::NeedsAction { url: Some(url) }) => Some(Step::AskHolder { url }),
            (Status::ConfirmSent, Hold::NeedsAction { url: None }) => {
                Some(Step::Release(Some(Failure::AuthenticationRequired)))
            }
            (Status::ConfirmSent, Hold::Untouched) if now - self.status_since >= CONFIRMATION_GRACE => {
                Some(Step::Release(Some(Failure::NotCompleted)))
            }
            (status, Hold::Taken { minor }) if status.is_confirmed() => Some(Step::Take { minor }),
            (status, Hold::Released) if status.is_confirmed() => Some(Step::Released(None)),
            _ => None,
        }
    }

    /// Whether nobody will come back to finish what was begun.
    pub fn is_forsaken(&self, now: OffsetDateTime) -> bool {
        self.status == Status::CreateSent && now - self.status_since >= CREATION_GRACE
    }

    /// Whether its creation brought no answer. What was never confirmed holds no money, and stands in nobody's way.
    pub fn is_left_behind(&self, now: OffsetDateTime) -> bool {
        self.status == Status::CreateSent && now - self.status_since >= CREATION_TAKES
    }

    /// How it makes way for another of its owner's. The provider has nothing to cancel of what was never confirmed.
    pub fn way_out(&self) -> Step {
        if self.status == Status::CreateSent { Step::Released(None) } else { Step::Release(None) }
    }
}

#[cfg(test)]
mod tests {
    use money::Currency;
    use proptest::prelude::*;
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

    fn payment(status: Status) -> Payment {
        let owner = (Mode::Test, "fareway".to_owned(), "session:1".to_owned());
        let id = PaymentId::Ours(Uuid::from_u128(1));
        let new = Payment::new(id, owner, "off_1".into(), Money::new(1_000, Currency::USD), NOW);
        let captured_minor = if status == Status::Captured { 1_000 } else { 0 };
        Payment { status, captured_minor, ..new }
    }

    #[test]
    fn a_payment_moves_only_along_its_drawn_ways() {
        use Status::{
            Authorised, CaptureSent, Captured, ConfirmSent, CreateSent, Declined, HolderAsked, VoidSent,
            Voided,
        };

        let check = |step: Step, from: &[Status], to: Status| {
            for status in Status::ALL {
                let before = Payment { booking_id: Some(Uuid::from_u128(2)), ..payment(status) };
                let after = before.apply(step.clone(), NOW).map(|after| after.status);
                assert_eq!(after.ok(), from.contains(&status).then_some(to), "{status:?} {step:?}");
            }
        };
        check(Step::Confirm { intent_id: "pi_1".into() }, &[CreateSent], ConfirmSent);
        check(Step::AskHolder { url: "https://bank.example".into() }, &[ConfirmSent], HolderAsked);
        check(Step::Hold { capture_before: None }, &[ConfirmSent, HolderAsked], Authorised);
        check(Step::Decline(Failure::CardDeclined), &[ConfirmSent, HolderAsked], Declined);
        check(Step::Capture, &[Authorised], CaptureSent);
        check(Step::KeepHold, &[CaptureSent], Authorised);
        let may_be_held = [ConfirmSent, HolderAsked, Authorised, CaptureSent, VoidSent];
        check(Step::Take { minor: 1_000 }, &may_be_held, Captured);
        check(Step::Release(None), &[ConfirmSent, HolderAsked, Authorised], VoidSent);
        check(Step::Released(None), &[&[CreateSent], &may_be_held[..]].concat(), Voided);
        check(Step::ReserveRefund { minor: 1 }, &[Captured], Captured);
        check(Step::ReserveRefund { minor: 1_001 }, &[], Captured);
        check(Step::PayByHand, &[], Captured);
        check(Step::Take { minor: 1_001 }, &[], Captured);
        check(Step::Claim(Uuid::from_u128(3)), &[], Captured);
    }

    #[test]
    fn a_refund_that_was_not_paid_is_owed_until_it_is_paid_by_hand() {
        let steps = |steps: &[Step]| {
            steps.iter().fold(payment(Status::Captured), |it, step| it.apply(step.clone(), NOW).unwrap())
        };
        let minor = 600;
        let came_back =
            [Step::ReserveRefund { minor }, Step::CompleteRefund { minor }, Step::ReturnRefund { minor }];
        for unpaid in [&came_back[..], &[Step::ReserveRefund { minor }, Step::RefuseRefund { minor }]] {
            let owing = steps(unpaid);
            assert_eq!((owing.owed_minor, owing.by_hand_minor, owing.refundable()), (600, 0, 400));

            let paid = owing.apply(Step::PayByHand, NOW).unwrap();
            assert_eq!((paid.owed_minor, paid.by_hand_minor, paid.refundable()), (0, 600, 400));
            assert!(paid.apply(Step::PayByHand, NOW).is_err(), "once");
        }
    }

    #[test]
    fn money_is_captured_only_for_a_booking() {
        assert!(payment(Status::Authorised).apply(Step::Capture, NOW).is_err());
    }

    #[test]
    fn an_untouched_confirmation_is_given_time() {
        let confirming = payment(Status::ConfirmSent);

        assert_eq!(confirming.follows(Hold::Untouched, NOW + Duration::seconds(59)), None);
        assert_eq!(
            confirming.follows(Hold::Untouched, NOW + Duration::seconds(60)),
            Some(Step::Release(Some(Failure::NotCompleted)))
        );
    }

    #[test]
    fn every_conclusion_is_a_legal_step() {
        let holds = [
            Hold::Untouched,
            Hold::NeedsAction { url: None },
            Hold::NeedsAction { url: Some("https://bank.example".into()) },
            Hold::Declined,
            Hold::Held { capture_before: None },
            Hold::Taken { minor: 1_000 },
            Hold::Released,
            Hold::Undecided,
        ];
        for (status, hold) in
            Status::ALL.into_iter().flat_map(|status| holds.clone().map(|hold| (status, hold)))
        {
            let payment = payment(status);

            if let Some(step) = payment.follows(hold.clone(), NOW + Duration::hours(1)) {
                assert!(payment.apply(step, NOW).is_ok(), "{status:?} {hold:?}");
            }
            assert_eq!(payment.follows(Hold::Undecided, NOW), None);
        }
    }

    proptest! {
        /// Whatever refunds are asked for, answered or refused, in whatever order.
        #[test]
        fn r037_refund_sums_never_exceed_what_was_captured(
            asked in proptest::collection::vec((1_i64..1_500, 0_u8..4), 0..60),
        ) {
            let mut payment = payment(Status::Captured);
            let mut under_way = Vec::new();
            for (minor, fate) in asked {
                if fate == 3 {
                    payment = payment.apply(Step::PayByHand, NOW).unwrap_or(payment);
                    continue;
                }
                let step = match (fate, under_way.pop()) {
                    (1, Some(minor)) => Step::CompleteRefund { minor },
                    (2, Some(minor)) => Step::RefuseRefund { minor },
                    (_, kept) => {
                        under_way.extend(kept);
                        Step::ReserveRefund { minor }
                    }
                };
                let reserves = matches!(step, Step::ReserveRefund { .. });
                match payment.apply(step, NOW) {
                    Ok(after) => {
                        under_way.extend(reserves.then_some(minor));
                        payment = after;
                    }
                    Err(_) => prop_assert!(reserves && minor > payment.refundable()),
                }
                prop_assert!(payment.refunded_minor >= 0 && payment.refunding_minor >= 0 && payment.owed_minor >= 0);
                prop_assert!(payment.refundable() >= 0);
                prop_assert_eq!(payment.refunding_minor, under_way.iter().sum::<i64>());
            }
        }
    }
}
