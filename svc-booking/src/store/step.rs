//! One step of a booking: all that it changes, in one transaction.

use sqlx::types::Json;
use sqlx::{PgConnection, PgTransaction};
use time::OffsetDateTime;
use uuid::Uuid;

use super::booking::Store;
use super::purchase::was_dispatched;
use super::{attempt, cancellation, credit, guest_link, kept_passengers, mode_text, reader, webhook};
use crate::domain::guest_link::FIRST_LIVES;
use crate::domain::review::Snapshot;
use crate::domain::saga::State;
use crate::domain::{Booking, FailureCode, Reason, ticket};
use crate::events::{self, Subject};
use crate::pii_cipher::PiiCipher;
use crate::repository::{Alerts, Email, Op, Saved, Step};

impl Store {
    /// Writes `after` where the booking still stands as in `before`, and gives it the next version where others
    /// may hear of the change. The answer is kept in any case.
    #[tracing::instrument(name = "db.step.save", skip_all)]
    pub async fn save(
        &self,
        before: &Booking,
        after: Booking,
        step: &Step<'_>,
        now: OffsetDateTime,
    ) -> anyhow::Result<Saved> {
        let mut transaction = self.pool.begin().await?;
        let (saved, alerts) = write(&mut transaction, &self.cipher, before, after, step, now).await?;
        if !matches!(saved, Saved::AlreadyDispatched) {
            transaction.commit().await?;
            alerts.report();
        }
        Ok(saved)
    }

    /// What a step left, where it was stored and the word of that was lost with the connection: within one epoch
    /// nobody else gives the booking its next version. Nothing where that can't be told, and the step can be repeated.
    #[tracing::instrument(name = "db.step.find_saved", skip_all)]
    pub async fn find_saved(
        &self,
        before: &Booking,
        mut after: Booking,
        step: &Step<'_>,
    ) -> anyhow::Result<Option<Saved>> {
        after.version = before.version + i64::from(is_change(before, &after));
        let stored = sqlx::query_scalar!(
            r#"select exists(
                select from booking where id = $1 and epoch = $2 and version = $3 and state = $4
            ) as "exists!""#,
            after.id,
            after.epoch,
            after.version,
            after.saga.state.as_str(),
        )
        .fetch_one(&self.pool)
        .await?;
        if !stored || after.version == before.version {
            return Ok(None);
        }
        let n = match step.opens {
            Some(op) => Some(attempt::latest(&self.pool, after.id, op).await?),
            None => None,
        };
        Ok(Some(Saved::Yes(Box::new(after), n)))
    }
}

/// The step in a transaction of the caller's, which has to be given up where the order was dispatched before.
pub async fn write(
    transaction: &mut PgTransaction<'_>,
    cipher: &PiiCipher,
    before: &Booking,
    mut after: Booking,
    step: &Step<'_>,
    now: OffsetDateTime,
) -> anyhow::Result<(Saved, Alerts)> {
    if let Some((op, n, answer)) = step.answered {
        attempt::close(transaction, before.id, (op, n), answer, now).await?;
    }
    let changed = is_change(before, &after);
    after.version = before.version + i64::from(changed);
    let Some(left_open) = update(transaction, before, &after, now).await? else {
        return Ok((Saved::Lost, Alerts::default()));
    };
    if changed {
        record(transaction, before, &after, step, now).await?;
    }
    if is_new_trip(before, &after) {
        kept_passengers::forget(transaction, &after).await?;
    }
    if before.cancellation != after.cancellation {
        cancellation::put(transaction, &after).await?;
        credit::put(transaction, cipher, before, &after, now).await?;
    }
    let alerts = webhook::overtaken(transaction, before, &after).await?;
    let n = match step.opens {
        // The offer request is this booking's already.
        Some(Op::OrderCreate) if before.saga.turned_away => {
            Some(attempt::send_again(transaction, after.id, now).await?)
        }
        Some(Op::OrderCreate) if !reserve_dispatch(transaction, &after, now).await? => {
            return Ok((Saved::AlreadyDispatched, alerts));
        }
        Some(op) => Some(attempt::open(transaction, after.id, op, now).await?),
        None => None,
    };
    if let Some(subject) = step.publishes {
        publish(transaction, &after, subject, now).await?;
    }
    if let Some(email) = step.mail.as_ref().filter(|_| left_open || !step.is_answer) {
        post(transaction, cipher, after.id, email, now).await?;
    }
    Ok((Saved::Yes(Box::new(after), n), alerts))
}

/// Others may hear of it.
fn is_change(before: &Booking, after: &Booking) -> bool {
    before.saga != after.saga || before.cancellation != after.cancellation
}

