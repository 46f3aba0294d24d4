//! Decides whether a new payment may begin: by earlier requests, open authorisations, and cards that brought no money.

use failpoint::failpoint;
use service::Mode;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use super::{attempt, payment, queue, velocity, work};
use crate::domain::velocity::VelocityFacts;
use crate::domain::{Cause, Payment, PaymentId, Status, mode_text};
use crate::repository::{Admission, Known, Op, Owner, PaymentAttempt};

/// Stores a payment with its first attempt, where the limits allow it.
pub async fn admit(
    pool: &PgPool,
    payment_attempt: &PaymentAttempt<'_>,
    now: OffsetDateTime,
) -> anyhow::Result<Admission> {
    if let Some(decided) = decided_unlocked(pool, payment_attempt, now).await? {
        return Ok(decided);
    }
    let PaymentAttempt { owner, payment, request, .. } = *payment_attempt;
    let mut transaction = pool.begin().await?;
    lock(&mut transaction, &lock_names(payment_attempt)).await?;
    if let Some(known) = known(&mut transaction, payment_attempt).await? {
        return Ok(Admission::Known(known));
    }
    let has_worked = match &request.work {
        Some(solved) => work::take(&mut transaction, solved).await?,
        None => false,
    };
    let open = open_of(&mut transaction, owner).await?;
    if !make_room(&mut transaction, payment_attempt, &open, now).await? {
        return Ok(Admission::Busy);
    }
    // After the replaced payments are released: the cards that were given up count.
    let facts = velocity::facts(&mut transaction, payment_attempt, now).await?;
    let facts = VelocityFacts { has_worked, ..facts };
    if let Some(refused) = payment_attempt.refused(&facts, now) {
        return Ok(refused);
    }
    failpoint!("payments.create.pre_intent");
    payment::insert(&mut transaction, payment, Some(request), now).await?;
    let attempt = attempt::open(&mut transaction, payment, Op::Create, now).await?;
    transaction.commit().await?;
    Ok(Admission::New(attempt))
}

/// What is decided already without a lock: under an attack most cards are, and they hold up nobody. A payment that may begin
/// is looked at again under the locks.
async fn decided_unlocked(
    pool: &PgPool,
    payment_attempt: &PaymentAttempt<'_>,
    now: OffsetDateTime,
) -> anyhow::Result<Option<Admission>> {
    let mut connection = pool.acquire().await?;
    let facts = velocity::facts(&mut connection, payment_attempt, now).await?;
    let may_have_worked = payment_attempt.request.work.is_some();
    let facts = VelocityFacts { has_worked: may_have_worked, ..facts };
    let is_final = |it: &Admission| matches!(it, Admission::TooManyDeclines(_) | Admission::WorkNeeded(_));
    let Some(refused) = payment_attempt.refused(&facts, now).filter(is_final) else { return Ok(None) };
    // A request under the same key may have been faster, and its card the one too many.
    let known = known(&mut connection, payment_attempt).await?;
    Ok(Some(known.map_or(refused, Admission::Known)))
}

async fn known(
    connection: &mut PgConnection,
    payment_attempt: &PaymentAttempt<'_>,
) -> sqlx::Result<Option<Known>> {
    let PaymentAttempt { owner, payment, request, .. } = *payment_attempt;
    by_key(connection, owner.mode, &owner.brand, &payment.principal, &request.idempotency_key).await
}

/// Releases the owner's older authorisation for the same offer, and the oldest beyond the limit; false where the limit
/// is filled by authorisations under way, which can't be released yet.
async fn make_room(
    connection: &mut PgConnection,
    payment_attempt: &PaymentAttempt<'_>,
    open: &[Payment],
    now: OffsetDateTime,
) -> anyhow::Result<bool> {
    let mut left = open.len();
    for other in open {
        if payment_attempt.displaces(other, left) {
            left -= usize::from(supersede(connection, other, now).await?);
        }
    }
    Ok(payment_attempt.has_room(left))
}

