//! Airline credits of cancelled trips: which still lack a code, and what was found of them.

use mail::Mail;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::booking::Store;
use super::mode_text;
use crate::domain::Booking;
use crate::domain::credit::{self, Credit};
use crate::pii_cipher::PiiCipher;
use crate::repository::Webhook;

/// As the provider calls the event.
const CREATED: &str = "air.airline_credit.created";

/// A cancelled trip with a credit that has no code yet.
pub struct DueCredits {
    pub booking: Booking,
    /// Provider's ids of credits that a webhook reported.
    pub reported: Vec<String>,
    /// Only those are looked for any more.
    is_late: bool,
}

impl DueCredits {
    /// Nothing is left to look for: every traveller has one, and all have their codes, those that were reported among them.
    fn are_found(&self, credits: &[Credit], reported: &[String]) -> bool {
        let has = |id: &String| credits.iter().any(|credit| credit.id == *id && credit.code.is_some());
        reported.iter().all(has) && (self.is_late || credit::are_complete(credits, &self.booking.travellers))
    }
}

impl Store {
    /// The cancelled trip that has waited longest for its credits. Nobody else looks for them before the next look.
    #[tracing::instrument(name = "db.credit.take", skip_all)]
    pub async fn take_without_credits(&self, now: OffsetDateTime) -> anyhow::Result<Option<DueCredits>> {
        let mut transaction = self.pool.begin().await?;
        let due = sqlx::query!(
            "select
                booking_id,
                case when stage not in ('QUOTED', 'REFUSED') then coalesce(confirmed_at, requested_at) end as since,
                reported_credits
            from cancellation
            where credits_due_at <= $1
            order by credits_due_at
            limit 1
            for update skip locked",
            now,
        )
        .fetch_optional(&mut *transaction)
        .await?;
        let Some(due) = due else { return Ok(None) };
        // A trip that stands brings no credit any more.
        let look_at = |is_reported| due.since.and_then(|since| credit::look_at(now, since, is_reported));
        let is_late = look_at(false).is_none();
        let next = look_at(!due.reported_credits.is_empty());
        look_again(&mut transaction, due.booking_id, next).await?;
        transaction.commit().await?;
        let booking = self.load(due.booking_id).await?;
        Ok(booking.map(|booking| DueCredits { booking, reported: due.reported_credits, is_late }))
    }

    /// Keeps what was found of a cancelled trip's credits. If a code is new, queues the email that `write` makes.
    #[tracing::instrument(name = "db.credit.keep", skip_all)]
    pub async fn keep_credits(
        &self,
        due: &DueCredits,
        found: Vec<Credit>,
        write: impl FnOnce(&Booking) -> Option<Mail>,
        now: OffsetDateTime,
    ) -> anyhow::Result<()> {
        let booking = &due.booking;
        let mut transaction = self.pool.begin().await?;
        // A webhook may have reported another one while the provider was asked.
        let stored = sqlx::query!(
            "select credits, reported_credits from cancellation where booking_id = $1 for update",
            booking.id,
        )
        .fetch_one(&mut *transaction)
        .await?;
        let known = self.cipher.open_credits(booking.id, stored.credits.as_deref())?;
        let credits = credit::joined(&known, found);
        if credits != known {
            set(&mut transaction, booking.id, &self.cipher.seal_credits(booking.id, &credits)?).await?;
        }
        if due.are_found(&credits, &stored.reported_credits) {
            look_again(&mut transaction, booking.id, None).await?;
        }
        let is_new = credit::codes(&credits) > credit::codes(&known);
        let after = Booking { credits, ..booking.clone() };
        if let Some(mail) = is_new.then(|| write(&after)).flatten() {
            mail::enqueue(&mut transaction, &self.cipher.of_mails(), &mail, now).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Forgets the credits of trips that were cancelled before that.
    #[tracing::instrument(name = "db.credit.forget", skip_all)]
    pub async fn forget_credits(&self, before: OffsetDateTime) -> sqlx::Result<()> {
        sqlx::query!(
            "update cancellation
            set credits = null, reported_credits = '{}', credits_due_at = null
            where confirmed_at < $1 and credits is not null",
            before,
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}

/// Keeps the credits of a trip that is cancelled just now, and has missing ones looked for.
pub async fn put(
    connection: &mut PgConnection,
    cipher: &PiiCipher,
    before: &Booking,
    after: &Booking,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let Some(cancellation) = after.cancelled().filter(|_| before.cancelled().is_none()) else {
        return Ok(());
    };
    if !after.credits.is_empty() {
        set(connection, after.id, &cipher.seal_credits(after.id, &after.credits)?).await?;
    }
    if credit::are_awaited(cancellation.refund.to, &after.credits, &after.travellers) {
        look_again(connection, after.id, credit::look_at(now, now, false)).await?;
    }
    Ok(())
}

/// A webhook that reports a credit of a trip that was cancelled from here has it looked for at once, however often it
/// comes. One of another trip requests a review (`store::webhook`).
#[tracing::instrument(name = "db.credit.report", skip_all)]
pub async fn report(
    connection: &mut PgConnection,
    webhook: &Webhook<'_>,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let Some(credit) = webhook.credit_id.filter(|_| webhook.kind == CREATED) else { return Ok(()) };
    sqlx::query!(
        "update cancellation
        set
            credits_due_at = $3,
            reported_credits = array_append(array_remove(reported_credits, $4::text), $4::text)
        where stage not in ('QUOTED', 'REFUSED')
            and booking_id in (select id from booking where mode = $1 and order_id = $2)",
        mode_text(webhook.mode),
        webhook.order_id,
        now,
        credit,
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn set(connection: &mut PgConnection, booking: Uuid, sealed: &[u8]) -> sqlx::Result<()> {
    sqlx::query!("update cancellation set credits = $2 where booking_id = $1", booking, sealed)
        .execute(connection)
        .await?;
    Ok(())
}

async fn look_again(
    connection: &mut PgConnection,
    booking: Uuid,
    at: Option<OffsetDateTime>,
) -> sqlx::Result<()> {
    sqlx::query!("update cancellation set credits_due_at = $2 where booking_id = $1", booking, at)
        .execute(connection)
        .await?;
    Ok(())
}
