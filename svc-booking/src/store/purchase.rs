//! New bookings and the keys they came under.

use anyhow::Context;
use failpoint::failpoint;
use prost::Message;
use service::Mode;
use sqlx::{PgConnection, PgTransaction};
use uuid::Uuid;

use super::booking::Store;
use super::mode_text;
use crate::domain::Booking;
use crate::repository::{Email, Inserted, Key, Known, Reader};

impl Store {
    /// The booking that one of the caller's own keys stands for.
    #[tracing::instrument(name = "db.intake.find_key", skip_all)]
    pub async fn find_key(&self, reader: &Reader, key: &Key) -> sqlx::Result<Option<Known>> {
        sqlx::query_as!(
            Known,
            "select http_key.booking_id, http_key.body_hmac
            from http_key
            join booking on booking.id = http_key.booking_id
            where http_key.mode = $1
                and http_key.brand = $2
                and http_key.principal = any($3)
                and http_key.key = $4
                and (not $5 or booking.state <> 'FAILED')
            order by booking.id desc
            limit 1",
            mode_text(reader.mode),
            reader.brand,
            &reader.principals,
            key.text,
            key.is_derived,
        )
        .fetch_optional(&self.pool)
        .await
    }

    /// The caller's own booking of an offer, unless it has failed.
    #[tracing::instrument(name = "db.intake.find_own", skip_all)]
    pub async fn find_own(&self, reader: &Reader, offer_id: &str) -> sqlx::Result<Option<Known>> {
        sqlx::query_as!(
            Known,
            "select booking.id as booking_id, http_key.body_hmac
            from booking
            join http_key on http_key.booking_id = booking.id
            where booking.mode = $1
                and booking.brand = $2
                and (booking.principal = any($3) or booking.owner = any($3))
                and booking.offer_id = $4
                and booking.state <> 'FAILED'",
            mode_text(reader.mode),
            reader.brand,
            &reader.principals,
            offer_id,
        )
        .fetch_optional(&self.pool)
        .await
    }

    /// Notes that the request that booked is answered before there is an end. False where there is one.
    #[tracing::instrument(name = "db.intake.leave_open", skip_all)]
    pub async fn leave_open(&self, booking: Uuid) -> anyhow::Result<bool> {
        let noted = sqlx::query!(
            "update booking
            set left_open = true
            where id = $1 and state not in ('TICKETED', 'FAILED')",
            booking,
        )
        .execute(&self.pool)
        .await?;
        Ok(noted.rows_affected() == 1)
    }

    /// Whether any booking was to be paid with this, without an access check.
    #[tracing::instrument(name = "db.intake.is_spent", skip_all)]
    pub async fn is_spent(&self, mode: Mode, payment_id: &str) -> sqlx::Result<bool> {
        sqlx::query_scalar!(
            r#"select exists(select from booking where mode = $1 and payment_id = $2) as "exists!""#,
            mode_text(mode),
            payment_id,
        )
        .fetch_one(&self.pool)
        .await
    }

    /// Stores a booking and its key in one transaction.
    #[tracing::instrument(name = "db.intake.insert", skip_all)]
    pub async fn insert(&self, booking: &Booking, key: &Key) -> anyhow::Result<Inserted> {
        let mut transaction = self.pool.begin().await?;
        if was_dispatched(&mut transaction, booking).await? {
            return Ok(Inserted::RequestTaken);
        }
        let sealed = self.cipher.seal(booking.id, &booking.travellers)?;
        if let Err(error) = insert_booking(&mut transaction, booking, &sealed).await {
            return taken(error);
        }
        if let Err(error) = insert_key(&mut transaction, booking, key).await {
            return taken(error);
        }
        withdraw_mails(&mut transaction, booking).await?;
        failpoint!("http.key_inserted");
        transaction.commit().await?;
        Ok(Inserted::New)
    }
}

