use super::dispute::Dispute;
use super::payment::Payment;
use super::status::Status;

/// What the provider reports. It is only a hint: the receiver reads the object itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookEvent {
    /// The same for every delivery of one event.
    pub id: String,
    pub kind: String,
    pub livemode: bool,
    /// The intent that the event is about, directly or through a charge or refund.
    pub intent_id: Option<String>,
    /// The refund that the event is about.
    pub refund_id: Option<String>,
    /// Present where a dispute has begun, needs an answer anew (an inquiry that became a chargeback), or was decided.
    /// Only an administrator can act on it, on the provider's own pages.
    pub dispute: Option<Dispute>,
}

impl WebhookEvent {
    /// The statuses of a payment whose provider has already told us what an event of this kind reports. A status that
    /// waits for an answer knows only what came before its call: `CaptureSent` knows of the hold, not of the capture.
    pub fn known_in(&self) -> &'static [Status] {
        match self.kind.as_str() {
            // A payment has its intent's id from the answer to the call that made it.
            "payment_intent.created" => &Status::ALL,
            // Every intent is captured later, so that its charge succeeds when the money is held.
            "payment_intent.amount_capturable_updated" | "charge.succeeded" => {
                &[Status::Authorised, Status::CaptureSent, Status::Captured]
            }
            "payment_intent.succeeded" | "charge.captured" => &[Status::Captured],
            _ => &[],
        }
    }

    /// Whether the payment of its intent may have changed in a way that we don't know yet: the rule of
    /// `store::queue::make_intent_due`, which the simulation holds against it.
    pub fn may_change(&self, payment: &Payment) -> bool {
        let is_known = self.known_in().contains(&payment.status) && !payment.is_short();
        !is_known && !payment.status.is_over()
    }
}

#[cfg(test)]
mod tests {
    use money::{Currency, Money};
    use service::Mode;
    use time::macros::datetime;
    use uuid::Uuid;

    use super::*;
    use crate::domain::PaymentId;

    fn event(kind: &str) -> WebhookEvent {
        WebhookEvent {
            id: "evt_1".into(),
            kind: kind.into(),
            livemode: false,
            intent_id: Some("pi_1".into()),
            refund_id: None,
            dispute: None,
        }
    }

    /// A payment of 1,000 minor units.
    fn payment(status: Status, captured_minor: i64) -> Payment {
        let usd = |minor| Money::new(minor, Currency::USD);
        let owner = (Mode::Test, "fareway".to_owned(), "session:1".to_owned());
        let now = datetime!(2026-03-01 12:00 UTC);
        let new = Payment::new(PaymentId::Ours(Uuid::from_u128(1)), owner, "off_1".into(), usd(1_000), now);
        Payment { status, captured: usd(captured_minor), ..new }
    }

    #[test]
    fn an_event_may_change_a_payment_until_the_provider_has_told_us_the_same() {
        use Status::{
            Authorised, AwaitingChallenge, CaptureSent, Captured, ConfirmSent, CreateSent, VoidSent,
        };

        let check = |kind: &str, expected: &[Status]| {
            let may_change = |status: &Status| event(kind).may_change(&payment(*status, 1_000));
            let changeable: Vec<_> = Status::ALL.into_iter().filter(may_change).collect();
            assert_eq!(changeable, expected, "{kind}");
        };
        check("payment_intent.created", &[]);
        for kind in ["payment_intent.amount_capturable_updated", "charge.succeeded"] {
            check(kind, &[CreateSent, ConfirmSent, AwaitingChallenge, VoidSent]);
        }
        for kind in ["payment_intent.succeeded", "charge.captured"] {
            check(kind, &[CreateSent, ConfirmSent, AwaitingChallenge, Authorised, CaptureSent, VoidSent]);
        }
        for kind in [
            "payment_intent.canceled",
            "payment_intent.payment_failed",
            "charge.expired",
            "charge.refunded",
            "refund.failed",
            "charge.dispute.created",
            "a kind of the future",
        ] {
            let all_that_go_on =
                [CreateSent, ConfirmSent, AwaitingChallenge, Authorised, CaptureSent, Captured, VoidSent];
            check(kind, &all_that_go_on);
        }
    }

    #[test]
    fn every_event_may_change_a_payment_of_which_less_was_taken_than_the_price() {
        for kind in ["payment_intent.created", "payment_intent.succeeded", "charge.captured"] {
            assert!(event(kind).may_change(&payment(Status::Captured, 999)), "{kind}");
            assert!(!event(kind).may_change(&payment(Status::Captured, 1_000)), "{kind}");
        }
    }
}
