//! One step of a payment and the call that follows from it, written together or not at all.

use failpoint::failpoint;
use sqlx::PgPool;
use time::OffsetDateTime;

use super::{attempt, payment};
use crate::domain::{Cause, Payment};
use crate::repository::{Op, Saved};

pub async fn save(
    pool: &PgPool,
    before: &Payment,
    after: &Payment,
    cause: Cause,
    opens: Option<Op>,
    now: OffsetDateTime,
) -> sqlx::Result<Saved> {
    let mut transaction = pool.begin().await?;
    if !payment::replace(&mut transaction, before, after, cause, now).await? {
        return Ok(Saved::Lost);
    }
    let attempt = match opens {
        Some(op) => {
            failpoint!("payments.{op}.pre_intent");
            Some(attempt::open(&mut transaction, after, op, now).await?)
        }
        None => None,
    };
    transaction.commit().await?;
    Ok(Saved::Yes(attempt))
}
