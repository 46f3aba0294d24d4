//! What the person on duty is told of payments in manual review.

use std::collections::HashMap;

use money::Money;
use service::Mode;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::corrupt;
use super::payment::status_of;
use super::review_queue::{self, OtherReasons};
use crate::domain::mode_of;
use crate::domain::on_call::CallFacts;

struct Row {
    id: Uuid,
    mode: String,
    status: String,
    currency: String,
    amount_minor: i64,
    captured_minor: i64,
    owed_minor: i64,
    decided_at: Option<OffsetDateTime>,
}

/// A payment in manual review.
pub struct PaymentToCall {
    pub id: Uuid,
    pub mode: Mode,
    pub amount_minor: i64,
    pub currency: String,
    /// An error if its row can't be read. Then the other cases are known still, and so is this one's id.
    pub facts: sqlx::Result<CallFacts>,
    /// When the latest decision was made.
    pub decided_at: Option<OffsetDateTime>,
    /// When the latest news of a dispute came.
    pub disputed_at: Option<OffsetDateTime>,
}

impl Row {
    fn facts(&self, other: Option<&OtherReasons>) -> sqlx::Result<CallFacts> {
        let currency = self.currency.parse().map_err(|_| corrupt("payment.currency"))?;
        let money = |minor| Money::new(minor, currency);
        Ok(CallFacts {
            status: status_of(&self.status)?,
            amount: money(self.amount_minor),
            captured: money(self.captured_minor),
            owed: money(self.owed_minor),
            is_disputed: other.is_some_and(|other| other.disputed_at.is_some()),
            differs: other.is_some_and(|other| other.differs),
        })
    }

    fn with(self, other: Option<&OtherReasons>) -> PaymentToCall {
        PaymentToCall {
            id: self.id,
            mode: mode_of(&self.mode),
            amount_minor: self.amount_minor,
            facts: self.facts(other),
            currency: self.currency,
            decided_at: self.decided_at,
            disputed_at: other.and_then(|other| other.disputed_at),
        }
    }
}

/// All of them, the oldest first.
pub async fn open(connection: &mut PgConnection) -> sqlx::Result<Vec<PaymentToCall>> {
    let rows = in_review(connection).await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    let others = review_queue::other_reasons(connection, &ids).await?;
    let others: HashMap<_, _> = others.iter().map(|other| (other.payment_id, other)).collect();
    let with_others = |row: Row| {
        let other = others.get(&row.id).copied();
        row.with(other)
    };
    Ok(rows.into_iter().map(with_others).collect())
}

#[tracing::instrument(name = "db.on_call.in_review", skip_all)]
async fn in_review(connection: &mut PgConnection) -> sqlx::Result<Vec<Row>> {
    sqlx::query_as!(
        Row,
        r#"
        select
            id,
            mode,
            status,
            currency,
            amount_minor,
            captured_minor,
            owed_minor,
            (select max(at) from payment_ruling where payment_ruling.payment_id = payment.id) as decided_at
        from payment
        where needs_human
        order by created_at, id
        "#,
    )
    .fetch_all(connection)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_cannot_be_read_is_a_payment_without_facts() {
        for (status, currency, is_readable) in
            [("captured", "USD", true), ("of_a_newer_release", "USD", false), ("captured", "DOLLAR", false)]
        {
            let row = Row {
                id: Uuid::from_u128(1),
                mode: "live".into(),
                status: status.into(),
                currency: currency.into(),
                amount_minor: 133_850,
                captured_minor: 133_850,
                owed_minor: 0,
                decided_at: None,
            };

            let payment = row.with(None);

            assert_eq!((payment.id, payment.mode), (Uuid::from_u128(1), Mode::Live));
            assert_eq!(payment.facts.is_ok(), is_readable, "{status} {currency}");
        }
    }
}
