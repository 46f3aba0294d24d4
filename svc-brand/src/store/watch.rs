use anyhow::Context;
use money::{Currency, Money};
use service::Mode;
use sqlx::{PgConnection, PgExecutor};
use time::{Date, Duration, OffsetDateTime};
use uuid::Uuid;

use crate::domain::watch::{Cabin, End, State, Trip, Watch, email_key, mode_name, parse_mode};

struct Row {
    id: Uuid,
    mode: String,
    brand_key: String,
    email: String,
    user_id: Option<Uuid>,
    origin: String,
    destination: String,
    departs_on: Date,
    returns_on: Option<Date>,
    cabin: String,
    adults: i16,
    children: i16,
    infants: i16,
    ages: Vec<i16>,
    currency: Option<String>,
    first_minor: Option<i64>,
    again: bool,
    state: String,
    created_at: OffsetDateTime,
}

impl TryFrom<Row> for Watch {
    type Error = anyhow::Error;

    fn try_from(row: Row) -> anyhow::Result<Self> {
        let currency = row.currency.as_deref().map(str::parse::<Currency>).transpose()?;
        let first = row.first_minor.zip(currency).map(|(minor, currency)| Money { minor, currency });
        let trip = Trip {
            origin: row.origin,
            destination: row.destination,
            departs_on: row.departs_on,
            returns_on: row.returns_on,
            cabin: Cabin::parse(&row.cabin).context("a watch in no known cabin")?,
            adults: row.adults.try_into()?,
            children: row.children.try_into()?,
            infants: row.infants.try_into()?,
            ages: row.ages.into_iter().map(u8::try_from).collect::<Result<_, _>>()?,
        };
        Ok(Self {
            id: row.id,
            mode: parse_mode(&row.mode).context("a watch of no known mode")?,
            brand: row.brand_key,
            email: row.email,
            user: row.user_id,
            trip,
            first,
            again: row.again,
            state: State::parse(&row.state).context("a watch in no known state")?,
            created_at: row.created_at,
        })
    }
}

/// Whose watches they are, and what is known of them.
pub struct Address<'a> {
    pub brand: &'a str,
    pub email_key: &'a str,
}

/// Watches of an address are made one after the other, so that none is beyond its limit.
#[tracing::instrument(name = "db.watch.lock", skip_all)]
pub async fn lock(connection: &mut PgConnection, address: &Address<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended('watches:' || $1::text || ':' || $2::text, 0))",
        address.brand,
        address.email_key,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// What an address has at a brand, whatever the mode.
pub struct Standing {
    /// Watches that have not ended.
    pub open: i64,
    /// It has confirmed a watch that is still kept.
    pub is_known: bool,
    /// Its oldest watch that has not ended.
    pub oldest: Option<Uuid>,
    /// Mails that asked it to confirm, since yesterday.
    pub asked: i64,
    /// Mails that told it of a start, since yesterday.
    pub told_of_start: i64,
    /// Mails that told it of its limit, since yesterday.
    pub told_of_limit: i64,
}

#[tracing::instrument(name = "db.watch.standing", skip_all)]
pub async fn standing(
    connection: &mut PgConnection,
    address: &Address<'_>,
    yesterday: OffsetDateTime,
) -> sqlx::Result<Standing> {
    sqlx::query_as!(
        Standing,
        r#"select
            count(distinct watch.id) filter (where watch.state <> 'ended') as "open!",
            coalesce(bool_or(watch.confirmed_at is not null), false) as "is_known!",
            (array_agg(watch.id order by watch.created_at, watch.id) filter (where watch.state <> 'ended'))[1] as oldest,
            count(*) filter (where link.purpose = 'confirm') as "asked!",
            count(*) filter (where link.purpose = 'started') as "told_of_start!",
            count(*) filter (where link.purpose = 'limit') as "told_of_limit!"
        from watch
        left join watch_link link on link.watch_id = watch.id and link.created_at > $3
        where watch.brand_key = $1 and watch.email_key = $2"#,
        address.brand,
        address.email_key,
        yesterday,
    )
    .fetch_one(connection)
    .await
}

