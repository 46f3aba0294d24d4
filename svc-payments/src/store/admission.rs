//! What decides whether a new payment may begin: earlier requests, open authorisations, recent declines.

use failpoint::failpoint;
use service::Mode;
use sqlx::{PgConnection, PgPool};
use time::{Duration, OffsetDateTime};

use super::attempt::{self, Attempt, Op};
use super::payment::{self, Owner, RequestKey};
use super::{mode_text, queue};
use crate::config::LimitArgs;
use crate::domain::{Payment, PaymentId, Status};

/// Declines are counted over this time.
const VELOCITY_WINDOW: Duration = Duration::hours(1);

/// A payment that wants to begin.
#[derive(Debug, Clone, Copy)]
pub struct Entrant<'a> {
    pub owner: &'a Owner,
    pub payment: &'a Payment,
    pub request: &'a RequestKey,
    pub limits: &'a LimitArgs,
    /// Whoever is signed in is known, and meets other limits.
    pub is_signed_in: bool,
}

/// What an earlier request under a key made, and that request's HMAC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    pub id: PaymentId,
    pub request_hmac: Vec<u8>,
}

/// What the door says to a new payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Admission {
    /// It is stored, and this call makes its intent.
    New(Attempt),
    /// Another request under the same key was faster.
    Known(Known),
    /// Too many cards were declined.
    TooManyDeclines(Closed),
    /// The owner's other requests are at the provider: what comes of them decides.
    Busy,
}

/// A limit on declined cards that is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Closed {
    pub limit: Limit,
    /// When the next card may be tried.
    pub until: OffsetDateTime,
}

/// Whose declined cards are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    Own,
    Address,
    Brand,
}

impl Limit {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Address => "address",
            Self::Brand => "brand",
        }
    }
}

impl Entrant<'_> {
    /// From when on declined cards count.
    pub fn declined_since(&self, now: OffsetDateTime) -> OffsetDateTime {
        now - VELOCITY_WINDOW
    }

    /// Whether an open payment of the owner, one of `open`, must make way: it is for the same offer, or beyond the limit.
    pub fn displaces(&self, other: &Payment, open: usize) -> bool {
        let is_in_the_way =
            other.offer_id == self.payment.offer_id || open >= self.limits.open_authorisations;
        let can_go = other.status.is_open() || other.is_left_behind(self.payment.status_since);
        can_go && is_in_the_way
    }

    /// Why it may not begin, if so. `open` are the owner's others as they were before any made way.
    pub fn refused(&self, declines: Declines, open: &[Payment]) -> Option<Admission> {
        if let Some(closed) = declines.closed(self.is_signed_in) {
            return Some(Admission::TooManyDeclines(closed));
        }
        let may_be_declined =
            |it: &&Payment| !it.status.is_open() && !it.is_left_behind(self.payment.status_since);
        let at_worst = declines.counted_own + open.iter().filter(may_be_declined).count();
        let limit = usize::try_from(self.limits.own_declines(self.is_signed_in)).unwrap_or_default();
        (at_worst >= limit).then_some(Admission::Busy)
    }
}

/// Stores a payment with its first attempt, where the limits allow it.
pub async fn admit(pool: &PgPool, entrant: &Entrant<'_>, now: OffsetDateTime) -> anyhow::Result<Admission> {
    let Entrant { owner, payment, request, .. } = *entrant;
    let mut transaction = pool.begin().await?;
    lock_owner(&mut transaction, owner).await?;
    let key = &request.idempotency_key;
    if let Some(known) = by_key(&mut transaction, owner.mode, &owner.brand, &payment.principal, key).await? {
        return Ok(Admission::Known(known));
    }
    // Before the declines are counted: one that is under way now may be among them then, never missed by both.
    let open = open_of(&mut transaction, owner).await?;
    if !make_room(&mut transaction, entrant, &open, now).await? {
        return Ok(Admission::Busy);
    }
    let declines = declines(&mut transaction, entrant, now).await?;
    if let Some(refused) = entrant.refused(declines, &open) {
        return Ok(refused);
    }
    failpoint!("payments.create.pre_intent");
    payment::insert(&mut transaction, payment, Some(request), now).await?;
    let attempt = attempt::open(&mut transaction, payment, Op::Create, now).await?;
    transaction.commit().await?;
    Ok(Admission::New(attempt))
}

/// Releases the owner's older authorisation for the same offer, and the oldest beyond the limit; false where the limit
/// is filled by authorisations under way, which can't be released yet.
async fn make_room(
    connection: &mut PgConnection,
    entrant: &Entrant<'_>,
    open: &[Payment],
    now: OffsetDateTime,
) -> anyhow::Result<bool> {
    let mut left = open.len();
    for other in open {
        if entrant.displaces(other, left) {
            left -= usize::from(supersede(connection, other, now).await?);
        }
    }
    Ok(left < entrant.limits.open_authorisations)
}

/// Has the settler release what the owner has open for an offer.
pub async fn release_open(
    pool: &PgPool,
    owner: &Owner,
    offer_id: &str,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let mut transaction = pool.begin().await?;
    lock_owner(&mut transaction, owner).await?;
    let open = open_of(&mut transaction, owner).await?;
    for other in open.iter().filter(|it| it.offer_id == offer_id && it.status.is_open()) {
        supersede(&mut transaction, other, now).await?;
    }
    Ok(transaction.commit().await?)
}