fn is_new_trip(before: &Booking, after: &Booking) -> bool {
    before.saga.state != after.saga.state && after.saga.state == State::Ticketed
}

/// Who may read the booking is asked of the database: they may have been let in since the booking was loaded.
async fn publish(
    connection: &mut PgConnection,
    after: &Booking,
    subject: Subject,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let beside = events::Beside {
        other_readers: reader::others(&mut *connection, after.id, now).await?,
        request_is_spent: was_dispatched(&mut *connection, after).await?,
    };
    ::events::append(connection, &events::of_change(after, beside, subject, now), now).await?;
    Ok(())
}

/// Queues an email. The link in it opens the booking from then on.
async fn post(
    connection: &mut PgConnection,
    cipher: &PiiCipher,
    booking: Uuid,
    email: &Email,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let is_new = mail::enqueue(&mut *connection, &cipher.of_mails(), &email.mail, now).await?;
    if let Some(link) = email.link.filter(|_| is_new) {
        guest_link::insert(connection, link, booking, FIRST_LIVES, now).await?;
    }
    Ok(())
}

/// Whether the request that booked was answered without an end; nothing where somebody else has the booking.
async fn update(
    transaction: &mut PgTransaction<'_>,
    before: &Booking,
    after: &Booking,
    now: OffsetDateTime,
) -> sqlx::Result<Option<bool>> {
    let order = after.order.as_ref();
    let tickets = order.map(|order| &order.tickets[..]).unwrap_or_default();
    let tickets_due_at = (is_new_trip(before, after) && after.lacks_tickets())
        .then(|| ticket::look_at(now, after.created_at))
        .flatten();
    sqlx::query_scalar!(
        "update booking
        set
            state = $4,
            failure_code = $5,
            failure_reason = $6,
            money_taken = $7,
            needs_human = $8 or order_reported,
            first_unknown_at = $9,
            capture_before = $10,
            order_id = $11,
            booking_reference = $12,
            order_cancellable = $13,
            account = case when account = 'none' then $14 else account end,
            asked = $15,
            version = $16,
            failure_price_minor = $17,
            action_url = $18,
            -- Found beside the booking's steps as well: their number only grows.
            tickets = case when jsonb_array_length($19) > jsonb_array_length(tickets) then $19 else tickets end,
            tickets_due_at = coalesce($20, tickets_due_at),
            erase_at = case when erase_at > $21 then $21 else erase_at end,
            -- What a webhook told before this step, the step has seen. At its end a booking is not hurried: the
            -- request that booked makes the guest's account first.
            nudged = nudged and state = $4,
            turned_away = $22,
            card_brand = $23,
            card_last4 = $24
        where id = $1 and state = $2 and epoch = $3
        returning left_open",
        before.id,
        before.saga.state.as_str(),
        before.epoch,
        after.saga.state.as_str(),
        after.saga.failure.map(FailureCode::stored_as),
        after.failure_reason.map(Reason::as_str),
        after.saga.money_taken,
        after.saga.needs_human,
        after.first_unknown_at,
        after.capture_before,
        order.map(|order| &order.id),
        order.map(|order| &order.reference),
        order.is_some_and(|order| order.cancellable),
        after.account.as_str(),
        i32::try_from(after.asked).unwrap_or(i32::MAX),
        after.version,
        after.failure_price.map(|price| price.minor),
        after.action_url,
        Json(tickets) as _,
        tickets_due_at,
        after.forget_at(now),
        after.saga.turned_away,
        after.card.as_ref().map(|card| &card.brand),
        after.card.as_ref().map(|card| &card.last4),
    )
    .fetch_optional(&mut **transaction)
    .await
}

async fn record(
    connection: &mut PgConnection,
    before: &Booking,
    after: &Booking,
    step: &Step<'_>,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into booking_event (booking_id, version, from_state, to_state, cause, epoch, ruling, at)
        values ($1, $2, $3, $4, $5, $6, $7, $8)",
        after.id,
        after.version,
        Snapshot::of(before).name(),
        Snapshot::of(after).name(),
        step.cause.as_str(),
        after.epoch,
        step.decision,
        now,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Once an offer request, ever.
async fn reserve_dispatch(
    connection: &mut PgConnection,
    booking: &Booking,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let reserved = sqlx::query!(
        "insert into offer_dispatch (mode, request_key, offer_id, booking_id, dispatched_at)
        values ($1, $2, $3, $4, $5)
        on conflict on constraint offer_dispatch_pkey do nothing",
        mode_text(booking.mode),
        booking.quote.request_key,
        booking.offer_id(),
        booking.id,
        now,
    )
    .execute(connection)
    .await?;
    Ok(reserved.rows_affected() == 1)
}