fn taken(error: sqlx::Error) -> anyhow::Result<Inserted> {
    let constraint = error.as_database_error().and_then(|error| error.constraint());
    match constraint {
        Some("booking_request_once") => Ok(Inserted::RequestTaken),
        Some("booking_payment_once") => Ok(Inserted::PaymentTaken),
        Some("http_key_pkey") => Ok(Inserted::KeyTaken),
        _ => Err(error).context("storing a booking"),
    }
}

/// Whether an order was sent for the booking's offer request, by whichever booking.
pub async fn was_dispatched(connection: &mut PgConnection, booking: &Booking) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists(select from offer_dispatch where mode = $1 and request_key = $2) as "exists!""#,
        mode_text(booking.mode),
        booking.quote.request_key,
    )
    .fetch_one(connection)
    .await
}

async fn insert_booking(
    transaction: &mut PgTransaction<'_>,
    booking: &Booking,
    sealed: &[u8],
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into booking (
            id,
            mode,
            brand,
            public_url,
            markup_rate,
            principal,
            principals,
            offer_id,
            request_key,
            quote,
            offer_expires_at,
            price_minor,
            provider_minor,
            currency,
            travellers,
            payment_id,
            order_cancellable,
            state,
            money_taken,
            needs_human,
            account,
            asked,
            version,
            epoch,
            nudged,
            next_action_at,
            trace_parent,
            created_at,
            erase_at,
            letterhead
        )
        values (
            $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, false, $17, false, false,
            $18, 0, $19, 0, false, $21, $20, $21, $22, $23
        )",
        booking.id,
        mode_text(booking.mode),
        booking.brand,
        booking.public_url.as_ref().map(url::Url::as_str),
        booking.markup_rate,
        booking.principal,
        &booking.principals,
        booking.offer_id(),
        booking.quote.request_key,
        booking.quote.encode_to_vec(),
        booking.offer_expires_at,
        booking.total.minor,
        booking.provider_total.minor,
        booking.total.currency.code(),
        sealed,
        booking.payment_id,
        booking.saga.state.as_str(),
        booking.account.as_str(),
        booking.version,
        booking.trace_parent,
        booking.created_at,
        booking.erase_at(),
        booking.letterhead.clone().into_message().encode_to_vec(),
    )
    .execute(&mut **transaction)
    .await?;
    Ok(())
}

/// Withdraws the mails about earlier cards that have not gone out: the traveller is trying again.
async fn withdraw_mails(transaction: &mut PgTransaction<'_>, booking: &Booking) -> sqlx::Result<()> {
    let failed = sqlx::query_scalar!(
        "select id
        from booking
        where mode = $1
            and brand = $2
            and principal = any($3)
            and request_key = $4
            and state = 'FAILED'
            and failure_code = 'PAYMENT_FAILED'
            and not money_taken
            and capture_before is null
            and order_id is null",
        mode_text(booking.mode),
        booking.brand,
        &booking.principals,
        booking.quote.request_key,
    )
    .fetch_all(&mut **transaction)
    .await?;
    let mails: Vec<_> = failed.into_iter().map(|id| Email::key(Email::FAILED, id)).collect();
    mail::withdraw(&mut *transaction, &mails).await
}

async fn insert_key(transaction: &mut PgTransaction<'_>, booking: &Booking, key: &Key) -> sqlx::Result<()> {
    // A derived key of a booking that failed is free again.
    sqlx::query!(
        "delete from http_key
        using booking
        where booking.id = http_key.booking_id
            and booking.state = 'FAILED'
            and http_key.mode = $1
            and http_key.brand = $2
            and http_key.principal = $3
            and http_key.key = $4
            and $5",
        mode_text(booking.mode),
        booking.brand,
        booking.principal,
        key.text,
        key.is_derived,
    )
    .execute(&mut **transaction)
    .await?;
    sqlx::query!(
        "insert into http_key (mode, brand, principal, key, body_hmac, booking_id, created_at)
        values ($1, $2, $3, $4, $5, $6, $7)",
        mode_text(booking.mode),
        booking.brand,
        booking.principal,
        key.text,
        key.body_hmac,
        booking.id,
        booking.created_at,
    )
    .execute(&mut **transaction)
    .await?;
    Ok(())
}