/// Has the finisher release what the owner has open for an offer.
pub async fn release_open(
    pool: &PgPool,
    owner: &Owner,
    offer_id: &str,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let mut transaction = pool.begin().await?;
    lock(&mut transaction, &owner.principals).await?;
    let open = open_of(&mut transaction, owner).await?;
    for other in open.iter().filter(|it| it.offer_id == offer_id && it.status.is_open()) {
        supersede(&mut transaction, other, now).await?;
    }
    Ok(transaction.commit().await?)
}

/// Has the finisher release a payment. False where another process has changed it meanwhile.
async fn supersede(
    connection: &mut PgConnection,
    before: &Payment,
    now: OffsetDateTime,
) -> anyhow::Result<bool> {
    let after = before.apply(before.way_out(), now)?;
    if !payment::replace(connection, before, &after, Cause::Superseded, now).await? {
        return Ok(false);
    }
    if after.status == Status::VoidSent {
        attempt::open(connection, &after, Op::Cancel, now).await?;
        queue::make_due(connection, after.id, now).await?;
    }
    Ok(true)
}

/// What an earlier request under this key made.
#[tracing::instrument(name = "db.admission.by_key", skip_all)]
pub async fn by_key(
    connection: &mut PgConnection,
    mode: Mode,
    brand: &str,
    principal: &str,
    key: &str,
) -> sqlx::Result<Option<Known>> {
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
    Ok(row.map(|row| Known { id: PaymentId::Ours(row.id), request_hmac: row.request_hmac }))
}

/// What the owner has open that no booking has claimed, oldest first.
async fn open_of(connection: &mut PgConnection, owner: &Owner) -> sqlx::Result<Vec<Payment>> {
    let mut open = Vec::new();
    for id in open_ids(connection, owner).await? {
        open.extend(payment::find(connection, owner.mode, id).await?);
    }
    Ok(open)
}

#[tracing::instrument(name = "db.admission.open_ids", skip_all)]
async fn open_ids(connection: &mut PgConnection, owner: &Owner) -> sqlx::Result<Vec<PaymentId>> {
    let ids = sqlx::query_scalar!(
        r#"
        select id
        from payment
        where mode = $1
            and brand = $2
            and principal = any($3)
            and status = any($4)
            and booking_id is null
            and not simulated
        order by created_at
        "#,
        mode_text(owner.mode),
        owner.brand,
        &owner.principals,
        &Status::names(Status::may_hold),
    )
    .fetch_all(connection)
    .await?;
    Ok(ids.into_iter().map(PaymentId::Ours).collect())
}

/// What the limits count together: the owner's principals, their address, and of a guest their network, their card's range
/// and the brand's guests.
fn lock_names(payment_attempt: &PaymentAttempt<'_>) -> Vec<String> {
    let PaymentAttempt { owner, request, .. } = *payment_attempt;
    let visitor = &request.visitor;
    let named = |kind: &str, hmac: Option<&[u8]>| hmac.map(|it| format!("{kind}:{}", hex::encode(it)));
    let mut locks = owner.principals.clone();
    locks.extend(named("address", visitor.client_hmac.as_deref()));
    if !visitor.is_established {
        locks.extend(named("network", visitor.network_hmac.as_deref()));
        locks.extend(named("card range", visitor.card_range_hmac.as_deref()));
        locks.push(format!("guests:{}:{}", mode_text(owner.mode), owner.brand));
    }
    locks
}

/// Holds all other admissions under these names until the transaction ends, so that limits can't be outrun by asking many
/// times at once. The locks are taken in the order of their numbers: two requests that take the same two must do so
/// in the same order.
#[tracing::instrument(name = "db.admission.lock", skip_all)]
async fn lock(connection: &mut PgConnection, names: &[String]) -> sqlx::Result<()> {
    sqlx::query!(
        r#"
        select pg_advisory_xact_lock(hashtext('payment'), number)
        from (select distinct hashtext(name) as number from unnest($1::text[]) as name order by 1) as numbers
        "#,
        names,
    )
    .execute(connection)
    .await?;
    Ok(())
}
