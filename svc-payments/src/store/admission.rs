//! What decides whether a new payment may begin: earlier requests, open authorisations, recent declines.

use service::Mode;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::mode_text;
use super::payment::Owner;
use crate::domain::PaymentId;

/// The payment that an earlier request under this key made, and that request's HMAC.
#[tracing::instrument(name = "db.admission.by_key", skip_all)]
pub async fn by_key(
    connection: &mut PgConnection,
    mode: Mode,
    brand: &str,
    principal: &str,
    key: &str,
) -> sqlx::Result<Option<(PaymentId, Vec<u8>)>> {
    let row = sqlx::query!(
        r#"
        select
            id,
            request_hmac as "request_hmac!"
        from payment
        where mode = $1 and brand = $2 and principal = $3 and idempotency_key = $4
        "#,
        mode_text(mode),
        brand,
        principal,
        key,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| (PaymentId::Ours(row.id), row.request_hmac)))
}

/// What the owner has open that no booking has claimed, oldest first.
#[tracing::instrument(name = "db.admission.open_of", skip_all)]
pub async fn open_of(connection: &mut PgConnection, owner: &Owner) -> sqlx::Result<Vec<PaymentId>> {
    let ids = sqlx::query_scalar!(
        r#"
        select id
        from payment
        where mode = $1
            and brand = $2
            and principal = any($3)
            and status in ('create_sent', 'confirm_sent', 'holder_asked', 'authorised')
            and booking_id is null
            and not simulated
        order by created_at
        "#,
        mode_text(owner.mode),
        owner.brand,
        &owner.principals,
    )
    .fetch_all(connection)
    .await?;
    Ok(ids.into_iter().map(PaymentId::Ours).collect())
}

/// Declined cards, counted three ways.
#[derive(Debug, Clone, Copy)]
pub struct Declines {
    pub own: i64,
    /// Of every brand's visitors at this address; none where nobody knows it.
    pub of_address: i64,
    /// Of the brand's guests.
    pub of_brand: i64,
}

/// Declined cards since then: the owner's, those from his address, and those of the brand's guests.
#[tracing::instrument(name = "db.admission.declines_since", skip_all)]
pub async fn declines_since(
    connection: &mut PgConnection,
    owner: &Owner,
    client_hmac: Option<&[u8]>,
    since: OffsetDateTime,
) -> sqlx::Result<Declines> {
    sqlx::query_as!(
        Declines,
        r#"
        select
            count(*) filter (where brand = $2 and principal = any($3)) as "own!",
            count(*) filter (where client_hmac = $5) as "of_address!",
            count(*) filter (where brand = $2 and principal like 'session:%') as "of_brand!"
        from payment
        where mode = $1 and status = 'declined' and created_at > $4
        "#,
        mode_text(owner.mode),
        owner.brand,
        &owner.principals,
        since,
        client_hmac,
    )
    .fetch_one(connection)
    .await
}

/// Holds all other admissions of the owner's principals until the transaction ends, so that limits can't be outrun
/// by asking many times at once.
#[tracing::instrument(name = "db.admission.lock_owner", skip_all)]
pub async fn lock_owner(connection: &mut PgConnection, owner: &Owner) -> sqlx::Result<()> {
    // Sorted: two requests that lock the same two names must do so in the same order.
    let mut principals = owner.principals.clone();
    principals.sort_unstable();
    for principal in principals {
        sqlx::query!("select pg_advisory_xact_lock(hashtext('payment'), hashtext($1))", principal)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
