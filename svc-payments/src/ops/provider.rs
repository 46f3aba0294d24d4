//! Sends calls to the provider, each noted before and after.

use failpoint::failpoint;

use super::{Moved, Payments};
use crate::domain::{Cause, Hold, Payment};
use crate::error::Error;
use crate::repository::{Answer, Attempt, Class, Op};
use crate::stripe::{self, Answered, Client};

impl Payments {
    /// Opens the attempt under which a call may be sent, once the provider has been looked at.
    pub(super) async fn open(&self, payment: &Payment, op: Op) -> Result<Attempt, Error> {
        Ok(self.store.open(payment, op, self.now()).await?)
    }

    /// Sends one write and notes what came back. The outer error is ours, the inner the provider's.
    pub(super) async fn send<T>(
        &self,
        payment: &Payment,
        attempt: &Attempt,
        send: impl AsyncFnOnce(&Client, &str) -> Result<Answered<T>, stripe::Error>,
    ) -> Result<Result<T, stripe::Error>, Error> {
        let client = self.client(payment)?;
        failpoint!("payments.{}.post_intent", attempt.op);
        let result = send(client, &attempt.key).await;
        failpoint!("payments.{}.answered", attempt.op);
        self.store.answer(attempt, &answer_of(attempt.op, &result), self.now()).await?;
        failpoint!("payments.{}.post_commit", attempt.op);
        if let Err(error) = &result
            && !error.is_decline()
        {
            report(payment, attempt.op, error);
        }
        Ok(result.map(|answered| answered.value))
    }

    /// What the provider says of the money now, or nothing if it can't be asked.
    pub(super) async fn look(&self, payment: &Payment) -> Result<Option<Hold>, Error> {
        let Some(intent_id) = &payment.intent_id else { return Ok(None) };
        match self.client(payment)?.get_intent(intent_id).await {
            Ok(intent) => Ok(Some(intent.hold())),
            Err(error) => {
                tracing::warn!(payment.id = %payment.id, %error, "the card provider can't be asked");
                Ok(None)
            }
        }
    }

    /// Takes the step that follows from what the provider says.
    pub(super) async fn conclude(&self, payment: Payment, hold: Hold, cause: Cause) -> Result<Moved, Error> {
        match payment.follows(hold, self.now()) {
            Some(step) => self.advance(&payment, step, cause).await,
            None => Ok(Moved { payment, attempt: None }),
        }
    }

    pub(super) fn client(&self, payment: &Payment) -> Result<&Client, Error> {
        self.stripe.of(payment.mode).ok_or(Error::NotConfigured)
    }
}

/// What is noted of the provider's answer. A refund under a second key would be paid twice. All other calls act on one
/// intent, which takes each once under any key.
fn answer_of<T>(op: Op, result: &Result<Answered<T>, stripe::Error>) -> Answer {
    match result {
        Ok(answered) => Answer {
            class: Class::Done,
            http_status: Some(answered.status),
            request_id: answered.request_id.clone(),
            closes_key: true,
        },
        Err(error) => Answer {
            class: if error.is_definitely_not() { Class::DefinitelyNot } else { Class::Unknown },
            http_status: error.status,
            request_id: error.request_id.clone(),
            closes_key: if matches!(op, Op::Refund(_)) { error.ends_key() } else { error.closes_key() },
        },
    }
}

/// Logs a failed call. A fault on our side is an error: until it is mended no card is taken, or no money moved.
fn report(payment: &Payment, op: Op, error: &stripe::Error) {
    let begins = matches!(op, Op::Create | Op::Confirm);
    if error.is_of_our_key() || (begins && error.is_our_fault()) {
        let mode = payment.mode.as_str_name();
        tracing::error!(mode, payment.id = %payment.id, %op, %error, "the card provider refuses our calls");
        return;
    }
    let what = if error.is_definitely_not() {
        "the card provider refused"
    } else {
        "nobody knows what the card provider did"
    };
    tracing::warn!(payment.id = %payment.id, %op, %error, "{what}");
}
