//! Payments and their history. Every update compares the version it was decided on.

use money::Money;
use service::Mode;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{corrupt, ledger, review_flag};
use crate::domain::{Cause, Failure, Payment, PaymentId, Status, mode_of, mode_text};
use crate::events;
use crate::repository::{Owner, RequestKey, first_look};

struct Row {
    id: Uuid,
    mode: String,
    brand: String,
    principal: String,
    offer_id: String,
    amount_minor: i64,
    currency: String,
    card_brand: String,
    card_last4: String,
    simulated: bool,
    status: String,
    status_since: OffsetDateTime,
    version: i64,
    intent_id: Option<String>,
    action_url: Option<String>,
    capture_before: Option<OffsetDateTime>,
    booking_id: Option<Uuid>,
    failure: Option<String>,
    authorised_minor: i64,
    captured_minor: i64,
    refunding_minor: i64,
    refunded_minor: i64,
    owed_minor: i64,
    by_hand_minor: i64,
}

pub(super) fn id_of(id: Uuid, simulated: bool) -> PaymentId {
    if simulated { PaymentId::Simulated(id) } else { PaymentId::Ours(id) }
}

pub(super) fn status_of(text: &str) -> sqlx::Result<Status> {
    Status::parse(text).ok_or_else(|| corrupt("payment.status"))
}

pub(super) fn failure_of(text: Option<String>) -> sqlx::Result<Option<Failure>> {
    text.map(|text| Failure::parse(&text).ok_or_else(|| corrupt("payment.failure"))).transpose()
}

impl TryFrom<Row> for Payment {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> sqlx::Result<Self> {
        let currency = row.currency.parse().map_err(|_| corrupt("payment.currency"))?;
        let money = |minor| Money::new(minor, currency);
        Ok(Self {
            id: id_of(row.id, row.simulated),
            mode: mode_of(&row.mode),
            brand: row.brand,
            principal: row.principal,
            offer_id: row.offer_id,
            amount: money(row.amount_minor),
            card_brand: row.card_brand,
            card_last4: row.card_last4,
            status: status_of(&row.status)?,
            status_since: row.status_since,
            version: row.version,
            intent_id: row.intent_id,
            action_url: row.action_url,
            capture_before: row.capture_before,
            booking_id: row.booking_id,
            failure: failure_of(row.failure)?,
            authorised: money(row.authorised_minor),
            captured: money(row.captured_minor),
            refunding: money(row.refunding_minor),
            refunded: money(row.refunded_minor),
            owed: money(row.owed_minor),
            by_hand: money(row.by_hand_minor),
        })
    }
}

/// The payment of that id in that mode.
#[tracing::instrument(name = "db.payment.find", skip_all)]
pub async fn find(connection: &mut PgConnection, mode: Mode, id: PaymentId) -> sqlx::Result<Option<Payment>> {
    let row = sqlx::query_as!(
        Row,
        r#"
        select
            id,
            mode,
            brand,
            principal,
            offer_id,
            amount_minor,
            currency,
            card_brand,
            card_last4,
            simulated,
            status,
            status_since,
            version,
            intent_id,
            action_url,
            capture_before,
            booking_id,
            failure,
            authorised_minor,
            captured_minor,
            refunding_minor,
            refunded_minor,
            owed_minor,
            by_hand_minor
        from payment
        where id = $1 and mode = $2 and simulated = $3
        "#,
        id.uuid(),
        mode_text(mode),
        id.is_simulated(),
    )
    .fetch_optional(connection)
    .await?;
    row.map(Payment::try_from).transpose()
}

/// Whether the payment is one of the owner's.
#[tracing::instrument(name = "db.payment.is_owned", skip_all)]
pub async fn is_owned(pool: &PgPool, owner: &Owner, id: PaymentId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"
        select exists (
            select from payment
            where id = $1 and mode = $2 and brand = $3 and principal = any($4)
        ) as "exists!"
        "#,
        id.uuid(),
        mode_text(owner.mode),
        owner.brand,
        &owner.principals,
    )
    .fetch_one(pool)
    .await
}

/// The owner's newest authorisation for exactly this, not claimed by a booking yet.
#[tracing::instrument(name = "db.payment.find_authorisation", skip_all)]
pub async fn find_authorisation(
    pool: &PgPool,
    owner: &Owner,
    offer_id: &str,
    amount: Money,
) -> sqlx::Result<Option<PaymentId>> {
    let id = sqlx::query_scalar!(
        r#"
        select id
        from payment
        where mode = $1
            and brand = $2
            and principal = any($3)
            and offer_id = $4
            and amount_minor = $5
            and currency = $6
            and status = 'authorised'
            and booking_id is null
            and not simulated
        order by created_at desc
        limit 1
        "#,
        mode_text(owner.mode),
        owner.brand,
        &owner.principals,
        offer_id,
        amount.minor,
        amount.currency.code(),
    )
    .fetch_optional(pool)
    .await?;
    Ok(id.map(PaymentId::Ours))
}

