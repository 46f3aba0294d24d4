//! What administrators said of a booking: evidence, read by the worker that drives it next.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::booking::Store;
use super::step::write;
use crate::domain::Booking;
use crate::domain::booking::OrderRef;
use crate::domain::cancellation::Event;
use crate::domain::cause::Cause;
use crate::domain::review::{Change, ReviewAction, Snapshot};
use crate::repository::{Email, Saved, Step, Subject};

/// A decision to be written down.
#[derive(Debug)]
pub struct Decided {
    pub action: ReviewAction,
    /// The administrator's account.
    pub operator: Uuid,
    pub note: String,
    /// The order that the administrator named, as the provider shows it.
    pub order: Option<OrderRef>,
}

impl Store {
    /// Keeps a decision on a booking that is still in manual review and is as `seen`, writes what it changes at once, and
    /// has a worker read it. `mail` is the email to the traveller, if any. Returns false, and keeps nothing, if the booking
    /// has changed or somebody else has decided on it meanwhile.
    #[tracing::instrument(name = "db.decision.decide", skip_all)]
    pub async fn decide(
        &self,
        seen: &Booking,
        decided: &Decided,
        change: Change,
        mail: Option<Email>,
        now: OffsetDateTime,
    ) -> anyhow::Result<bool> {
        let mut transaction = self.pool.begin().await?;
        if !take(&mut transaction, seen, matches!(change, Change::ReviewEnds), now).await? {
            return Ok(false);
        }
        let n = insert(&mut transaction, seen, decided, now).await?;
        if let Change::PaidBack(after) = change {
            let step = Step {
                cause: Cause::Cancellation(Event::MoneyPaidBack),
                publishes: after.cancelled().map(|_| Subject::Cancelled),
                decision: Some(n),
                mail,
                ..Step::default()
            };
            let written = write(&mut transaction, &self.cipher, seen, *after, &step, now).await?;
            if !matches!(written, (Saved::Yes(..), _)) {
                return Ok(false);
            }
        }
        transaction.commit().await?;
        Ok(true)
    }
}

/// Makes the booking due at once if anything is left to do. The row stays locked until the decision is kept: another
/// decision at the same time waits, and then finds the booking changed.
async fn take(
    connection: &mut PgConnection,
    seen: &Booking,
    review_ends: bool,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let updated = sqlx::query!(
        "update booking
        set
            needs_human = needs_human and not $4,
            -- The first looks come fast again.
            asked = 0,
            next_action_at = case when next_action_at is not null then $3::timestamptz end,
            nudged = nudged or next_action_at is not null
        where id = $1 and version = $2 and needs_human",
        seen.id,
        seen.version,
        now,
        review_ends,
    )
    .execute(connection)
    .await?;
    Ok(updated.rows_affected() == 1)
}

async fn insert(
    connection: &mut PgConnection,
    seen: &Booking,
    decided: &Decided,
    now: OffsetDateTime,
) -> sqlx::Result<i32> {
    let order = decided.order.as_ref();
    sqlx::query_scalar!(
        "insert into ruling (
            booking_id,
            n,
            action,
            operator,
            note,
            state,
            order_id,
            booking_reference,
            order_cancellable,
            at
        )
        select $1, coalesce(max(n), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9
        from ruling
        where booking_id = $1
        returning n",
        seen.id,
        decided.action.as_str(),
        decided.operator,
        decided.note,
        Snapshot::of(seen).name(),
        order.map(|order| &order.id),
        order.map(|order| &order.reference),
        order.map(|order| order.cancellable),
        now,
    )
    .fetch_one(connection)
    .await
}

/// The number of the latest decision of a kind.
#[tracing::instrument(name = "db.decision.latest", skip_all)]
pub async fn latest(pool: &PgPool, booking: Uuid, action: ReviewAction) -> sqlx::Result<Option<i32>> {
    sqlx::query_scalar!(
        "select max(n) from ruling where booking_id = $1 and action = $2",
        booking,
        action.as_str(),
    )
    .fetch_one(pool)
    .await
}

/// The order that was named last, and the number of that decision.
#[tracing::instrument(name = "db.decision.named_order", skip_all)]
pub async fn named_order(pool: &PgPool, booking: Uuid) -> sqlx::Result<Option<(i32, OrderRef)>> {
    let row = sqlx::query!(
        r#"select
            n,
            order_id as "order_id!",
            coalesce(booking_reference, '') as "reference!",
            coalesce(order_cancellable, false) as "cancellable!"
        from ruling
        where booking_id = $1 and order_id is not null
        order by n desc
        limit 1"#,
        booking,
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| {
        // Its tickets are looked for once the booking has it.
        let (id, reference, tickets) = (row.order_id, row.reference, Vec::new());
        (row.n, OrderRef { id, reference, cancellable: row.cancellable, tickets })
    }))
}
