//! Queries that somebody watches: one row for all watches of a query, of all brands.

use anyhow::Context;
use money::{Currency, Money};
use service::Mode;
use sqlx::{PgConnection, PgExecutor, PgPool};
use time::{Date, Duration, OffsetDateTime};
use uuid::Uuid;

use super::watch;
use crate::domain::watch::{End, Schedule, Trip, mode_name};

/// Longer than a question and its answer may take.
const LEASE: Duration = Duration::minutes(2);
/// Sooner than a query counts as overdue, and seldom enough to cost little.
const PUT_OFF_AFTER: Duration = Duration::minutes(30);
/// A person who begins to watch has just searched: that search is known by then, or never.
const FIRST_LOOK: Duration = Duration::minutes(10);

/// A query that is asked about by its holder alone, until then.
#[derive(Debug)]
pub struct Claim {
    pub mode: Mode,
    pub query: String,
    /// What tells it from a later claim.
    pub until: OffsetDateTime,
    /// When its price may be looked up.
    pub next_look_at: OffsetDateTime,
}

/// What is watched by a query, and at which brands.
#[derive(Debug)]
pub struct Wanted {
    pub trip: Trip,
    pub brands: Vec<String>,
}

/// A watch whose price is known anew.
pub struct Watching {
    pub id: Uuid,
    pub brand: String,
    pub email: String,
    /// The last told price.
    pub told: Option<Money>,
    /// It goes on after its first mail.
    pub again: bool,
    pub mails: i32,
    pub last_mail_at: Option<OffsetDateTime>,
}

struct WatchingRow {
    id: Uuid,
    brand_key: String,
    email: String,
    currency: Option<String>,
    told_minor: Option<i64>,
    again: bool,
    mails: i32,
    last_mail_at: Option<OffsetDateTime>,
}

/// Queries of one brand and day of departure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demand {
    pub brand: String,
    pub departs_on: Date,
    pub queries: i64,
}

impl TryFrom<WatchingRow> for Watching {
    type Error = anyhow::Error;

    fn try_from(row: WatchingRow) -> anyhow::Result<Self> {
        let currency = row.currency.as_deref().map(str::parse::<Currency>).transpose()?;
        Ok(Self {
            id: row.id,
            brand: row.brand_key,
            email: row.email,
            told: row.told_minor.zip(currency).map(|(minor, currency)| Money::new(minor, currency)),
            again: row.again,
            mails: row.mails,
            last_mail_at: row.last_mail_at,
        })
    }
}

/// Has a query asked about at once, in the transaction that makes a watch of it active.
///
/// A query that is being asked about keeps its turn: the answer waits for this transaction, and meets the new watch.
#[tracing::instrument(name = "db.watched_query.begin", skip_all)]
pub async fn begin(
    connection: &mut PgConnection,
    mode: Mode,
    query: &str,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into watched_query (mode, query, next_ask_at, next_look_at)
        values ($1, $2, $3, $4)
        on conflict on constraint watched_query_pkey do update
        set next_ask_at = excluded.next_ask_at
        where watched_query.next_ask_at > $5",
        mode_name(mode),
        query,
        now,
        now + FIRST_LOOK,
        now + LEASE,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Takes the query that has waited longest.
#[tracing::instrument(name = "db.watched_query.claim", skip_all)]
pub async fn claim(pool: &PgPool, mode: Mode, now: OffsetDateTime) -> sqlx::Result<Option<Claim>> {
    let claimed = sqlx::query!(
        "update watched_query
        set next_ask_at = $3
        where mode = $1
            and query = (
                select query
                from watched_query
                where mode = $1 and next_ask_at <= $2
                order by next_ask_at
                limit 1
                for update skip locked
            )
        returning query, next_ask_at, next_look_at",
        mode_name(mode),
        now,
        now + LEASE,
    )
    .fetch_optional(pool)
    .await?;
    Ok(claimed.map(|row| Claim {
        mode,
        query: row.query,
        until: row.next_ask_at,
        next_look_at: row.next_look_at,
    }))
}

/// Has what is due in a mode wait on, while nobody asks about it. It is due when the mode comes back.
#[tracing::instrument(name = "db.watched_query.put_off", skip_all)]
pub async fn put_off(executor: impl PgExecutor<'_>, mode: Mode, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!(
        "update watched_query set next_ask_at = $2 where mode = $1 and next_ask_at < $3",
        mode_name(mode),
        now,
        now - PUT_OFF_AFTER,
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// What active watches want of a query, but for those of the brands that pause. Nothing where there are none.
///
/// # Errors
/// Where the watch that tells the trip goes at this moment, too.
#[tracing::instrument(name = "db.watched_query.wanted", skip_all)]
pub async fn wanted(
    connection: &mut PgConnection,
    (mode, query): (Mode, &str),
    paused: &[String],
) -> anyhow::Result<Option<Wanted>> {
    let found = sqlx::query!(
        r#"select (array_agg(id))[1] as id, coalesce(array_agg(distinct brand_key), '{}') as "brands!"
        from watch
        where mode = $1 and query = $2 and state = 'active' and brand_key <> all($3)"#,
        mode_name(mode),
        query,
        paused,
    )
    .fetch_one(&mut *connection)
    .await?;
    let Some(id) = found.id else { return Ok(None) };
    let one = watch::read(connection, &[id]).await?.pop().context("a watch went while it was read")?;
    Ok(Some(Wanted { trip: one.trip, brands: found.brands }))
}

/// Whether anybody has a watch of a query that has not ended: it may pause.
#[tracing::instrument(name = "db.watched_query.is_kept", skip_all)]
pub async fn is_kept(connection: &mut PgConnection, claim: &Claim) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
            select from watch where mode = $1 and query = $2 and state <> 'ended'
        ) as "is_kept!""#,
        mode_name(claim.mode),
        claim.query,
    )
    .fetch_one(connection)
    .await
}

