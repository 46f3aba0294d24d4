//! The life of a payment. A `*Sent` state is written before the provider is called, and left by what it says.
//!
//! ```text
//! CreateSent        -> ConfirmSent | Voided
//! ConfirmSent       -> AwaitingChallenge | Authorised | Declined | Captured | VoidSent | Voided
//! AwaitingChallenge -> Authorised | Declined | Captured | VoidSent | Voided
//! Authorised        -> CaptureSent | Captured | VoidSent | Voided
//! CaptureSent       -> Captured | Voided | Authorised (the capture was refused, the hold still stands)
//! VoidSent          -> Voided | Captured (it was taken before the void)
//! ```

use money::Money;
use service::Mode;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::id::PaymentId;
use super::refusal::Failure;
use super::status::Status;
use super::step::{Hold, IllegalStep, Step};

/// A confirmation that the provider knows nothing of is released after this long. It may still arrive: releasing
/// cancels the intent, and a cancelled intent can't be confirmed.
const CONFIRMATION_GRACE: Duration = Duration::seconds(60);
/// A creation is answered within this, or not waited for any more.
const CREATION_TAKES: Duration = Duration::seconds(30);
/// A payment whose confirmation was never sent is given up after this long: the card was not sent again.
const CREATION_GRACE: Duration = Duration::minutes(15);

