//! One step of a payment and the call that follows from it, written together or not at all.

use failpoint::failpoint;
use sqlx::PgPool;
use time::OffsetDateTime;

use super::{attempt, payment};
use crate::domain::Payment;
use crate::repository::{Cause, Saved};

pub async fn save(
    pool: &PgPool,
    before: &Payment,
    after: &Payment,
    cause: &Cause,
    now: OffsetDateTime,
) -> sqlx::Result<Saved> {
    let mut transaction = pool.begin().await?;
    if !payment::replace(&mut transaction, before, after, cause.by, now).await? {
        return Ok(Saved::Lost);
    }
    let attempt = match cause.opens {
        Some(op) => {
            failpoint!("payments.{op}.pre_intent");
            Some(attempt::open(&mut transaction, after, op, now).await?)
        }
        None => None,
    };
    transaction.commit().await?;
    Ok(Saved::Yes(attempt))
}
