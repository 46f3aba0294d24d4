//! Finds out what became of calls that were not answered, and finishes what was begun.

use failpoint::failpoint;
use futures::future::join_all;
use service::Mode;
use service::telemetry::mark_failed;
use tracing::Instrument;

use super::Payments;
use crate::domain::{Cause, Hold, Payment, PaymentId, Status, Step};
use crate::error::Error;
use crate::repository::Op;

/// How many payments one round looks at.
pub(super) const BATCH: u32 = 16;

impl Payments {
    /// Asks the provider about what is in doubt, and repeats what the provider has not done.
    pub(crate) async fn finish(&self, payment: Payment) -> Result<Payment, Error> {
        if payment.is_forsaken(self.now()) {
            return Ok(self.advance(&payment, Step::Released(None), Cause::Finisher).await?.payment);
        }
        if payment.status == Status::Captured {
            return self.finish_refunds(payment).await;
        }
        let attempt = match payment.status {
            Status::CaptureSent => Some(self.open(&payment, Op::Capture).await?),
            Status::VoidSent => Some(self.open(&payment, Op::Cancel).await?),
            _ => None,
        };
        let Some(hold) = self.look(&payment).await? else { return Ok(payment) };
        let moved = self.conclude(payment, hold.clone(), Cause::Finisher).await?;
        match (moved.payment.status, hold, moved.attempt.or(attempt)) {
            (Status::CaptureSent, Hold::Held { .. }, Some(attempt)) => {
                self.send_capture(moved.payment, &attempt).await
            }
            (Status::VoidSent, hold, Some(attempt)) if hold != Hold::Undecided => {
                self.send_cancel(moved.payment, &attempt).await
            }
            _ => Ok(moved.payment),
        }
    }

    /// One round of the finisher: every payment that is due. One failure does not stop the others.
    pub(crate) async fn finish_due(&self) -> Result<(), Error> {
        let due = self.store.take_due(self.now(), BATCH).await?;
        if due.is_empty() {
            return Ok(());
        }
        failpoint!("payments.due.taken");
        let one = |(mode, id)| traced(id, self.finish_one(mode, id), "a payment could not be settled");
        join_all(due.into_iter().map(one)).await;
        Ok(())
    }

    async fn finish_one(&self, mode: Mode, id: PaymentId) -> Result<(), Error> {
        let payment = self.load(mode, id).await?;
        self.finish(payment).await?;
        Ok(())
    }
}

/// What a round does about one payment, in a trace of its own. If it fails, logs `failure` there, with the cause.
pub(super) async fn traced(
    id: PaymentId,
    work: impl Future<Output = Result<(), Error>>,
    failure: &'static str,
) {
    let span = tracing::info_span!("payment.resolve", payment.id = %id);
    if let Err(error) = work.instrument(span.clone()).await {
        mark_failed(&span, "not_resolved");
        let error = format!("{:#}", anyhow::Error::from(error));
        span.in_scope(|| tracing::warn!(payment.id = %id, error, "{failure}"));
    }
}

#[cfg(test)]
mod tests {
    use testkit::Log;
    use uuid::Uuid;

    use super::*;

    #[tokio::test]
    async fn a_payment_that_could_not_be_settled_is_a_warning_in_its_span_that_names_it() {
        let log = Log::default();
        let _listening = tracing::subscriber::set_default(log.subscriber(tracing::Level::INFO));
        let id = PaymentId::Ours(Uuid::from_u128(7));

        traced(id, async { Ok(()) }, "another").await;
        traced(id, async { Err(Error::ProviderUnavailable) }, "a payment could not be settled").await;

        let text = log.text();
        let lines: Vec<_> = text.lines().collect();
        let [line] = lines.as_slice() else { panic!("{text}") };
        assert!(line.contains("WARN") && line.contains("a payment could not be settled"), "{line}");
        assert!(line.contains(&format!("payment.resolve{{payment.id={id}}}")), "{line}");
        assert_eq!(line.matches(&id.to_string()).count(), 2, "its span and the line itself name it: {line}");
        assert!(line.contains("the card provider's answer is still missing"), "{line}");
    }
}