/// A payment as it stands.
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
    /// The page of the cardholder's bank, while a 3-D Secure challenge is open.
    pub action_url: Option<String>,
    pub capture_before: Option<OffsetDateTime>,
    pub booking_id: Option<Uuid>,
    pub failure: Option<Failure>,
    pub authorised: Money,
    pub captured: Money,
    pub refunding: Money,
    pub refunded: Money,
    /// Refunds that were refused or came back, and that have not been paid another way.
    pub owed: Money,
    /// What was owed, and paid another way.
    pub by_hand: Money,
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
        let nothing = Money::zero(amount.currency);
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
            authorised: if simulated { amount } else { nothing },
            captured: nothing,
            refunding: nothing,
            refunded: nothing,
            owed: nothing,
            by_hand: nothing,
        }
    }

    /// The payment after one step.
    pub fn apply(&self, step: Step, now: OffsetDateTime) -> Result<Self, IllegalStep> {
        let illegal = IllegalStep { from: self.status, step: step.clone() };
        let Some(status) = self.status_after(&step) else { return Err(illegal) };
        let mut after = Self { status, version: self.version + 1, ..self.clone() };
        if status != self.status {
            after.status_since = now;
            after.action_url = None;
        }
        after.record(step).map_err(|_not_one_sum| illegal)?;
        Ok(after)
    }

    fn status_after(&self, step: &Step) -> Option<Status> {
        use Status::{
            Authorised, AwaitingChallenge, CaptureSent, Captured, ConfirmSent, CreateSent, Declined,
            VoidSent, Voided,
        };

        Some(match (self.status, step) {
            (CreateSent, Step::Confirm { .. }) => ConfirmSent,
            (ConfirmSent, Step::BeginChallenge { .. }) => AwaitingChallenge,
            (ConfirmSent | AwaitingChallenge, Step::Hold { .. }) | (CaptureSent, Step::KeepHold) => {
                Authorised
            }
            (ConfirmSent | AwaitingChallenge, Step::Decline(_)) => Declined,
            (status, Step::Claim(_)) if self.booking_id.is_none() => status,
            (Authorised, Step::Capture) if self.booking_id.is_some() => CaptureSent,
            (
                ConfirmSent | AwaitingChallenge | Authorised | CaptureSent | VoidSent,
                Step::Take { amount },
            ) if is_within(*amount, self.amount) => Captured,
            (ConfirmSent | AwaitingChallenge | Authorised, Step::Release(_)) => VoidSent,
            (
                CreateSent | ConfirmSent | AwaitingChallenge | Authorised | CaptureSent | VoidSent,
                Step::Released(_),
            ) => Voided,
            (Captured, Step::ReserveRefund { amount })
                if self.refundable().is_ok_and(|most| is_within(*amount, most)) =>
            {
                Captured
            }
            (Captured, Step::CompleteRefund { amount } | Step::RefuseRefund { amount })
                if is_within(*amount, self.refunding) =>
            {
                Captured
            }
            (Captured, Step::ReturnRefund { amount }) if is_within(*amount, self.refunded) => Captured,
            (Captured, Step::PayByHand) if self.owed.minor > 0 => Captured,
            _ => return None,
        })
    }

    fn record(&mut self, step: Step) -> Result<(), money::Error> {
        match step {
            Step::Confirm { intent_id } => self.intent_id = Some(intent_id),
            Step::BeginChallenge { url } => self.action_url = Some(url),
            Step::Hold { capture_before } => {
                self.capture_before = capture_before;
                self.authorised = self.amount;
            }
            Step::Decline(failure) => self.failure = Some(failure),
            Step::Claim(booking_id) => self.booking_id = Some(booking_id),
            Step::Take { amount } => {
                self.authorised = self.amount;
                self.captured = amount;
            }
            Step::Release(failure) | Step::Released(failure) => self.failure = self.failure.or(failure),
            Step::ReserveRefund { amount } => self.refunding = self.refunding.checked_add(amount)?,
            Step::CompleteRefund { amount } => {
                self.refunding = self.refunding.checked_sub(amount)?;
                self.refunded = self.refunded.checked_add(amount)?;
            }
            Step::RefuseRefund { amount } => {
                self.refunding = self.refunding.checked_sub(amount)?;
                self.owed = self.owed.checked_add(amount)?;
            }
            Step::ReturnRefund { amount } => {
                self.refunded = self.refunded.checked_sub(amount)?;
                self.owed = self.owed.checked_add(amount)?;
            }
            Step::PayByHand => {
                self.by_hand = self.by_hand.checked_add(self.owed)?;
                self.owed = Money::zero(self.amount.currency);
            }
            Step::Capture | Step::KeepHold => {}
        }
        Ok(())
    }

    /// What may still be refunded. What is owed is paid by hand alone.
    pub fn refundable(&self) -> Result<Money, money::Error> {
        let spent = [self.refunded, self.refunding, self.owed, self.by_hand];
        self.captured.checked_sub(Money::sum(self.amount.currency, spent)?)
    }

    /// The amount, or what was captured if that is less.
    pub fn at_most_captured(&self, amount: Money) -> Money {
        if amount.minor > self.captured.minor { self.captured } else { amount }
    }

    /// Whether less was taken than the price.
    pub fn is_short(&self) -> bool {
        self.status.is_short(self.captured, self.amount)
    }

    /// Whether the provider owes an answer.
    pub fn is_in_doubt(&self) -> bool {
        self.status.is_in_doubt(self.refunding.minor)
    }

    /// Whether it is an open hold that no booking has claimed.
    pub fn is_unclaimed_hold(&self) -> bool {
        self.status.is_open() && self.booking_id.is_none()
    }

    /// The step that follows from what the provider says, or nothing if it says nothing new.
    pub fn follows(&self, hold: Hold, now: OffsetDateTime) -> Option<Step> {
        match (self.status, hold) {
            (Status::ConfirmSent | Status::AwaitingChallenge, Hold::Held { capture_before }) => {
                Some(Step::Hold { capture_before })
            }
            (Status::ConfirmSent, Hold::Declined) => Some(Step::Decline(Failure::CardDeclined)),
            (Status::AwaitingChallenge, Hold::Declined) => {
                Some(Step::Decline(Failure::AuthenticationRequired))
            }
            (Status::ConfirmSent, Hold::NeedsAction { url: Some(url) }) => Some(Step::BeginChallenge { url }),
            (Status::ConfirmSent, Hold::NeedsAction { url: None }) => {
                Some(Step::Release(Some(Failure::AuthenticationRequired)))
            }
            (Status::ConfirmSent, Hold::Untouched) if now - self.status_since >= CONFIRMATION_GRACE => {
                Some(Step::Release(Some(Failure::NotCompleted)))
            }
            (status, Hold::Taken { minor }) if status.is_confirmed() => {
                Some(Step::Take { amount: Money::new(minor, self.amount.currency) })
            }
            (status, Hold::Released) if status.is_confirmed() => Some(Step::Released(None)),
            _ => None,
        }
    }

    /// Whether the request that began it will not come back to finish it.
    pub fn is_forsaken(&self, now: OffsetDateTime) -> bool {
        self.status == Status::CreateSent && now - self.status_since >= CREATION_GRACE
    }

    /// Whether its creation brought no answer. What was never confirmed holds no money, and may make way for others.
    pub fn is_left_behind(&self, now: OffsetDateTime) -> bool {
        self.status == Status::CreateSent && now - self.status_since >= CREATION_TAKES
    }

    /// The step by which it makes way for another payment of its owner. A payment that was never confirmed leaves the
    /// provider nothing to cancel.
    pub fn way_out(&self) -> Step {
        if self.status == Status::CreateSent { Step::Released(None) } else { Step::Release(None) }
    }
}

/// Whether an amount is positive and no more than `most`.
fn is_within(amount: Money, most: Money) -> bool {
    amount.currency == most.currency && (1..=most.minor).contains(&amount.minor)
}