/// Inserts a new payment with the money it holds; false where its id or key is taken. Needs a transaction.
#[tracing::instrument(name = "db.payment.insert", skip_all)]
pub async fn insert(
    connection: &mut PgConnection,
    payment: &Payment,
    request: Option<&RequestKey>,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let visitor = request.map(|request| &request.visitor);
    let inserted = sqlx::query!(
        r#"
        insert into payment (
            id, mode, brand, principal, idempotency_key, request_hmac, offer_id, amount_minor, currency,
            card_brand, card_last4, simulated, status, status_since, version, booking_id,
            authorised_minor, captured_minor, refunding_minor, refunded_minor, settle_at, settle_tries, created_at,
            client_hmac, network_hmac, card_range_hmac, is_established, is_new_session
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, 0, 0, 0, $18, 0, $19, $20, $21, $22, $23, $24)
        on conflict do nothing
        "#,
        payment.id.uuid(),
        mode_text(payment.mode),
        payment.brand,
        payment.principal,
        request.map(|request| request.idempotency_key.as_str()),
        request.map(|request| request.request_hmac.as_slice()),
        payment.offer_id,
        payment.amount.minor,
        payment.amount.currency.code(),
        payment.card_brand,
        payment.card_last4,
        payment.id.is_simulated(),
        payment.status.as_str(),
        payment.status_since,
        payment.version,
        payment.booking_id,
        payment.authorised.minor,
        first_look(payment, now),
        now,
        visitor.and_then(|visitor| visitor.client_hmac.as_deref()),
        visitor.and_then(|visitor| visitor.network_hmac.as_deref()),
        visitor.and_then(|visitor| visitor.card_range_hmac.as_deref()),
        visitor.map(|visitor| visitor.is_established),
        visitor.map(|visitor| visitor.new_until.is_some()),
    )
    .execute(&mut *connection)
    .await?;
    if inserted.rows_affected() == 0 {
        return Ok(false);
    }
    ledger::post(connection, None, payment, now).await?;
    Ok(true)
}

/// Writes `after` over `before`, notes why, posts the money that moved, and writes the event; false where another
/// process has changed it since. A payment of which less was taken than the price goes into manual review. Needs a
/// transaction.
#[tracing::instrument(name = "db.payment.replace", skip_all)]
pub async fn replace(
    connection: &mut PgConnection,
    before: &Payment,
    after: &Payment,
    cause: Cause,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let replaced = update(connection, before, after, now).await?;
    if replaced {
        insert_event(connection, before, after, cause, now).await?;
        ledger::post(connection, Some(before), after, now).await?;
        if after.is_short() && !before.is_short() {
            review_flag::raise(connection, after.id).await?;
        }
        if let Some(event) = events::of_change(before, after) {
            ::events::append(connection, &event, now).await?;
        }
    }
    Ok(replaced)
}

/// Whether the payment was made before the database was last restored from a backup.
#[tracing::instrument(name = "db.payment.is_before_restore", skip_all)]
pub async fn is_before_restore(pool: &PgPool, payment: &Payment) -> sqlx::Result<bool> {
    let Some(restored_at) = service::postgres::restored_at(pool).await? else { return Ok(false) };
    sqlx::query_scalar!(
        r#"select created_at <= $2 as "is_earlier!" from payment where id = $1"#,
        payment.id.uuid(),
        restored_at,
    )
    .fetch_one(pool)
    .await
}

/// Whether a payment has that intent.
#[tracing::instrument(name = "db.payment.has_intent", skip_all)]
pub async fn has_intent(pool: &PgPool, mode: Mode, intent_id: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists(select from payment where mode = $1 and intent_id = $2) as "has!""#,
        mode_text(mode),
        intent_id,
    )
    .fetch_one(pool)
    .await
}

async fn update(
    connection: &mut PgConnection,
    before: &Payment,
    after: &Payment,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let updated = sqlx::query!(
        r#"
        update payment
        set status = $4,
            status_since = $5,
            version = $6,
            intent_id = $7,
            capture_before = $8,
            booking_id = $9,
            failure = $10,
            authorised_minor = $11,
            captured_minor = $12,
            refunding_minor = $13,
            refunded_minor = $14,
            settle_at = $15,
            settle_tries = 0,
            action_url = $16,
            owed_minor = $17,
            by_hand_minor = $18
        where id = $1 and status = $2 and version = $3
        "#,
        before.id.uuid(),
        before.status.as_str(),
        before.version,
        after.status.as_str(),
        after.status_since,
        after.version,
        after.intent_id,
        after.capture_before,
        after.booking_id,
        after.failure.map(Failure::as_str),
        after.authorised.minor,
        after.captured.minor,
        after.refunding.minor,
        after.refunded.minor,
        first_look(after, now),
        after.action_url,
        after.owed.minor,
        after.by_hand.minor,
    )
    .execute(connection)
    .await?;
    Ok(updated.rows_affected() == 1)
}

async fn insert_event(
    connection: &mut PgConnection,
    before: &Payment,
    after: &Payment,
    cause: Cause,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        r#"
        insert into payment_event (payment_id, version, from_status, to_status, cause, at)
        values ($1, $2, $3, $4, $5, $6)
        "#,
        after.id.uuid(),
        after.version,
        before.status.as_str(),
        after.status.as_str(),
        cause.as_str(),
        now,
    )
    .execute(connection)
    .await?;
    Ok(())
}
