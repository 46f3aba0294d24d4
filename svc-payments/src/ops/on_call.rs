//! The payments that the person on duty is called about.

use mail::on_call::{Cases, OpenCase};
use money::Money;
use sqlx::PgConnection;
use texts::Locale;

use crate::domain::Status;
use crate::domain::on_call::{CallFacts, CallReason};
use crate::domain::provider_amount::amount_words;
use crate::store::on_call::{self as store, PaymentToCall};
use crate::texts::Texts;

/// Payments in manual review, of all brands and both modes.
pub struct PaymentCases;

impl Cases for PaymentCases {
    const KIND: &'static str = "payment";

    async fn open(&self, connection: &mut PgConnection) -> anyhow::Result<Vec<OpenCase>> {
        Ok(store::open(connection).await?.into_iter().map(OpenCase::from).collect())
    }

    fn subject(&self, count: usize) -> String {
        Texts::of(Locale::English).cases_subject(count)
    }
}

impl From<PaymentToCall> for OpenCase {
    fn from(payment: PaymentToCall) -> Self {
        let texts = Texts::of(Locale::English);
        let (code, reason, fault) = match payment.facts.map(CallFacts::reason) {
            Ok(call) => (call.code(), reason(call, texts), None),
            Err(error) => ("otherwise".to_owned(), texts.otherwise(), Some(error.to_string())),
        };
        Self {
            id: payment.id,
            mode: payment.mode,
            code,
            reason,
            sum: amount_words(payment.amount_minor, &payment.currency),
            decided_at: payment.decided_at,
            news_at: payment.disputed_at,
            fault,
        }
    }
}

fn sum(money: Money) -> String {
    amount_words(money.minor, money.currency.code())
}

fn reason(reason: CallReason, texts: Texts) -> String {
    match reason {
        CallReason::RefundOwed(owed) => texts.refund_owed(sum(owed)),
        CallReason::Disputed => texts.disputed(),
        CallReason::AmountsDiffer => texts.amounts_differ(),
        CallReason::LessTaken(taken) => texts.less_taken(sum(taken)),
        CallReason::Stands(status) => stands(status, texts),
    }
}

/// A payment that has ended stands well: then its card alone says why it needs a decision.
fn stands(status: Status, texts: Texts) -> String {
    let otherwise = |stands: String| format!("{stands} {}", texts.otherwise());
    match status {
        Status::CreateSent => texts.create_sent(),
        Status::ConfirmSent => texts.confirm_sent(),
        Status::AwaitingChallenge => texts.holder_asked(),
        Status::Authorised => texts.authorised(),
        Status::CaptureSent => texts.capture_sent(),
        Status::VoidSent => texts.void_sent(),
        Status::Declined => otherwise(texts.declined()),
        Status::Captured => otherwise(texts.captured()),
        Status::Voided => otherwise(texts.voided()),
    }
}

#[cfg(test)]
mod tests {
    use money::Currency;
    use service::Mode;
    use uuid::Uuid;

    use super::*;

    fn case(facts: sqlx::Result<CallFacts>) -> OpenCase {
        let (id, mode, currency) = (Uuid::from_u128(1), Mode::Live, "USD".to_owned());
        OpenCase::from(PaymentToCall {
            id,
            mode,
            amount_minor: 133_850,
            currency,
            facts,
            decided_at: None,
            disputed_at: None,
        })
    }

    #[test]
    fn a_case_whose_reason_is_not_known_sends_the_reader_to_its_card() {
        let (amount, none) = (Money::new(133_850, Currency::USD), Money::zero(Currency::USD));
        let (status, captured, owed) = (Status::Captured, amount, none);
        let facts = CallFacts { status, amount, captured, owed, is_disputed: false, differs: false };

        let captured = case(Ok(facts));
        assert_eq!(captured.code, "stands:captured");
        assert_eq!(captured.reason, "The money was taken. Read “What happened” on its card.");
        assert_eq!(captured.fault, None);
        let unreadable = case(Err(sqlx::Error::RowNotFound));
        assert_eq!(unreadable.code, "otherwise");
        assert_eq!(unreadable.reason, "Read “What happened” on its card.");
        assert_eq!(unreadable.sum, "1338.50 USD");
        assert!(unreadable.fault.is_some());
    }
}