/// Has the settler release a payment. False: somebody has changed it meanwhile.
async fn supersede(
    connection: &mut PgConnection,
    before: &Payment,
    now: OffsetDateTime,
) -> anyhow::Result<bool> {
    let after = before.apply(before.way_out(), now)?;
    if !payment::replace(connection, before, &after, "superseded", now).await? {
        return Ok(false);
    }
    if after.status == Status::VoidSent {
        attempt::open(connection, &after, Op::Cancel, now).await?;
        queue::settle_now(connection, after.id, now).await?;
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

/// The declined cards that fill a limit, counting back from the newest: each limit lets go when this one is an hour old.
/// Nothing where the limit is not reached.
#[derive(Debug, Clone, Copy)]
pub struct Declines {
    pub own: Option<OffsetDateTime>,
    /// How many are the owner's.
    pub counted_own: usize,
    /// Of every brand's visitors at this address; nothing where nobody knows it.
    pub of_address: Option<OffsetDateTime>,
    /// Of the brand's guests, where more of their cards are declined than pay.
    pub of_brand: Option<OffsetDateTime>,
}

impl Declines {
    /// The limit that holds longest. Whoever is signed in is known, and does not wait for his brand's guests.
    pub fn closed(&self, is_signed_in: bool) -> Option<Closed> {
        let of_brand = self.of_brand.filter(|_| !is_signed_in);
        [(Limit::Own, self.own), (Limit::Address, self.of_address), (Limit::Brand, of_brand)]
            .into_iter()
            .filter_map(|(limit, filled)| Some(Closed { limit, until: filled? + VELOCITY_WINDOW }))
            .max_by_key(|closed| closed.until)
    }
}

/// Whether a brand's guests are testing cards rather than paying with them: a busy day has many declines too, among more
/// cards that pay.
pub fn are_mostly_declined(declined: i64, paying: i64) -> bool {
    declined > paying
}

async fn declines(
    connection: &mut PgConnection,
    entrant: &Entrant<'_>,
    now: OffsetDateTime,
) -> sqlx::Result<Declines> {
    let since = entrant.declined_since(now);
    let (mut declines, of_brand) = declines_since(connection, entrant, since).await?;
    if declines.of_brand.is_some() {
        let paying = paying_guests(connection, entrant.owner, since).await?;
        declines.of_brand = declines.of_brand.filter(|_| are_mostly_declined(of_brand, paying));
    }
    Ok(declines)
}

/// Declined cards since then, and how many of the brand's guests' there are.
#[tracing::instrument(name = "db.admission.declines_since", skip_all)]
async fn declines_since(
    connection: &mut PgConnection,
    entrant: &Entrant<'_>,
    since: OffsetDateTime,
) -> sqlx::Result<(Declines, i64)> {
    let Entrant { owner, request, limits, .. } = *entrant;
    let row = sqlx::query!(
        r#"
        select
            (array_agg(created_at order by created_at desc) filter (where brand = $2 and principal = any($3)))[$6] as own,
            (array_agg(created_at order by created_at desc) filter (where client_hmac = $5))[$7] as of_address,
            (array_agg(created_at order by created_at desc) filter (where brand = $2 and principal like 'session:%'))[$8]
                as of_brand,
            count(*) filter (where brand = $2 and principal = any($3)) as "declined_own!",
            count(*) filter (where brand = $2 and principal like 'session:%') as "declined_of_brand!"
        from payment
        where mode = $1 and status = 'declined' and created_at > $4
        "#,
        mode_text(owner.mode),
        owner.brand,
        &owner.principals,
        since,
        request.client_hmac.as_deref(),
        limits.own_declines(entrant.is_signed_in),
        limits.declines_per_address,
        limits.declines_per_brand,
    )
    .fetch_one(connection)
    .await?;
    let declines = Declines {
        own: row.own,
        counted_own: usize::try_from(row.declined_own).unwrap_or(usize::MAX),
        of_address: row.of_address,
        of_brand: row.of_brand,
    };
    Ok((declines, row.declined_of_brand))
}

/// How many cards of the brand's guests have held money since then, or given it.
#[tracing::instrument(name = "db.admission.paying_guests", skip_all)]
async fn paying_guests(
    connection: &mut PgConnection,
    owner: &Owner,
    since: OffsetDateTime,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"
        select count(*) as "paying!"
        from payment
        where mode = $1
            and brand = $2
            and created_at > $3
            and principal like 'session:%'
            and status in ('authorised', 'capture_sent', 'captured')
        "#,
        mode_text(owner.mode),
        owner.brand,
        since,
    )
    .fetch_one(connection)
    .await
}

/// Holds all other admissions of the owner's principals until the transaction ends, so that limits can't be outrun
/// by asking many times at once.
#[tracing::instrument(name = "db.admission.lock_owner", skip_all)]
async fn lock_owner(connection: &mut PgConnection, owner: &Owner) -> sqlx::Result<()> {
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