#[cfg(test)]
mod tests {
    use money::Currency;
    use proptest::prelude::*;
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

    fn usd(minor: i64) -> Money {
        Money::new(minor, Currency::USD)
    }

    fn payment(status: Status) -> Payment {
        let owner = (Mode::Test, "fareway".to_owned(), "session:1".to_owned());
        let id = PaymentId::Ours(Uuid::from_u128(1));
        let new = Payment::new(id, owner, "off_1".into(), usd(1_000), NOW);
        let captured = usd(if status == Status::Captured { 1_000 } else { 0 });
        Payment { status, captured, ..new }
    }

    #[test]
    fn a_payment_takes_only_its_listed_steps() {
        use Status::{
            Authorised, AwaitingChallenge, CaptureSent, Captured, ConfirmSent, CreateSent, Declined,
            VoidSent, Voided,
        };

        let check = |step: Step, from: &[Status], to: Status| {
            for status in Status::ALL {
                let before = Payment { booking_id: Some(Uuid::from_u128(2)), ..payment(status) };
                let after = before.apply(step.clone(), NOW).map(|after| after.status);
                assert_eq!(after.ok(), from.contains(&status).then_some(to), "{status:?} {step:?}");
            }
        };
        check(Step::Confirm { intent_id: "pi_1".into() }, &[CreateSent], ConfirmSent);
        check(Step::BeginChallenge { url: "https://bank.example".into() }, &[ConfirmSent], AwaitingChallenge);
        check(Step::Hold { capture_before: None }, &[ConfirmSent, AwaitingChallenge], Authorised);
        check(Step::Decline(Failure::CardDeclined), &[ConfirmSent, AwaitingChallenge], Declined);
        check(Step::Capture, &[Authorised], CaptureSent);
        check(Step::KeepHold, &[CaptureSent], Authorised);
        let may_be_held = [ConfirmSent, AwaitingChallenge, Authorised, CaptureSent, VoidSent];
        check(Step::Take { amount: usd(1_000) }, &may_be_held, Captured);
        check(Step::Release(None), &[ConfirmSent, AwaitingChallenge, Authorised], VoidSent);
        check(Step::Released(None), &[&[CreateSent], &may_be_held[..]].concat(), Voided);
        check(Step::ReserveRefund { amount: usd(1) }, &[Captured], Captured);
        check(Step::ReserveRefund { amount: usd(1_001) }, &[], Captured);
        check(Step::PayByHand, &[], Captured);
        check(Step::Take { amount: usd(1_001) }, &[], Captured);
        check(Step::Claim(Uuid::from_u128(3)), &[], Captured);
    }

    #[test]
    fn a_refund_that_was_not_paid_is_owed_until_it_is_paid_by_hand() {
        let steps = |steps: &[Step]| {
            steps.iter().fold(payment(Status::Captured), |it, step| it.apply(step.clone(), NOW).unwrap())
        };
        let amount = usd(600);
        let came_back =
            [Step::ReserveRefund { amount }, Step::CompleteRefund { amount }, Step::ReturnRefund { amount }];
        for unpaid in [&came_back[..], &[Step::ReserveRefund { amount }, Step::RefuseRefund { amount }]] {
            let owing = steps(unpaid);
            assert_eq!((owing.owed, owing.by_hand, owing.refundable()), (usd(600), usd(0), Ok(usd(400))));

            let paid = owing.apply(Step::PayByHand, NOW).unwrap();
            assert_eq!((paid.owed, paid.by_hand, paid.refundable()), (usd(0), usd(600), Ok(usd(400))));
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
        /// With any refunds asked for, answered or refused, in any order.
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
                let asked = usd(minor);
                let step = match (fate, under_way.pop()) {
                    (1, Some(amount)) => Step::CompleteRefund { amount },
                    (2, Some(amount)) => Step::RefuseRefund { amount },
                    (_, kept) => {
                        under_way.extend(kept);
                        Step::ReserveRefund { amount: asked }
                    }
                };
                let reserves = matches!(step, Step::ReserveRefund { .. });
                match payment.apply(step, NOW) {
                    Ok(after) => {
                        under_way.extend(reserves.then_some(asked));
                        payment = after;
                    }
                    Err(_) => prop_assert!(reserves && minor > payment.refundable().unwrap().minor),
                }
                let amounts = [payment.refunded, payment.refunding, payment.owed, payment.refundable().unwrap()];
                prop_assert!(amounts.iter().all(|amount| amount.minor >= 0));
                prop_assert_eq!(Ok(payment.refunding), Money::sum(Currency::USD, under_way.iter().copied()));
            }
        }
    }
}