/// What an address has of a trip already.
#[derive(Debug, Clone, Copy)]
pub struct Same {
    pub id: Uuid,
    pub state: State,
    /// It tells of further falls too.
    pub again: bool,
    /// It has ended, and its owner wanted that.
    pub is_unwanted: bool,
}

/// The address's watch of the same trip; nothing where it has none.
#[tracing::instrument(name = "db.watch.find_same", skip_all)]
pub async fn find_same(connection: &mut PgConnection, watch: &Watch) -> anyhow::Result<Option<Same>> {
    let found = sqlx::query!(
        r#"select id, state, again, coalesce(ended_because in ('stopped', 'deleted'), false) as "is_unwanted!"
        from watch
        where brand_key = $1 and email_key = $2 and mode = $3 and query = $4"#,
        watch.brand,
        email_key(&watch.email),
        mode_name(watch.mode),
        watch.trip.query_key(),
    )
    .fetch_optional(connection)
    .await?;
    let Some(found) = found else { return Ok(None) };
    let state = State::parse(&found.state).context("a watch in no known state")?;
    Ok(Some(Same { id: found.id, state, again: found.again, is_unwanted: found.is_unwanted }))
}

/// Stores a watch that waits for its confirmation. The same trip of the same address begins anew, under its old id: that it
/// was mailed today holds on. It is theirs who ask now, and no longer that account's that asked before. Returns the id.
#[tracing::instrument(name = "db.watch.begin", skip_all)]
pub async fn begin(
    connection: &mut PgConnection,
    watch: &Watch,
    asked_by: Option<Uuid>,
) -> sqlx::Result<Uuid> {
    let Watch { id, mode, brand, email, user, trip, again, created_at, .. } = watch;
    let ages: Vec<i16> = trip.ages.iter().copied().map(i16::from).collect();
    sqlx::query_scalar!(
        "insert into watch (
            id, mode, brand_key, email, email_key, user_id,
            query, origin, destination, departs_on, returns_on, cabin, adults, children, infants, ages,
            again, state, created_at, asked_by
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, 'pending', $18, $19)
        on conflict on constraint watch_trip_key do update
        set
            user_id = coalesce(excluded.user_id, watch.user_id),
            asked_by = excluded.asked_by,
            again = excluded.again,
            state = 'pending',
            ended_because = null,
            ended_at = null,
            currency = null,
            first_minor = null,
            told_minor = null,
            mails = 0,
            created_at = excluded.created_at
        returning id",
        id,
        mode_name(*mode),
        brand,
        email,
        email_key(email),
        *user,
        trip.query_key(),
        trip.origin,
        trip.destination,
        trip.departs_on,
        trip.returns_on,
        trip.cabin.as_str(),
        i16::from(trip.adults),
        i16::from(trip.children),
        i16::from(trip.infants),
        &ages,
        again,
        created_at,
        asked_by,
    )
    .fetch_one(connection)
    .await
}

