//! One step of a payment and the call that follows from it, written together or not at all.

use failpoint::failpoint;
use sqlx::PgPool;
use time::OffsetDateTime;

use super::attempt::{self, Attempt, Op};
use super::payment;
use crate::domain::Payment;

/// Why a payment moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cause {
    /// Who moves it: a call, the sweeper, the settler.
    pub by: &'static str,
    /// The call that follows.
    pub opens: Option<Op>,
}

/// What became of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Saved {
    /// With the attempt of the call that follows, to be sent now.
    Yes(Option<Attempt>),
    /// Somebody else has changed the payment since it was read.
    Lost,
}

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