/// What active watches want that depart in these days: of each brand, a row for each day of departure.
#[tracing::instrument(name = "db.watched_query.demand", skip_all)]
pub async fn demand(
    executor: impl PgExecutor<'_>,
    mode: Mode,
    (first, last): (Date, Date),
) -> sqlx::Result<Vec<Demand>> {
    sqlx::query_as!(
        Demand,
        r#"select brand_key as "brand!", departs_on as "departs_on!", count(distinct query) as "queries!"
        from watch
        where mode = $1 and state = 'active' and departs_on between $2 and $3
        group by brand_key, departs_on"#,
        mode_name(mode),
        first,
        last,
    )
    .fetch_all(executor)
    .await
}

/// Locks the query until the transaction ends. Returns false where the claim is over: somebody else has taken it.
#[tracing::instrument(name = "db.watched_query.lock", skip_all)]
pub async fn lock(connection: &mut PgConnection, claim: &Claim) -> sqlx::Result<bool> {
    let held = sqlx::query!(
        "select next_ask_at from watched_query where mode = $1 and query = $2 and next_ask_at = $3 for update",
        mode_name(claim.mode),
        claim.query,
        claim.until,
    )
    .fetch_optional(connection)
    .await?;
    Ok(held.is_some())
}

/// Sets when a query is asked about next. `looked_at` where it was looked up, or may have been: programs of the last release
/// count their looks by it.
#[tracing::instrument(name = "db.watched_query.reschedule", skip_all)]
pub async fn reschedule(
    connection: &mut PgConnection,
    claim: &Claim,
    schedule: Schedule,
    looked_at: Option<OffsetDateTime>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update watched_query
        set next_ask_at = $3, next_look_at = $4, looked_at = coalesce($5, looked_at)
        where mode = $1 and query = $2",
        mode_name(claim.mode),
        claim.query,
        schedule.next_ask_at,
        schedule.next_look_at,
        looked_at,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Removes a query that nobody watches.
#[tracing::instrument(name = "db.watched_query.delete", skip_all)]
pub async fn delete(connection: &mut PgConnection, claim: &Claim) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from watched_query where mode = $1 and query = $2",
        mode_name(claim.mode),
        claim.query,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The active watches of a query, but for those of the brands that pause, locked until the transaction ends. One that its
/// owner changes at this moment is left to the next answer.
#[tracing::instrument(name = "db.watched_query.watches", skip_all)]
pub async fn watches(
    connection: &mut PgConnection,
    claim: &Claim,
    paused: &[String],
) -> anyhow::Result<Vec<Watching>> {
    let rows = sqlx::query_as!(
        WatchingRow,
        "select id, brand_key, email, currency, told_minor, again, mails, last_mail_at
        from watch
        where mode = $1 and query = $2 and state = 'active' and brand_key <> all($3)
        order by id
        for update skip locked",
        mode_name(claim.mode),
        claim.query,
        paused,
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Sets the last told price of each watch, in minor units of one currency. The first of a watch is where it began.
#[tracing::instrument(name = "db.watched_query.set_told_prices", skip_all)]
pub async fn set_told_prices(
    connection: &mut PgConnection,
    currency: Currency,
    watches: &[Uuid],
    prices: &[i64],
) -> sqlx::Result<()> {
    sqlx::query!(
        "update watch
        set currency = $1, first_minor = coalesce(first_minor, told.minor), told_minor = told.minor
        from unnest($2::uuid[], $3::bigint[]) as told (id, minor)
        where watch.id = told.id",
        currency.code(),
        watches,
        prices,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Counts a mail of each watch.
#[tracing::instrument(name = "db.watched_query.count_mails", skip_all)]
pub async fn count_mails(
    connection: &mut PgConnection,
    watches: &[Uuid],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!("update watch set mails = mails + 1, last_mail_at = $2 where id = any($1)", watches, now,)
        .execute(connection)
        .await?;
    Ok(())
}

/// Ends watches that have said what they had to say.
#[tracing::instrument(name = "db.watched_query.end", skip_all)]
pub async fn end(
    connection: &mut PgConnection,
    watches: &[Uuid],
    because: End,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update watch set state = 'ended', ended_because = $2, ended_at = $3 where id = any($1)",
        watches,
        because.as_str(),
        now,
    )
    .execute(connection)
    .await?;
    Ok(())
}