/// Notes the newer wish about a watch that goes on: whether it tells of further falls, and the account that asks. From now
/// on it goes with that account alone.
#[tracing::instrument(name = "db.watch.take", skip_all)]
pub async fn take(connection: &mut PgConnection, id: Uuid, wish: &Watch) -> sqlx::Result<()> {
    sqlx::query!(
        "update watch
        set again = $2, user_id = coalesce($3, user_id), asked_by = coalesce($3, asked_by)
        where id = $1",
        id,
        wish.again,
        wish.user,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// From now on the price of a watch is looked at. The person who asks for it has proved the address.
#[tracing::instrument(name = "db.watch.activate", skip_all)]
pub async fn activate(connection: &mut PgConnection, id: Uuid, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!(
        "update watch set state = 'active', confirmed_at = coalesce(confirmed_at, $2) where id = $1",
        id,
        now,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Whoever has the mailbox wants this watch: it goes no longer with the account that asked for it.
#[tracing::instrument(name = "db.watch.adopt", skip_all)]
pub async fn adopt(connection: &mut PgConnection, id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("update watch set asked_by = null where id = $1", id).execute(connection).await?;
    Ok(())
}

#[tracing::instrument(name = "db.watch.pause", skip_all)]
pub async fn pause(connection: &mut PgConnection, id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("update watch set state = 'paused' where id = $1 and state = 'active'", id)
        .execute(connection)
        .await?;
    Ok(())
}

/// Ends a watch, unless it has ended.
#[tracing::instrument(name = "db.watch.end", skip_all)]
pub async fn end(
    executor: impl PgExecutor<'_>,
    id: Uuid,
    because: End,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update watch set state = 'ended', ended_because = $2, ended_at = $3 where id = $1 and state <> 'ended'",
        id,
        because.as_str(),
        now,
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// Those of these watches that are there, the oldest first.
#[tracing::instrument(name = "db.watch.read", skip_all)]
pub async fn read(connection: &mut PgConnection, watches: &[Uuid]) -> anyhow::Result<Vec<Watch>> {
    let rows = sqlx::query_as!(
        Row,
        "select
            id,
            mode,
            brand_key,
            email,
            user_id,
            origin,
            destination,
            departs_on,
            returns_on,
            cabin,
            adults,
            children,
            infants,
            ages,
            currency,
            first_minor,
            again,
            state,
            created_at
        from watch
        where id = any ($1)
        order by created_at, id",
        watches,
    )
    .fetch_all(connection)
    .await
    .context("reading watches")?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// The watch, locked until the transaction ends.
#[tracing::instrument(name = "db.watch.find_locked", skip_all)]
pub async fn find_locked(connection: &mut PgConnection, id: Uuid) -> anyhow::Result<Option<Watch>> {
    let locked = sqlx::query_scalar!("select id from watch where id = $1 for update", id)
        .fetch_all(&mut *connection)
        .await
        .context("locking a watch")?;
    Ok(read(connection, &locked).await?.pop())
}

/// Those of an address in a mode that have not ended, the oldest first.
#[tracing::instrument(name = "db.watch.list", skip_all)]
pub async fn list(
    connection: &mut PgConnection,
    mode: Mode,
    address: &Address<'_>,
) -> anyhow::Result<Vec<Watch>> {
    let open = sqlx::query_scalar!(
        "select id from watch where mode = $1 and brand_key = $2 and email_key = $3 and state <> 'ended'",
        mode_name(mode),
        address.brand,
        address.email_key,
    )
    .fetch_all(&mut *connection)
    .await
    .context("listing watches")?;
    let mut watches = read(connection, &open).await?;
    // One may have ended meanwhile.
    watches.retain(|watch| watch.state != State::Ended);
    Ok(watches)
}

/// A trip that was booked.
pub struct Booked<'a> {
    pub brand: &'a str,
    pub email: &'a str,
    pub mode: Mode,
    /// Codes of the airport and of its city.
    pub origins: Vec<String>,
    pub destinations: Vec<String>,
    pub departs_on: Date,
    pub returns_on: Option<Date>,
    /// In whole seconds; now, where it is left out.
    pub at: Option<OffsetDateTime>,
}

/// Ends the watches of a trip that was booked from the same address. One that began after the booking stays. Returns those of
/// the trip, with those that had ended before.
#[tracing::instrument(name = "db.watch.end_booked", skip_all)]
pub async fn end_booked(
    executor: impl PgExecutor<'_>,
    booked: &Booked<'_>,
    now: OffsetDateTime,
) -> sqlx::Result<Vec<Uuid>> {
    let its_second_is_over = booked.at.map_or(now, |at| at.saturating_add(Duration::SECOND));
    sqlx::query_scalar!(
        "with booked as (
            select id
            from watch
            where brand_key = $1
                and email_key = $2
                and mode = $3
                and origin = any ($4)
                and destination = any ($5)
                and departs_on = $6
                and returns_on is not distinct from $7
                and created_at <= $9
            order by id
            for update
        ),
        ended as (
            update watch
            set state = 'ended', ended_because = 'booked', ended_at = $8
            from booked
            where watch.id = booked.id and watch.state <> 'ended'
        )
        select id from booked",
        booked.brand,
        email_key(booked.email),
        mode_name(booked.mode),
        &booked.origins,
        &booked.destinations,
        booked.departs_on,
        booked.returns_on,
        now,
        its_second_is_over,
    )
    .fetch_all(executor)
    .await
}
